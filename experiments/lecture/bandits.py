"""Bandits and the Monte Carlo method: regret curves, and estimates of pi by random points and needles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

import playout
from experiments.claims import Claim, Finding
from experiments.common import Options
from experiments.pages import Page
from experiments.verdicts import Gain, larger, not_comparable
from playout.arena.reporting.plots import Series, curves
from playout.arena.reporting.tables import ReportTable
from playout.bandits.monte_carlo import Estimate
from playout.bandits.runs import RegretComparison, RegretCurve

ARMS = (0.3, 0.4, 0.5, 0.6, 0.7)
STRATEGIES = ("naive", "epsilon_greedy", "ucb1", "ucb2", "ucb1_tuned", "thompson")
ESTIMATORS: dict[str, Callable[..., Estimate]] = {
    "circle": playout.monte_carlo.pi,
    "needle": playout.monte_carlo.buffon,
}
WAYS = {"circle": "points in a circle", "needle": "needles on lines"}
"""The estimators in words."""


@dataclass(frozen=True)
class PiError:
    """The root mean square error of estimates of pi over repeats, for each number of samples."""

    way: str
    samples: list[int]
    errors: list[float]
    theory: list[float]
    """The standard error by the binomial distribution."""

    @property
    def slope(self) -> float:
        """The slope of log error by log samples; theory: -1/2."""
        return float(np.polyfit(np.log(self.samples), np.log(self.errors), 1)[0])

    @property
    def slope_error(self) -> float:
        """The standard error of the slope, by the distances of the points from the line."""
        x, y = np.log(self.samples), np.log(self.errors)
        left = y - np.polyval(np.polyfit(x, y, 1), x)
        return float(np.sqrt(np.sum(left**2) / (len(x) - 2) / np.sum((x - x.mean()) ** 2)))


@dataclass(frozen=True)
class Point:
    """A mean over repeats, with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Regret:
    """The regret of several strategies, by strategy and pulls."""

    pulls: int
    repeats: int
    expected: dict[str, dict[int, Point]]
    realised: dict[str, dict[int, Point]]


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    regret: Regret
    pi: list[PiError]


def measure(options: Options) -> Found:
    pulls, repeats = (3000, 100) if options.quick else (20_000, 400)
    regret = playout.bandits.compare(ARMS, STRATEGIES, pulls, repeats=repeats, seed=options.seed)
    sizes = [10**power for power in range(2, 5 if options.quick else 7)]
    return Found(
        regret_of(regret), [pi_error(way, sizes, 20 if options.quick else 60, options.seed) for way in ESTIMATORS]
    )


def regret_of(found: RegretComparison) -> Regret:
    """The regret at the numbers of pulls that the page shows."""
    marks = sorted({*table_marks(found.pulls), *growth_marks(found.pulls), *plot_marks(found.pulls)})

    def points(curves: dict[str, RegretCurve]) -> dict[str, dict[int, Point]]:
        return {
            name: {mark: Point(float(curve.mean[mark - 1]), float(curve.error[mark - 1])) for mark in marks}
            for name, curve in curves.items()
        }

    return Regret(found.pulls, found.repeats, points(found.expected), points(found.realised))


def table_marks(pulls: int) -> list[int]:
    return [10**power for power in range(1, 6) if 10**power < pulls] + [pulls]


