"""Network files for tests: one layer, whose weights are drawn at random or given."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from playout.algorithms.registry import ALGORITHMS
from playout.encoding.encoding import NetworkEncoding, encoding_of
from playout.encoding.facts import facts_for
from playout.game import Game

__all__ = ["layer_weights", "model_of", "spelling_of", "write_network"]


def layer_weights(encoding: NetworkEncoding, seed: int, scale: float = 0.3) -> dict[str, NDArray[np.float32]]:
    """policy[policy size, cells] and value[seats, cells]."""
    random = np.random.default_rng(seed)
    cells = int(np.prod(encoding.planes))
    sizes = {"policy": encoding.policy_size, "value": encoding.seats}
    return {name: (random.standard_normal((n, cells)) * scale).astype(np.float32) for name, n in sizes.items()}


def model_of(encoding: NetworkEncoding, weights: dict[str, NDArray[np.float32]], facts: dict[str, str]) -> Any:
    """Logits are policy @ planes, and values the softmax of value @ planes."""
    nodes = [
        helper.make_node("Cast", ["planes"], ["x"], to=TensorProto.FLOAT),
        helper.make_node("Flatten", ["x"], ["flat"]),
        helper.make_node("Gemm", ["flat", "policy"], ["logits"], transB=1),
        helper.make_node("Gemm", ["flat", "value"], ["shares"], transB=1),
        helper.make_node("Softmax", ["shares"], ["values"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("planes", TensorProto.UINT8, ["n", *encoding.planes])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", encoding.policy_size]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["n", encoding.seats]),
        ],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, facts)
    return model


def write_network(path: Path, game: Game, seed: int = 1, scale: float = 0.3, **facts: str) -> Path:
    """A network of one layer for a game; facts: texts that replace those of the game."""
    encoding = encoding_of(game)
    texts = facts_for(game, encoding, {"minutes": 0}).texts() | {
        f"playout.{name}": text for name, text in facts.items()
    }
    onnx.save(model_of(encoding, layer_weights(encoding, seed, scale), texts), path)
    return path


@cache
def spelling_of(algorithm: str, game: Game) -> str:
    """An algorithm as it is spelt for a game: one that needs a network gets one."""
    if not ALGORITHMS[algorithm].names_file:
        return algorithm
    path = write_network(Path(tempfile.mkdtemp()) / "network.onnx", game)
    return f"{algorithm}({str(path)!r})"
