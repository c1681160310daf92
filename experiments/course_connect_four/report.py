"""The claims of the course's report: a ladder of opponents, c, wins and blocks as special cases, longer thinking.

The course's AIs are not ours to ship: agents of Playout stand in for them. All agents have simulations instead of
seconds, so that hundreds of matches can be played and the load of the machine does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

import playout
from experiments.common import Options
from experiments.course_connect_four.variants import report_uct
from experiments.duels import HEADS, cells, course_duel, gain
from experiments.in_process import course_boards
from experiments.pages import Page
from experiments.saved import Duel
from experiments.verdicts import effect, wilson
from playout.arena.cells import number, percent, span
from playout.arena.reporting.plots import bars
from playout.arena.reporting.tables import ReportTable

RUNGS = {
    "random": "random",
    "flat, 100 playouts": "flat(simulations=100)",
    "rules": "rules",
    "flat, 1,000 playouts": "flat(simulations=1000)",
    "alphabeta to 4 plies": "alphabeta(depth=4)",
    "its own UCT, 100 simulations": report_uct().format(limit="simulations=100"),
    "its own UCT, 500 simulations": report_uct().format(limit="simulations=500"),
    "its own UCT, 2,000 simulations": report_uct().format(limit="simulations=2000"),
    "Playout's UCT, 500 simulations": "uct(simulations=500)",
    "its own UCT, 6,000 simulations": report_uct().format(limit="simulations=6000"),
    "Playout's UCT, 1,000 simulations": "uct(simulations=1000)",
    "Playout's UCT, 2,000 simulations": "uct(simulations=2000)",
}
"""The opponents."""
VALUES = (0.3, 0.5, 0.7, 1.4)
"""Values of c in Playout's units; each plays against the report's 0.99 (0.7 times sqrt 2)."""


@dataclass(frozen=True)
class Sizes:
    """The size of the experiment."""

    budget: int
    """Simulations a move of the report's UCT on the ladder, in place of its 2 s."""
    ladder: int
    """Boards for each rung; two matches on each."""
    c: int
    """Boards for each value of c."""
    c_simulations: int
    special: dict[int, int]
    """By simulations: the boards on which the report's UCT with tactics plays against itself without."""
    positions: int
    """Positions with a win, and positions with a block."""
    budgets: tuple[int, ...]
    """Simulations with which the search has to find them."""
    longer: list[tuple[int, int, int]]
    """Simulations of the shorter and of the longer search, and boards. Three against two stand for 3 s against 2 s."""


FULL = Sizes(
    budget=2000,
    ladder=20,
    c=40,
    c_simulations=3000,
    special={1000: 40, 3000: 40},
    positions=30,
    budgets=(100, 300, 1000, 3000, 10_000, 100_000),
    longer=[
        (1000, 3000, 40),
        (3000, 10_000, 40),
        (2000, 3000, 200),
        (200_000, 300_000, 40),
        (2_000_000, 3_000_000, 4),
    ],
)
QUICK = Sizes(100, 2, 2, 100, {50: 2}, 3, (30, 300), [(50, 150, 2), (60, 90, 2)])


@dataclass(frozen=True)
class Seen:
    """How often the report's UCT plays what an expert would play at once."""

    positions: int
    wins: int
    """Immediate wins that it played, in `positions` positions that have one."""
    blocks: int
    """Wins of the opponent on one column that it prevented, in as many positions."""


@dataclass(frozen=True)
class Found:
    """What the experiment measured. Every Duel is the score of the first of two agents."""

    sizes: Sizes
    ladder: dict[str, Duel]
    by_c: dict[float, Duel]
    """Each c against the report's."""
    special: dict[int, Duel]
    """With tactics against without, by simulations."""
    seen: dict[int, Seen]
    """By simulations."""
    longer: list[Duel]
    """The longer against the shorter search, by `sizes.longer`."""

    @property
    def by_simulations(self) -> dict[tuple[int, int], Duel]:
        """The longer against the shorter search, by the simulations of both, the shorter first."""
        return {(short, long): row for (short, long, _), row in zip(self.sizes.longer, self.longer, strict=True)}


def measure(options: Options) -> Found:
    sizes, seed = QUICK if options.quick else FULL, options.seed

    def play(name: str, one: str, other: str, boards: int, offset: int) -> Duel:
        return course_duel(options.progress, name, one, other, boards, seed + offset)

    report = report_uct().format(limit=f"simulations={sizes.budget}, seed=1")
    ladder = {name: play(f"ladder: {name}", report, rung, sizes.ladder, 0) for name, rung in RUNGS.items()}
    seen = {n: options.progress.part(f"seen: {n}", Seen, partial(look, n, sizes, seed)) for n in sizes.budgets}
    longer = [
        play(f"{long} against {short}", timed(long), timed(short), boards, 2) for short, long, boards in sizes.longer
    ]
    special = {
        n: play(f"tactics, {n}", timed(n, tactics=True), timed(n), boards, 3) for n, boards in sizes.special.items()
    }
    by_c = {
        c: play(f"c = {c}", timed(sizes.c_simulations, c=c), timed(sizes.c_simulations), sizes.c, 4) for c in VALUES
    }
    return Found(sizes, ladder, by_c, special, seen, longer)


