"""Lessons: the trace of a real search of a small position, as steps that a page draws one by one.

A step names the node where the search stands. Nodes are numbered in the order in which the picture needs them. If the
game's tree is small, the picture shows all of it, also the nodes that the search never visits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import playout
from playout.algorithms.trace import Event, Frame, Trace
from playout.errors import PlayoutError
from playout.game import State
from playout.rules import CHANCE
from playout.sentences import Wording
from playout.web import schema
from playout.web.games.phrases import say_move
from playout.web.games.positions import describe, line_step, seat_or_none
from playout.web.lessons.lesson_words import sentence_of_result, sentence_of_step
from playout.web.refusals import RefusedError, explain_error
from playout.web.settings import ServerLimits

__all__ = ["LESSONS", "trace_lesson"]

WHOLE = 600
"""A game's tree of at most this many nodes is shown whole, with the nodes that were never visited."""

VIEWS = 200
"""The number of nodes, the first ones, whose boards are sent."""


def _slider(name: str, least: float, most: float, step: float, default: float) -> schema.Slider:
    about = schema.Sentence.of(Wording(f"slider.{name}"))
    return schema.Slider(name=name, least=least, most=most, step=step, default=default, about=about)


def _c(default: float) -> schema.Slider:
    return _slider("c", 0.0, 3.0, 0.05, default)


SIMULATIONS = _slider("simulations", 1, 200, 1, 12)

SMALL = ["lecture_tree", "tic_tac_toe"]


def _lesson(name: str, algorithm: str | None, games: list[str], *sliders: schema.Slider) -> schema.LessonInfo:
    title = schema.Sentence.of(Wording(f"lesson.title.{name}"))
    return schema.LessonInfo(name=name, title=title, algorithm=algorithm, games=games, sliders=list(sliders))


_LESSONS = (
    _lesson("minimax", "minimax", SMALL),
    _lesson("alphabeta", "minimax", SMALL),
    _lesson("monte_carlo", None, []),
    _lesson("bandits", None, [], _c(1.4)),
    _lesson("uct", "uct", [*SMALL, "connect_four"], _c(1.0), SIMULATIONS),
    _lesson(
        *("uct_players", "uct", ["gomoku3d", "k_in_a_row"]),
        *(_slider("a", 0.0, 2.0, 0.1, 1.0), _slider("b", 0.0, 2.0, 0.1, 0.0), _c(0.5), SIMULATIONS),
    ),
    _lesson("network", None, []),
)
LESSONS = {lesson.name: lesson for lesson in _LESSONS}


def trace_lesson(lesson: str, state: State, request: schema.TraceRequest, limits: ServerLimits) -> schema.LessonTrace:
    """Every step of the lesson's search of this position. Runs in a thread, interpreted."""
    info = LESSONS.get(lesson)
    if info is None or info.algorithm is None:
        raise RefusedError(
            "lesson.none",
            kind="not_found",
            name=lesson[:40],
            names=[name for name, item in LESSONS.items() if item.algorithm],
        )
    if state.over or state.turn == CHANCE:
        raise RefusedError("lesson.no_turn", kind="conflict")
    spelling, budget = _agent(info, request)
    if state.game.rules.has("mask"):
        raise RefusedError("lesson.hidden", kind="invalid")
    if info.algorithm == "minimax" and request.depth is None and not _is_small(state):
        raise RefusedError("lesson.too_large", kind="too_large", most=WHOLE)
    try:
        found = playout.trace(state, spelling, seed=request.seed, most=limits.trace_steps, **budget)
    except PlayoutError as error:
        raise explain_error(error, Wording("failed.search")) from error
    return _Drawing(lesson, state, found).model()


