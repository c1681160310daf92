"""The network in training, whose norms use the statistics of the batch, and the losses."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as functional

from playout.learning.networks.architecture import Architecture
from playout.learning.networks.folding import EPSILON

__all__ = ["MOMENTUM", "losses", "outputs"]

MOMENTUM = 0.1
"""The weight of a new batch in the running statistics of a norm."""


def outputs(shape: Architecture, weights: dict[str, Any], x: Any) -> tuple[Any, Any]:
    """Logits of the policy [n, policy_size] and of the values [n, seats]. Updates the running statistics in place."""
    pad = shape.kernel // 2
    x = functional.conv2d(x, weights["stem.weight"], padding=pad) + weights["stem.place"]
    x = functional.relu(_norm(weights, "stem", x))
    for block in range(shape.blocks):
        a, b = f"block{block}.a", f"block{block}.b"
        y = functional.relu(_norm(weights, a, functional.conv2d(x, weights[f"{a}.weight"], padding=pad)))
        if shape.pooled:
            pooled = torch.cat([y.mean((2, 3)), y.amax((2, 3))], 1)
            more = functional.linear(pooled, weights[f"block{block}.pool.weight"], weights[f"block{block}.pool.bias"])
            x = x + more[:, :, None, None]
        x = functional.relu(x + _norm(weights, b, functional.conv2d(y, weights[f"{b}.weight"], padding=pad)))
    y = functional.relu(_norm(weights, "heads", functional.conv2d(x, weights["heads.weight"])))
    policy = functional.linear(y[:, : shape.head].flatten(1), weights["policy.weight"], weights["policy.bias"])
    hidden = functional.linear(y[:, shape.head :].flatten(1), weights["hidden.weight"], weights["hidden.bias"])
    return policy, functional.linear(functional.relu(hidden), weights["value.weight"], weights["value.bias"])


def _norm(weights: dict[str, Any], name: str, x: Any) -> Any:
    return functional.batch_norm(
        x,
        weights[f"{name}.mean"],
        weights[f"{name}.variance"],
        weights[f"{name}.gain"],
        weights[f"{name}.shift"],
        training=True,
        momentum=MOMENTUM,
        eps=EPSILON,
    )


def losses(shape: Architecture, policy: Any, values: Any, target: Any, result: Any, weight: Any) -> Any:
    """The policy loss, its lower bound (the targets' entropy), the value loss and its lower bound: float32[4]. policy,
    values: logits; target [n, policy_size], result [n, seats]: their targets; weight [n]: 0 leaves a sample out.
    """
    total = weight.sum() + 1e-6

    def mean(each: Any) -> Any:
        return (each * weight).sum() / total

    policy_loss = mean(-(target * policy.float().log_softmax(1)).sum(1))
    least_policy = mean(-torch.xlogy(target, target).sum(1))
    if shape.shares:
        value_loss = mean(-(result * values.float().log_softmax(1)).sum(1))
        least_value = mean(-torch.xlogy(result, result).sum(1))
    else:
        each = functional.binary_cross_entropy_with_logits(values.float(), result, reduction="none")
        value_loss = mean(each.sum(1))
        other = 1 - result
        least_value = mean(-(torch.xlogy(result, result) + torch.xlogy(other, other)).sum(1))
    return torch.stack([policy_loss, least_policy, value_loss, least_value])
