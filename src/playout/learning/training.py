"""Training: batches from the ring buffers of samples, AdamW steps, and the running average of the weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from playout.learning.networks.architecture import Architecture, Weights, first_weights, is_decayed, is_learned
from playout.learning.networks.training_network import losses, outputs
from playout.learning.self_play.samples import FINISHED, Samples
from playout.learning.settings import LearnSettings

__all__ = ["LEAST", "Trainer"]

LEAST = 64
"""Training draws from a tree's newest samples: this many, or the newest half of all if that is more. So the first, weak
samples are dropped soon.
"""

PARTS = ("weights", "average", "first", "second")
"""The state of a trainer: weights, their running average, and AdamW's two moments."""


class Trainer:
    """Trains the weights on a device. On a GPU, a step is one captured graph."""

    def __init__(
        self, shape: Architecture, settings: LearnSettings, symmetries: tuple[NDArray[Any], NDArray[Any]], device: str
    ) -> None:
        """symmetries: permutations of the cells of all planes, and of the policy's logits. The identity is first."""
        self.shape, self.settings, self.device = shape, settings, device
        self.steps = 0
        self._batch = settings.batch
        self._seen, self._logits = (torch.from_numpy(np.ascontiguousarray(item)).to(device) for item in symmetries)
        self._weights: dict[str, Any] = {}
        self._average: dict[str, Any] = {}
        self._make(first_weights(shape, settings.seed))
        self._losses = torch.zeros(4, device=device)
        self._blend = torch.zeros((), device=device)
        self._generator = torch.Generator() if device == "cpu" else None
        self._graph: Any = None

    def _make(self, weights: Weights) -> None:
        for name, array in weights.items():
            tensor = torch.from_numpy(array.copy()).to(self.device)
            if tensor.dim() == 4 and self.device == "cuda":
                tensor = tensor.contiguous(memory_format=torch.channels_last)
            self._average[name] = tensor.clone()
            self._weights[name] = tensor.requires_grad_(is_learned(name))
        learned = [(name, item) for name, item in self._weights.items() if is_learned(name)]
        groups = [
            {"params": [item for name, item in learned if is_decayed(name)], "weight_decay": self.settings.decay},
            {"params": [item for name, item in learned if not is_decayed(name)], "weight_decay": 0.0},
        ]
        on_gpu = self.device == "cuda"
        self._rate = torch.tensor(0.0, device=self.device)
        self._optimizer = torch.optim.AdamW(
            groups, lr=self._rate if on_gpu else 0.0, fused=on_gpu, capturable=on_gpu, foreach=not on_gpu
        )
        on = self.device if on_gpu else "cpu"
        for _, item in learned:  # allocate now, so that `restore` writes to the memory that a captured graph reads
            zeros = {part: torch.zeros_like(item, requires_grad=False) for part in ("exp_avg", "exp_avg_sq")}
            self._optimizer.state[item] = {"step": torch.tensor(0.0, device=on), **zeros}
        self._pairs = [(self._average[name], item.detach()) for name, item in self._weights.items()]

    @property
    def average(self) -> dict[str, Any]:
        """The running average of the weights, which plays."""
        return self._average

    def parts(self) -> dict[str, Weights]:
        """Copies of the state, by PARTS."""
        moments = {name: self._optimizer.state[item] for name, item in self._weights.items() if is_learned(name)}
        return {
            "weights": {name: _host(item) for name, item in self._weights.items()},
            "average": {name: _host(item) for name, item in self._average.items()},
            "first": {name: _host(state["exp_avg"]) for name, state in moments.items()},
            "second": {name: _host(state["exp_avg_sq"]) for name, state in moments.items()},
        }

    def restore(self, parts: dict[str, Weights], steps: int) -> None:
        """Restore the state after this number of steps."""
        self.steps = steps
        with torch.no_grad():
            for name, item in self._weights.items():
                item.copy_(torch.from_numpy(parts["weights"][name]))
                self._average[name].copy_(torch.from_numpy(parts["average"][name]))
                if is_learned(name):
                    state = self._optimizer.state[item]
                    state["step"].fill_(float(steps))
                    state["exp_avg"].copy_(torch.from_numpy(parts["first"][name]))
                    state["exp_avg_sq"].copy_(torch.from_numpy(parts["second"][name]))

    def train(self, samples: Samples, count: int, progress: float) -> None:
        """Do `count` training steps on these samples (tensors on the device). The share of the work done sets the
        learning rate.
        """
        for _ in range(count):
            self._set_rate(self.settings.rate_at(progress, self.steps))
            self._blend.fill_(1.0 - min(self.settings.average, (1 + self.steps) / (10 + self.steps)))
            if self._generator is not None:
                # Seeded by the step's number, so that a resumed run draws the same batches.
                self._generator.manual_seed(self.settings.seed * 1_000_003 + self.steps)
                self._step(samples)
            else:
                self._replay(samples)
            self.steps += 1

    def losses(self) -> list[float]:
        """The losses of the last step: policy, its lower bound, value, its lower bound (see `losses`)."""
        found: list[float] = self._losses.tolist()
        return found

    def _set_rate(self, rate: float) -> None:
        if self.device == "cuda":
            self._rate.fill_(rate)
        else:
            for group in self._optimizer.param_groups:
                group["lr"] = rate

    def _replay(self, samples: Samples) -> None:
        """Do a step as a graph, which is captured at the first call."""
        if self._graph is None:
            kept, steps = self.parts(), self.steps
            for _ in range(3):  # cuDNN selects its algorithms
                self._step(samples)
            torch.cuda.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph, stream=torch.cuda.current_stream()):
                self._step(samples)
            self.restore(kept, steps)
        self._graph.replay()

    def _step(self, samples: Samples) -> None:
        x, target, result, weight = self._draw(samples)
        kind = torch.bfloat16 if self.device == "cuda" else torch.float32
        layout = torch.channels_last if self.device == "cuda" else torch.contiguous_format
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            policy, values = outputs(self.shape, self._weights, x.to(kind).contiguous(memory_format=layout))
        found = losses(self.shape, policy, values, target, result, weight)
        self._optimizer.zero_grad(set_to_none=True)
        (found[0] + found[2]).backward()
        self._optimizer.step()
        with torch.no_grad():
            self._losses.copy_(found.detach())
            averages, weights = [a for a, _ in self._pairs], [b for _, b in self._pairs]
            gaps = torch._foreach_sub(weights, averages)
            torch._foreach_mul_(gaps, self._blend)
            torch._foreach_add_(averages, gaps)

    def _draw(self, samples: Samples) -> tuple[Any, Any, Any, Any]:
        """A batch: planes, policy and result, each transformed by a random symmetry, and a weight that is 0 if the tree
        has no sample yet.
        """
        size, options = self._batch, {"device": self.device, "generator": self._generator}
        trees, ring = samples.seats.shape
        tree = torch.randint(trees, (size,), **options)
        count = samples.counts[tree, FINISHED]
        window = torch.minimum(count, (count // 2).clamp(min=LEAST)).clamp(max=ring - self.settings.longest)
        age = (torch.rand(size, **options) * window).long()
        at = (count - 1 - age).clamp(min=0) % ring
        turned = torch.randint(len(self._logits), (size,), **options)
        x = samples.planes[tree, at].flatten(1).gather(1, self._seen[turned])
        policy = samples.policy[tree, at].gather(1, self._logits[turned])
        shape = self.shape
        x = x.view(size, shape.planes, shape.rows, shape.columns)
        return x, policy, samples.results[tree, at], (window > 0).float()


def _host(tensor: Any) -> NDArray[np.float32]:
    made: NDArray[np.float32] = tensor.detach().float().cpu().contiguous().numpy().copy()
    return made
