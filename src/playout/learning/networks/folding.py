"""Weights for play: norms are folded into convolutions, so that a layer is a convolution with a bias."""

from __future__ import annotations

from typing import Any

from playout.learning.networks.architecture import Architecture

__all__ = ["EPSILON", "folded"]

EPSILON = 1e-5
"""The number that is added to a norm's variance."""


def folded(shape: Architecture, weights: dict[str, Any]) -> dict[str, Any]:
    """The `weight` and `bias` of each layer, as NumPy arrays or tensors like the input. The stem has a bias per channel
    and cell.
    """
    made: dict[str, Any] = {}
    names = ["stem", *(f"block{block}.{part}" for block in range(shape.blocks) for part in "ab"), "heads"]
    for name in names:
        weight, gain, shift, mean, variance = (
            weights[f"{name}.{part}"] for part in ("weight", "gain", "shift", "mean", "variance")
        )
        scale = gain / (variance + EPSILON) ** 0.5
        bias = shift - mean * scale
        if name == "stem":
            bias = bias[None, :, None, None] + weights["stem.place"] * scale[None, :, None, None]
        made[f"{name}.weight"] = weight * scale[:, None, None, None]
        made[f"{name}.bias"] = bias
    others = [f"block{block}.pool" for block in range(shape.blocks) if shape.pooled] + ["policy", "hidden", "value"]
    for name in others:
        for part in ("weight", "bias"):
            made[f"{name}.{part}"] = weights[f"{name}.{part}"]
    return made
