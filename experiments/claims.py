"""The claims of a source, with the measurements about them; each measurement has its own verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from experiments.verdicts import QUICK, Gain, Verdict
from playout.arena.reporting.plot_style import BLUE, GREY, INK, ORANGE, drawing, label_of, to_svg, wrapped
from playout.arena.reporting.tables import ReportTable

__all__ = ["Claim", "Finding", "about_score", "claim_table", "interval_plot", "undecided"]

LOOKS: dict[str, dict[str, Any]] = {
    "confirmed": {"color": BLUE, "marker": "o"},
    "not confirmed": {"color": ORANGE, "marker": "s"},
    "not decided": {"color": GREY, "marker": "D", "markerfacecolor": "white"},
    "not comparable": {"color": GREY, "marker": "x"},
}
"""How the plot shows each verdict."""


@dataclass(frozen=True)
class Finding:
    """A measurement: its conditions, its result, and its verdict on the claim."""

    where: str
    measured: str
    verdict: Verdict
    gain: Gain | None = None
    """The score minus the even score, for the plot; above 0 is stronger. None if no score was measured."""


@dataclass(frozen=True)
class Claim:
    """A claim of a source, and the findings about it."""

    claimed: str
    short: str
    """The claim in a few words, for the plot; empty if no scores were measured."""
    findings: Sequence[Finding]


def about_score(where: str, measured: str, gain: Gain, rule: Callable[[Gain], Verdict]) -> Finding:
    """A finding about a score, with the verdict by this rule."""
    return Finding(where, measured, rule(gain), gain)


def undecided(claims: Sequence[Claim]) -> list[Claim]:
    """The claims with the verdict of a quick run, which decides nothing."""
    return [replace(claim, findings=[replace(one, verdict=QUICK) for one in claim.findings]) for claim in claims]


def claim_table(claims: Sequence[Claim]) -> ReportTable:
    """A row for each finding; a claim is named in its first row."""
    rows = [
        [claim.claimed if place == 0 else "", one.where, one.measured, str(one.verdict)]
        for claim in claims
        for place, one in enumerate(claim.findings)
    ]
    return ReportTable(["claimed", "where", "measured", "verdict"], rows, left=4)


def interval_plot(claims: Sequence[Claim], title: str) -> str:
    """All scores beside the line of equal strength, in points, with their intervals and verdicts."""
    shown = [(claim, [one for one in claim.findings if one.gain is not None]) for claim in claims]
    shown = [(claim, some) for claim, some in shown if some]
    labels: list[tuple[str, Finding | None]] = []
    for claim, some in shown:
        labels += [(claim.short, None), *((wrapped(one.where, 74), one) for one in some)]
    places, lines = list[float](), 0
    for name, _ in labels:
        places.append(lines + name.count("\n") / 2)
        lines += name.count("\n") + 1
    with drawing(10.4, 1.2 + 0.22 * lines, title) as figure:
        axes = figure.add_subplot()
        axes.grid(axis="y", visible=False)
        axes.set_yticks(places, [name for name, _ in labels], color=INK, fontsize=9)
        for label, (_, finding) in zip(axes.get_yticklabels(), labels, strict=True):
            label.set_fontweight("bold" if finding is None else "normal")
        axes.set_ylim(lines - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
        for row, (_, one) in zip(places, labels, strict=True):
            if one is None or one.gain is None:
                continue
            middle, reach = 50 * (one.gain.low + one.gain.high), 50 * (one.gain.high - one.gain.low)
            look = LOOKS[one.verdict.word]
            axes.errorbar(middle, row, xerr=reach, fmt="none", ecolor=look["color"], capsize=3.5)
            axes.plot([100 * one.gain.value], [row], linestyle="", markersize=6, **look)
            axes.text(1.015, row, one.verdict.word, transform=axes.get_yaxis_transform(), va="center", fontsize=9)
        axes.set_xlabel("points of the score above or below even, with 95 % intervals")
        axes.xaxis.set_major_formatter(lambda number, _: label_of(number, signed=True))
        about = "; ".join(
            f"{claim.short}, {one.where}: {100 * one.gain.value:+.1f} "
            f"({100 * one.gain.low:+.1f} to {100 * one.gain.high:+.1f}), {one.verdict.word}"
            for claim, some in shown
            for one in some
            if one.gain is not None
        )
        return to_svg(figure, title, about)
