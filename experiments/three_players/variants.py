"""Three players, five in a row on a cube: each improvement of UCT against two plain players."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import playout
from experiments.backends import gpu, is_on_gpu
from experiments.common import Options
from experiments.pages import Page
from experiments.verdicts import Gain, wilson
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.arena.cells import number, percent, span
from playout.arena.reporting.plots import bars
from playout.arena.reporting.tables import ReportTable
from playout.arena.tournament import tournament

GAME = "gomoku3d"
EVEN = 1 / 3
NUMBERS = "c=1.0, wary=0"
PLAIN = f"{NUMBERS}, solver=False, tactics=False, policy='uniform'"
PRUNING = f"{PLAIN}, prune_ends=True, prune_playouts=True"
CAREFUL = f"{PRUNING}, a=0.5, b=0.5"
DROPPING = f"{PRUNING}, selection=LATE"
"""LATE stands for the path of `late_rule`."""
OURS = "Playout's own: that, wary = 0.3"
REPORT = "the report's: careful, both prunings"

VARIANTS = {
    "plain": PLAIN,
    "careful: a = b = 0.5": f"{PLAIN}, a=0.5, b=0.5",
    "prune_ends": f"{PLAIN}, prune_ends=True",
    "prune_playouts": f"{PLAIN}, prune_playouts=True",
    "both prunings": PRUNING,
    REPORT: CAREFUL,
    "that, results decayed by 0.99 a ply": f"{CAREFUL}, backup=decay",
    "that, weak moves dropped": DROPPING,
    "solver": f"{NUMBERS}, tactics=False, policy='uniform'",
    "solver and tactics": f"{NUMBERS}, policy='uniform'",
    "playouts that win at once": f"{NUMBERS}, solver=False, tactics=False, policy='win_at_once'",
    "solver, tactics, playouts that win and block": f"{NUMBERS}, policy='win_or_block'",
    "solver, tactics, playouts that win at once": f"{NUMBERS}, policy='win_at_once'",
    "that, c = 0.3": "c=0.3, wary=0",
    OURS: "",
}
"""Options of one seat; the other two are plain."""

PERSONALITIES = {"only one's own chances": (1.0, 0.0), "both": (0.5, 0.5), "only the rivals'": (0.0, 1.0)}
OPEN_FOUR = ["b6-1", "b3-3", "a1-6", "f1-6", "c6-1", "c3-3", "f6-6", "a6-4", "d6-1", "d3-3", "c1-5", "e5-5", "e6-1"]
"""Four players; the first has four in a row open at both ends, the second, who is to move, has three."""
BLOCKS, EXTENSIONS = ("a6-1", "f6-1"), ("a3-3", "e3-3", "f3-3")


@dataclass(frozen=True)
class Score:
    """The score of one player against two others, equally often from each seat."""

    matches: int
    simulations: int
    """Simulations a move of this player."""
    score: float
    low: float
    high: float
    """95 % (Wilson)."""

    @property
    def gain(self) -> Gain:
        """The score minus a third."""
        return Gain(self.score - EVEN, self.low - EVEN, self.high - EVEN)

    def __str__(self) -> str:
        return f"{percent(self.score)} % ({percent(self.low)} to {percent(self.high)})"


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    simulations: int
    """Simulations a move of the plain players."""
    cost: dict[str, float]
    """By the names of VARIANTS: processor time for a simulation, in microseconds."""
    equal_simulations: dict[str, Score]
    equal_time: dict[str, Score]
    shares: dict[str, tuple[float, float]]
    """By personality: the shares of visits of moves that block the open four, and of moves that make four of three."""


def measure(options: Options) -> Found:
    simulations, matches = (300, 3) if options.quick else (3000, 45)
    chosen = ["plain", REPORT, OURS] if options.quick else list(VARIANTS)
    costs = measure_costs(chosen, 20_000)
    plain = agent(PLAIN, simulations)
    equal, timed = {}, {}
    for name in chosen:
        budget = round(simulations * costs["plain"] / costs[name])
        equal[name] = meet(options, agent(VARIANTS[name], simulations), plain, simulations, matches, options.seed)
        timed[name] = meet(options, agent(VARIANTS[name], budget), plain, budget, matches, options.seed + 1000)
    return Found(simulations, costs, equal, timed, visit_shares(20 * simulations, options.seed))


def agent(words: str, simulations: int) -> str:
    words = words.replace("LATE", repr(str(late_rule(simulations))) if "LATE" in words else "")
    return f"uct({words}{', ' if words else ''}simulations={simulations})"


@cache
def late_rule(simulations: int) -> Path:
    """The rule of dropping.py for searches with this number of simulations."""
    content = Path(__file__).with_name("dropping.py").read_text(encoding="utf-8")
    path = Path(tempfile.mkdtemp(prefix="playout-experiment-")) / f"dropping_{simulations // 2}.py"
    path.write_text(content.replace("AFTER = 1_500", f"AFTER = {simulations // 2}"), encoding="utf-8")
    return path


def measure_costs(names: list[str], simulations: int) -> dict[str, float]:
    """Processor time for a simulation from the empty board: the best of three interleaved rounds."""
    state = playout.load(GAME).start()
    best = dict.fromkeys(names, float("inf"))
    for _ in range(3):
        for name in names:
            playout.new_search(state, agent(VARIANTS[name], simulations), seed=1).run(simulations=10)
            search = playout.new_search(state, agent(VARIANTS[name], simulations), seed=1)
            begin = time.thread_time()
            search.run()
            best[name] = min(best[name], 1e6 * (time.thread_time() - begin) / simulations)
    return best


def meet(options: Options, one: str, others: str, simulations: int, matches: int, seed: int) -> Score:
    """The score of `one` against two others: on a GPU, if it was asked for and can play them, else on the CPU."""
    agents = trio(one, others)
    if not is_on_gpu(options, GAME, agents):
        return against(one, others, simulations, matches, seed)
    played = tournament(GAME, agents, matches=matches, seed=seed, executor=gpu()).results
    score = float(played.payoffs[played.seats == 0].mean())
    return Score(played.matches, simulations, score, *wilson(score * played.matches, played.matches))


def trio(one: str, others: str) -> list[str]:
    """One agent and two equal others, all spelt differently, as a tournament requires."""
    return [one, *(f"{others[:-1]}, seed={seed})" for seed in (1, 2))]


def against(one: str, others: str, simulations: int, matches: int, seed: int) -> Score:
    """The score of `one` against two others; in three matches with the same seed it has each seat once."""
    total = 0.0
    for i in range(matches):
        seats = [others] * 3
        seats[i % 3] = one
        total += playout.play_match(GAME, seats, seed=seed + i // 3).payoffs[i % 3]
    return Score(matches, simulations, total / matches, *wilson(total, matches))


def visit_shares(simulations: int, seed: int) -> dict[str, tuple[float, float]]:
    """The shares of the second player's visits, by personality."""
    state = playout.load(GAME, players=4).replay(OPEN_FOUR)
    shares = {}
    for name, (a, b) in PERSONALITIES.items():
        options = UctOptions(a=a, b=b, c=1.0, wary=0, solver=False, tactics=False, policy="uniform")
        search = Uct(state, options, seed=seed)
        search.run(simulations=simulations)
        visits = {state.format(item.move): item.visits for item in search.result().candidates}
        blocks, extensions = (sum(visits[text] for text in texts) for texts in (BLOCKS, EXTENSIONS))
        shares[name] = (blocks / sum(visits.values()), extensions / sum(visits.values()))
    return shares


