"""A position in a game.

Everything here runs interpreted, one move at a time, unless `Game.compile` was called.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from playout import boards
from playout.notices import shown
from playout.pictures import preformatted
from playout.rng import Rng
from playout.rules import CHANCE, OVER, MoveError, PlayoutError, Rules, RulesError
from playout.views import fields_text

if TYPE_CHECKING:
    from playout.game import Game

__all__ = ["State", "check_record"]


class State:
    """A position. It never changes: `play` returns a new one.

    In a game with hidden information `seen_by` gives a view: a position with an `observer`. A view tells what that seat
    knows for certain, and raises PlayoutError if it is asked for anything else.
    """

    __slots__ = ("_legal", "_position", "_turn", "game", "history", "observer")

    def __init__(
        self, game: Game, position: NDArray[Any], history: tuple[int, ...] = (), observer: int | None = None
    ) -> None:
        self.game = game
        self.history = history
        """The moves that led here, chance outcomes included; `game.replay(history)` is this state again.

        A view has no history, since outcomes of chance may be hidden.
        """
        self.observer = observer
        """The seat whose view this is; None if nothing is masked."""
        self._position = position
        self._turn = int(self._call("turn"))
        self._legal: tuple[int, ...] | None = None

    @property
    def turn(self) -> int:
        """The seat to move, or CHANCE, or OVER."""
        return self._turn

    @property
    def position(self) -> NDArray[Any]:
        """The argument of the game's functions and kernels: an array of one record or object. Do not change it."""
        return self._position

    @property
    def over(self) -> bool:
        return self._turn == OVER

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Each seat's result, once the match is over."""
        if not self.over:
            raise PlayoutError("the match is not over, so there are no payoffs yet")
        out = np.zeros(self.game.rules.players)
        # At the end every guess has the same payoffs, but the masked position may have none.
        self.guess(0)._call("payoffs", out)
        return tuple(float(value) for value in out[: self.game.seats])

    def moves(self) -> list[int]:
        """The legal moves; where chance decides, the possible outcomes; none once the match is over.

        A view lists them only if its own seat is to move, and refuses otherwise.
        """
        self._refuse_unseen("moves")
        if self._legal is None:
            self._legal = tuple(self._list_moves())
        return list(self._legal)

    def _list_moves(self) -> list[int]:
        if self.over:
            return []
        if self._turn == CHANCE:
            return [outcome for outcome, _ in self.odds()]
        out = np.zeros(self.game.rules.max_moves, np.int64)
        moves: list[int] = out[: self._count("moves", len(out), out)].tolist()
        return moves

    def _count(self, word: str, most: int, *arrays: NDArray[Any]) -> int:
        """The number of moves or outcomes that a function of the game has written; raises if it is out of range."""
        count = self._call(word, *arrays)
        if not isinstance(count, (int, np.integer)) or not 0 <= count <= most:
            rules = self.game.rules
            line = rules.functions[word].__code__.co_firstlineno
            raise RulesError(
                f"{rules.path}, line {line}, {word}: it returned {shown(count)}; it has to return how many it wrote, "
                f"at most {'MAX_MOVES' if word == 'moves' else 'MAX_OUTCOMES'} = {most}"
            )
        return int(count)

    def odds(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities, if chance decides here."""
        rules = self.game.rules
        if self._turn != CHANCE:
            raise PlayoutError("chance does not decide here, so there are no odds")
        self._refuse_unseen("odds")
        if not rules.has("odds"):
            raise PlayoutError(
                f"{rules.name} does not list its chance outcomes: it has no function odds(s, outcomes, p)"
            )
        outcomes = np.zeros(rules.max_outcomes, np.int64)
        chances = np.zeros(rules.max_outcomes)
        count = self._count("odds", len(outcomes), outcomes, chances)
        return [(int(outcomes[i]), float(chances[i])) for i in range(count)]

    def play(self, move: int | str) -> State:
        """The position after a legal move (its number or its text); this position does not change."""
        if self.observer is not None:
            raise MoveError(
                f"this is what seat {self.observer} sees of the match; play on the match's own state, or on a guess "
                "(state.guess())"
            )
        if self.over:
            raise MoveError("the match is over, there are no more moves")
        number = self.parse(move) if isinstance(move, str) else self._number(move)
        if (self._turn != CHANCE or self.game.rules.has("odds")) and number not in self.moves():
            shown = move if isinstance(move, str) else number
            raise MoveError(
                self._refusal(shown, number)
                or f"{shown!r} is not a legal {self._word} here; legal: {self._legal_texts()}"
            )
        return self._after(number)

    def sample(self, rng: Rng | int | None = None) -> State:
        """The position after a random outcome of chance, drawn from rng (an Rng, or a seed)."""
        if self._turn != CHANCE:
            raise MoveError("chance does not decide here")
        if self.observer is not None:
            raise MoveError(
                f"chance decides here, and seat {self.observer} sees a part of the match only; sample the match's own "
                "state, or a guess (state.guess())"
            )
        return self._after(int(self._call("chance", _stream(rng).words)))

    def seen_by(self, seat: int) -> State:
        """The view of a seat, as agents get it: hidden information is masked, also in history and options."""
        if not 0 <= seat < self.game.seats:
            raise PlayoutError(f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {seat}")
        if not self.game.rules.has("mask") or self.observer == seat:
            return self
        if self.observer is not None:
            raise PlayoutError(f"this is what seat {self.observer} sees; another seat's view does not follow from it")
        position = self._copy()
        self.game.call("mask", position, seat)
        return State(self.game._known_to(seat), position, observer=seat)

    def guess(self, rng: Rng | int | None = None) -> State:
        """A random full position that agrees with the seat's view; it can be played on like any other."""
        if self.observer is None:
            return self
        position = self._copy()
        self.game.call("guess", position, self.observer, _stream(rng).words)
        return State(self.game, position)

    def parse(self, text: str) -> int:
        """The number of a move from its text."""
        self._refuse_unseen("moves")
        try:
            return int(self._call("parse", text)) if self.game.rules.has("parse") else int(text)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise MoveError(
                self._refusal(text, text)
                or f"{text!r} is not {'an' if self._turn == CHANCE else 'a'} {self._word}; legal: {self._legal_texts()}"
            ) from error

    def format(self, move: int) -> str:
        """The text of a move."""
        self._refuse_unseen("moves")
        return str(self._call("format", move)) if self.game.rules.has("format") else str(move)

    def menu(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """The legal moves for a menu: rows of a heading and a list of (words, move); empty if the game has no menu
        here.
        """
        if self._turn < 0 or not self.game.rules.has("menu"):
            return []
        return list(self._call("menu", self.moves()))

    def about(self, move: int) -> str:
        """A sentence on a legal move for somebody new to the game; empty if the game has none for it."""
        self._refuse_unseen("moves")
        return str(self._call("about", move)) if self._turn >= 0 and self.game.rules.has("about") else ""

    def tell(self, move: int, seat: int | None = None) -> list[str]:
        """Sentences on the effects of a move or an outcome: on all of them, or only on those that one seat sees.

        A sentence that ends in a colon is a heading.
        """
        rules = self.game.rules
        if self.observer is not None:
            raise PlayoutError(f"this is what seat {self.observer} sees of the match; ask the match's own state")
        if rules.has("tell"):
            events = self.game._events(self._position, move)
            return list(self._call("tell", move, events, -1 if seat is None else seat))
        if self._turn != CHANCE:
            return [f"{self.game.seat_name(self._turn)} plays {self.format(move)}"]
        return [] if rules.has("mask") and seat is not None else [f"chance: {self.format(move)}"]

    def _refuse_unseen(self, what: str) -> None:
        """Refuse what the observing seat cannot know: the moves of others, and the outcomes of chance."""
        if self.observer in (None, self._turn) or self._turn == OVER:
            return
        if self._turn == CHANCE:
            raise PlayoutError(
                f"chance decides here, and seat {self.observer} may not see all that it draws from; ask the match's "
                f"own state for its {what}, or a guess (state.guess())"
            )
        raise PlayoutError(
            f"seat {self.observer} cannot see seat {self._turn}'s {what}; ask what that seat sees "
            f"(state.seen_by({self._turn}) of the match's own state)"
        )

    def _refusal(self, shown: int | str, move: int | str) -> str:
        """The reason why a move or a text is not legal, if the game gives one."""
        reason = self._call("reason", move) if self.game.rules.has("reason") else ""
        return f"{shown!r} is not a legal {self._word} here: {reason}" if reason else ""

    @property
    def _word(self) -> str:
        return "outcome" if self._turn == CHANCE else "move"

    def _legal_texts(self) -> str:
        if self._turn == CHANCE and not self.game.rules.has("odds"):
            return "any outcome"
        texts = [self.format(move) for move in self.moves()]
        return ", ".join(texts if len(texts) <= 24 else [*texts[:24], "..."])

    def _number(self, move: Any) -> int:
        if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
            raise MoveError(f"a move is a number or a text, not {move!r}")
        return int(move)

    def _after(self, move: int) -> State:
        if self.game._step is not None:
            return self._after_natively(move)
        position = self._copy()
        self.game.call("play", position, move)
        return State(self.game, position, (*self.history, move))

    def _after_natively(self, move: int) -> State:
        """The position after a move, by compiled code, which also returns the turn and the legal moves."""
        rules = self.game.rules
        after = State.__new__(State)
        after.game, after.history, after.observer = self.game, (*self.history, move), None
        after._position = rules.allocate(1)
        out = np.empty(rules.max_moves + 1, np.int64)
        assert self.game._step is not None
        after._turn = int(self.game._step(self._position, after._position, move, out))
        after._legal = tuple(out[1 : out[0] + 1].tolist()) if after._turn != CHANCE else None
        return after

    def _copy(self) -> NDArray[Any]:
        position = self.game.rules.allocate(1)
        self.game.rules.copy(position, 0, self._position, 0)
        return position

    def _call(self, word: str, *arguments: Any) -> Any:
        return self.game.call(word, self._position, *arguments)

    def _identity(self) -> Any:
        """The value that is equal for equal positions: the game's `key`, else all fields."""
        if self.game.rules.has("key"):
            return int(self._call("key"))
        if self.game.rules.is_object:
            item = self._position[0]
            compares = any("__eq__" in vars(kind) for kind in type(item).__mro__[:-1])
            return item if compares or not hasattr(item, "__dict__") else vars(item)
        return tuple(self._position[name].tobytes() for name in self.game.dtype.names or ())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self._is_of(other.game)
            and self.observer == other.observer
            and bool(self._identity() == other._identity())
        )

    def _is_of(self, game: Game) -> bool:
        """Whether another game is the same.

        With hidden information, options of `start` are not compared: a guess does not know them.
        """
        if not self.game.rules.has("mask"):
            return self.game == game
        constants = [{word: item.options.get(word) for word in item.rules.constants} for item in (self.game, game)]
        return self.game.source == game.source and constants[0] == constants[1]

    def __hash__(self) -> int:
        identity = str(self) if self.game.rules.is_object else self._identity()
        return hash((self.game.source, self.observer, identity))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self._position, self.history, self.observer)

    def __str__(self) -> str:
        return str(self._call("show")) if self.game.rules.has("show") else fields_text(self._position[0])

    def show(self) -> str:
        """The position as text; most games mark the last move and a winning line."""
        return str(self._call("show", *self._last("show"))) if self.game.rules.has("show") else str(self)

    def score_text(self, share: float, plies: int | None = None) -> str:
        """A seat's expected payoff in the notation of the game, like +0.35 in chess; empty if it has none.

        plies: the distance to the end of the match, if it is proven.
        """
        if not self.game.rules.has("score_text"):
            return ""
        return str(self._call("score_text", share, -1 if plies is None else plies))

    def view(self, last: int | None = None) -> dict[str, Any]:
        """The position in plain values for the web app: a grid, cards or text. Without `view`, the position as text.

        last: the move that led here, for a view, which has no history.
        """
        if not self.game.rules.has("view"):
            return boards.read_view({"kind": "text", "text": self.show()})
        told = (last,) if last is not None and self._takes_last("view") else self._last("view")
        try:
            return boards.read_view(self._call("view", *told), self.game.seat_name, self.game.seats)
        except ValueError as error:
            raise RulesError(f"{self.game.rules.path}, view: {error}") from error

    def places(self, move: int) -> tuple[str, ...]:
        """The touch points of a move, in order; empty if the game does not define `places`."""
        self._refuse_unseen("moves")
        if not self.game.rules.has("places"):
            return ()
        try:
            return boards.read_places(self._call("places", move))
        except ValueError as error:
            raise RulesError(f"{self.game.rules.path}, places: {error}") from error

    def _takes_last(self, word: str) -> bool:
        return "last" in inspect.signature(self.game.rules.functions[word]).parameters

    def _last(self, word: str) -> tuple[int, ...]:
        """The last move, for a function of the game that takes it."""
        return self.history[-1:] if self._takes_last(word) else ()

    def __repr__(self) -> str:
        seen = f"as seat {self.observer} sees it" if self.observer is not None else f"after {len(self.history)} moves"
        return f"<{self.game.name} {seen}{', over' if self.over else ''}>\n{self}"

    def _repr_html_(self) -> str:
        if self.game.rules.has("picture"):
            return str(self._call("picture", *self._last("picture")))
        return preformatted(self.show())


def _stream(rng: Rng | int | None) -> Rng:
    return rng if isinstance(rng, Rng) else Rng(rng)


def check_record(rules: Rules, position: NDArray[Any]) -> None:
    """Refuse a pickled position whose record differs from the one that the rules define now."""
    if position.dtype != rules.dtype:
        raise PlayoutError(f"this state was saved under other rules of {rules.name}: its record has changed since")


def _restore(game: Game, position: NDArray[Any], history: tuple[int, ...], observer: int | None) -> State:
    """A pickled state."""
    check_record(game.rules, position)
    return State(game, position, history, observer)
