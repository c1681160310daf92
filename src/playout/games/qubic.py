"""Qubic: four in a row in a cube of 4 by 4 by 4."""

VARIANT_OF = "k_in_a_row"
OPTIONS = {"size": 4, "dimensions": 3, "line": 4, "players": 2}
TITLES = {"en": "Qubic", "zh": "立体四子棋"}