def write(page: Page, found: Found) -> None:
    timed = found.equal_time
    page.heading("Each improvement")
    page.text(
        "6 x 6 x 6 cells, five in a row, three players. One seat plays the variant of the row, the other two plain UCT "
        f"({found.simulations:,} simulations a move, no solver, no tactics, uniform playouts); in every three matches "
        "the variant has each seat once. Equal time is set by simulations, in the ratio of the processor time of a "
        "simulation from the empty board, so the load of the machine does not matter. A draw counts 1/3. 95 % "
        "intervals (Wilson): where one contains 33.3, the matches do not show who is stronger. Plain against plain is "
        "the same match three times, and so exactly even."
    )
    columns = [[100 * getattr(row, word) for row in timed.values()] for word in ("score", "low", "high")]
    title = "Score against two plain players, equal time; 33.3 is even"
    svg = bars(list(timed), *columns, title=title, x_label="score in per cent", signed=False, even=100 * EVEN)
    page.picture("variants", svg, "Score of each variant at equal time")
    page.table(_variant_table(found))
    page.heading("The weights a and b")
    page.text(
        "Four players. The first has four in a row, open at both ends; the second has three and is to move. Shares of "
        f"the visits of plain UCT, {20 * found.simulations:,} simulations, by the weights in selection: a of the "
        "player's own mean, b of 1 minus the mean of the strongest rival."
    )
    rows = [
        [name, f"{a:g}", f"{b:g}", *(percent(share) for share in found.shares[name])]
        for name, (a, b) in PERSONALITIES.items()
    ]
    page.table(ReportTable(["selection by", "a", "b", "% of visits that block", "% that make four"], rows))


def _variant_table(found: Found) -> ReportTable:
    rows = []
    for name, equal in found.equal_simulations.items():
        timed = found.equal_time[name]
        rows.append(
            [
                *(name, percent(equal.score), span(percent(equal.low), percent(equal.high))),
                *(percent(timed.score), span(percent(timed.low), percent(timed.high))),
                *(number(timed.simulations), number(equal.matches), f"{found.cost[name]:.2g}"),
            ]
        )
    headings = ["UCT", "equal simulations, %", "95 %", "equal time, %", "95 %", "simulations at equal time"]
    return ReportTable([*headings, "matches of each", "µs a simulation"], rows)