def _agent(info: schema.LessonInfo, request: schema.TraceRequest) -> tuple[str, dict[str, Any]]:
    """The spelling and limits of the lesson's search, as in textbooks: without tables, tactics and solvers."""
    known = {slider.name: slider for slider in info.sliders}
    for name, value in request.settings.items():
        if name not in known or not known[name].least <= value <= known[name].most:
            value_text = f"{value:g}"
            if not known:
                raise RefusedError("setting.none_at_all", kind="invalid", name=name[:20], value=value_text)
            ranges = [
                Wording("setting.range", {"name": item.name, "least": f"{item.least:g}", "most": f"{item.most:g}"})
                for item in info.sliders
            ]
            raise RefusedError("setting.none", kind="invalid", name=name[:20], value=value_text, known=ranges)
    chosen = {name: value for name, value in request.settings.items() if name in ("c", "a", "b")}
    if info.algorithm == "uct":
        options = {"c": known["c"].default, "tactics": False, "solver": False, "policy": "uniform", **chosen}
        text = ", ".join(f"{name}={value}" for name, value in options.items())
        simulations = request.simulations or int(request.settings.get("simulations", SIMULATIONS.default))
        return f"uct({text})", {"simulations": simulations}
    budget = {} if request.depth is None else {"depth": request.depth}
    return ("minimax(pruning=True)" if info.name == "alphabeta" else "minimax"), budget


def _is_small(state: State) -> bool:
    return len(_paths(state)) <= WHOLE


def _paths(state: State) -> list[tuple[int, ...]]:
    """The moves to each later position, level by level; stops soon after more than WHOLE are found."""
    waiting: list[tuple[tuple[int, ...], State]] = [((), state)]
    found: list[tuple[int, ...]] = []
    while waiting and len(found) <= WHOLE:
        path, current = waiting.pop(0)
        found.append(path)
        if not current.over and len(waiting) <= WHOLE:
            waiting += [((*path, move), current.play(move)) for move in current.moves()]
    return found


