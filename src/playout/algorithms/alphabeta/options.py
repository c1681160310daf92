"""The options of alpha-beta, and of the searches of one seat against all others that share its kernel."""

from __future__ import annotations

from dataclasses import dataclass, field

from playout.algorithms.options.fields import Options, option
from playout.algorithms.options.kinds import Switch

__all__ = ["AlphaBetaOptions", "BestReplyOptions", "ParanoidOptions"]


@dataclass(frozen=True, kw_only=True)
class AlphaBetaOptions(Options):
    """The options of alpha-beta. None changes the value of a solved position; to a depth, two of them may."""

    table: bool = option(
        Switch(), "a transposition table: positions that were searched are not searched again", default=True
    )
    killers: bool = option(
        Switch(), "killer moves: those that caused a cutoff at the same ply are tried early", default=True
    )
    history: bool = option(
        Switch(), "history heuristic: moves that caused a cutoff anywhere are tried early", default=True
    )
    rank: bool = option(
        Switch("rank"), "moves are tried in the order of the game's `rank`, if it has one", default=True
    )
    tactics: bool = option(
        Switch("tactics"),
        "the game's own forced moves and immediate wins, if it has `tactics`; to a depth they may change the value, "
        "because they see further",
        default=True,
    )
    pvs: bool = option(
        Switch(),
        "principal-variation search: after the first move, a null window asks whether another is better at all",
        default=True,
    )
    deepening: bool = option(
        Switch("evaluate"),
        "ply by ply, inside aspiration windows, if the game has `evaluate`; off: to the depth at once",
        default=True,
    )
    null_windows: bool = option(
        Switch(), "a position is solved by MTD(f), a sequence of null windows; off: by one full window", default=True
    )
    quiescence: bool = option(
        Switch("loud"),
        "where the depth ends, loud moves are followed further, if the game has `loud`; they may change the value, too",
        default=True,
    )
    null_moves: bool = option(
        Switch("skip"),
        "to a depth: where a side could pass and be good enough all the same, its moves are not searched, if the game "
        "has `skip`",
        default=True,
    )
    reductions: bool = option(
        Switch("skip"),
        "to a depth: late moves that nothing speaks for are searched less deep first, if the game has `skip`",
        default=True,
    )
    margins: bool = option(
        Switch("skip"),
        "to a depth: near its end an evaluation far above the window is believed, if the game has `skip`",
        default=True,
    )
    pruning: bool = option(
        Switch("skip"),
        "to a depth: near its end late moves that nothing speaks for are left out, if the game has `skip`",
        default=True,
    )
    deeper: bool = option(
        Switch("skip"),
        "to a depth: what the table has from a deeper search counts as well, if the game has `skip`",
        default=True,
    )
    unguided: bool = option(
        Switch("skip"),
        "to a depth: a position without a move in the table is searched a ply less deep, if the game has `skip`",
        default=True,
    )
    cycles: bool = option(
        Switch("skip"),
        "to a depth: a position that comes back within a line is worth the middle, if the game has `skip`",
        default=True,
    )
    extensions: bool = option(
        Switch("threatened"),
        "to a depth: a side that has to answer a threat is searched a ply deeper, if the game has `threatened`",
        default=True,
    )
    every: bool = option(Switch(), "the value of each move, not only of the best", default=False)
    line: bool = option(
        Switch(),
        "find the principal variation as well; off: the search ends once it has the value and the move",
        default=True,
    )


@dataclass(frozen=True, kw_only=True)
class ParanoidOptions(AlphaBetaOptions):
    """The options of paranoid search: a move that is forced for one opponent may not be for all of them together."""

    tactics: bool = field(default=False, init=False)
    quiescence: bool = field(default=False, init=False)
    null_moves: bool = field(default=False, init=False)
    reductions: bool = field(default=False, init=False)
    margins: bool = field(default=False, init=False)
    pruning: bool = field(default=False, init=False)
    deeper: bool = field(default=False, init=False)
    unguided: bool = field(default=False, init=False)
    cycles: bool = field(default=False, init=False)
    extensions: bool = field(default=False, init=False)


@dataclass(frozen=True, kw_only=True)
class BestReplyOptions(ParanoidOptions):
    """The options of best-reply search, which always needs `rank`: by it the usual moves are found."""

    rank: bool = field(default=True, init=False)
