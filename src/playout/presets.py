"""Presets: short names for agents and algorithms with certain options, like `document_ucb(simulations=1000)`.

An option in the brackets replaces the preset's value of that option, or is added.
"""

from __future__ import annotations

from dataclasses import dataclass

from playout.spelling import Spec

__all__ = ["PRESETS", "Preset", "expanded"]


@dataclass(frozen=True)
class Preset:
    """The spelling that a short name stands for."""

    spec: Spec
    summary: str


PRESETS = {
    "document_rules": Preset(
        Spec("rules", policy="document"),
        "the rules of thumb of the Hearthstone report, in its order",
    ),
    "document_ucb": Preset(
        Spec(
            "ucb",
            sequences=True,
            open_after=0,
            merge=False,
            tactics=False,
            follow=True,
            policy="uniform",
            c=0.7,
            arms=10_000,
            guesses=2,
        ),
        "the Hearthstone report's Monte Carlo: UCB1 over all action sequences of a turn, the best played to its end",
    ),
}


def expanded(given: str | Spec) -> Spec:
    """The full spelling of a preset; any other spelling unchanged."""
    spec = Spec.read(given)
    return PRESETS[spec.name].spec.replace(**dict(spec.words)) if spec.name in PRESETS else spec
