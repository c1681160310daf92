"""The agent that plays the best move of a search."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Unpack

from playout.agents.blunders import overlook
from playout.algorithms.base import Search
from playout.algorithms.occupancy import Occupancy
from playout.algorithms.registry import new_search
from playout.algorithms.results import SearchResult
from playout.algorithms.running import Gate, drive, run_to_limit
from playout.game import State
from playout.limits import Limit, LimitWords, read_limit
from playout.options.kinds import check_number
from playout.rng import Rng
from playout.rules import CHANCE, OptionError
from playout.spelling import AGENT_WORDS, Spec

__all__ = ["Searcher"]

MAX_PONDER_SECONDS = 3600.0
"""The longest time of pondering on the opponents' time, in seconds."""

BUSY = "this agent is already choosing a move: give each thread an agent of its own"


class Searcher:
    """Plays the best move of a search. One thread uses an agent at a time; `stop` may be called from any thread.

    UCT keeps its tree during a match, and may think on the opponents' time. Alpha-beta keeps its table. With hidden
    information each move has a new search. With `blunder` it overlooks its best move at this rate.
    """

    def __init__(
        self,
        algorithm: str | Spec,
        *,
        seed: int | None = None,
        ponder: bool = False,
        shared: bool = False,
        blunder: float = 0.0,
        limit: Limit | None = None,
        **words: Unpack[LimitWords],
    ) -> None:
        self.algorithm = Spec.read(algorithm)
        """The spelling of its search, without limit, switches and seed."""
        self.limit = read_limit(limit, words)
        """The limit of a move. May be replaced between moves."""
        self.ponder = ponder
        """Whether it thinks during the opponents' turns."""
        self.shared = shared
        """Whether all seats of a match with this spelling share one tree."""
        self.blunder = check_number("blunder", blunder, "a number from 0 to 1", 0.0, 1.0)
        """The probability with which it overlooks a move (blunders.py)."""
        self.open = False
        """Whether it may search full positions of a game with hidden information, which are not views."""
        self.backend: str | None = None
        """The backend of its search: "python" interprets; None: the game's fastest."""
        self.gate: Gate | None = None
        """The gate at which its search waits before each slice; None: it does not wait."""
        self.checkpoint_size = 0
        """The largest number of nodes of a checkpoint of its search; 0: the search keeps no checkpoints."""
        self._rng = Rng(seed)
        self._search: Search | None = None
        self._made_for: tuple[Any, Any] = (None, None)
        self._is_new = True
        self._use = Occupancy(BUSY)
        self._result: SearchResult | None = None
        self._searched: SearchResult | None = None
        self._pondering: threading.Thread | None = None

    @property
    def spec(self) -> Spec:
        """Its spelling, with its current limit and without a seed."""
        words = {word: getattr(self, word) for word in AGENT_WORDS if getattr(self, word)}
        return self.algorithm.replace(**words, **self.limit.given())

    @property
    def result(self) -> SearchResult | None:
        """The result of the last search."""
        if self._result is None and self._search is not None and not self._is_new:
            self._result = self._search.result()
        return self._result

    @property
    def searched(self) -> SearchResult | None:
        """The result of the last search without its blunder: the values are those of the best move."""
        return self._searched if self.blunder else self.result

    def check(self, state: State) -> None:
        """Refuse a position that the algorithm cannot search."""
        if self.shared and state.game.rules.has("mask"):
            raise OptionError(
                f"{state.game.name} hides information from its seats, and a shared tree would reveal it; leave shared "
                "out"
            )
        search = new_search(state, self.algorithm, limit=self.limit, seed=0, open=self.open)
        search.limit.check(search.name, search.limits, solves=search.solves)
        if not search.has_tree:
            if self.ponder:
                raise OptionError(f"{self.algorithm} cannot ponder: it grows no tree from move to move; uct does")
            if self.shared:
                raise OptionError(f"{self.algorithm} has no tree that seats could share; uct has one")
        if self.ponder and state.observer is not None:
            raise OptionError(
                f"{self.algorithm} cannot ponder here: {state.game.name} hides information, so nothing is kept from "
                "move to move; leave ponder out"
            )

    def reset(self, seed: int | None = None) -> None:
        """Begin another match with a new random stream."""
        with self._use.alone():
            self.stop_pondering()
            self._rng = Rng(seed)
            self._result = self._searched = None
            if self._search is not None:
                self._search.forget()
            self._is_new = True

    @property
    def memory_in_use(self) -> float:
        """Megabytes that its search uses, if the search reports them; else 0."""
        return 0.0 if self._search is None else self._search.memory_in_use or 0.0

    def release(self) -> None:
        """Drop its search, so that its memory is free; the next move begins with a new one."""
        with self._use.alone():
            self.stop_pondering()
            self._search, self._result, self._searched, self._is_new = None, None, None, True

    def choose(self, state: State) -> int:
        with self._use.alone():
            if (found := self._foreseen(state)) is not None:
                return found.move
            search = self._take_up(state)
            for _ in run_to_limit(search, self.limit):
                pass
            move = self._decide(search.result()).move if self.blunder else search.best()
            if self.ponder:
                self._think_on(state, move)
            return move

    def think(self, state: State) -> Iterator[SearchResult]:
        """The results so far, about ten a second; the last one is final, and its move is the one that is played."""
        with self._use.alone():
            if (decided := self._foreseen(state)) is not None:
                yield decided
                return
            search = self._take_up(state)
            for found in drive(search, self.limit):
                self._result = found
                yield self._result
            if self.blunder and self._result is not None:
                yield self._decide(self._result)
            if self.ponder and self._result is not None:
                self._think_on(state, self._result.move)

    def stop(self) -> SearchResult | None:
        """Stop the running search; returns its result so far, or None if it had not begun."""
        if self._search is None or self._search.work == 0:
            return None
        self._search.stop()
        self._result = self._search.result()
        return self._result

    def stop_pondering(self) -> None:
        """Stop thinking on the opponents' time; the tree is kept."""
        if self._pondering is not None and self._search is not None:
            while self._pondering.is_alive():
                self._search.stop()
                self._pondering.join(0.01)
            self._pondering = None

    def __getstate__(self) -> dict[str, Any]:
        """The agent without its search, since another process starts a new match."""
        return {
            name: value
            for name, value in self.__dict__.items()
            if name not in ("_use", "_search", "_pondering", "gate")
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use, self._search, self._pondering, self.gate = Occupancy(BUSY), None, None, None
        self._result, self._searched, self._is_new = None, None, True

    def _think_on(self, state: State, move: int) -> None:
        """Ponder: search in the background, from the position after the move, until it is this agent's turn again."""
        if state.observer is not None:  # a later position does not follow from a view
            return
        search, after = self._search, state.play(move)
        if search is not None and search.has_tree and not after.over and after.turn != CHANCE:
            self._result = self.result
            search.keep(after)
            self._pondering = threading.Thread(target=_exhaust, args=(search,), daemon=True)
            self._pondering.start()

    def _foreseen(self, state: State) -> SearchResult | None:
        """The result for this position, if the last search of the match has already decided it."""
        found = None if self._search is None or self._is_new else self._search.foreseen(state)
        return None if found is None else self._decide(found)

    def _decide(self, found: SearchResult) -> SearchResult:
        """The result of a search with the move that is played: after a blunder, not the best one."""
        self._searched = found
        self._result = overlook(found, self.blunder, self._rng) if self.blunder else found
        return self._result

    def _take_up(self, state: State) -> Search:
        """The search of the last move, if this position follows from it; else a new one."""
        self.stop_pondering()
        self._result = self._searched = None
        search = self._search
        made_for = (self.limit.depth, self.limit.memory)
        if search is None or search.state.game != state.game or made_for != self._made_for:
            seed = self._rng.below(1 << 31)
            search = new_search(
                state, self.algorithm, limit=self.limit, seed=seed, open=self.open, backend=self.backend
            )
            self._made_for = made_for
        elif search.learns and not self._is_new and _follows(state, search.state):
            search.keep(state)
        else:
            search.restart(state, self._rng.below(1 << 31))
        search.gate = self.gate
        search.checkpoint_size = self.checkpoint_size
        self._search, self._is_new = search, False
        return search


def _follows(state: State, earlier: State) -> bool:
    """Whether a position follows from another one; False for views, which have no history."""
    is_whole = state.observer is None and earlier.observer is None
    return is_whole and state.history[: len(earlier.history)] == earlier.history


def _exhaust(search: Search) -> None:
    """Search until it is stopped, for at most MAX_PONDER_SECONDS."""
    for _ in run_to_limit(search, Limit(seconds=MAX_PONDER_SECONDS)):
        pass
