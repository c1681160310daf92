"""Minimax, alpha-beta and MCTS on chess and on Go: effort by depth, and strength in equal time."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import playout
from experiments.backends import executor_for
from experiments.claims import Claim, Finding, about_score
from experiments.common import Options
from experiments.duels import gain, score
from experiments.pages import Page
from experiments.saved import Duel, duel_of
from experiments.verdicts import counted, helps, hurts, not_comparable
from playout.agents import Searcher
from playout.arena.cells import number, percent, span
from playout.arena.reporting.plots import Series, bars, curves
from playout.arena.reporting.tables import ReportTable
from playout.arena.tournament import tournament

TEXTBOOK = "minimax(pruning=True)"
"""Alpha-beta as textbooks write it: moves in the game's order, nothing else."""

BY_DEPTH = {
    "chess": {"minimax": ("minimax", 4), "alpha-beta of textbooks": (TEXTBOOK, 5), "alphabeta": ("alphabeta", 8)},
    "go": {"minimax": ("minimax", 3), "alpha-beta of textbooks": (TEXTBOOK, 4), "alphabeta": ("alphabeta", 5)},
}
"""By game and search: the spelling, and the largest depth to which nodes are counted."""

SEARCHES = {
    "chess": {
        "minimax": ("minimax(depth=2)", ""),
        "alpha-beta of textbooks": ("minimax(pruning=True, depth=3)", ""),
        "alphabeta": ("alphabeta", "nodes"),
        "uct, playouts": ("uct(c=1.0)", "simulations"),
        "uct, evaluated leaves": ("uct(c=1.0, leaf='evaluate')", "simulations"),
    },
    "go": {
        "minimax": ("minimax(depth=2)", ""),
        "alpha-beta of textbooks": ("minimax(pruning=True, depth=3)", ""),
        "alphabeta": ("alphabeta", "nodes"),
        "uct, light playouts": ("uct(policy='light')", "simulations"),
        "uct, playouts with suggest": ("uct", "simulations"),
    },
}
"""By game and search: the spelling, and the unit of its limit; empty if its depth is fixed and its time is not."""

BEST = {"chess": "alphabeta", "go": "uct, light playouts"}
"""By game: the search that all others play against."""

RIVALS = {"chess": ("uct, playouts", "alphabeta"), "go": ("uct, light playouts", "alphabeta")}
"""By game: UCT and alpha-beta, which play each other with several times a move."""

PLIES = 8
"""Random plies before the positions in which nodes and the pace are measured."""


@dataclass(frozen=True)
class Sizes:
    """The size of the experiment."""

    shallower: int
    """Plies that are subtracted from the depths of BY_DEPTH."""
    positions: int
    matches: int
    """Matches of each pair; half of them from each side."""
    seconds: tuple[float, ...]
    """Processor times of a move; the table of all searches has the first."""


FULL = Sizes(shallower=0, positions=3, matches=24, seconds=(0.002, 0.01))
QUICK = Sizes(shallower=2, positions=1, matches=2, seconds=(0.0005,))


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    sizes: Sizes
    nodes: dict[str, dict[str, dict[int, float]]]
    """By game, search and depth: the mean number of nodes for a position."""
    seconds: dict[str, dict[str, float]]
    """By game and search: the processor time of a move if the depth is fixed, else of a unit of work."""
    against: dict[str, dict[str, Duel]]
    """By game and search: its score against the search in BEST, with the first of the times."""
    by_time: dict[str, dict[float, Duel]]
    """By game and seconds a move: UCT's score against alphabeta."""
    control: Duel
    """alphabeta on Go against random moves."""


def measure(options: Options) -> Found:
    sizes, seed = QUICK if options.quick else FULL, options.seed
    states = {game: positions(game, sizes.positions, seed) for game in BY_DEPTH}
    nodes = {
        game: {
            name: {depth: count(states[game], search, depth) for depth in range(1, deepest - sizes.shallower + 1)}
            for name, (search, deepest) in searches.items()
        }
        for game, searches in BY_DEPTH.items()
    }
    seconds = {
        game: {name: cost(states[game], *spelt, options.quick) for name, spelt in searches.items()}
        for game, searches in SEARCHES.items()
    }
    first = sizes.seconds[0]
    against = {
        game: {
            name: duel(
                options, game, agent(game, name, seconds, first), agent(game, BEST[game], seconds, first), sizes, seed
            )
            for name in searches
            if name != BEST[game]
        }
        for game, searches in SEARCHES.items()
    }
    by_time = {
        game: {
            time_: duel(
                options, game, agent(game, one, seconds, time_), agent(game, other, seconds, time_), sizes, seed + 1
            )
            for time_ in sizes.seconds
        }
        for game, (one, other) in RIVALS.items()
    }
    control = duel(options, "go", agent("go", "alphabeta", seconds, first), "random", sizes, seed + 2)
    return Found(sizes, nodes, seconds, against, by_time, control)


