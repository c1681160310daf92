"""The settings of a training run, and their defaults for a device."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from playout.notices import nearest
from playout.rules import OptionError

__all__ = ["GROWTH", "LearnSettings", "settings_for"]

GROWTH = ((0.005, 8), (0.02, 4), (0.25, 2))
"""(share, divisor): until this share of the work is done, a decision has `simulations` divided by the divisor."""

BOUNDS: dict[str, tuple[float, float]] = {
    "blocks": (0, math.inf),
    "opening": (0, math.inf),
    "seed": (0, 2**31),
    "trace": (0, 1),
    "average": (0, 1),
}
"""The lowest and the highest value of settings. The lowest value of other settings is 1 for an integer and 0 for a
float.
"""


@dataclass(frozen=True)
class LearnSettings:
    """The settings of a training run. Its work is counted in evaluations: positions that the network evaluates in
    self-play.
    """

    channels: int = 64
    """The number of channels in the network's tower."""
    blocks: int = 6
    pooled: bool = False
    """Whether each block also gets the mean and the maximum of each channel over the whole grid."""
    trees: int = 16384
    """The number of trees, each of which plays a match of its own."""
    simulations: int = 64
    """Simulations per decision at the end of the run. Earlier decisions have fewer, see GROWTH."""
    considered: int = 16
    """The number of moves at the root that sequential halving compares."""
    sharpness: float = 1.0
    c: float = 1.0
    reduction: float = 0.1
    opening: int = 12
    """A match begins with a random number of random moves, at most this many."""
    trace: float = 0.9
    """Lambda of the value targets: 1 uses only the result of the match, 0 only the value of each search."""
    longest: int = 128
    """A match ends after this many decisions with the value of its last root."""
    ring: int = 320
    """The number of samples that each tree keeps."""
    steps: int = 64
    """Evaluations per tree between two rounds of training."""
    batch: int = 4096
    reuse: float = 3.0
    """The mean number of times that a sample is used in training."""
    rate: float = 2e-3
    """The highest learning rate. It falls along a cosine to a fiftieth."""
    decay: float = 0.01
    average: float = 0.998
    """The network for play is a running average of the weights. At each training step its old value keeps this
    share.
    """
    block: int = 64
    """Threads per block on a GPU."""
    threads: int = 1
    """Threads on the CPU. Another number rounds sums differently, so the network differs."""
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
                f"ring is {self.ring}, and has to be at least twice longest, which is {self.longest}: the "
                f"samples of an unfinished match stand in it too"
            )

    def simulations_at(self, progress: float) -> int:
        """The number of simulations per decision when this share of the work is done."""
        for until, divisor in GROWTH:
            if progress < until:
                return max(min(8, self.simulations), self.simulations // divisor)
        return self.simulations

    def rate_at(self, progress: float, step: int) -> float:
        """The learning rate at a training step: a short linear rise, then a cosine over the work."""
        fall = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
        return self.rate * min(1.0, (step + 1) / 300) * (0.02 + 0.98 * fall)

    def record(self) -> dict[str, Any]:
        return asdict(self)

    def but(self, given: dict[str, Any]) -> LearnSettings:
        """A copy with other values. Raises an error for an unknown name."""
        known = [item.name for item in fields(self)]
        for word in given:
            if word not in known:
                raise OptionError(
                    f"a training run has no setting {word!r}{nearest(word, known)}; it has {', '.join(known)}"
                )
        return replace(self, **given)


def settings_for(device: str, longest: int) -> LearnSettings:
    """The defaults on a device, for a game whose matches have at most this many plies."""
    made = LearnSettings(channels=128)
    if device == "cpu":
        made = LearnSettings(
            channels=32, blocks=2, trees=128, simulations=32, ring=1024, steps=32, batch=256, average=0.99
        )
    limit = min(longest, made.ring // 2)
    return replace(made, longest=limit)
