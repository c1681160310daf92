"""OpenSpiel's sequential games: `load("openspiel:breakthrough(rows=6,columns=6)")`.

A position wraps a `pyspiel.State` and runs interpreted. Simultaneous and mean-field games are refused, and so are
games whose chance cannot be replayed. With hidden information, a seat's view is its information state, and a guess is
OpenSpiel's own resampling. A game without resampling can be played, but has no views.
"""

from __future__ import annotations

import difflib
from functools import lru_cache, partial
from typing import Any

import numpy as np

from playout.objects import ObjectRules, contract_functions
from playout.rng import new_stream, uniform
from playout.rules import CHANCE, OVER, PlayoutError, Rules

__all__ = ["OpenSpielPosition", "rules_of_openspiel"]

PREFIX = "openspiel:"


@lru_cache(maxsize=256)
def rules_of_openspiel(spelling: str) -> Rules:
    """The rules of a game as OpenSpiel spells it: its name, and its parameters in parentheses."""
    game = _load(spelling)
    _refuse(game, spelling)
    functions = contract_functions(OpenSpielPosition, partial(OpenSpielPosition.first, game))
    if game.get_type().information.name == "PERFECT_INFORMATION":
        del functions["mask"], functions["guess"]
    if game.max_chance_outcomes() == 0:
        del functions["chance"], functions["odds"]
    return ObjectRules(
        name=PREFIX + spelling,
        title=f"{game.get_type().long_name}, by OpenSpiel",
        path=f"OpenSpiel's {game.get_type().short_name}",
        dtype=np.dtype(object),
        players=game.num_players(),
        max_moves=game.num_distinct_actions(),
        max_outcomes=max(1, game.max_chance_outcomes()),
        max_length=max(1, game.max_game_length() + game.max_chance_nodes_in_history()),
        payoff_bounds=(float(game.min_utility()), float(game.max_utility())),
        payoff_sum=game.utility_sum(),
        functions=functions,
    )


def _load(spelling: str) -> Any:
    try:
        import pyspiel
    except ImportError as error:
        raise PlayoutError("OpenSpiel is not installed: pip install 'playout[openspiel]'") from error
    name = spelling.partition("(")[0]
    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401  (registers the games that are written in Python)
    known = pyspiel.registered_names()
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        hint = f" (did you mean {PREFIX}{close[0]}?)" if close else ""
        raise PlayoutError(f"OpenSpiel has no game {name!r}{hint}; pyspiel.registered_names() lists them")
    try:
        return pyspiel.load_game(spelling)
    except RuntimeError as error:
        raise PlayoutError(f"OpenSpiel cannot load {spelling!r}: {str(error).strip()}") from error


def _refuse(game: Any, spelling: str) -> None:
    """Refuse the kinds of game that are not a tree of single moves."""
    kind = game.get_type()
    if kind.dynamics.name == "SIMULTANEOUS":
        inner = spelling if "(" in spelling else spelling + "()"
        raise PlayoutError(
            f"{PREFIX}{spelling} is a simultaneous game: its seats move at once, and here they move one by one; "
            f"load {PREFIX}turn_based_simultaneous_game(game={inner}), in which no seat sees the moves of the others"
        )
    if kind.dynamics.name != "SEQUENTIAL":
        raise PlayoutError(
            f"{PREFIX}{spelling} is a mean-field game: it models a population, not seats that take turns, "
            f"so there is no tree to search"
        )
    if kind.chance_mode.name == "SAMPLED_STOCHASTIC":
        raise PlayoutError(
            f"{PREFIX}{spelling} draws its chance outcomes inside and does not report them, so no match of it "
            f"could be replayed"
        )
    if game.num_distinct_actions() < 1:
        raise PlayoutError(f"{PREFIX}{spelling} does not number its moves, and here a move is a number")