def positions(game: str, amount: int, seed: int) -> list[playout.State]:
    """Positions after a few random plies."""
    found = []
    for i in range(amount):
        rng, state = playout.Rng(1000 * seed + i), playout.load(game).start()
        for _ in range(PLIES):
            moves = state.moves()
            state = state.play(moves[rng.below(len(moves))])
        found.append(state)
    return found


def count(states: Sequence[playout.State], search: str, depth: int) -> float:
    """The mean number of nodes of a search to a depth."""
    return sum(playout.search(state, search, depth=depth).work for state in states) / len(states)


def cost(states: Sequence[playout.State], spelling: str, unit: str, quick: bool) -> float:
    """Processor time of a move, or of a unit of work, over the positions."""
    amount = 1 if quick else 20_000 if unit == "nodes" or "evaluate" in spelling else 1000
    limited = with_limit(spelling, unit, amount) if unit else spelling
    playout.agent(limited).choose(states[0])
    begin, work = time.thread_time(), 0
    for state in states:
        thinker = playout.agent(limited)
        assert isinstance(thinker, Searcher)
        thinker.choose(state)
        assert thinker.result is not None
        work += thinker.result.work
    took = time.thread_time() - begin
    return max(took, 1e-9) / (work if unit else len(states))


def agent(game: str, name: str, seconds: dict[str, dict[str, float]], time_: float) -> str:
    """A search, limited to the work that it does in `time_` seconds; with a fixed depth it stays as it is."""
    spelling, unit = SEARCHES[game][name]
    if not unit:
        return spelling
    return with_limit(spelling, unit, max(2, round(time_ / seconds[game][name])))


def with_limit(spelling: str, unit: str, amount: int) -> str:
    """A spelling with a limit: uct(c=1) becomes uct(c=1, nodes=2)."""
    head = f"{spelling[:-1]}, " if spelling.endswith(")") else f"{spelling}("
    return f"{head}{unit}={amount})"


def duel(options: Options, game: str, one: str, other: str, sizes: Sizes, seed: int) -> Duel:
    """The score of the first of two agents, from two random plies, each opening from both sides."""
    executor = executor_for(options, game, [one, other])
    played = tournament(game, [one, other], matches=sizes.matches, seed=seed, openings=2, executor=executor)
    return duel_of(played.standings.row(one))


def claims_of(found: Found) -> list[Claim]:
    searches = found.nodes["chess"]
    deepest = max(searches["minimax"])
    few, many = (searches[name][deepest] for name in ("alpha-beta of textbooks", "minimax"))
    growth = {name: _growth(searches[name]) for name in ("alpha-beta of textbooks", "minimax")}
    rules = {"chess": hurts, "go": helps}
    scores = {
        game: [
            about_score(
                f"UCT with playouts against alpha-beta, {1000 * seconds:g} ms a move ({row.matches} matches)",
                score(row),
                gain(row),
                rules[game],
            )
            for seconds, row in by.items()
        ]
        for game, by in found.by_time.items()
    }
    return [
        Claim(
            "For chess there is an evaluation with which alpha-beta is strong (the lecture as well).",
            "on chess UCT is weaker than alpha-beta",
            scores["chess"],
        ),
        Claim(
            "For Go no evaluation is known, and random playouts evaluate any game (the lecture as well).",
            "on Go, 9 by 9, UCT is stronger than alpha-beta",
            scores["go"],
        ),
        Claim(
            "Pruning makes minimax usable on games with many moves.",
            "",
            [
                Finding(
                    f"chess to {deepest} plies, {found.sizes.positions} positions",
                    f"{few:,.0f} nodes instead of {many:,.0f}",
                    counted(few < many),
                )
            ],
        ),
        Claim(
            "Pruning makes the tree narrower, say by 10 of 30 moves: 20^85 instead of 30^85.",
            "",
            [
                Finding(
                    "chess, alpha-beta of textbooks and minimax",
                    f"one more ply costs {growth['alpha-beta of textbooks']:.1f} times the nodes instead of "
                    f"{growth['minimax']:.1f}",
                    not_comparable("the article's 10 is an example"),
                )
            ]
            if not any(math.isnan(one) for one in growth.values())
            else [],
        ),
    ]


