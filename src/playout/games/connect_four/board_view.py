"""The board for the web app, and the forms of the options."""

from typing import Any

from playout.boards import cells_of, form, grid_of, words
from playout.games.connect_four.drawing import SYMBOLS, grid, marked
from playout.games.connect_four.layout import LARGEST

__all__ = ["FORMS", "TITLES", "view_board"]

TITLES = {"en": "Connect Four", "zh": "四子棋"}
FORMS = {
    "rows": form("rows", "行数", least=1, most=LARGEST),
    "columns": form("columns", "列数", least=1, most=LARGEST),
    "line": form("stones in a line that win", "连成几子获胜", least=2, most=LARGEST),
    "blocked": form("a cell where no stone may lie; click again for none", "不能落子的格；再点一次取消", kind="cell"),
}


def view_board(s: Any, last: int) -> dict[str, Any]:
    here = {"won" if s.winner >= 0 else "last": cells_of(marked(s, last), s.columns)}
    cells = grid(s)
    end = None
    if s.winner >= 0:
        end = words(f"{s.line} in a line", f"{s.line} 子连线")
    elif all("." not in row for row in cells):
        end = words("the board is full", "棋盘已满")
    return grid_of(cells, SYMBOLS, look="slots", row_names=[""] * s.rows, end=end, **here)
