"""The report of a check: a finding for each rule, and facts about the game."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, field

from playout.pictures import preformatted

__all__ = ["CheckReport", "Finding"]

SHOWN_MOVES = 40
"""The largest number of printed moves of a line; `Finding.moves` has them all."""

WIDTH = 116


@dataclass(frozen=True)
class Finding:
    """The result of examining one rule."""

    rule: str
    """The rule in words."""
    passed: bool | None
    """None if the rule does not apply or could not be examined."""
    detail: str = ""
    """The error with advice, the reason why the rule does not apply, or the number of positions examined."""
    moves: tuple[str, ...] | None = None
    """The shortest known line from the start that shows the failure; None if no line is needed. For a match that did
    not end in time, its beginning."""
    shortest: bool = False
    """Whether all shorter lines were tried and none shows it."""

    def __str__(self) -> str:
        if self.passed:
            return f"✓ {self.rule}{f' ({self.detail})' if self.detail else ''}"
        if self.passed is None:
            return f"– {self.rule}: {self.detail}"
        rows = textwrap.wrap(self.detail, WIDTH - 6, break_long_words=False, break_on_hyphens=False)
        if self.moves is not None:
            rows += textwrap.wrap(self._line(), WIDTH - 6, break_long_words=False, break_on_hyphens=False)
        return "\n".join([f"✗ {self.rule}", *(f"      {row}" for row in rows)])

    def _line(self) -> str:
        if not self.moves:
            return "It shows at the start, before any move."
        shown = ", ".join(self.moves[:SHOWN_MOVES])
        count = len(self.moves)
        rest = f", ... ({count - SHOWN_MOVES:,} more)" if count > SHOWN_MOVES else ""
        word = "shortest line" if self.shortest else "shortest line found"
        return f"The {word} that shows it ({count:,} {'move' if count == 1 else 'moves'}): {shown}{rest}"


@dataclass
class CheckReport:
    """The results of a check; its text is a page to read."""

    game: str
    """The game's name."""
    seed: int = 0
    findings: list[Finding] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """Odd facts that break no rule, such as a seat that never moves, with the evidence."""
    matches: int = 0
    """The number of random matches played."""
    positions: int = 0
    """Positions of these."""
    branching: float | None = None
    """The mean number of legal moves over all plies; outcomes of chance count if the game has `odds`."""
    length: float | None = None
    """The mean number of plies of a random match, chance included."""
    speeds: dict[str, float] = field(default_factory=dict)
    """Playouts a second from the start of the match, by backend."""
    encoding: str = ""
    """The shape of the game's encoding for a network, as a sentence; empty if the game has none."""
    missing: dict[str, str] = field(default_factory=dict)
    """The optional functions that the game lacks, with the features that need them."""

    @property
    def passed(self) -> bool:
        """Whether no rule is broken."""
        return not self.failures

    @property
    def failures(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.passed is False]

    @property
    def magnitude(self) -> float | None:
        """The decimal logarithm of w^d, an estimate of the number of lines: branching to the power of length."""
        if self.branching is None or self.length is None:
            return None
        return self.length * math.log10(max(self.branching, 1.0))

    def __str__(self) -> str:
        broken = len(self.failures)
        verdict = "no rule is broken" if not broken else f"{broken} {'rule is' if broken == 1 else 'rules are'} broken"
        matches = f"{self.matches:,} random {'match' if self.matches == 1 else 'matches'}"
        examined = f" ({self.positions:,} positions of {matches}, seed {self.seed})"
        count = len(self.warnings)
        warned = f", {count} {'warning' if count == 1 else 'warnings'}" if count else ""
        lines = [f"{self.game}: {verdict}{warned}{examined if self.positions else ''}", ""]
        lines += [f"  {finding}" for finding in self.findings]
        for text in self.warnings:
            rows = textwrap.wrap(f"! {text}", WIDTH - 2, break_long_words=False, break_on_hyphens=False)
            lines += [f"  {rows[0]}", *(f"      {row}" for row in rows[1:])]
        for paragraph in (self._facts(), self._locked()):
            lines += ["", *paragraph] if paragraph else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return preformatted(str(self))

    def _facts(self) -> list[str]:
        rows = []
        if self.branching is not None and self.length is not None:
            rows.append(
                f"  w = {self.branching:.1f} moves to choose from, d = {self.length:.1f} plies a match (means of "
                f"random play): w^d = 10^{self.magnitude:.1f}"
            )
        if self.encoding:
            rows.append(f"  {self.encoding}")
        for backend, rate in self.speeds.items():
            name = "native" if backend == "cpu" else "interpreted"
            rows.append(f"  {rate:,.0f} playouts a second {name} (backend {backend}, one thread)")
        return rows

    def _locked(self) -> list[str]:
        if not self.missing:
            return []
        width = max(map(len, self.missing))
        rows = [f"    {name:{width}}  {unlocks}" for name, unlocks in self.missing.items()]
        return ["  Optional functions that the game does not have, and what each unlocks:", *rows]
