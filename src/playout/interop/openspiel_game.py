"""A game of Playout as a Python game of OpenSpiel: `openspiel_game("kuhn_poker")`, or by name, once registered.

`register()` registers all games under names like `playout_tic_tac_toe`. The parameters of such a game are its options
and `actions` (encoding.py). OpenSpiel needs a list of chance outcomes, so a game with `chance` needs `odds`. The other
direction is `playout.load("openspiel:NAME")`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from playout import loading
from playout.game import Game, State, load
from playout.interop.encoding import INDICES, Actions, Observations
from playout.parsing import value_or_text
from playout.rules import CHANCE, OVER, OptionError, PlayoutError, Rules

try:
    import pyspiel
except ImportError as error:
    raise PlayoutError("OpenSpiel is not installed: pip install 'playout[openspiel]'") from error

__all__ = ["PREFIX", "openspiel_game", "register"]

PREFIX = "playout_"
"""The prefix of the names of these games in OpenSpiel."""

_registered: dict[str, str | Path | type] = {}
"""The sources of registered games, by OpenSpiel's name."""


def __getattr__(name: str) -> Any:
    """The class of a game by its name in OpenSpiel, for pickled games."""
    if name.startswith(PREFIX):
        register()
    if name not in globals():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals()[name]


def register() -> list[str]:
    """Register all named games with OpenSpiel; returns their names for `pyspiel.load_game`."""
    names = []
    for name in loading.names():
        rules = loading.read(name)
        if not rules.has("chance") or rules.has("odds"):
            names.append(_register(name, rules))
    return names


def openspiel_game(game: str | Path | type | Game, **parameters: Any) -> Any:
    """The game as a `pyspiel.Game`. parameters: the game's options, and actions: a number or "indices"."""
    loaded = load(game)
    _refuse(loaded.rules)
    return pyspiel.load_game(
        _register(loaded.source, loaded.rules), _as_parameters({**loaded.options, **parameters}, loaded.rules)
    )


def _refuse(rules: Rules) -> None:
    if rules.has("chance") and not rules.has("odds"):
        raise PlayoutError(
            f"{rules.name} does not list its chance outcomes, which OpenSpiel needs: it has no odds(s, outcomes, p)"
        )


def _register(source: str | Path | type, rules: Rules) -> str:
    """Register a game unless it is registered; returns its name in OpenSpiel."""
    name = PREFIX + "".join(letter if letter.isalnum() else "_" for letter in rules.name)
    known = _registered.setdefault(name, source)
    if known != source:
        raise OptionError(f"OpenSpiel knows another game as {name}; give one of the two files another name")
    if name not in pyspiel.registered_names():
        kind = _game_type(name, rules)
        # A class, not a function: OpenSpiel releases it after the end of Python, when nothing can be freed any more.
        made = type(name, (OpenSpielGame,), {"source": source, "kind": kind, "__module__": __name__})
        globals()[name] = made
        pyspiel.register_game(kind, made)
    return name


def _game_type(name: str, rules: Rules) -> Any:
    kinds, hides = pyspiel.GameType, rules.has("mask")
    utility = kinds.Utility.GENERAL_SUM if rules.payoff_sum is None else kinds.Utility.CONSTANT_SUM
    defaults = loading.option_defaults(rules)
    return kinds(
        short_name=name,
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if rules.has("chance") else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if rules.payoff_sum == 0 else utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.players,
        min_num_players=1 if rules.has("seats") else rules.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=not rules.is_object,
        parameter_specification={**_as_parameters(defaults, rules), "actions": ""},
    )


