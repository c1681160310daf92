"""How far a training run has come, as a record that is saved and shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["HEADINGS", "Row", "RunProgress", "line_of"]


@dataclass(frozen=True)
class Row:
    """The run at a moment."""

    seconds: float
    """Of work, in all pieces."""
    evaluations: int
    matches: int
    samples: int
    simulations: int
    """For each decision."""
    policy_loss: float
    """Beyond the least that the targets allow."""
    value_loss: float


@dataclass
class RunProgress:
    """What was done, in all pieces together."""

    evaluations: int = 0
    seconds: float = 0.0
    matches: int = 0
    samples: int = 0
    decisions: int = 0
    steps: int = 0
    """Of training."""
    owed: float = 0.0
    """Steps of training that are due, below 1."""
    pieces: int = 0
    """How often the run was begun or taken up."""
    rows: list[Row] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, record: dict[str, Any]) -> RunProgress:
        rows = [Row(**row) for row in record.pop("rows")]
        return cls(**record, rows=rows)


HEADINGS = f"{'time':>7}  {'done':>5}  {'matches':>11}  {'positions':>13}  {'per move':>8}  {'policy':>7}  {'value':>7}"
"""Of the lines: policy and value are losses beyond the least that the targets allow."""


def line_of(row: Row, total: int) -> str:
    minutes, seconds = divmod(int(row.seconds), 60)
    return (
        f"{minutes:4d}:{seconds:02d}  {min(1.0, row.evaluations / total):5.0%}  {row.matches:11,}  {row.samples:13,}  "
        f"{row.simulations:8d}  {row.policy_loss:7.4f}  {row.value_loss:7.4f}"
    )
