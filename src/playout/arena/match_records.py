"""Records of matches: everything that replaying a match and the statistics need."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from playout.arena.provenance import load_source, same_rules
from playout.arena.schedule import Schedule, Seating
from playout.game import Game, State
from playout.match.match import Match
from playout.rules import PlayoutError

__all__ = ["MatchResult", "MatchRow", "match_of", "pack", "row_of", "schedule_of", "unpack"]

_WIDTHS = ((1, "b"), (2, "h"), (4, "i"), (8, "q"))


class MatchRow(NamedTuple):
    """A finished match, as a worker sends it and the store keeps it. Tuples are by seat."""

    number: int
    agents: tuple[int, ...]
    """Indices into the tournament's list of agents."""
    payoffs: tuple[float, ...]
    """The payoffs as the game returns them, unscaled."""
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    plies: tuple[int, ...]
    forfeit: int
    """The seat that forfeited, or -1."""
    reason: str
    """`kind: description`, where the kind is illegal, clock, crash, memory or resigned; empty without a forfeit."""
    opening: int
    """The number of moves that belong to the opening."""
    moves: bytes
    """All moves, chance outcomes included, as `pack` writes them."""
    clock: bytes
    """The thinking time of each move in microseconds, as `pack` writes them."""


def row_of(match: Match, seating: Seating, opening: int) -> MatchRow:
    """The row of a match that is over. opening: the number of moves of its opening."""
    decisions, ending, payoffs = match.decisions(), match.ending, match.payoffs
    assert payoffs is not None
    return MatchRow(
        seating.number,
        seating.agents,
        payoffs,
        tuple(sum(times, 0.0) for times in decisions),
        tuple(max(times, default=0.0) for times in decisions),
        tuple(map(len, decisions)),
        -1 if ending is None or ending.loser is None else ending.loser,
        "" if ending is None else ending.reason,
        opening,
        pack(match.state.history),
        pack([int((used or 0.0) * 1e6) for used in match.seconds]),
    )


def pack(numbers: Sequence[int]) -> bytes:
    """Integers as bytes: first the width (1, 2, 4 or 8) that fits all of them, then the numbers, little-endian."""
    least, most = min(numbers, default=0), max(numbers, default=0)
    for width, code in _WIDTHS:
        if -(1 << 8 * width - 1) <= least and most < 1 << 8 * width - 1:
            return struct.pack(f"<b{len(numbers)}{code}", width, *numbers)
    raise PlayoutError(f"a move has to fit into 64 bits, and {least} or {most} does not")


def unpack(data: bytes) -> tuple[int, ...]:
    """The numbers that `pack` wrote."""
    width = data[0]
    return struct.unpack(f"<{(len(data) - 1) // width}{dict(_WIDTHS)[width]}", data[1:])


