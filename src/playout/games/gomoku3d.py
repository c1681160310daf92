"""Five in a row in a cube of 6 by 6 by 6, for three players."""

VARIANT_OF = "k_in_a_row"
OPTIONS = {"size": 6, "dimensions": 3, "line": 5, "players": 3}
TITLES = {"en": "Gomoku in a cube", "zh": "立体五子棋（三人）"}