def _as_parameters(options: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Options as parameters of OpenSpiel: numbers, bools and texts unchanged, other values, such as None, as texts."""
    defaults = loading.option_defaults(rules)
    return {
        word: value if type(value) is type(defaults.get(word)) and isinstance(value, (int, float, str)) else str(value)
        for word, value in options.items()
    }


def _as_options(parameters: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """The options for these parameters, without options that have their default."""
    defaults, found = loading.option_defaults(rules), {}
    for word, value in parameters.items():
        if word in defaults and value != _as_parameters(defaults, rules)[word]:
            is_text = isinstance(defaults[word], str) or not isinstance(value, str)
            found[word] = value if is_text else value_or_text(value)
    return found


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; each registered game has its own subclass."""

    source: str | Path | type
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules, parameters = loading.read(self.source), params or {}
        self.game = load(self.source, **_as_options(parameters, rules))
        given = parameters.get("actions", "")
        self.actions = Actions(self.game, given if given == INDICES else value_or_text(given) if given else None)
        self.observations = None if rules.is_object else Observations(self.game)
        rules = self.game.rules
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=rules.max_outcomes if rules.has("chance") else 0,
            num_players=self.game.seats,
            min_utility=rules.payoff_bounds[0],
            max_utility=rules.payoff_bounds[1],
            utility_sum=rules.payoff_sum,
            max_game_length=rules.max_length,
        )
        super().__init__(self.kind, facts, parameters)

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        return OpenSpielObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class _Shared:
    """A game and a position. Copies that OpenSpiel makes share them, since they never change."""

    def __init__(self, owner: OpenSpielGame, state: State) -> None:
        self.owner = owner
        self.state = state

    def __deepcopy__(self, _: Any) -> _Shared:
        return self


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies it by copying its attributes."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._shared = _Shared(game, game.game.start())
        hides = game.game.rules.has("mask")
        self._seen = [(_text(self.now, seat),) for seat in range(game.game.seats)] if hides else None
        """The views and moves of each seat so far, in order, if the game hides information."""

    @property
    def now(self) -> State:
        return self._shared.state

    def current_player(self) -> Any:
        if self.now.turn == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.now.turn == CHANCE else self.now.turn

    def _legal_actions(self, player: int) -> list[int]:
        return self._shared.owner.actions.legal(self.now) if player == self.now.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(place, chance) for place, (_, chance) in enumerate(self.now.odds())]

    def _move(self, action: int) -> int:
        """The move of an action, or the outcome of chance."""
        if self.now.turn == CHANCE:
            return self.now.odds()[action][0]
        return self._shared.owner.actions.move(self.now, action)

    def _apply_action(self, action: int) -> None:
        before, turn = self.now, self.now.turn
        self._shared = _Shared(self._shared.owner, before.play(self._move(action)))
        if self._seen is not None:
            for seat, known in enumerate(self._seen):
                done = (f"action {action}",) if seat == turn else ()
                self._seen[seat] = (*known, *done, _text(self.now, seat))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.now.format(self._move(action))

    def is_terminal(self) -> bool:
        return self.now.over

    def returns(self) -> list[float]:
        return list(self.now.payoffs) if self.now.over else [0.0] * self.now.game.seats

    def __str__(self) -> str:
        return self.now.show()

    def known_to(self, seat: int) -> str:
        """The seat's information state: the moves or, with hidden information, the seat's views and moves so far."""
        if self._seen is not None:
            return "\n".join(self._seen[seat])
        return ", ".join(map(str, self.history()))


def _text(state: State, seat: int) -> str:
    """The text of a view with a hash of its record, since the text may not show everything."""
    view = state.seen_by(seat)
    if view.game.rules.is_object:
        return str(view)
    return f"{view} #{hashlib.sha256(view.position.tobytes()).hexdigest()[:8]}"


class OpenSpielObserver:
    """OpenSpiel's observer: an observation or, with perfect recall, the information state."""

    def __init__(self, owner: OpenSpielGame, recall: bool) -> None:
        self._observations = None if recall else owner.observations
        self._recall = recall
        self.tensor = None if self._observations is None else np.zeros(self._observations.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the seat's view into `tensor`."""
        if self._observations is not None and self.tensor is not None:
            self.tensor[:] = self._observations(state.now.seen_by(player), player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.known_to(player) if self._recall else _text(state.now, player)
