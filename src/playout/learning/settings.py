"""The numbers of a training run, with the defaults of a device."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from playout.notices import nearest
from playout.rules import OptionError

__all__ = ["GROWTH", "LearnSettings", "settings_for"]

GROWTH = ((0.005, 8), (0.02, 4), (0.25, 2))
"""Until this share of the work is done a decision has `simulations` divided by this number."""

BOUNDS: dict[str, tuple[float, float]] = {
    "blocks": (0, math.inf),
    "opening": (0, math.inf),
    "seed": (0, 2**31),
    "trace": (0, 1),
    "average": (0, 1),
}
"""The least and the most value of settings; of others 1 for a whole number, 0 for any number."""


@dataclass(frozen=True)
class LearnSettings:
    """How a game is learned. Amounts are counted in evaluations: positions that the network was asked about in play."""

    channels: int = 64
    """Of the network's tower."""
    blocks: int = 6
    pooled: bool = False
    """Whether each block also sees the whole grid."""
    trees: int = 16384
    """Matches at once."""
    simulations: int = 64
    """For each decision at the end; fewer before, see GROWTH."""
    considered: int = 16
    """Moves between which sequential halving decides."""
    sharpness: float = 1.0
    c: float = 1.0
    reduction: float = 0.1
    opening: int = 12
    """A match begins after 0 to so many random moves."""
    trace: float = 0.9
    """How far the result reaches back into the values of a match, against those of its searches."""
    longest: int = 128
    """Decisions after which a match is adjudicated by its last root."""
    ring: int = 320
    """Samples that are kept of each tree."""
    steps: int = 64
    """Evaluations of each tree between two rounds of training."""
    batch: int = 4096
    reuse: float = 3.0
    """How often a sample is trained on average."""
    rate: float = 2e-3
    """The highest learning rate; it falls to a fiftieth by a cosine."""
    decay: float = 0.01
    average: float = 0.998
    """The network that plays is a running average; its past keeps this share at each step of training."""
    block: int = 64
    """Threads of a block on a GPU."""
    threads: int = 1
    """On the CPU; with another number sums are rounded otherwise, and the network is another one."""
    seed: int = 1

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            least, most = BOUNDS.get(item.name, (0.0, math.inf) if item.type == "float" else (1, math.inf))
            if item.type == "bool":
                is_right = isinstance(value, bool)
            else:
                kinds = (int, float) if item.type == "float" else int
                is_right = isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most
            if not is_right:
                raise OptionError(f"{item.name} of a training run cannot be {value!r}; its default is {item.default!r}")
        if self.ring < 2 * self.longest:
            raise OptionError(
                f"ring is {self.ring}, and has to be at least twice longest, which is {self.longest}: an unfinished "
                f"match takes its place in it"
            )

    def simulations_at(self, progress: float) -> int:
        """For each decision, where this share of the work is done."""
        for until, divisor in GROWTH:
            if progress < until:
                return max(min(8, self.simulations), self.simulations // divisor)
        return self.simulations

    def rate_at(self, progress: float, step: int) -> float:
        """The learning rate at a step of training: a short rise, then a cosine over the work."""
        fall = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
        return self.rate * min(1.0, (step + 1) / 300) * (0.02 + 0.98 * fall)

    def record(self) -> dict[str, Any]:
        return asdict(self)

    def but(self, given: dict[str, Any]) -> LearnSettings:
        """These with others in their place; refuses names that there are not."""
        known = [item.name for item in fields(self)]
        for word in given:
            if word not in known:
                raise OptionError(
                    f"a training run has no setting {word!r}{nearest(word, known)}; it has {', '.join(known)}"
                )
        return replace(self, **given)


def settings_for(device: str, longest: int) -> LearnSettings:
    """The defaults on a device, for a game whose matches have at most so many plies."""
    made = LearnSettings(channels=128)
    if device == "cpu":
        made = LearnSettings(
            channels=32, blocks=2, trees=128, simulations=32, ring=1024, steps=32, batch=256, average=0.99
        )
    limit = min(longest, made.ring // 2)
    return replace(made, longest=limit)