def growth_marks(pulls: int) -> list[int]:
    return [pulls // 8, pulls // 4, pulls // 2, pulls]


def plot_marks(pulls: int) -> list[int]:
    return [round(10 ** (k / 4)) for k in range(4, 40) if 10 ** (k / 4) < 0.8 * pulls] + [pulls]


def pi_error(way: str, sizes: list[int], repeats: int, seed: int) -> PiError:
    errors = []
    for size in sizes:
        values = [ESTIMATORS[way](size, seed=1000 * seed + repeat).value for repeat in range(repeats)]
        errors.append(math.sqrt(sum((value - math.pi) ** 2 for value in values) / repeats))
    share = math.pi / 4 if way == "circle" else 2 / math.pi
    # Pi is 4 times the share of points in the circle, or 2 over the share of needles that cross a line.
    spread = math.sqrt(share * (1 - share)) * (4 if way == "circle" else 2 / share**2)
    return PiError(way, sizes, errors, [spread / math.sqrt(size) for size in sizes])


def lower_bound(factor: float) -> float:
    """The asymptotic lower bound of Lai and Robbins: the regret added while the pulls grow by `factor`."""
    best = max(ARMS)
    return sum((best - arm) / _divergence(arm, best) for arm in ARMS if arm < best) * math.log(factor)


def upper_bound(pulls: int) -> float:
    """The upper bound of the regret of UCB1 (Auer, Cesa-Bianchi and Fischer)."""
    gaps = [max(ARMS) - arm for arm in ARMS if arm < max(ARMS)]
    return 8 * sum(math.log(pulls) / gap for gap in gaps) + (1 + math.pi**2 / 3) * sum(gaps)


def _divergence(p: float, q: float) -> float:
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


def claims_of(found: Found) -> list[Claim]:
    regret = found.regret
    last = {name: points[regret.pulls] for name, points in regret.expected.items()}
    where = f"{len(ARMS)} arms, {regret.pulls:,} pulls"
    bound = upper_bound(regret.pulls)

    def words(name: str) -> str:
        return f"{last[name].mean:,.0f} ± {1.96 * last[name].error:,.0f}"

    return [
        Claim(
            "The regret of UCB1 is O(ln T) (the Hearthstone report as well).",
            "",
            [
                Finding(
                    where,
                    f"{words('ucb1')}; the bound of theory, which grows like ln T, is {bound:,.0f}",
                    larger(difference(Point(bound, 0.0), last["ucb1"])),
                )
            ],
        ),
        Claim(
            "An arm must never have the probability 0, or the best one may be missed (the Hearthstone report as well).",
            "",
            [
                Finding(
                    where,
                    f"the naive strategy, which stays with one arm, has a regret of {words('naive')}, UCB1 of "
                    f"{words('ucb1')}",
                    larger(difference(last["naive"], last["ucb1"])),
                )
            ],
        ),
        Claim(
            "Epsilon-greedy is simple and practical.",
            "",
            [
                Finding(
                    where,
                    f"its regret is {words('epsilon_greedy')}, that of UCB1 {words('ucb1')} and of the naive strategy "
                    f"{words('naive')}",
                    not_comparable("an opinion"),
                )
            ],
        ),
        Claim(
            "More samples bring the Monte Carlo method closer to the truth.",
            "",
            [
                Finding(
                    f"pi by {WAYS[one.way]}, {one.samples[0]:,} to {one.samples[-1]:,} samples",
                    f"the error falls with the power {one.slope:.2f} of the samples, in theory -0.5",
                    larger(Gain(-one.slope, *(-one.slope + side * 1.96 * one.slope_error for side in (-1, 1)))),
                )
                for one in found.pi
            ],
        ),
    ]


def difference(one: Point, other: Point) -> Gain:
    """The difference of two means of independent repeats, with its 95 % interval."""
    value, reach = one.mean - other.mean, 1.96 * math.hypot(one.error, other.error)
    return Gain(value, value - reach, value + reach)


def write(page: Page, found: Found) -> None:
    regret = found.regret
    marks = table_marks(regret.pulls)
    order = sorted(STRATEGIES, key=lambda name: regret.expected[name][regret.pulls].mean)
    page.heading("Bandits")
    page.heading("Regret", 3)
    page.text(
        f"Arms that pay 1 with probability {', '.join(map(str, ARMS))}, else 0. Expected regret: pulls times the best "
        f"mean, minus the means of the arms pulled. Mean of {regret.repeats} repeats, ± 1.96 standard errors."
    )
    page.picture(
        "regret",
        regret_plot(regret.expected, STRATEGIES, "Expected regret", log_y=True),
        "Expected regret of six strategies by pulls, both axes logarithmic",
    )
    page.table(_regret_table(regret, order, marks))
    page.text(
        "Epsilon-greedy never stops exploring, and the naive strategy stays with a wrong arm for ever: their regret "
        "grows like T. The regret of the others grows like ln T, a straight line where only the pulls are on a log "
        "scale. In the long run each doubling of the pulls adds the same regret; for epsilon-greedy and the naive "
        "strategy the added regret doubles as well."
    )
    logarithmic = [name for name in STRATEGIES if name not in ("naive", "epsilon_greedy")]
    page.picture(
        "logarithm",
        regret_plot(regret.expected, logarithmic, "Expected regret that grows like ln T"),
        "Expected regret of UCB1, UCB2, UCB1-tuned and Thompson sampling by pulls on a log scale",
    )
    page.table(_growth_table(regret, order))
    page.text(
        "Realised regret uses the rewards paid instead of the means of the arms. Its mean is the same, but the noise "
        "of the rewards is in it, so its standard errors are larger."
    )
    page.picture(
        "realised",
        regret_plot(regret.realised, logarithmic, "Realised regret"),
        "Realised regret of the same four strategies by pulls",
    )
    page.heading("Pi by Monte Carlo")
    page.text(
        "Two estimates: four times the share of random points of a square that lie in its inscribed circle, and two "
        "divided by the share of needles that cross a line. Error: root mean square over repeats. Ten times the "
        "accuracy needs a hundred times the samples; needles need more than points, since the variance of their "
        "estimate is larger."
    )
    page.picture("pi", pi_plot(found.pi), "Error of pi by samples, both axes logarithmic")
    rows = [
        [f"{size:,}", *(f"{number:.2g}" for one in found.pi for number in (one.errors[i], one.theory[i]))]
        for i, size in enumerate(found.pi[0].samples)
    ]
    page.table(ReportTable(["samples", "points: error", "theory", "needles: error", "theory"], rows))


def _regret_table(regret: Regret, order: list[str], marks: list[int]) -> ReportTable:
    rows = []
    for name in order:
        points = [*(regret.expected[name][mark] for mark in marks), regret.realised[name][regret.pulls]]
        rows.append([name, *(f"{point.mean:,.1f} ± {1.96 * point.error:,.1f}" for point in points)])
    rows.append(["theory: upper bound of UCB1", *(f"{upper_bound(mark):,.0f}" for mark in marks), ""])
    return ReportTable(["strategy", *(f"{mark:,} pulls" for mark in marks), "realised, at the end"], rows)


def _growth_table(regret: Regret, order: list[str]) -> ReportTable:
    """The regret that each doubling of the pulls adds: constant if the regret grows like ln T."""
    steps = growth_marks(regret.pulls)
    rows = []
    for name in order:
        points = regret.expected[name]
        rows.append([name, *(f"{points[b].mean - points[a].mean:,.1f}" for a, b in pairwise(steps))])
    rows.append(["theory: asymptotic lower bound", *[f"{lower_bound(2):.1f}"] * 3])
    headings = [f"from {a:,} to {b:,}" for a, b in pairwise(steps)]
    return ReportTable(["expected regret added", *headings], rows)


def regret_plot(found: dict[str, dict[int, Point]], names: Sequence[str], title: str, *, log_y: bool = False) -> str:
    marks = plot_marks(max(found[names[0]]))
    series = []
    for name in names:
        points = [found[name][mark] for mark in marks]
        low, high = ([point.mean + side * 1.96 * point.error for point in points] for side in (-1, 1))
        series.append(Series(name, marks, [point.mean for point in points], low, high))
    return curves(series, title=title, x_label="pulls", y_label="regret", log_y=log_y)


def pi_plot(found: list[PiError]) -> str:
    series = []
    for one in found:
        label = WAYS[one.way]
        series.append(Series(label, one.samples, one.errors))
        series.append(Series(f"{label}, theory", one.samples, one.theory))
    return curves(series, title="Error of pi", x_label="samples", y_label="error", log_y=True)