def timed(simulations: int, c: float = 0.99, tactics: bool = False) -> str:
    """The report's UCT with `simulations` simulations a move."""
    return report_uct(c, tactics=tactics).format(limit=f"simulations={simulations}")


def look(simulations: int, sizes: Sizes, seed: int) -> Seen:
    """How many of the wins and blocks the report's UCT finds."""
    wins, blocks = examples(sizes.positions, seed)
    return Seen(sizes.positions, *(sum(finds(item, simulations) for item in kind) for kind in (wins, blocks)))


def finds(item: tuple[playout.State, int], simulations: int) -> bool:
    state, move = item
    agent = playout.agent(report_uct().format(limit=f"simulations={simulations}, seed=1"))
    return agent.choose(state) == move


@lru_cache(maxsize=1)
def examples(count: int, seed: int) -> tuple[list[tuple[playout.State, int]], list[tuple[playout.State, int]]]:
    """Positions from matches of weak players, each with a column: an immediate win, or the only column on which the
    opponent would win, without a win of one's own. A match gives at most one position of each kind.
    """
    wins, blocks = list[tuple[playout.State, int]](), list[tuple[playout.State, int]]()
    for i, board in enumerate(course_boards(20 * count, seed)):
        if min(len(wins), len(blocks)) >= count:
            break
        state, has_win, has_block = board.start(), False, False
        player = playout.agent(report_uct().format(limit=f"simulations=30, seed={seed + i}"))
        while not state.over:
            own, other = winning(state), threats(state)
            if len(own) == 1 and not has_win:
                wins.append((state, own[0]))
                has_win = True
            elif not own and len(other) == 1 and not has_block:
                blocks.append((state, other[0]))
                has_block = True
            state = state.play(player.choose(state))
    return wins[:count], blocks[:count]


def winning(state: playout.State) -> list[int]:
    """The moves that win at once."""
    after = [(move, state.play(move)) for move in state.moves()]
    return [move for move, end in after if end.over and end.payoffs[state.turn] == 1]


def threats(state: playout.State) -> list[int]:
    """The columns on which the opponent would win if the player to move did nothing there."""
    moves, found = state.moves(), []
    for move in moves:
        after = next((end for end in (state.play(other) for other in moves if other != move) if not end.over), None)
        if after is not None and move in winning(after):
            found.append(move)
    return found


def write(page: Page, found: Found, pace: float) -> None:
    """pace: simulations of the report's UCT a second."""
    sizes = found.sizes
    page.heading("A ladder")
    page.text(
        f"The report's UCT, {sizes.budget:,} simulations a move, against agents of Playout, which stand in for the "
        f"course's AIs, on {sizes.ladder} boards of 9 to 12 rows and columns with a blocked cell, from both sides; "
        "from the weakest to the strongest opponent by score. Scores in per cent with 95 % intervals."
    )
    ordered = dict(sorted(found.ladder.items(), key=lambda item: -item[1].score))
    columns = [[100 * getattr(row, word) for row in ordered.values()] for word in ("score", "score_low", "score_high")]
    title = "The report's UCT against each opponent; 50 is even"
    svg = bars(list(ordered), *columns, title=title, x_label="score in per cent", signed=False, even=50.0)
    page.picture("ladder", svg, "score of the report's UCT against each agent of the ladder")
    page.table(ReportTable(["opponent", *HEADS], [[name, *cells(row)] for name, row in ordered.items()]))
    page.heading("Wins and blocks")
    page.text(
        f"{sizes.positions} positions with an immediate win, and as many in which the opponent would win on one "
        "column: how often the report's UCT plays there, without any special case."
    )
    rows = [
        [number(n), _part(row.wins, row.positions), _part(row.blocks, row.positions)] for n, row in found.seen.items()
    ]
    page.table(ReportTable(["simulations", "wins played, %", "blocks played, %"], rows))
    page.text("The report's UCT with immediate wins and blocks at every node of the tree, against itself without:")
    rows = [[number(n), *cells(row), effect(gain(row))] for n, row in found.special.items()]
    page.table(ReportTable(["simulations a move", *HEADS, "the special case"], rows))
    page.heading("Longer thinking")
    page.text(
        "The report's UCT against itself with fewer simulations a move. In 2 s Playout does about "
        f"{float(f'{2 * pace:.1g}'):,.0f} of them. The report does not say how many its program did, so at every "
        "scale a ratio of three to two stands for 3 s against 2 s."
    )
    rows = [
        [f"{long:,} against {short:,}", *cells(row), effect(gain(row))]
        for (short, long), row in found.by_simulations.items()
    ]
    page.table(ReportTable(["simulations a move", *HEADS, "more of them"], rows))
    page.heading("c")
    page.text(
        f"The report's UCT with another c against itself with its own, {sizes.c_simulations:,} simulations a move. Its "
        "0.7 multiplies $\\sqrt{\\frac{2\\ln(N)}{n}}$, which is c = 0.99 here."
    )
    rows = [[f"{c:g}", f"{c / 2**0.5:.2g}", *cells(row)] for c, row in found.by_c.items()]
    page.table(ReportTable(["c", "in the report's units", *HEADS], rows))


def _part(count: int, total: int) -> str:
    low, high = wilson(count, total)
    return f"{percent(count / total)} ({span(percent(low), percent(high))})"
