"""The plot of a training run: losses and Elo of the exams, over the work done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playout.arena.reporting.plot_style import BLUE, ORANGE, drawing, has_plots, to_svg
from playout.files import write_whole

if TYPE_CHECKING:
    from playout.learning.training_run import TrainingRun

__all__ = ["draw_curve"]


def draw_curve(run: TrainingRun) -> None:
    """Write the run's curve.svg. Does nothing without matplotlib, or with fewer than two points."""
    rows, exams = run.progress.rows, run.examined["exams"]
    if not has_plots() or len(rows) < 2:
        return
    rules = run.setup.game.rules
    title = f"{rules.names.get('en', rules.name)}: {run.setup.shape}"
    total = run.evaluations / 100
    with drawing(7.0, 3.2, title) as figure:
        left, *others = figure.subplots(1, 2 if exams else 1, squeeze=False)[0]
        work = [row.evaluations / total for row in rows]
        left.plot(work, [row.policy_loss for row in rows], color=BLUE, label="policy")
        left.plot(work, [row.value_loss for row in rows], color=ORANGE, label="value")
        left.set(xlabel="% of the work", ylabel="loss above the least possible", ylim=(0, None), xlim=(0, 100))
        left.legend()
        for right in others:
            at = [exam["evaluations"] / total for exam in exams]
            elo, low, high = ([exam["standing"][name] for exam in exams] for name in ("elo", "low", "high"))
            bars = [[a - b for a, b in zip(elo, low, strict=True)], [b - a for a, b in zip(elo, high, strict=True)]]
            right.errorbar(at, elo, bars, color=BLUE, marker="o", capsize=3)
            right.set(xlabel="% of the work", ylabel="Elo above random", xlim=(0, 105))
        about = f"losses of {len(rows)} moments, and {len(exams)} exams"
        write_whole(run.folder.curve, to_svg(figure, title, about).encode())