class _Drawing:
    """A trace with numbered nodes."""

    def __init__(self, lesson: str, state: State, trace: Trace) -> None:
        self.lesson = lesson
        self.state = state
        self.trace = trace
        self.has_max = state.game.seats == 2 and state.game.rules.payoff_sum is not None
        """Whether seat 0 is MAX and seat 1 is MIN."""
        self.paths: dict[tuple[int, ...], int] = {}
        self.nodes: list[schema.TraceNode] = []
        self.states: list[State] = []
        self.node_at((), None)
        self.whole = self._draw_whole()

    def node_at(self, path: tuple[int, ...], step: int | None) -> int:
        """The number of the node at the end of a path; adds the node to the picture if it is missing."""
        number = self.paths.get(path)
        if number is None:
            parent = self.node_at(path[:-1], step) if path else None
            state = self.states[parent].play(path[-1]) if parent is not None else self.state
            number = self.paths[path] = len(self.nodes)
            self.states.append(state)
            text, words = say_move(self.states[parent], path[-1]) if parent is not None else ("", None)
            self.nodes.append(
                schema.TraceNode(
                    id=number,
                    parent=parent,
                    path=list(path),
                    move=path[-1] if path else None,
                    text=text,
                    words=words,
                    turn=seat_or_none(state.turn),
                    over=state.over,
                    payoffs=list(state.payoffs) if state.over else None,
                    visited=False,
                    first=None,
                )
            )
        if step is not None and not self.nodes[number].visited:
            self.nodes[number].visited, self.nodes[number].first = True, step
        return number

    def _draw_whole(self) -> bool:
        """Add the game's whole tree to the picture if it is small and has no chance; returns whether it did."""
        if self.state.game.rules.has("chance"):
            return False
        found = _paths(self.state)
        if len(found) > WHOLE:
            return False
        for path in found:
            self.node_at(path, None)
        return True

    def model(self) -> schema.LessonTrace:
        steps = [self._step(frame) for frame in self.trace.replay()]
        self._note_skipped(steps)
        result = self.trace.result
        leaves = [node.id for node in self.nodes if node.over]
        return schema.LessonTrace(
            lesson=self.lesson,
            algorithm=self.trace.algorithm,
            game=self.state.game.name,
            whole=self.trace.whole,
            complete_tree=self.whole,
            root=describe(self.state, None, ply=len(self.state.history)),
            nodes=self.nodes,
            steps=steps,
            result=schema.Sentence.of(sentence_of_result(result)),
            move=result.move,
            move_text=self.state.format(result.move),
            values=list(result.values),
            leaves=leaves,
            unvisited_leaves=[number for number in leaves if not self.nodes[number].visited],
            cuts=sum(step.kind == "cut" for step in steps),
            views={str(i): at.view() for i, at in enumerate(self.states[:VIEWS])},
        )

    def _step(self, frame: Frame) -> schema.TraceStep:
        event, facts = frame.event, frame.event.facts
        line = tuple(int(move) for move in frame.line)
        node = self.node_at(line[: self._length(event, line)], event.step)
        seat = event.seat if event.seat is not None and event.seat >= 0 else facts.get("seat")
        seat = seat if isinstance(seat, int) and seat >= 0 else None
        window = _window(facts)
        return schema.TraceStep(
            step=event.step,
            kind=event.kind,
            words=schema.Sentence.of(sentence_of_step(event, self.state)),
            node=node,
            ply=event.ply,
            seat=seat,
            move=event.move,
            text=event.text,
            value=facts.get("value"),
            values=facts.get("values"),
            window=self._window_of(window, seat),
            max_value=facts["values"][0] if self.has_max and facts.get("values") else None,
            max_window=window,
            children=[self._child(item, line[: max(0, event.ply - 1)], facts) for item in facts.get("children", ())],
            visits=facts.get("visits"),
            playout=self._playout(event, node),
            skipped=[],
        )

    def _length(self, event: Event, line: tuple[int, ...]) -> int:
        """The length of the line to the event's node. A backup, a proof and a simulation lie at the event's ply."""
        return event.ply if event.kind in ("backup", "prove", "simulate") else len(line)

    def _child(self, item: dict[str, Any], path: tuple[int, ...], facts: dict[str, Any]) -> schema.TraceChild:
        return schema.TraceChild(
            node=self.node_at((*path, item["move"]), None),
            text=item["text"],
            visits=item["visits"],
            mean=item["mean"],
            exploration=item["exploration"],
            bound=item["bound"],
            proven=item["proven"],
        )

    def _playout(self, event: Event, node: int) -> list[schema.LineStep]:
        if event.kind != "simulate":
            return []
        found, state = [], self.states[node]
        for move in event.facts.get("moves", ()):
            if state.over:
                break
            found.append(line_step(state, move))
            state = state.play(move)
        return found

    def _window_of(
        self, window: tuple[float | None, float | None] | None, seat: int | None
    ) -> tuple[float | None, float | None] | None:
        """Convert a window from MAX's numbers, which traces use, to those of the seat to move."""
        total = self.state.game.rules.payoff_sum
        if window is None or seat in (None, 0) or total is None:
            return window
        alpha, beta = window
        return None if beta is None else total - beta, None if alpha is None else total - alpha

    def _note_skipped(self, steps: Sequence[schema.TraceStep]) -> None:
        """After a cut, note the children of its node that are never visited."""
        children: dict[int, list[int]] = {}
        for node in self.nodes:
            if node.parent is not None:
                children.setdefault(node.parent, []).append(node.id)
        for step in steps:
            if step.kind == "cut" and step.node is not None:
                step.skipped = [child for child in children.get(step.node, []) if not self.nodes[child].visited]


def _window(facts: dict[str, Any]) -> tuple[float | None, float | None] | None:
    """(alpha, beta) in MAX's numbers; None where there is no bound."""
    if "alpha" not in facts or "beta" not in facts:
        return None
    alpha, beta = (facts[word] if math.isfinite(facts[word]) else None for word in ("alpha", "beta"))
    return alpha, beta
