"""A game: rules with options. Its positions are states (state.py).

Everything here runs interpreted, one move at a time, unless `Game.compile` was called. Search and playouts run native.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import fingerprints, loading
from playout.native import bind, view
from playout.rng import Rng
from playout.rules import CHANCE, MoveError, OptionError, PlayoutError, Rules, RulesError, copy, moves, play, turn
from playout.state import State, check_record

__all__ = ["Game", "State", "load", "read_source"]

REHEARSAL = 200
"""Plies that are played, interpreted, when a user's own game is loaded."""

_fingerprints: weakref.WeakKeyDictionary[Rules, dict[str, str]] = weakref.WeakKeyDictionary()
"""Fingerprints of rules by their options, taken when the rules were first used with these options."""


def load(game: str | Path | type | Game, **options: Any) -> Game:
    """A game by its name, by the path of a file, from a Python class, or from OpenSpiel as "openspiel:NAME".

    Options are the game's own: `load("connect_four", rows=9, columns=12, blocked=(3, 4))`.
    """
    if isinstance(game, Game):
        if options and game.observer is not None:
            raise OptionError(
                f"this is {game.name} as seat {game.observer} knows it, and options may be hidden from that seat; load "
                "the game by its name"
            )
        return Game(*read_source(game, options)) if options else game
    loaded = Game(*read_source(game, options))
    if loading.is_foreign(loaded.source):
        _rehearse(loaded)
    return loaded


def read_source(game: str | Path | type | Game, options: dict[str, Any]) -> tuple[str | type, Rules, dict[str, Any]]:
    """The arguments of `Game`: the source (of a file, its absolute path), the rules, and all options."""
    if isinstance(game, Game):
        source, options = game.source, {**game.options, **options}
    else:
        source = str(game.absolute()) if isinstance(game, Path) else game
    rules = loading.read(source, options)
    if isinstance(source, str) and source.endswith(".py"):
        source = str(Path(source).expanduser().absolute())
    return source, rules, options


def _rehearse(game: Game) -> None:
    """Play a match of a user's own game, interpreted, to find gross mistakes: native code checks no array bounds."""
    rng, state = Rng(0), game.start()
    try:
        for _ in range(REHEARSAL):
            if state.over:
                _ = state.payoffs
                return
            if state.turn == CHANCE:
                state = state.sample(rng)
                continue
            moves = state.moves()
            if not moves:
                history = ", ".join(map(str, state.history))
                raise RulesError(f"{game.rules.path}, moves: no legal move, but not OVER, after the moves {history}")
            state = state.play(moves[rng.below(len(moves))])
    except PlayoutError:
        raise
    except Exception as error:
        raise RulesError(loading.blame(error, game.rules.path)) from error


