"""On a GPU: the same items as on the CPU to the bit, arrays there and back, streams and graphs, and what goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import RulesError, loading, native
from playout.native import cache, cuda
from playout.native.cuda.driver import Event
from playout.rules import copy, moves
from tests import paths
from tests.native.batches import Ends, double, new_ends, play_one, playout_scratch, refuse_fifty

pytestmark = pytest.mark.usefixtures("gpu")

GAMES = [name for name in loading.names() if not name.startswith("openspiel")]


def play_both(game: str, count: int, **options: Any) -> tuple[Ends, Ends]:
    """Playouts on the CPU and on the GPU."""
    state = playout.load(game).start()
    rules = state.game.rules
    root = rules.allocate(1)
    rules.copy(root, 0, state.position, 0)
    ends = new_ends(rules, count)
    there = cuda.to_device(ends)
    run = native.batch(play_one, rules, "cuda", scratch=playout_scratch(rules), **options)
    run(count, cuda.to_device(root), 7, rules.max_length, there)
    run.check()
    run = native.batch(play_one, rules, "cpu", scratch=playout_scratch(rules))
    run(count, root, 7, rules.max_length, ends, threads=8)
    return ends, cuda.to_host(there)


@pytest.mark.parametrize("game", GAMES)
def test_items_equal_those_of_the_cpu(game: str) -> None:
    here, there = play_both(game, 1000)
    assert (here.words == there.words).all()
    assert (here.payoffs == there.payoffs).all()


def test_arrays_go_there_and_back() -> None:
    rows = np.arange(1000.0).reshape(10, 100)
    there = cuda.to_device(rows)
    assert (there.to_host() == rows).all() and there.nbytes == 8000
    assert (there[2:5].to_host() == rows[2:5]).all()
    there[3:4].write(rows[7:8])
    assert (there.to_host()[3] == rows[7]).all()
    with pytest.raises(ValueError, match="does not fit"):
        there.write(rows[:5])
    there.clear()
    assert not there.to_host().any()
    pair = cuda.to_host(cuda.to_device(Ends(rows, np.arange(3, dtype=np.uint64))))
    assert isinstance(pair, Ends) and pair.words.tolist() == [0, 1, 2]


def test_what_an_item_raises_is_told_once() -> None:
    run = native.batch(refuse_fifty, loading.read("tic_tac_toe"), "cuda")
    out = cuda.zeros(100, np.int64)
    run(100, out)
    with pytest.raises(RulesError, match=r"raised ValueError.'fifty is not to be had'. on the GPU"):
        run.check()
    run.check()
    assert out.to_host()[49] == 49 and out.to_host()[51] == 51, "the others are done"


def list_all(i: Any, states: Any, listed: Any, roots: Any, out: Any) -> None:
    """Kernel: how many moves a position has."""
    copy(states, 0, roots, 0)
    out[i] = moves(states[0], listed)


def test_a_wrong_count_of_moves_is_named_as_on_the_cpu(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(paths.NIM.read_text().replace("MAX_MOVES = 3", "MAX_MOVES = 2"))
    rules = loading.read(path)
    root = rules.allocate(1)
    rules.copy(root, 0, playout.load(paths.NIM).start().position, 0)
    run = native.batch(list_all, rules, "cuda", scratch=((rules.dtype, 1), (np.int64, 8)))
    run(1, cuda.to_device(root), cuda.zeros(1, np.int64))
    with pytest.raises(RulesError, match=r"moves: it returned more moves than MAX_MOVES = 2"):
        run.check()


def test_arrays_of_the_host_are_refused() -> None:
    run = native.batch(double, loading.read("tic_tac_toe"), "cuda")
    with pytest.raises(TypeError, match=r"arrays that lie on the GPU: use native.cuda.to_device"):
        run(3, np.zeros(3))


def test_too_much_memory_is_refused_in_words() -> None:
    with pytest.raises(cuda.CudaError, match="the GPU has no memory left for 140,737,488 MB") as refused:
        cuda.empty(1 << 44, np.int64)
    assert refused.value.is_out_of_memory
    assert cuda.zeros(4, np.int8).to_host().tolist() == [0, 0, 0, 0], "and it goes on"


def test_code_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    native.batch(double, loading.read("tic_tac_toe"), "cuda")(3, cuda.zeros(3, np.float32))
    (entry,) = cache.entries()
    monkeypatch.setattr("playout.native.cuda.compiler.compile_items", None)
    native.batch(double, loading.read("tic_tac_toe"), "cuda")(3, cuda.zeros(3, np.float32))
    entry.path.write_bytes(entry.path.read_bytes()[:-1] + b"?")
    with pytest.raises(RulesError, match="not callable"):  # what was changed is not loaded, and None cannot compile
        native.batch(double, loading.read("tic_tac_toe"), "cuda")(3, cuda.zeros(3, np.float32))


def test_time_is_measured_on_the_gpu() -> None:
    run = native.batch(double, loading.read("tic_tac_toe"), "cuda")
    values = cuda.zeros(1 << 20, np.float64)
    run(1 << 20, values)
    first, last = Event(), Event()
    first.record()
    run(1 << 20, values, block=64)
    last.record()
    assert 0 < last.seconds_since(first) < 1


def test_torch_shares_arrays_streams_and_graphs() -> None:
    torch = pytest.importorskip("torch")
    run = native.batch(double, loading.read("tic_tac_toe"), "cuda")
    stream = torch.cuda.Stream()
    values = torch.ones(1000, device="cuda", dtype=torch.float64)
    torch.cuda.synchronize()
    run(1000, values, stream=stream)
    stream.synchronize()
    assert bool((values == 2).all())
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        run(1000, values, stream=torch.cuda.current_stream())
        total = values.sum()
    torch.cuda.synchronize()
    graph.replay()
    graph.replay()
    torch.cuda.synchronize()
    assert bool((values == 8).all()) and float(total) == 8000
