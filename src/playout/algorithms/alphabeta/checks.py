"""Checks of a saved alpha-beta search: everything that the kernel does not check itself."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from playout.algorithms.alphabeta.known import forced_move
from playout.algorithms.alphabeta.records import ENTER, FINISHED, STEP
from playout.algorithms.alphabeta.table import FOREVER
from playout.algorithms.alphabeta.windows import WindowAnswer, WindowPlan
from playout.algorithms.saving import checked_number
from playout.game import State

__all__ = ["check_stack", "read_answers"]

_FAR = 1 << 60
"""Above every score and count."""


def read_answers(written: Any) -> tuple[WindowAnswer, ...]:
    """The answers of a saved plan. Their moves are checked when the plan plays them."""
    answers = []
    for score, move, opened, moves, usual in written:
        rows = tuple(_numbers(row, 4) for row in moves)
        score, move, usual = _numbers((score, move, usual), 3)
        answers.append(WindowAnswer(score, move, opened is True, rows, usual))
    return tuple(answers)


def _numbers(row: Any, count: int) -> Any:
    if len(row) != count:
        raise ValueError("an answer is too long or too short")
    return tuple(checked_number(item, "a number of an answer", -_FAR, _FAR) for item in row)


def check_stack(plan: WindowPlan, nodes: NDArray[Any], mode: int, positions: NDArray[Any]) -> None:
    """Check that the nodes of the current line fit its positions, which are replayed into `positions`.

    nodes: one record for each ply of the line. The last one is new (mode ENTER) or has moves left (STEP).
    """
    if (plan.request is None) != (mode == FINISHED) or mode not in (ENTER, STEP, FINISHED):
        raise ValueError("its state does not fit its answers")
    if plan.request is None:
        if len(nodes) != 1:
            raise ValueError("its plan has ended, but its line goes on")
        return
    state, depth = plan.request.state, plan.request.depth
    last = len(nodes) - 1
    if last + (mode == STEP) >= len(positions):
        raise ValueError("its line is too long")
    distance = 0
    for ply, node in enumerate(nodes):
        while distance < int(node["distance"]) and ply > 0:
            state = _after_only_move(state)
            distance += 1
        if distance != int(node["distance"]):
            raise ValueError("a node's distance from the root does not fit its line")
        state.game.rules.copy(positions, ply, state.position, 0)
        if int(node["seat"]) != state.turn or int(node["side"]) != plan.side(state):
            raise ValueError("a node has another seat or side than its position")
        if int(node["depth"]) != (depth - ply if depth < FOREVER else FOREVER):
            raise ValueError("a node's depth does not fit its ply")
        if ply == last and mode == ENTER:
            return
        count, following = int(node["count"]), int(node["next"])
        if not 0 <= following < count <= len(node["list"]) or int(node["null"]) not in (0, 1, 2) or node["skip"]:
            raise ValueError("a node has no valid next move")
        moves, legal = node["list"][:count].tolist(), set(state.moves())
        if len(set(moves)) != count or not legal.issuperset(moves):
            raise ValueError("a move is not legal")
        if ply < last:
            state = state.play(moves[following])
            distance += 1


def _after_only_move(state: State) -> State:
    """The position after the only move of a position, which the kernel plays without a node of its own."""
    move = None if state.over or not state.game.rules.has("tactics") else forced_move(state)
    if move is None:
        raise ValueError("a position of its line has more than one move")
    return state.play(move)
