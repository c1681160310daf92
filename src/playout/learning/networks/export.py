"""The network file: an ONNX model with the weights for play and texts about the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from playout.files import write_whole
from playout.learning.networks.architecture import Architecture, Weights
from playout.rules import PlayoutError

__all__ = ["network_bytes", "write_network"]

OPSET = 17
"""The version of ONNX's operators. onnxruntime supports it since 1.13."""


def write_network(path: Path, shape: Architecture, weights: Weights, facts: dict[str, str]) -> None:
    """Write the file atomically. weights: folded; facts: the texts in the file."""
    write_whole(path, network_bytes(shape, weights, facts))


def network_bytes(shape: Architecture, weights: Weights, facts: dict[str, str], *, half: bool = False) -> bytes:
    """The model as bytes: planes uint8[n, planes, rows, columns] -> logits float32[n, policy_size], values float32[n,
    seats].

    half: the weights are rounded to float16, which halves the file; it still computes in float32.
    """
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise PlayoutError("to write a network file, install onnx: pip install playout[learn]") from None
    nodes = []
    pads = [shape.kernel // 2] * 4

    def add(kind: str, inputs: list[str], output: str, **attributes: object) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def layer(source: str, name: str, more: str = "") -> str:
        """A convolution, plus a residual if given, then ReLU."""
        made = add("Conv", [source, f"{name}.weight", f"{name}.bias"], f"{name}.sum", pads=pads)
        if more:
            made = add("Add", [made, more], f"{name}.more")
        return add("Relu", [made], f"{name}.out")

    def dense(source: str, name: str) -> str:
        return add("Gemm", [source, f"{name}.weight", f"{name}.bias"], f"{name}.out", transB=1)

    kept: dict[str, np.ndarray[Any, Any]] = dict(weights)
    if half:
        kept = {f"{name}.half": array.astype(np.float16) for name, array in weights.items()}
        for name in weights:
            add("Cast", [f"{name}.half"], name, to=TensorProto.FLOAT)
    x = add("Cast", ["planes"], "float_planes", to=TensorProto.FLOAT)
    x = add("Conv", [x, "stem.weight"], "stem.sum", pads=pads)
    x = add("Relu", [add("Add", [x, "stem.bias"], "stem.more")], "stem.out")
    for block in range(shape.blocks):
        y = layer(x, f"block{block}.a")
        if shape.pooled:
            mean = add("GlobalAveragePool", [y], f"block{block}.mean")
            most = add("GlobalMaxPool", [y], f"block{block}.most")
            both = add("Concat", [mean, most], f"block{block}.both", axis=1)
            pooled = dense(add("Flatten", [both], f"block{block}.flat"), f"block{block}.pool")
            spread = add("Unsqueeze", [pooled, "axes"], f"block{block}.spread")
            x = add("Add", [x, spread], f"block{block}.residual")
        x = layer(y, f"block{block}.b", x)
    pads = [0] * 4
    heads = layer(x, "heads")
    nodes.append(helper.make_node("Split", [heads, "halves"], ["policy.in", "value.in"], axis=1))
    policy = dense(add("Flatten", ["policy.in"], "policy.flat"), "policy")
    hidden = add("Relu", [dense(add("Flatten", ["value.in"], "value.flat"), "hidden")], "hidden.relu")
    value = dense(hidden, "value")
    add("Identity", [policy], "logits")
    add("Softmax" if shape.shares else "Sigmoid", [value], "values", **({"axis": 1} if shape.shares else {}))
    constants = {**kept, "axes": np.array([2, 3], np.int64), "halves": np.array([shape.head, shape.head], np.int64)}
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("planes", TensorProto.UINT8, ["n", shape.planes, shape.rows, shape.columns])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", shape.policy_size]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["n", shape.seats]),
        ],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    model = helper.make_model(
        graph, producer_name="playout", opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8
    )
    helper.set_model_props(model, facts)
    made: bytes = model.SerializeToString()
    return made
