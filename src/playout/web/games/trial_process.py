"""The process that tries a user's game before the server calls it: an endless loop ends with the process.

It calls the functions that the server calls: it runs the game's file, describes the game for the first page, plays
random matches, describes each position as for a page, and examines the game as before a first search. Standard output
has one JSON list: `["done", {file: digest}]` with all files of the game; `["failed"]` after an error, which the server
meets itself when it loads the game; `["hung", file, function]` for a call that did not return. If Python's own threads
no longer run, as in an endless loop of a C function, it has a traceback as text instead.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import math
import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from playout.examining.overdue import Overdue, StackWatch
from playout.examining.quick import examine, trust
from playout.game import Game, State, load
from playout.origins import is_own
from playout.rng import Rng
from playout.rules import CHANCE
from playout.web.games.description import describe_game
from playout.web.games.phrases import in_both
from playout.web.games.positions import describe

__all__ = ["digest", "main"]

SECONDS = 1.0
"""The most seconds that random matches take."""

MATCHES = 20

DEAF = 2.0
"""Seconds beyond the patience after which the traceback is written: no thread of Python runs any more."""


def main(path: str, patience: float) -> None:
    """Try a game, then end the process. patience: seconds that a call may take."""
    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)  # the game prints again when the server runs it

    def tell(*message: object) -> None:
        os.write(out, json.dumps(message).encode())
        os._exit(0)  # at once, whatever the game's threads do

    def hung(call: Overdue) -> None:
        tell("hung", call.file, call.function)

    def alive() -> None:
        faulthandler.dump_traceback_later(patience + DEAF, exit=True, file=out)

    alive()
    StackWatch(_is_users, patience, hung, alive)
    try:
        game = load(path)
        _play(game)
        if examine(game, patience=math.inf) is None:
            trust(game)
        files = {str(file): digest(file) for file in (Path(path), *game.files)}
    except Exception:
        tell("failed")
    tell("done", files)


@cache
def _is_users(file: str) -> bool:
    """Whether a file belongs to the game: it is the game's file, or the game imports it."""
    return not file.startswith("<") and is_own(file)


def digest(file: Path) -> str:
    """A hash of a file's content; empty if it cannot be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def _play(game: Game) -> None:
    """Play random matches and describe each position as for a page."""
    describe_game(game.name, game, own=True)
    deadline = time.monotonic() + SECONDS
    for number in range(MATCHES):
        luck, state = Rng(number), game.start()
        _look(state)
        while not state.over and time.monotonic() < deadline:
            before = state
            if state.turn == CHANCE:
                state = state.sample(luck)
            else:
                moves = state.moves()
                state = state.play(moves[luck.below(len(moves))])
            _told(before, state.history[-1])
            _look(state)


def _look(state: State) -> None:
    hides = state.game.rules.has("mask")
    for viewer in (None, *(range(state.game.seats) if hides else ())):
        describe(state, viewer, ply=0)
    with suppress(Exception):
        state.parse("no such move")


def _told(state: State, move: int) -> None:
    with suppress(Exception):  # pages report such an error where it occurs
        in_both(lambda: state.tell(move))
