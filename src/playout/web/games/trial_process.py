"""The process in which a user's game is tried before the server calls any of its functions: a loop ends with it.

It calls what the server calls of a game: its file is run, it is described for the first page, matches are played at
random with all that a page shows of a position, and then it is examined as before a first search. Standard output has
one JSON list: `["done", {file: digest}]` with the files that the game consists of; `["failed"]` after an error, of
which the server hears when it loads the game itself; `["hung", file, function]` for a call that did not return. Where
not even Python's own threads run, as in an endless loop of a C function, it has a traceback in text instead.
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
"""Of random matches, at most."""

MATCHES = 20

DEAF = 2.0
"""Seconds more than patience after which no thread of Python runs any more."""


def main(path: str, patience: float) -> None:
    """The whole life of the process. patience: seconds that a call may take."""
    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)  # what a game prints is printed when the server itself runs it

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
    """Whether a file is the game's, or one that it imports."""
    return not file.startswith("<") and is_own(file)


def digest(file: Path) -> str:
    """A hash of a file's content; empty if it cannot be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def _play(game: Game) -> None:
    """Play at random, and look at each position as pages do."""
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
    with suppress(Exception):  # an error here is told where it happens
        in_both(lambda: state.tell(move))
