"""The progress of a training run, as it is saved and shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["HEADINGS", "ProgressRow", "RunProgress", "line_of"]


@dataclass(frozen=True)
class ProgressRow:
    """A row of the progress table: the run at one moment."""

    seconds: float
    """Seconds of work since the beginning of the run, without pauses between sessions."""
    evaluations: int
    matches: int
    samples: int
    simulations: int
    """The number of simulations per decision."""
    policy_loss: float
    """The loss above its lower bound, the entropy of the targets."""
    value_loss: float


@dataclass
class RunProgress:
    """The totals of a run over all its sessions."""

    evaluations: int = 0
    seconds: float = 0.0
    matches: int = 0
    samples: int = 0
    decisions: int = 0
    steps: int = 0
    """Training steps done."""
    owed: float = 0.0
    """The fraction of a training step that is due."""
    pieces: int = 0
    """The number of sessions: 1, plus 1 for each time that the run was resumed."""
    rows: list[ProgressRow] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, record: dict[str, Any]) -> RunProgress:
        rows = [ProgressRow(**row) for row in record.pop("rows")]
        return cls(**record, rows=rows)


HEADINGS = (
    f"{'time':>7}  {'left':>7}  {'done':>5}  {'matches':>11}  {'positions':>13}  {'per move':>8}  {'policy':>7}  "
    f"{'value':>7}  {'Elo':>6}"
)
"""The headings of the progress table. policy and value are losses above the entropy of the targets; Elo is the last
exam's.
"""


def line_of(row: ProgressRow, total: int, elo: float | None = None) -> str:
    """A row of the progress table. total: the evaluations of the whole run."""
    left = row.seconds * max(0.0, total / row.evaluations - 1)
    strength = "" if elo is None else f"{elo:+.0f}"
    return (
        f"{_clock(row.seconds)}  {_clock(left)}  {min(1.0, row.evaluations / total):5.0%}  {row.matches:11,}  "
        f"{row.samples:13,}  {row.simulations:8d}  {row.policy_loss:7.4f}  {row.value_loss:7.4f}  {strength:>6}"
    ).rstrip()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:4d}:{rest:02d}"
