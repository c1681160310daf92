"""A search that was saved and loaded goes on as if it had never stopped, whatever its algorithm."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import PlayoutError, SearchResult
from playout.algorithms.base import Search
from playout.algorithms.registry import ALGORITHMS, new_search
from tests.algorithms.fuzz_saved import joined, parts
from tests.algorithms.runs import tree

GAME = playout.load("connect_four")


def bare(result: SearchResult) -> SearchResult:
    """Without the clock."""
    return replace(result, elapsed=0.0)


def again(search: Search, folder: Path) -> Search:
    """Saved and loaded; a game that is a file has to be given."""
    search.save(folder / "search")
    game = search.state.game
    return playout.load_search(folder / "search", game if str(game.source).endswith(".py") else None)


def random_tree(seed: int) -> playout.State:
    rng = random.Random(seed)
    leaves = tuple(float(rng.randint(-9, 9)) for _ in range(64))
    return tree(leaves=leaves, branching=4)


CASES: list[tuple[playout.State, str, dict[str, Any]]] = [
    (GAME.replay("ddddddccccab"), "uct", {"simulations": 3000}),
    (GAME.replay("ddddddccccab"), "flat", {"simulations": 3000}),
    (GAME.replay("ddddddccccab"), "ucb", {"simulations": 3000}),
    (GAME.replay("ddddddccccab"), "ismcts", {"simulations": 3000}),
    (playout.load("tic_tac_toe").replay(["a1"]), "minimax", {}),
    (playout.load("tic_tac_toe").replay(["a1"]), "expectimax", {}),
    (GAME.replay("ddddddccccab"), "alphabeta", {}),
    (playout.load("tic_tac_toe").replay(["a1"]), "maxn", {}),
    (playout.load("tic_tac_toe").replay(["a1"]), "paranoid", {}),
    (playout.load("tic_tac_toe").replay(["a1"]), "brs", {}),
]


@pytest.mark.parametrize(("state", "algorithm", "limit"), CASES, ids=[case[1] for case in CASES])
@pytest.mark.parametrize("backend", ["cpu", "python"])
def test_saved_and_loaded_equals_uninterrupted(
    state: playout.State, algorithm: str, limit: dict[str, Any], backend: str, tmp_path: Path
) -> None:
    if backend == "python":  # interpreted, so something smaller
        state = playout.load("tic_tac_toe").replay(["a1", "b2", "c3"])
        limit = dict.fromkeys(limit, 30)
    whole = new_search(state, algorithm, seed=5, backend=backend, **limit)
    parted = new_search(state, algorithm, seed=5, backend=backend, **limit)
    unit = "nodes" if ALGORITHMS[algorithm].solves else "simulations"
    expected = whole.run(**limit)
    for _ in range(3):
        if not parted.complete:
            part: dict[str, Any] = {unit: max(1, expected.work // 4)}
            parted.run(**part)
        parted = again(parted, tmp_path)
    rest = expected.work - parted.work
    found = parted.run(**{unit: rest} if rest else limit)
    assert bare(found) == bare(expected)


@pytest.mark.parametrize(
    "options",
    [{}, {"every": True}, {"deepening": False}, {"depth": 2, "every": True}, {"depth": 3}, {"null_windows": False}],
    ids=str,
)
def test_alphabeta_saved_at_every_point(options: dict[str, Any], tmp_path: Path) -> None:
    """After every node of a small search, and in the middle of every window of it."""
    state = random_tree(3)
    expected = playout.search(state, "alphabeta" + spelt(options))
    search = new_search(state, "alphabeta" + spelt(options))
    points = 0
    while not search.complete:
        search.run(nodes=1)
        search = again(search, tmp_path)
        points += 1
    assert points == expected.work
    assert bare(search.result()) == bare(expected)


def test_alphabeta_saved_where_single_moves_have_no_node(tmp_path: Path) -> None:
    """Positions that lie further from the root than the nodes of the line are found again."""
    state = playout.load("connect_four", rows=4, columns=4).replay("abccb")
    expected = playout.search(state, "alphabeta")
    search: Any = new_search(state, "alphabeta")
    further = 0
    while not search.complete:
        search.run(nodes=1)
        ply = int(search._workspace["ply"][0])
        if int(search._nodes["distance"][ply]) > ply:
            further += 1
            search = again(search, tmp_path)
    assert further > 10
    assert bare(search.result()) == bare(expected)


@pytest.mark.slow
def test_alphabeta_saved_at_many_points_of_a_large_search(tmp_path: Path) -> None:
    """With a table that grows on the way: the same nodes, move by move."""
    state = GAME.replay("ddddddccccab")
    expected = playout.search(state, "alphabeta(every=True)")
    search = new_search(state, "alphabeta(every=True)")
    rng = random.Random(1)
    while not search.complete:
        search.run(nodes=rng.randint(1, expected.work // 8))
        search = again(search, tmp_path)
    assert bare(search.result()) == bare(expected)
    assert (tmp_path / "search").stat().st_size < 40_000_000


def spelt(options: dict[str, Any]) -> str:
    return f"({', '.join(f'{name}={value}' for name, value in options.items())})" if options else ""


def test_files_from_before_rules_are_read_unless_an_option_is_gone(tmp_path: Path) -> None:
    """Version 0.9 wrote nothing about rules; its uct had options that are gone."""
    path = tmp_path / "search"
    search = new_search(playout.load("tic_tac_toe").start(), "uct(c=0.5)", seed=5, backend="python")
    search.run(simulations=20)
    search.save(path)
    header, data = parts(path.read_bytes())
    assert header["values"].pop("rules") == {}
    path.write_bytes(joined(header, data))
    assert playout.load_search(path).work == 20
    kept = header["values"]["inside"]["0"]
    is_wide = kept.pop("wide")
    path.write_bytes(joined(header, data))
    with pytest.raises(PlayoutError, match="by another version of Playout, whose uct kept its tree in another layout"):
        playout.load_search(path)
    kept["wide"] = is_wide
    header["values"]["options"]["dict"] += [["decay", 1.0], ["personality", None]]
    path.write_bytes(joined(header, data))
    with pytest.raises(PlayoutError, match="saved by another version of Playout, whose uct had the option decay"):
        playout.load_search(path)


@pytest.mark.parametrize("algorithm", ["alphabeta", "paranoid", "brs"])
def test_files_without_fields_that_came_later_are_read(algorithm: str, tmp_path: Path) -> None:
    """Version 0.9 saved nodes without the fields of verified null moves; such a file is made here by leaving them out.

    Solving a position makes no null moves, so both searches continue alike.
    """
    state = playout.load("tic_tac_toe").replay(["a1"])
    whole = new_search(state, algorithm, seed=5, backend="python")
    expected = whole.run()
    parted: Any = new_search(state, algorithm, seed=5, backend="python")
    parted.run(nodes=expected.work // 3)
    parted.save(tmp_path / "search")
    kind = parted._nodes.dtype
    header, data = parts((tmp_path / "search").read_bytes())
    arrays = dict(zip([name for name, _ in header["arrays"]], split(header, data), strict=True))
    nodes = np.frombuffer(arrays["nodes"], kind)
    assert len(nodes) > 1, "the search is in the middle of a window"
    older = np.dtype([(name, kind[name]) for name in kind.names if name not in ("barred", "full_depth")])
    assert older.itemsize == kind.itemsize - 16
    earlier = np.zeros(len(nodes), older)
    for name in older.names or ():
        earlier[name] = nodes[name]
    arrays["nodes"] = earlier.tobytes()
    header["arrays"] = [[name, len(part)] for name, part in arrays.items()]
    (tmp_path / "search").write_bytes(joined(header, b"".join(arrays.values())))
    found = playout.load_search(tmp_path / "search")
    assert found.work == expected.work // 3
    assert bare(found.run()) == bare(expected)


def split(header: dict[str, Any], data: bytes) -> list[bytes]:
    """The bytes of each array of a file."""
    ends = list(accumulate(size for _, size in header["arrays"]))
    return [data[first:end] for first, end in pairwise([0, *ends])]


def test_a_loaded_search_can_be_given_another_position(tmp_path: Path) -> None:
    search = new_search(GAME.replay("ddddddccccab"), "alphabeta")
    search.run()
    loaded = again(search, tmp_path)
    other = GAME.replay("ddddddccccabe")
    for one in (search, loaded):
        one.restart(other)
    assert bare(loaded.run()) == bare(search.run())


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search"
    with pytest.raises(PlayoutError, match=r"cannot read .*search: No such file"):
        playout.load_search(path)
    search = new_search(playout.load("tic_tac_toe").start(), "alphabeta")
    search.save(path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(PlayoutError, match="search is damaged"):
        playout.load_search(path)
