"""Networks: the folded network, its file and the network in training compute the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from playout.learning.networks.architecture import Architecture, Weights, first_weights
from playout.learning.networks.export import network_bytes, write_network
from playout.learning.networks.folding import folded

SHAPES = {
    "tower": Architecture(3, 4, 5, 7, 2, channels=8, blocks=2),
    "pooled": Architecture(3, 4, 5, 7, 2, channels=8, blocks=2, pooled=True),
    "perceptron": Architecture(11, 1, 1, 4, 3, channels=8, blocks=1),
    "single": Architecture(3, 4, 5, 7, 2, channels=8, blocks=1, shares=False),
}


def some_weights(shape: Architecture, seed: int = 1) -> Weights:
    """Weights of which none is 0 and no norm is the identity."""
    rng = np.random.default_rng(seed)
    made = first_weights(shape, seed)
    for name, array in made.items():
        if name.endswith((".variance", ".gain")):
            array[:] = rng.uniform(0.5, 2.0, array.shape)
        elif not name.endswith(".weight") or not array.any():
            array[:] = 0.3 * rng.standard_normal(array.shape)
    return made


def some_planes(shape: Architecture, count: int = 6) -> NDArray[np.uint8]:
    drawn = np.random.default_rng(2).random((count, shape.planes, shape.rows, shape.columns)) < 0.4
    return drawn.astype(np.uint8)


def by_hand(shape: Architecture, weights: Weights, planes: NDArray[np.uint8]) -> tuple[Any, Any]:
    """The network as its formulas say, in float64, with norms that are not folded."""

    def norm(name: str, x: Any) -> Any:
        def spread(part: str) -> Any:
            return weights[f"{name}.{part}"][:, None, None].astype(np.float64)

        return (x - spread("mean")) / np.sqrt(spread("variance") + 1e-5) * spread("gain") + spread("shift")

    def convolve(name: str, x: Any) -> Any:
        weight = weights[f"{name}.weight"].astype(np.float64)
        reach = weight.shape[2] // 2
        wide = np.pad(x, ((0, 0), (0, 0), (reach, reach), (reach, reach)))
        made = np.zeros((len(x), len(weight), *x.shape[2:]))
        for i in range(weight.shape[2]):
            for j in range(weight.shape[3]):
                part = wide[:, :, i : i + x.shape[2], j : j + x.shape[3]]
                made += np.einsum("oc,ncij->noij", weight[:, :, i, j], part)
        return made

    def dense(name: str, x: Any) -> Any:
        return x @ weights[f"{name}.weight"].T.astype(np.float64) + weights[f"{name}.bias"]

    def cut(x: Any) -> Any:
        return np.maximum(x, 0)

    x = cut(norm("stem", convolve("stem", planes.astype(np.float64)) + weights["stem.place"]))
    for block in range(shape.blocks):
        y = cut(norm(f"block{block}.a", convolve(f"block{block}.a", x)))
        if shape.pooled:
            both = np.concatenate([y.mean((2, 3)), y.max((2, 3))], 1)
            x = x + dense(f"block{block}.pool", both)[:, :, None, None]
        x = cut(x + norm(f"block{block}.b", convolve(f"block{block}.b", y)))
    y = cut(norm("heads", convolve("heads", x)))
    half = y.shape[1] // 2
    value = dense("value", cut(dense("hidden", y[:, half:].reshape(len(y), -1))))
    top = np.exp(value - value.max(1, keepdims=True))
    values = top / top.sum(1, keepdims=True) if shape.shares else 1 / (1 + np.exp(-value))
    return dense("policy", y[:, :half].reshape(len(y), -1)), values


@pytest.mark.parametrize("name", SHAPES)
def test_the_file_computes_what_the_formulas_say(name: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="network files are written by onnx: pip install 'playout[learn]'")
    runtime = pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'playout[net]'")
    shape = SHAPES[name]
    weights, planes = some_weights(shape), some_planes(shape)
    write_network(tmp_path / "net.onnx", shape, folded(shape, weights), {"game": "tic_tac_toe", "record": "{}"})
    session = runtime.InferenceSession(tmp_path / "net.onnx", providers=["CPUExecutionProvider"])
    logits, values = session.run(["logits", "values"], {"planes": planes})
    right_logits, right_values = by_hand(shape, weights, planes)
    assert right_logits.std() > 0.1
    np.testing.assert_allclose(logits, right_logits, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(values, right_values, rtol=1e-4, atol=1e-4)
    assert session.get_modelmeta().custom_metadata_map == {"game": "tic_tac_toe", "record": "{}"}


def test_a_file_of_half_precision_computes_with_rounded_weights() -> None:
    pytest.importorskip("onnx", reason="network files are written by onnx: pip install 'playout[learn]'")
    runtime = pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'playout[net]'")
    shape = SHAPES["pooled"]
    weights, planes = folded(shape, some_weights(shape)), some_planes(shape)
    rounded = {name: array.astype(np.float16).astype(np.float32) for name, array in weights.items()}
    half, whole = network_bytes(shape, weights, {}, half=True), network_bytes(shape, rounded, {})
    assert len(half) < 0.7 * len(whole)
    found, right = (
        runtime.InferenceSession(content, providers=["CPUExecutionProvider"]).run(None, {"planes": planes})
        for content in (half, whole)
    )
    for one, other in zip(found, right, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", SHAPES)
def test_the_network_that_plays_computes_what_the_formulas_say(name: str) -> None:
    torch = pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
    from playout.learning.networks.playing_network import PlayingNetwork

    shape = SHAPES[name]
    weights, planes = some_weights(shape), some_planes(shape)
    network = PlayingNetwork(shape, folded(shape, some_weights(shape, 9)), "cpu")
    logits, values = torch.zeros(len(planes), shape.policy_size), torch.zeros(len(planes), shape.seats)
    network.load(folded(shape, weights))
    network.evaluate(torch.from_numpy(planes), logits, values)
    right_logits, right_values = by_hand(shape, weights, planes)
    np.testing.assert_allclose(logits.numpy(), right_logits, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(values.numpy(), right_values, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", SHAPES)
def test_training_computes_it_with_the_statistics_of_the_batch(name: str) -> None:
    """Running statistics move a tenth of the way to those of the batch; with these the folded network says the same."""
    torch = pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
    from playout.learning.networks.training_network import outputs

    shape = SHAPES[name]
    planes = some_planes(shape, 64)
    weights = {key: torch.from_numpy(array) for key, array in some_weights(shape).items()}
    before = {key: array.clone() for key, array in weights.items() if key.endswith((".mean", ".variance"))}
    policy, _ = outputs(shape, weights, torch.from_numpy(planes).float())
    size = 64 * shape.cells
    for key, old in before.items():
        batch = (weights[key] - 0.9 * old) / 0.1
        weights[key] = batch * ((size - 1) / size if key.endswith(".variance") else 1.0)
    right, _ = by_hand(shape, {key: array.numpy() for key, array in weights.items()}, planes)
    np.testing.assert_allclose(policy.numpy(), right, rtol=2e-3, atol=2e-3)