class OpenSpielPosition:
    """A position of an OpenSpiel game, or a seat's view of it."""

    __slots__ = ("_result", "_seen", "_state")

    def __init__(self, state: Any, seen: str | None = None, result: tuple[float, ...] | None = None) -> None:
        self._state = state
        """A pyspiel.State. If masked, a random one that agrees with the seat's view; None once the match is over."""
        self._seen = seen
        """If masked: the information state, as OpenSpiel writes it."""
        self._result = result
        """If masked after the end: the payoffs, which are public."""

    @classmethod
    def first(cls, game: Any) -> OpenSpielPosition:
        return cls(game.new_initial_state())

    def turn(self) -> int:
        if self._state is None or self._state.is_terminal():
            return OVER
        return CHANCE if self._state.is_chance_node() else int(self._state.current_player())

    def moves(self) -> list[int]:
        return list(self._state.legal_actions())

    def play(self, move: int) -> None:
        self._state.apply_action(int(move))

    def payoffs(self) -> tuple[float, ...]:
        return self._result if self._result is not None else tuple(self._state.returns())

    def copy(self) -> OpenSpielPosition:
        state = None if self._state is None else self._state.clone()
        return OpenSpielPosition(state, self._seen, self._result)

    def odds(self) -> list[tuple[int, float]]:
        return list(self._state.chance_outcomes())

    def chance(self, rng: Any) -> int:
        outcomes = self.odds()
        rest = float(uniform(rng)) * sum(chance for _, chance in outcomes)
        for outcome, chance in outcomes:
            rest -= chance
            if rest < 0:
                return outcome
        return outcomes[-1][0]  # rounding: the probabilities add up to a little less than 1

    def mask(self, seat: int) -> None:
        """Replaces the position by one that depends on the seat's view alone."""
        state = self._state
        if state is None:  # over, and masked before
            return
        if not state.get_game().get_type().provides_information_state_string:
            raise PlayoutError(
                f"OpenSpiel does not tell what a seat sees of {_name(state)}: it has no information state"
            )
        if state.is_terminal():
            self._result = tuple(state.returns())
        self._seen = state.information_state_string(seat)
        self._state = None if state.is_terminal() else _stand_in(state, seat, self._seen)

    def guess(self, seat: int, rng: Any) -> None:
        """Replaces the position by a random one that agrees with the seat's view; after the match nothing changes."""
        if self._state is None:
            return
        if self._state.history():
            self._state = _resample(self._state, seat, rng)
        self._seen = None

    def format(self, move: int) -> str:
        return str(self._state.action_to_string(self._state.current_player(), move))

    def parse(self, text: str) -> int:
        """The legal move with this text; case matters only if two texts differ in nothing else."""
        wanted = text.strip()
        texts = {self.format(move).strip(): move for move in reversed(self._state.legal_actions())}
        folded = {words.casefold(): move for words, move in texts.items()}
        return int(texts[wanted] if wanted in texts else folded[wanted.casefold()])

    def __str__(self) -> str:
        return self._seen if self._seen is not None else str(self._state)

    def _identity(self) -> tuple[Any, ...]:
        """A value that is equal for equal positions.

        The picture alone lacks counters, half-finished moves and the kind of a chance event. So two positions are
        equal if every seat's view, the number of plies and the legal moves are equal. Rules that depend on older
        positions (superko, repetition) are not covered, since OpenSpiel does not tell them.
        """
        state = self._state
        if state is None:
            return self._seen, self._result
        history = state.history()
        cause = history[-1] if history and state.is_chance_node() else None
        legal = tuple(state.legal_actions())
        return self._seen, str(state), self.turn(), legal, len(history), cause, tuple(state.returns()), _views(state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielPosition) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())


def _views(state: Any) -> tuple[Any, ...]:
    """The views of all seats, in all forms that the game provides."""
    kind = state.get_game().get_type()
    views: list[Any] = []
    for seat in range(state.num_players()):
        if kind.provides_observation_string:
            views.append(state.observation_string(seat))
        if kind.provides_observation_tensor:
            views.append(tuple(state.observation_tensor(seat)))
        # With perfect information it would be the list of moves, which differs between transpositions.
        if kind.provides_information_state_string and kind.information.name != "PERFECT_INFORMATION":
            views.append(state.information_state_string(seat))
    return tuple(views)


def _stand_in(state: Any, seat: int, seen: str) -> Any:
    """A position that agrees with the seat's view and does not depend on the true position."""
    if not state.history():
        return state  # nothing is hidden yet
    drawn = _resample(state, seat, new_stream(0))
    if drawn.information_state_string(seat) != seen or drawn.current_player() != state.current_player():
        raise PlayoutError(_cannot(state, seat, "its resampling does not agree with what the seat sees"))
    # Resampling the result with the same random numbers gives it again, unless it depends on something hidden.
    if _resample(drawn, seat, new_stream(0)).history() != drawn.history():
        raise PlayoutError(_cannot(state, seat, "its resampling depends on hidden information"))
    return drawn


def _resample(state: Any, seat: int, rng: Any) -> Any:
    try:
        return state.resample_from_infostate(seat, lambda: float(uniform(rng)))
    except (RuntimeError, LookupError, ValueError) as error:
        raise PlayoutError(_cannot(state, seat, str(error).strip().splitlines()[0])) from error


def _cannot(state: Any, seat: int, why: str) -> str:
    when = " while chance decides (ask when a seat is to move)" if state.is_chance_node() else ""
    return f"OpenSpiel cannot replace what is hidden from seat {seat} of {_name(state)}{when}: {why}"


def _name(state: Any) -> str:
    return PREFIX + str(state.get_game().get_type().short_name)
