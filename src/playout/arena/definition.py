"""The definition of a tournament: everything that determines its matches, and nothing else."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playout.arena.entrants import Entrant
from playout.arena.openings import DistinctOpenings, Openings
from playout.arena.provenance import file_hash, source_of, version
from playout.arena.schedule import Schedule, Seating
from playout.arena.seatings import SQUARES
from playout.game import Game
from playout.limits import Limit
from playout.match.clocks import Clock
from playout.rules import OptionError

__all__ = ["Definition", "differences"]


@dataclass(frozen=True)
class Definition:
    """A tournament before it is played; it is sent to every worker."""

    game: Game
    entrants: tuple[Entrant, ...]
    pairing: str = "round-robin"
    seed: int = 0
    openings: Openings = field(default_factory=Openings)
    clock: Clock = field(default_factory=Clock)
    design: str = SQUARES
    """The seatings of a group: a key of `DESIGNS`."""

    @cached_property
    def schedule(self) -> Schedule:
        names = [entrant.spelling for entrant in self.entrants]
        return Schedule(
            names,
            self.game.seats,
            pairing=self.pairing,
            design=self.design,
            seed=self.seed,
            deterministic=self.deterministic,
            openings=DistinctOpenings(self.openings, self.game, self.seed),
        )

    @cached_property
    def deterministic(self) -> tuple[str, ...]:
        """The deterministic agents; empty with chance, with a clock, or if they are fewer than the seats."""
        if self.game.rules.has("chance") or self.clock.limits:
            return ()
        names = tuple(entrant.spelling for entrant in self.entrants if entrant.deterministic(self.game))
        return names if len(names) >= self.game.seats else ()

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """The limits in the agents' spellings, by agent."""
        return tuple(Limit() if entrant.unlimited else entrant.limit for entrant in self.entrants)

    def opening(self, seating: Seating) -> tuple[int, ...]:
        """The opening moves of a match."""
        line = self.schedule.opening(seating)
        return self.openings.moves(self.game, self.seed, seating.round) if line is None else line

    def check(self) -> None:
        """Refuse a tournament that cannot be played."""
        names = self.schedule.agents
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise OptionError(
                f"{twice} is named twice; give one of them another option, like seed=1, to tell them apart"
            )
        for entrant in self.entrants:
            entrant.check(self.game)
        self.openings.moves(self.game, self.seed, 0)
        for line in self.openings.lines:
            if self.game.replay(line).over:
                raise OptionError(f"the opening {line} ends the match; leave something to play")

    def record(self) -> dict[str, Any]:
        """The definition as plain values, for the store; `engines` has the names that engines report, by spelling."""
        engines = {entrant.spelling: entrant.identity for entrant in self.entrants if entrant.identity}
        return {
            "game": self.game.name,
            "options": {word: repr(value) for word, value in sorted(self.game.options.items())},
            "rules": self.game.fingerprint,
            "agents": list(self.schedule.agents),
            "pairing": self.pairing,
            "design": self.design,
            "seed": self.seed,
            "openings": self.openings.record(),
            "clock": self.clock.record(),
            "seats": self.game.seats,
            "bounds": list(self.game.rules.payoff_bounds),
            "chance": self.game.rules.has("chance"),
            "deterministic": list(self.deterministic),
            "source": source_of(self.game),
            "files": {name: file_hash(path) for name, path in _short_names(self.game.files).items()},
            "version": version(),
            **({"engines": engines} if engines else {}),
        }


NO_DIFFERENCE = ("source", "files", "version")
"""Keys that say where the rules came from; they may differ if the fingerprint is the same."""


def differences(kept: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """The differences between two records, in words."""
    words = []
    for word, value in wanted.items():
        there = kept.get(word, [] if word == "deterministic" else None)
        if word in NO_DIFFERENCE or there == value:
            continue
        if word == "rules":
            words.append(f"the rules, {_change(kept, wanted)}")
        else:
            words.append(f"{word} {_short(there)} there and {_short(value)} here")
    return words


def _change(kept: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The changes of the rules: the user's files that differ, else the versions of Playout."""
    before, now = kept.get("files", {}), wanted["files"]
    files = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    if "files" in kept and files:
        return f"which have changed in {', '.join(files)}"
    version = kept.get("version", "0.5.0 or older")
    if version != wanted["version"]:
        return f"which were those of Playout {version} there and are those of {wanted['version']} here"
    return "which have changed, or a package that they use has"


def _short_names(files: tuple[Path, ...]) -> dict[str, Path]:
    """Files by their paths relative to their common folder."""
    if not files:
        return {}
    folder = os.path.commonpath([path.parent for path in files])
    return {path.relative_to(folder).as_posix(): path for path in files}


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
