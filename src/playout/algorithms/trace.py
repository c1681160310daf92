"""A trace: all steps of a search, which can be read, saved and replayed without the search.

A `Tracer` turns the events that an interpreted kernel emits into `Event`s. Values are payoffs of the event's seat.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from playout.algorithms.drawing.trace_picture import trace_picture
from playout.algorithms.results import Candidate, SearchResult
from playout.game import load
from playout.pictures import Picture
from playout.rules import PlayoutError

__all__ = ["Event", "Frame", "LineNode", "Trace", "Tracer"]

FORMAT = "playout trace 1"

OPENING = ("enter", "begin", "select", "draw", "expand")
"""The kinds of events that add a node to the line."""


@dataclass(frozen=True)
class Event:
    """One step of a search."""

    step: int
    """Its number, from 0."""
    kind: str
    """The kind in a word: enter, leaf, best, cut, leave ..."""
    ply: int
    """The distance from the root in plies."""
    words: str
    """A description in a few words."""
    seat: int | None = None
    """The seat to which the values belong."""
    move: int | None = None
    text: str | None = None
    """The text of the move."""
    facts: dict[str, Any] = field(default_factory=dict)
    """The numbers of the event, which depend on its kind: value, alpha, beta, depth ..."""


@dataclass(frozen=True)
class LineNode:
    """A node of the current line of a search."""

    ply: int
    seat: int | None
    move: int | None
    """The move that led here; None at the root."""
    text: str | None
    window: tuple[float, float] | None = None
    """The window (alpha, beta), in minimax's trace for MAX, else for `seat`; None if the algorithm has no windows."""
    best: float | None = None
    """The best value so far, for `seat`."""
    best_move: int | None = None
    best_text: str | None = None


@dataclass(frozen=True)
class Frame:
    """The state of a search at one step, for a viewer to draw."""

    event: Event
    line: tuple[int, ...]
    """The moves from the searched position."""
    nodes: tuple[LineNode, ...]
    """The nodes of the line, its root first."""

    @property
    def window(self) -> tuple[float, float] | None:
        return self.nodes[-1].window if self.nodes else None


class Tracer(ABC):
    """Receives the numbers that a kernel emits, and makes events from them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.most = 100_000
        """The largest number of events; further events are dropped."""
        self.full = False

    @abstractmethod
    def record(self, kind: int, a: int, b: int, c: int, d: int) -> None:
        """Record an event; the kernel calls this."""

    def add(
        self,
        kind: str,
        ply: int,
        words: str,
        *,
        seat: int | None = None,
        move: int | None = None,
        text: str | None = None,
        **facts: Any,
    ) -> None:
        """Keep an event."""
        if len(self.events) >= self.most:
            self.full = True
        else:
            self.events.append(Event(len(self.events), kind, ply, words, seat, move, text, facts))


@dataclass(frozen=True)
class Trace:
    """A search from its first step to its last, and its result."""

    algorithm: str
    """The search's spelling."""
    result: SearchResult
    events: tuple[Event, ...] = field(repr=False)
    whole: bool = True
    """Whether all events were recorded; otherwise the search was stopped when the log was full."""

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __str__(self) -> str:
        lines = [f"{self.algorithm} on {self.result.state.game.name}, {len(self.events):,} steps"]
        lines += ["  " * (event.ply + 1) + event.words for event in self.events]
        if not self.whole:
            lines.append(f"Stopped here: the log is full with {len(self.events):,} events.")
        return "\n".join([*lines, str(self.result)])

    def replay(self) -> Iterator[Frame]:
        """The state of the search at each step: the line, and for each node on it the window and the best value."""
        nodes: list[LineNode] = []
        before: tuple[int, ...] = ()
        for event in self.events:
            if event.kind in OPENING:
                del nodes[event.ply :]
                if event.ply == 0:
                    before = tuple(event.facts.get("line", ()))
                window = (event.facts["alpha"], event.facts["beta"]) if "alpha" in event.facts else None
                nodes.append(LineNode(event.ply, event.seat, event.move, event.text, window))
            else:
                del nodes[event.ply + 1 :]
            if event.kind == "best":
                nodes[event.ply] = _improved(nodes[event.ply], event)
            line = before + tuple(node.move for node in nodes if node.move is not None)
            if event.kind == "leaf" and event.ply == len(nodes) and event.move is not None:
                line += (event.move,)  # the end of a match has no node
            yield Frame(event, line, tuple(nodes))
            if event.kind == "leave":
                del nodes[event.ply :]

    def picture(
        self, step: int | None = None, *, depth: int | None = None, boards: bool = False, totals: bool = False
    ) -> Picture:
        """A drawing of the tree after a step, by default the last, in the style of textbooks.

        depth: the plies to draw. boards: draw the game's picture in each node. totals: nodes of UCT show t/n, the sum
        of the results and the visits, instead of visits and mean.
        """
        return trace_picture(self, step, depth=depth, boards=boards, totals=totals)

    def _repr_html_(self) -> str | None:
        """The drawing of the last step, if the tree is small enough; otherwise a notebook shows the text."""
        try:
            return self.picture()._repr_html_()
        except PlayoutError:
            return None

    def to_json(self) -> str:
        """The whole trace as JSON, for `Trace.from_json` or a page."""
        state = self.result.state
        if state.observer is not None:
            raise PlayoutError(
                f"this is a trace of what seat {state.observer} sees, which cannot be rebuilt from moves; pickle it"
            )
        if not isinstance(state.game.source, str):
            raise PlayoutError(f"{state.game.name} is a Python class, which JSON cannot hold; put it in a file")
        result = {name: getattr(self.result, name) for name in _PLAIN}
        result["candidates"] = [asdict(item) for item in self.result.candidates]
        return json.dumps(
            {
                "format": FORMAT,
                "game": state.game.source,
                "options": state.game.options,
                "history": state.history,
                "algorithm": self.algorithm,
                "whole": self.whole,
                "result": result,
                "events": [asdict(event) for event in self.events],
            }
        )

    @staticmethod
    def from_json(text: str) -> Trace:
        """The trace that `to_json` wrote."""
        try:
            content = json.loads(text)
            if content["format"] != FORMAT:
                raise ValueError
            given = _tuples(content["result"])
            result = {name: given[name] for name in _PLAIN}
            candidates = tuple(Candidate(**item) for item in given["candidates"])
            events = tuple(Event(**item) for item in content["events"])
        except (ValueError, KeyError, TypeError) as error:
            raise PlayoutError("this text is not a trace written by this version of Playout") from error
        state = load(content["game"], **_tuples(content["options"])).replay(content["history"])
        return Trace(
            algorithm=content["algorithm"],
            result=SearchResult(state=state, candidates=candidates, **result),
            events=events,
            whole=content["whole"],
        )


_PLAIN = ("algorithm", "move", "values", "proven", "unit", "work", "depth", "elapsed", "choices")
"""Fields of a result that JSON holds unchanged."""


def _improved(node: LineNode, event: Event) -> LineNode:
    value = event.facts["value"]
    window = node.window and (max(node.window[0], value), node.window[1])
    if "alpha" in event.facts:
        window = (event.facts["alpha"], event.facts["beta"])
    return replace(node, best=value, best_move=event.move, best_text=event.text, window=window)


def _tuples(value: Any) -> Any:
    """A JSON value with lists as tuples."""
    if isinstance(value, dict):
        return {name: _tuples(item) for name, item in value.items()}
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