class Game:
    """The rules of a game with their options. `start()` gives the first position.

    The game of a view has a masked first position and lacks the options of `start`, since these may reveal hidden
    information (the opponent's deck).
    """

    def __init__(
        self,
        source: str | type,
        rules: Rules,
        options: dict[str, Any],
        first: NDArray[Any] | None = None,
        observer: int | None = None,
    ) -> None:
        """`first` and `observer`: the masked first position, and the seat that sees it so."""
        loading.check_options(rules, options)
        self.source = source
        """The source: a name, the path of a file, or a class."""
        self.rules = rules
        self.name = rules.name
        self.title = rules.title
        """The game in one line."""
        self.dtype = rules.dtype
        """The record type of a position (`object` for a game that is a Python class)."""
        self.options = dict(options)
        """The options that were given to `load`; in the game of a view, only those that are constants of the file."""
        self.observer = observer
        """The seat whose view this game belongs to; None for the game itself."""
        self._first = self.new_position() if first is None else first
        self.seats: int = self.call("seats", self._first) if rules.has("seats") else rules.players
        """The number of seats."""
        self._step: Callable[..., Any] | None = None
        self._reporting: tuple[list[tuple[int, ...]], Callable[..., Any]] | None = None
        if rules.is_object:
            _ = self.fingerprint  # computed now: a class may have tables that grow during play
        self._known: dict[int, Game] = {}

    def seat_name(self, seat: int) -> str:
        """The name of a seat for people: the one in the game's file, like X, else `Player 1` for seat 0."""
        return self.rules.seat_names[seat] if self.rules.seat_names else f"Player {seat + 1}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that determines how the game is played; comments and docstrings do not change it."""
        known, options = _fingerprints.setdefault(self.rules, {}), repr((self.observer, sorted(self.options.items())))
        if options not in known:
            sources = fingerprints.source_files(self.rules, self.source)
            known[options] = fingerprints.fingerprint(self.rules, self._first, sources)
        return known[options]

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """The author's files: source, imported helpers, data files; none for a built-in game."""
        return fingerprints.files(self.rules, self.source)

    def start(self) -> State:
        """The first position; in the game of a view, masked for its seat."""
        return State(self, self._first, observer=self.observer)

    def replay(self, moves: Iterable[int | str]) -> State:
        """The position after these moves from the start, chance outcomes included."""
        state = self.start()
        for number, move in enumerate(moves, 1):
            try:
                state = state.play(move)
            except MoveError as error:
                raise MoveError(f"move {number}: {error}") from error
        return state

    @property
    def position_type(self) -> type:
        """The type of a position: the class, if the game is a Python class, else NumPy's record type."""
        return type(self._first[0])

    @cached_property
    def most_plies(self) -> int | None:
        """An upper bound of the plies of a match, from the game's `left`; None if the game lacks `left`."""
        return int(self.call("left", self._first)) if self.rules.has("left") else None

    def new_position(self) -> NDArray[Any]:
        """A new first position, made by the game's `start`: an array of one record or object."""
        position = self.rules.allocate(1)
        options = {**self.rules.preset, **self.options}
        options = {word: value for word, value in options.items() if word not in self.rules.constants}
        try:
            if self.rules.is_object:
                position[0] = self.rules.functions["start"](**options)
            else:
                with np.errstate(over="ignore"):
                    self.rules.functions["start"](view(position, "python")[0], **options)
        except (ValueError, OverflowError, TypeError) as error:
            if not self.options:
                raise RulesError(loading.blame(error, self.rules.path)) from error
            raise OptionError(f"{self.name}: {error}") from error
        return position

    def compile(self) -> None:
        """From now on, compiled code plays the moves of this game. It pays off after many matches."""
        if not self.rules.is_object and self._step is None:
            self._step = bind(step, self.rules, "cpu")

    def _events(self, position: NDArray[Any], move: int) -> list[tuple[int, ...]]:
        """The events that the game reports while a move is played, in order."""
        if self._reporting is None:
            heard: list[tuple[int, ...]] = []

            def hear(*event: Any) -> None:
                heard.append(tuple(int(number) for number in event))

            self._reporting = heard, bind(attempt, self.rules, "python", reporter=hear)
        heard, attempted = self._reporting
        try:
            attempted(view(position, "python"), view(self.rules.allocate(1), "python"), move)
            return list(heard)
        finally:
            heard.clear()  # events may reveal hidden information

    def _known_to(self, seat: int) -> Game:
        """The game as a seat knows it; the same object each time."""
        if self.observer is not None:
            return self  # this is already that seat's game
        if seat not in self._known:
            first = self.rules.allocate(1)
            self.rules.copy(first, 0, self._first, 0)
            self.call("mask", first, seat)
            constants = {word: value for word, value in self.options.items() if word in self.rules.constants}
            self._known[seat] = Game(self.source, self.rules, constants, first, seat)
        self._known[seat]._step = self._step
        return self._known[seat]

    def cards(self, name: str = "") -> str:
        """The description of a card, or the list of cards whose name fits; without a name, all cards."""
        if not self.rules.has("cards"):
            raise PlayoutError(f"{self.name} has no cards to look up")
        try:
            return str(self.rules.functions["cards"](name))
        except ValueError as error:
            raise PlayoutError(f"{self.name}: {error}") from error

    def call(self, word: str, position: NDArray[Any], *arguments: Any) -> Any:
        """Call a function that the game defines, interpreted. position: an array of one record or object."""
        function: Callable[..., Any] = self.rules.functions.get(word) or self.rules.policies[word]
        with np.errstate(over="ignore"):
            return function(view(position, "python")[0], *arguments)

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Game):
            return self is other
        if (self.source, self.options, self.observer) != (other.source, other.options, other.observer):
            return False
        return self.observer is None or bool(self.start()._identity() == other.start()._identity())

    def __hash__(self) -> int:
        return hash((self.source, tuple(sorted(self.options)), self.observer))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.observer is not None:
            return _know_again, (self.source, self.options, self._first, self.observer)
        return _load_again, (self.source, self.options)

    def __repr__(self) -> str:
        if self.observer is not None:
            return f"<{self.name} as seat {self.observer} knows it>"
        source = self.source.__name__ if isinstance(self.source, type) else repr(self.source)
        options = "".join(f", {word}={value!r}" for word, value in self.options.items())
        return f"playout.load({source}{options})"


def step(before: Any, after: Any, move: Any, out: Any) -> Any:
    """Kernel: play a move from one position into another; returns the turn after it.

    out: int64[MAX_MOVES + 1]; set to the number of legal moves after it, followed by these moves.
    """
    copy(after, 0, before, 0)
    play(after[0], move)
    seat = turn(after[0])
    out[0] = moves(after[0], out[1:]) if seat >= 0 else 0
    return np.int64(seat)


def attempt(before: Any, after: Any, move: Any) -> None:
    """Kernel: play a move from one position into another."""
    copy(after, 0, before, 0)
    play(after[0], move)


def _load_again(source: str | type, options: dict[str, Any]) -> Game:
    """Load a game that was loaded before, from a pickle or with other options, without a second rehearsal."""
    return Game(source, loading.read(source, options), options)


def _know_again(source: str | type, options: dict[str, Any], first: NDArray[Any], observer: int) -> Game:
    """Load a pickled game of a view."""
    rules = loading.read(source, options)
    check_record(rules, first)
    return Game(source, rules, options, first, observer)
