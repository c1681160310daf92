"""The network in self-play. Its folded weights stay in the same buffers, so that a captured graph reads new weights.

On a GPU it computes in bfloat16, channels last. It uses cuDNN's convolutions with fused residual and ReLU if they agree
with the plain ones. On the CPU it computes in float32.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as functional

from playout.learning.networks.architecture import Architecture
from playout.notices import say

__all__ = ["PlayingNetwork"]

AGREEMENT = 0.03
"""The largest allowed relative difference between fused and plain convolutions, which both round to bfloat16."""


class PlayingNetwork:
    """Evaluates many positions at once."""

    def __init__(self, shape: Architecture, weights: dict[str, Any], device: str) -> None:
        """weights: folded weights, as arrays or tensors."""
        self.shape, self.device = shape, device
        self._type = torch.bfloat16 if device == "cuda" else torch.float32
        self._weights = {name: self._buffer(torch.as_tensor(array)) for name, array in weights.items()}
        self._fused = device == "cuda" and shape.cells > 1 and self._fuses()

    def _buffer(self, weights: Any) -> Any:
        made = weights.to(self.device, self._type, copy=True)
        return made.contiguous(memory_format=torch.channels_last) if made.dim() == 4 else made.contiguous()

    def load(self, weights: dict[str, Any]) -> None:
        """Copy other weights into the buffers."""
        for name, buffer in self._weights.items():
            buffer.copy_(torch.as_tensor(weights[name]))

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def evaluate(self, planes: Any, logits: Any, values: Any) -> None:
        """Evaluate planes uint8[n, planes, rows, columns]. Fills logits float32[n, policy_size] and values float32[n,
        seats].
        """
        policy, value = self._run(planes)
        logits.copy_(policy)
        values.copy_(value.float().softmax(1) if self.shape.shares else value.float().sigmoid())

    def _run(self, planes: Any) -> tuple[Any, Any]:
        weights, pad = self._weights, self.shape.kernel // 2
        x = planes.to(self._type).contiguous(memory_format=torch.channels_last)
        x = functional.relu_(functional.conv2d(x, weights["stem.weight"], padding=pad).add_(weights["stem.bias"]))
        for block in range(self.shape.blocks):
            y = self._layer(x, f"block{block}.a", None)
            if self.shape.pooled:
                pooled = torch.cat([y.mean((2, 3)), y.amax((2, 3))], 1)
                name = f"block{block}.pool"
                more = functional.linear(pooled, weights[f"{name}.weight"], weights[f"{name}.bias"])
                x = x + more[:, :, None, None]
            x = self._layer(y, f"block{block}.b", x)
        y = functional.relu_(functional.conv2d(x, weights["heads.weight"], weights["heads.bias"]))
        policy = functional.linear(y[:, : self.shape.head].flatten(1), weights["policy.weight"], weights["policy.bias"])
        hidden = functional.linear(y[:, self.shape.head :].flatten(1), weights["hidden.weight"], weights["hidden.bias"])
        return policy, functional.linear(functional.relu_(hidden), weights["value.weight"], weights["value.bias"])

    def _layer(self, x: Any, name: str, more: Any) -> Any:
        """A convolution, plus a residual unless it is None, then ReLU."""
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        one = [1, 1]
        if self._fused:
            if more is None:
                return torch.cudnn_convolution_relu(x, weight, bias, one, one, one, 1)
            return torch.cudnn_convolution_add_relu(x, weight, more, 1.0, bias, one, one, one, 1)
        y = functional.conv2d(x, weight, bias, padding=self.shape.kernel // 2)
        return functional.relu_(y) if more is None else functional.relu_(y.add_(more))

    def _fuses(self) -> bool:
        """Whether fused convolutions run here and agree with plain ones."""
        shape = self.shape
        drawn = torch.rand(64, shape.planes, shape.rows, shape.columns, device=self.device)
        planes = (drawn < 0.3).to(torch.uint8)
        self._fused = False
        try:
            with torch.no_grad():
                plain = self._run(planes)[0]
                self._fused = True
                agrees = bool((self._run(planes)[0] - plain).norm() <= AGREEMENT * plain.norm())
        except RuntimeError as error:
            say(f"without fused convolutions, which fail here: {str(error).splitlines()[0]}")
            return False
        if not agrees:
            say("without fused convolutions, whose results differ here")
        return agrees