def _growth(counts: dict[int, float]) -> float:
    """The growth of the nodes by one ply, over the last two plies."""
    last = max(counts)
    return math.sqrt(counts[last] / counts[last - 2]) if last > 2 else math.nan


def summary(found: Found) -> str:
    longest = found.sizes.seconds[-1]
    chess, go = (score(found.by_time[game][longest]) for game in ("chess", "go"))
    return (
        f"With {1000 * longest:g} ms a move UCT scores {chess} against alpha-beta on chess, where counting pieces says "
        f"who is ahead, and {go} on Go, where no count does"
    )


def write(page: Page, found: Found) -> None:
    page.heading("Chess and Go")
    for game in BY_DEPTH:
        _write_nodes(page, found, game)
    page.heading("Strength in equal time", 3)
    page.text(
        f"Each move has {1000 * found.sizes.seconds[0]:g} ms of processor time, converted to nodes or simulations by "
        "the pace measured beforehand, so that the load of the machine does not matter. Searches with a fixed depth "
        "take the time in the table. Each opening of two random plies is played from both sides; scores in per cent "
        "with 95 % intervals over pairs. On chess the searches evaluate by the game's tapered count, on Go by the "
        "stones on the board. A short time is a disadvantage for UCT, which first tries every move once: an empty "
        "board of Go has 81, and with fewer simulations some moves are never tried."
    )
    for game, rows in found.against.items():
        cells = [
            [name, _effort(found, game, name), percent(row.score), _interval(row), number(row.matches)]
            for name, row in rows.items()
        ]
        head = f"on {game}, against {BEST[game]} ({_effort(found, game, BEST[game])})"
        columns = [[100 * getattr(row, word) for row in rows.values()] for word in ("score", "score_low", "score_high")]
        svg = bars(
            list(rows),
            *columns,
            title=f"{game}: score against {BEST[game]}; 50 is even",
            x_label="score in per cent",
            signed=False,
            even=50.0,
        )
        page.picture(f"{game}_strength", svg, f"score of each search on {game}")
        page.table(ReportTable([head, "a move", "score", "95 %", "matches"], cells, left=2))
    _write_by_time(page, found)


def _write_nodes(page: Page, found: Found, game: str) -> None:
    page.heading(f"Effort on {game}", 3)
    deepest = max(max(counts) for counts in found.nodes[game].values())
    page.text(
        f"Nodes to a depth from {found.sizes.positions} positions after {PLIES} random plies, on average. b is the "
        "growth by one ply over the last two plies that were counted. alphabeta counts the nodes of all iterations, "
        "and those beyond the depth."
    )
    rows = []
    for name, counts in found.nodes[game].items():
        growth = _growth(counts)
        cells = [number(counts[depth]) if depth in counts else "" for depth in range(1, deepest + 1)]
        rows.append([name, *cells, "" if math.isnan(growth) else f"{growth:.1f}"])
    series = [Series(name, list(counts), list(counts.values())) for name, counts in found.nodes[game].items()]
    svg = curves(series, title=f"{game} to a depth", x_label="depth in plies", y_label="nodes", log_x=False, log_y=True)
    page.picture(f"{game}_nodes", svg, f"nodes by depth on {game}")
    page.table(ReportTable(["nodes to a depth of", *map(str, range(1, deepest + 1)), "b"], rows))


def _write_by_time(page: Page, found: Found) -> None:
    page.heading("Where no evaluation is known", 3)
    page.text(
        "UCT against alphabeta by time a move. UCT needs no evaluation: a playout ends in a result. Alpha-beta is as "
        "good as its evaluation. On chess an extra pawn is an advantage that a search can win within a few plies. On "
        "Go the count of stones says little until late: nearly all stones stay on the board, and whether a group "
        "lives is decided many plies later. Deeper search does not help."
    )
    rows = [
        [game, f"{1000 * seconds:g} ms", percent(row.score), _interval(row), number(row.matches)]
        for game, by in found.by_time.items()
        for seconds, row in by.items()
    ]
    page.table(ReportTable(["game", "a move", "UCT's score", "95 %", "matches"], rows))
    page.text(
        f"On Go alphabeta scores {score(found.control)} against random moves: it captures what it can capture within "
        "its depth, and does nothing else."
    )


def _effort(found: Found, game: str, name: str) -> str:
    """The time or the work of a search for a move, in words."""
    unit, seconds = SEARCHES[game][name][1], found.seconds[game][name]
    if not unit:
        return f"{1000 * seconds:.2g} ms"
    return f"{max(2, round(found.sizes.seconds[0] / seconds)):,} {unit}"


def _interval(row: Duel) -> str:
    return span(percent(row.score_low), percent(row.score_high))
