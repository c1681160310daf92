"""A short examination of a user's own game by random matches, before native code first runs it.

Native code checks no bounds. So each function that a search may call is called here first, interpreted, where an index
out of range is an error with its line. A game without faults is recorded in the cache folder by its fingerprint, so it
is examined again when its file has changed.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Sequence
from functools import cache as once
from pathlib import Path

import numpy as np

from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position
from playout.examining.random_match import RandomMatch
from playout.examining.watchdog import Watchdog
from playout.game import Game
from playout.native import cache
from playout.notices import say
from playout.rules import ROLLOUTS, RulesError

__all__ = ["PATIENCE_SECONDS", "examine", "moves_in_words", "refuse_faulty", "trust"]

MAX_SECONDS = 1.0
"""The longest time of random matches in seconds."""

MAX_POSITIONS = 1000
"""The largest number of positions of these matches."""

PATIENCE_SECONDS = 2.0
"""Seconds after which an interpreted function of the rules counts as hanging."""

LAST_MOVES = 12
"""The number of last moves of a long match that an error names."""

_lock = threading.Lock()
_sound: set[str] = set()
"""Fingerprints of games that this process need not examine."""


def examine(
    game: Game,
    moves: Sequence[int] = (),
    seconds: float = MAX_SECONDS,
    positions: int = MAX_POSITIONS,
    patience: float = PATIENCE_SECONDS,
) -> tuple[str, tuple[int, ...]] | None:
    """A fault that random matches find, and the moves that lead to it; None if they find no fault.

    patience: seconds that a call may take.
    """
    with Watchdog(patience) as watch:
        patient = Patient(game, 0, watch)
        deadline = time.perf_counter() + seconds
        index = seen = 0
        while index == 0 or (seen < positions and time.perf_counter() < deadline):
            walk = RandomMatch(patient, index)
            index += 1
            try:
                walk.position = patient.after(moves)
                walk.line = list(moves)
                seen += _walk(walk, deadline)
            except Fault as fault:
                if not fault.declines:
                    return fault.text, tuple(walk.line)
            if walk.failure is not None:
                return walk.failure.trouble.text, (*walk.failure.line, *walk.failure.trouble.further)
    return None


def refuse_faulty(game: Game) -> None:
    """Examine a user's own game, once for each version of its rules; raises RulesError if there is a fault."""
    if game.rules.is_built_in:
        return
    if game.observer is not None:  # a masked first position is not the beginning of a match
        game = Game(game.source, game.rules, game.options)
    if game.fingerprint in _sound:
        return
    with _lock:
        name = _entry(game)
        if cache.read(name) is None:
            with cache.lock(name.partition("-")[2]):
                if cache.read(name) is None:  # another process may have examined it
                    _examine_first(game)
                    _remember(name)
        _sound.add(game.fingerprint)


def trust(game: Game) -> None:
    """Record that `playout check` has examined a user's own game and found no fault."""
    if not game.rules.is_built_in:
        with _lock:
            _remember(_entry(game))
            _sound.add(game.fingerprint)


def _entry(game: Game) -> str:
    """The name of a game's record in the cache folder."""
    return f"{game.name}.examined-{_version()}{game.fingerprint[:24]}"


def _examine_first(game: Game) -> None:
    file = Path(game.rules.path).name
    say(f"examining {file} before its first search; later starts do so only if it has changed")
    found = examine(game)
    if found is not None:
        text, moves = found
        raise RulesError(
            f"{game.name} has a fault, which shows {moves_in_words(game, moves)}: {text.rstrip('.')}; "
            f"`{_command(game)}` examines it closely"
        )


def _command(game: Game) -> str:
    if isinstance(game.source, type):
        return f"playout.check({game.name})"
    return f"playout check {game.source}" + "".join(f" -o {word}={value}" for word, value in game.options.items())


def _remember(name: str) -> None:
    try:
        cache.write(name, b"no fault was found")
    except OSError:  # the next process examines it again
        return


@once
def _version() -> str:
    """A hash of the examination itself, which is part of a record's name."""
    sources = ("quick", "random_match", "check_play")
    return hashlib.sha256(
        b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in sources)
    ).hexdigest()[:8]


def moves_in_words(game: Game, moves: Sequence[int]) -> str:
    """`after the 2 moves b2 a1`, formatted by the game."""
    if not moves:
        return "at the start"
    with Watchdog(PATIENCE_SECONDS) as watch:
        texts = list(Patient(game, 0, watch).names(moves))
    shown = texts if len(texts) <= LAST_MOVES else ["...", *texts[-LAST_MOVES:]]
    return f"after the {len(moves)} moves {' '.join(shown)}" if len(moves) > 1 else f"after the move {shown[0]}"


def _walk(walk: RandomMatch, deadline: float) -> int:
    """Play to the end, and call at each position the functions of a search; returns the number of positions.

    Raises `Fault` if a call fails.
    """
    patient, seen = walk.patient, 0
    while True:
        seat = patient.turn(walk.position)
        seen += 1
        if seat >= 0:
            _advise(patient, walk, seat)
        _hide(patient, walk)
        if time.perf_counter() > deadline or len(walk.line) > patient.rules.max_length or not walk.step():
            break
    if walk.over:
        patient.payoffs(walk.position)
    return seen


def _advise(patient: Patient, walk: RandomMatch, seat: int) -> None:
    """Call the optional functions for searches, each on a copy of the position."""

    def here() -> Position:
        return patient.copy(walk.position)

    has = patient.rules.has
    if has("evaluate"):
        patient.call("evaluate", here(), seat)
    for word in ("tactics", "loud"):
        if has(word):
            patient.listing(here(), word)
    for word in ("left", "key", "skip", "threatened"):
        if has(word):
            patient.call(word, here())
    for move in patient.moves(walk.position) if has("key_after") else ():
        patient.call("key_after", here(), move)
    for word in ("suggest", "pick", *patient.rules.policies):
        if has(word) or word in patient.rules.policies:
            patient.draw(word, here(), walk.rng)
    for word in filter(has, ROLLOUTS):
        patient.call(word, here(), walk.rng.words)
    if has("rank"):
        legal = np.array(patient.moves(walk.position), np.int64)
        patient.call("rank", here(), legal, len(legal), np.zeros(len(legal)))


def _hide(patient: Patient, walk: RandomMatch) -> None:
    """Mask a copy of the position for each seat, and guess what is hidden."""
    for seat in range(patient.seats if patient.rules.has("mask") else 0):
        position = patient.copy(walk.position)
        patient.call("mask", position, seat)
        if patient.rules.has("guess"):
            patient.call("guess", position, seat, walk.rng.words)
