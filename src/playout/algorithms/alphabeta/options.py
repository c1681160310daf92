"""The options of alpha-beta, and of the searches of one seat against all others that share its kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playout.options.fields import Options, option, switch
from playout.options.kinds import Count, Flag

__all__ = ["MOST_LINES", "AlphaBetaOptions", "BestReplyOptions", "ParanoidOptions"]

MOST_LINES = 256


def _to_a_depth(about: str, game: str = "skip") -> Any:
    """A switch with effect only in a search to a depth, and only if the game has the function."""
    return switch(f"to a depth: {about}, if the game has `{game}`", game=game, kernel=True)


@dataclass(frozen=True, kw_only=True)
class AlphaBetaOptions(Options):
    """The options of alpha-beta. No switch changes the value of a solved position; to a depth, some may change it."""

    table: bool = switch("a transposition table: positions that were searched are not searched again", kernel=True)
    killers: bool = switch("killer moves: those that caused a cutoff at the same ply are tried early", kernel=True)
    history: bool = switch("history heuristic: moves that caused a cutoff anywhere are tried early", kernel=True)
    rank: bool = switch("moves are tried in the order of the game's `rank`, if it has one", game="rank", kernel=True)
    tactics: bool = switch(
        "the game's own forced moves and immediate wins, if it has `tactics`; to a depth they may change the value, "
        "because they see further",
        game="tactics",
        kernel=True,
    )
    pvs: bool = switch(
        "principal-variation search: after the first move, a null window asks whether another is better at all",
        kernel=True,
    )
    deepening: bool | None = option(
        Flag("evaluate"),
        "ply by ply, inside aspiration windows, if the game has `evaluate`; off: to the depth at once, and without a "
        "depth to the end of the match",
        own=True,
        otherwise=lambda options, rules: rules.has("evaluate"),
        unset="the game's own, else `True`",
    )
    probe: bool = switch(
        "enhanced transposition cutoffs: where a position is solved and the game has `key_after`, "
        "the table is asked for all children of a node before one is searched",
        game="key_after",
        kernel=True,
    )
    null_windows: bool = switch("a position is solved by MTD(f), a sequence of null windows; off: by one full window")
    quiescence: bool = switch(
        "where the depth ends, loud moves are followed further, if the game has `loud`; they may change the value, too",
        game="loud",
        kernel=True,
    )
    null_moves: bool = _to_a_depth("a node is cut if its side can pass and its score is still high enough")
    reductions: bool = _to_a_depth("late moves without any support are first searched less deep")
    margins: bool = _to_a_depth("near its end, a node whose evaluation is far above the window is cut")
    late_pruning: bool = _to_a_depth("near its end, late moves without any support are skipped")
    deeper: bool = _to_a_depth("results of deeper searches in the table count too")
    internal_reductions: bool = _to_a_depth("a position without a move in the table is searched a ply less deep")
    cycles: bool = _to_a_depth("a position that repeats within a line has the value of a draw")
    extensions: bool = _to_a_depth("a side that has to answer a threat is searched a ply deeper", "threatened")
    every: bool = switch("the value of each move, not only of the best", default=False)
    lines: int = option(
        Count(1, MOST_LINES), "best moves with exact values and their lines, at each depth that is completed", default=1
    )
    line: bool = switch("find the principal variation as well; off: the search ends once it has the value and the move")

    @property
    def is_selective(self) -> bool:
        """Whether moves may be skipped or reduced, so that a line cannot be replayed from its moves."""
        switches = (self.null_moves, self.reductions, self.margins, self.extensions, self.late_pruning)
        return any((*switches, self.internal_reductions, self.cycles))

    @property
    def _takes_tuned(self) -> bool:
        """True: a game's settings of these options do not change values."""
        return True


@dataclass(frozen=True, kw_only=True)
class ParanoidOptions(AlphaBetaOptions):
    """The options of paranoid search, which lacks tactics: a forced move of one opponent may not be forced for all."""

    lines: int = field(default=1, init=False)
    tactics: bool = field(default=False, init=False)
    probe: bool = field(default=False, init=False)
    quiescence: bool = field(default=False, init=False)
    null_moves: bool = field(default=False, init=False)
    reductions: bool = field(default=False, init=False)
    margins: bool = field(default=False, init=False)
    late_pruning: bool = field(default=False, init=False)
    deeper: bool = field(default=False, init=False)
    internal_reductions: bool = field(default=False, init=False)
    cycles: bool = field(default=False, init=False)
    extensions: bool = field(default=False, init=False)


@dataclass(frozen=True, kw_only=True)
class BestReplyOptions(ParanoidOptions):
    """The options of best-reply search. `rank` is always on, since it gives the usual moves."""

    rank: bool = field(default=True, init=False)
