"""The architecture of a network: its size and its initial weights.

A network is a residual tower. If positions are grids, its convolutions are 3 x 3. Otherwise the grid has one cell, and
the tower is a multilayer perceptron. Weights are a dict of arrays by name, so that training, averaging, saving and
folding are one loop each.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Architecture", "Weights", "first_weights", "is_decayed", "is_learned"]

Weights = dict[str, NDArray[np.float32]]

HEAD = 32
"""The largest number of channels in the policy head, and in the value head. In a narrower tower the heads have its
width.
"""

HIDDEN = 4
"""The number of units in the value head's hidden layer, per channel of the head."""


@dataclass(frozen=True)
class Architecture:
    """The shape of a network."""

    planes: int
    rows: int
    columns: int
    policy_size: int
    """The number of logits of the policy."""
    seats: int
    channels: int = 64
    blocks: int = 6
    pooled: bool = False
    """Whether every block also gets the mean and the maximum of each channel over the whole grid."""
    shares: bool = True
    """Whether the values of all seats add up to 1 (softmax). Otherwise each is from 0 to 1 by itself (sigmoid)."""

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def kernel(self) -> int:
        """The width of a convolution in cells."""
        return 3 if self.cells > 1 else 1

    @property
    def head(self) -> int:
        """The number of channels in the policy head, and in the value head."""
        return min(HEAD, self.channels)

    @property
    def parameters(self) -> int:
        """The number of learned parameters."""
        return sum(array.size for name, array in first_weights(self, 0).items() if not _is_statistic(name))

    def __str__(self) -> str:
        kind = "perceptron" if self.cells == 1 else "tower"
        return f"{self.channels}x{self.blocks} {kind}{' with pooling' if self.pooled else ''}"

    def record(self) -> dict[str, Any]:
        return asdict(self)


def first_weights(shape: Architecture, seed: int) -> Weights:
    """Initial weights: He initialisation. Each block begins as the identity, and the weights of the heads are small."""
    rng = np.random.Generator(np.random.PCG64(seed))
    width, kernel = shape.channels, shape.kernel
    weights: Weights = {}

    def convolution(name: str, outputs: int, inputs: int, size: int, gain: float = 1.0) -> None:
        deviation = np.sqrt(2.0 / (inputs * size * size))
        weights[f"{name}.weight"] = _normal(rng, (outputs, inputs, size, size), deviation)
        weights[f"{name}.gain"] = np.full(outputs, gain, np.float32)
        weights[f"{name}.shift"] = np.zeros(outputs, np.float32)
        weights[f"{name}.mean"] = np.zeros(outputs, np.float32)
        weights[f"{name}.variance"] = np.ones(outputs, np.float32)

    def linear(name: str, outputs: int, inputs: int, scale: float = 1.0) -> None:
        weights[f"{name}.weight"] = _normal(rng, (outputs, inputs), scale * np.sqrt(1.0 / inputs))
        weights[f"{name}.bias"] = np.zeros(outputs, np.float32)

    convolution("stem", width, shape.planes, kernel)
    weights["stem.place"] = np.zeros((1, width, shape.rows, shape.columns), np.float32)
    for block in range(shape.blocks):
        convolution(f"block{block}.a", width, width, kernel)
        convolution(f"block{block}.b", width, width, kernel, gain=0.0)
        if shape.pooled:
            linear(f"block{block}.pool", width, 2 * width, scale=0.0)
    convolution("heads", 2 * shape.head, width, 1)
    linear("policy", shape.policy_size, shape.head * shape.cells, scale=0.3)
    linear("hidden", HIDDEN * shape.head, shape.head * shape.cells)
    linear("value", shape.seats, HIDDEN * shape.head, scale=0.3)
    return weights


def is_decayed(name: str) -> bool:
    """Whether weight decay applies to these weights. It does not for the scales and shifts of norms."""
    return name.endswith(".weight")


def is_learned(name: str) -> bool:
    """Whether gradients change these weights. Means and variances of norms are statistics."""
    return not _is_statistic(name)


def _is_statistic(name: str) -> bool:
    return name.endswith((".mean", ".variance"))


def _normal(rng: np.random.Generator, shape: tuple[int, ...], deviation: float) -> NDArray[np.float32]:
    drawn = rng.standard_normal(shape, np.float32) * np.float32(deviation)
    return np.asarray(drawn, np.float32)
