"""The options of k in a row: valid values, and forms for the web app."""

from playout.boards import form

__all__ = ["FORMS", "PHRASES", "SYMBOLS", "TITLES", "check_options"]

SYMBOLS = "XOZTHU"
"""The symbols of the seats."""
MOST_CELLS = 1000

TITLES = {"en": "K in a row", "zh": "连子棋"}
FORMS = {
    "size": form("cells along each axis", "每边格数", least=2, most=31),
    "dimensions": form("axes of the board", "维数", least=1, most=6),
    "line": form("stones in a line that win", "连成几子获胜", least=2, most=31),
    "players": form("seats", "人数", least=2, most=6),
    "draw": form("the payoff of each seat in a draw", "和棋时每人得分", choices=("share", "half")),
}
PHRASES = {
    "en": {"share": "an equal share", "half": "half a win"},
    "zh": {"share": "平分", "half": "各得半胜"},
}


def check_options(size: int, dimensions: int, line: int, players: int, draw: str) -> None:
    """Raise ValueError for an impossible board, or one that is too large."""
    _check("size", size, 2, MOST_CELLS)
    _check("dimensions", dimensions, 1, 6)
    _check("players", players, 2, len(SYMBOLS))
    _check("line", line, 2, MOST_CELLS)
    if draw not in ("share", "half"):
        raise ValueError(f"draw has to be one of share, half, not {draw!r}")
    cells = size**dimensions
    if cells > MOST_CELLS:
        raise ValueError(f"a board of {size}^{dimensions} = {cells:,} cells is too large; {MOST_CELLS:,} are the most")
    if line > size:
        raise ValueError(f"line is {line}, which does not fit on a board of size {size}")
    if line * (line + 1) ** (players - 1) >= 1 << 16:  # the largest value of a line's counter has to fit 16 bits
        raise ValueError(
            f"line is {line}, which is too long for {players} players; take fewer players or a shorter line"
        )


def _check(word: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{word} has to be a whole number from {least} to {most}, not {value}")
