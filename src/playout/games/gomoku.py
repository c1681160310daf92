"""Gomoku: five in a row on a board of 15 by 15."""

VARIANT_OF = "k_in_a_row"
OPTIONS = {"size": 15, "dimensions": 2, "line": 5, "players": 2}
TITLES = {"en": "Gomoku", "zh": "五子棋"}
