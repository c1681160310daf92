"""A Go position for the web app, and the touch points of a move."""

from typing import Any

from playout.boards import counter, form, words
from playout.games.go.drawing import stars
from playout.games.go.layout import BLACK, LARGEST, PASS, SMALLEST, WHITE, WIDTH
from playout.games.go.notation import LETTERS, point_at
from playout.games.go.setting import COLOURS, KO_RULES

__all__ = ["FORMS", "PHRASES", "TITLES", "touched", "view_board", "words_on"]

TITLES = {"en": "Go", "zh": "围棋"}
PHRASES = {
    "en": {"superko": "superko: no position may repeat", "simple": "simple: no recapture at once"},
    "zh": {
        "pass": "停一手",
        "superko": "全局同形禁止",
        "simple": "单劫不能立即提回",
        "black": "黑方",
        "white": "白方",
        "Put no stone. Two passes in a row end the match.": ("不落子。双方连续停一手即终局。"),
        "The other has passed: the match ends, and the points are counted.": ("对手刚停一手：现在终局并数子。"),
    },
}
POINTS = r"([A-HJ-Ta-hj-t]\d{1,2}[ ,]*)*"
FORMS = {
    "size": form("points along a side", "棋盘路数", least=SMALLEST, most=LARGEST),
    "komi": form("points that White gets for moving second", "贴目", least=-361, most=361),
    "ko": form("which repetitions are forbidden", "打劫规则", choices=tuple(KO_RULES)),
    "black": form("black stones before the match, like D4 Q16", "开局黑子", pattern=POINTS),
    "white": form("white stones before the match", "开局白子", pattern=POINTS),
    "first": form("who begins", "先行", choices=COLOURS),
}

PIECES = {
    "0": {"seat": 0, "symbol": "●", "name": words("black stone", "黑子"), "shape": "stone"},
    "1": {"seat": 1, "symbol": "○", "name": words("white stone", "白子"), "shape": "stone"},
}


def cell_of(side: int, point: int) -> int:
    """The number of a point's cell, from the top left."""
    return (side - point // WIDTH) * side + point % WIDTH


def view_board(s: Any) -> dict[str, Any]:
    side = int(s.side)
    stones = {BLACK: "0", WHITE: "1"}
    cells = [
        stones.get(int(s.points[point_at(column, row)]), "") for row in reversed(range(side)) for column in range(side)
    ]
    area = owners(cells, side) if s.is_over else []
    captured = (words("captured by Black", "黑方提子"), words("captured by White", "白方提子"))
    counters = [counter(captured[seat], int(s.taken[seat]), seat=seat) for seat in range(2)]
    has_last = s.plies > 0 and s.last != PASS
    return {
        "kind": "grid",
        "rows": side,
        "columns": side,
        "cells": cells,
        "pieces": PIECES,
        "look": "points",
        "column_names": list(LETTERS[:side]),
        "last": [cell_of(side, int(s.last))] if has_last else [],
        "danger": [cell_of(side, int(s.ko))] if s.ko != PASS and not s.is_over else [],
        "stars": sorted((side - 1 - row) * side + column for column, row in stars(side)),
        "area": area if s.is_over else [],
        "counters": [*counters, counter(words("komi", "贴目"), s.komi / 2, seat=1)],
        "end": _how_it_ended(s, area) if s.is_over else None,
    }


def _how_it_ended(s: Any, area: list[int | None]) -> dict[str, str | None]:
    """Both seats' points with komi, the winner's first. No stone is removed as dead."""
    black, area_of_white, komi = area.count(0), area.count(1), s.komi / 2
    white, counted = area_of_white + komi, f"(area {area_of_white} and komi {komi:g})"
    return words(
        f"{_points(white)} {counted} to {black}" if white > black else f"{_points(black)} to {white:g} {counted}",
        f"黑 {black} 子，白 {white:g} 子（占地 {area_of_white}，贴目 {komi:g}）",
    )


def _points(count: float) -> str:
    return f"{count:g} point{'' if count == 1 else 's'}"


def owners(cells: list[str], side: int) -> list[int | None]:
    """The owner of each cell by area: the colour of its stone, or the only colour that an empty region touches."""
    found = [int(cell) if cell else None for cell in cells]
    for first, cell in enumerate(cells):
        if cell or found[first] is not None:
            continue
        region, borders, waiting = {first}, set(), [first]
        while waiting:
            at = waiting.pop()
            row, column = divmod(at, side)
            for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if not (0 <= y < side and 0 <= x < side):
                    continue
                near = y * side + x
                if cells[near]:
                    borders.add(int(cells[near]))
                elif near not in region:
                    region.add(near)
                    waiting.append(near)
        if len(borders) == 1:
            owner = borders.pop()
            for at in region:
                found[at] = owner
    return found


def words_on(s: Any, move: int) -> str:
    """A sentence on a pass, for somebody new to the game."""
    if move != PASS:
        return ""
    if s.passes > 0:
        return "The other has passed: the match ends, and the points are counted."
    return "Put no stone. Two passes in a row end the match."


def touched(side: int, move: int) -> tuple[str, ...]:
    return ("button:pass",) if move == PASS else (f"cell:{cell_of(side, move)}",)