@dataclass(frozen=True)
class MatchResult:
    """A match that was played. `replay()` returns its last position, `states()` all of them."""

    number: int
    """The match's number in the tournament."""
    game: str
    """The game's name."""
    source: str
    """The text that loads the game: a name, the path of a file, or `module:Class`."""
    options: dict[str, Any]
    fingerprint: str
    """The fingerprint of the game, `Game.fingerprint`."""
    agents: tuple[str, ...]
    """The spellings of the agents, by seat."""
    seed: int
    """The tournament's seed."""
    seeds: tuple[int, ...]
    """The seeds of the agents, by seat."""
    chance: int
    """The seed of chance events."""
    opening: int
    """The number of moves that belong to the opening."""
    moves: tuple[int, ...]
    """All moves in order, chance outcomes included."""
    clock: tuple[float, ...]
    """The thinking time of each move in seconds; 0 for the opening and for chance."""
    payoffs: tuple[float, ...]
    """The payoffs as the game returns them, unscaled, by seat."""
    forfeit: int | None
    """The seat that forfeited."""
    reason: str
    """The reason of the forfeit."""
    machine: str
    """The machine on which it was played."""
    loaded: Game | None = None
    """The game, if it is already loaded."""

    def states(self) -> Iterator[State]:
        """All positions from the first to the last. Raises an error if the rules have changed."""
        game = self._game()
        state = game.start()
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    def replay(self) -> State:
        """The last position. Raises an error if its payoffs are not those of the record."""
        *_, last = self.states()
        if self.forfeit is None and (not last.over or last.payoffs != self.payoffs):
            raise PlayoutError(
                f"match {self.number} does not replay to its result {self.payoffs}; its record is damaged"
            )
        return last

    def commentary(self, seat: int | None = None) -> str:
        """The match in sentences, in full or as one seat saw it, with the result."""
        states = list(self.states())
        name = states[0].game.seat_name
        lines = [" against ".join(f"{agent} ({name(other)})" for other, agent in enumerate(self.agents)) + "."]
        for state, move in zip(states, self.moves, strict=False):
            lines += [f"\n{told}" if told.endswith(":") else told for told in state.tell(move, seat)]
        if self.forfeit is not None:
            lines.append(f"{name(self.forfeit)} forfeits: {self.reason}.")
        result = ", ".join(f"{name(other)} has {value:g}" for other, value in enumerate(self.payoffs))
        return "\n".join([*lines, f"\nResult: {result}."])

    def _game(self) -> Game:
        game = self.loaded or load_source(self.source, self.options)
        if not same_rules(game, self.fingerprint):
            raise PlayoutError(
                f"the rules of {self.game} have changed since match {self.number} was played; "
                f"put them back as they were to replay it"
            )
        return game

    def record(self) -> dict[str, Any]:
        """Everything as plain values, with the moves also as text."""
        states = list(self.states())
        return {
            "number": self.number,
            "game": self.game,
            "source": self.source,
            "options": {word: repr(value) for word, value in self.options.items()},
            "rules": self.fingerprint,
            "agents": list(self.agents),
            "seed": self.seed,
            "seeds": list(self.seeds),
            "chance": self.chance,
            "opening": self.opening,
            "moves": list(self.moves),
            "texts": [state.format(move) for state, move in zip(states, self.moves, strict=False)],
            "seats": [state.turn for state in states[: len(self.moves)]],
            "clock": list(self.clock),
            "payoffs": list(self.payoffs),
            "forfeit": self.forfeit,
            "reason": self.reason,
            "machine": self.machine,
        }

    def __str__(self) -> str:
        result = ", ".join(
            f"{name} {payoff:g}" + (" (forfeit)" if seat == self.forfeit else "")
            for seat, (name, payoff) in enumerate(zip(self.agents, self.payoffs, strict=True))
        )
        return f"match {self.number} of {self.game}: {result}, {len(self.moves)} plies"

    def _repr_html_(self) -> str:
        """The last position, and how it ended."""
        return f"{self.replay()._repr_html_()}<p>{escape(str(self))}</p>"


def schedule_of(kept: dict[str, Any]) -> Schedule:
    """The schedule of a tournament by its record: the agents by seat, and their seeds."""
    return Schedule(kept["agents"], kept["seats"], pairing=kept["pairing"], design=kept["design"], seed=kept["seed"])


def match_of(
    row: MatchRow, kept: dict[str, Any], schedule: Schedule, machine: str, loaded: Game | None = None
) -> MatchResult:
    """The match of a row; `kept` is the tournament's record, `schedule` its schedule."""
    seating = schedule.seating(row.number)
    return MatchResult(
        number=row.number,
        game=kept["game"],
        source=kept["source"],
        options={word: ast.literal_eval(text) for word, text in kept["options"].items()},
        fingerprint=kept["rules"],
        agents=tuple(kept["agents"][agent] for agent in row.agents),
        seed=kept["seed"],
        seeds=tuple(schedule.agent_seeds(seating)),
        chance=schedule.chance_seed(seating),
        opening=row.opening,
        moves=unpack(row.moves),
        clock=tuple(micros / 1e6 for micros in unpack(row.clock)),
        payoffs=row.payoffs,
        forfeit=None if row.forfeit < 0 else row.forfeit,
        reason=row.reason,
        machine=machine,
        loaded=loaded,
    )
