"""A Ray cluster of two machines (both this one): the same matches as one process, also when one of them goes away."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from playout.arena.definition import Definition
from playout.arena.executors import ray_cluster
from playout.arena.executors.bundle import Bundle, make_bundle
from playout.arena.executors.local import LocalExecutor
from playout.arena.executors.ray_cluster import RayExecutor
from playout.arena.storage.store import Store
from playout.arena.tournament import TournamentResult, tournament
from playout.game import load
from playout.rules import OptionError, PlayoutError
from tests import paths
from tests.arena.agents import Leaves

AGENTS = ["random", "rules", "flat(simulations=200)"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ray.cluster_utils import Cluster

        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        made.add_node(num_cpus=1)
        made.wait_for_nodes()
        yield made
        made.shutdown()


def matches(path: Path) -> list[tuple[Any, ...]]:
    with Store(path) as kept:
        return [(m.number, m.agents, m.moves, m.payoffs, m.forfeit, m.reason) for m in kept.matches()]


def unpacked() -> set[Path]:
    return {*Path(tempfile.gettempdir()).glob("playout-*")}


def test_a_cluster_plays_the_same_matches(tmp_path: Path, cluster: Any) -> None:
    for name, executor in (("ray", RayExecutor(cluster.address)), ("local", LocalExecutor(1))):
        result = tournament("tic_tac_toe", AGENTS, matches=90, seed=7, store=tmp_path / name, executor=executor)
        assert result.complete
    assert matches(tmp_path / "ray") == matches(tmp_path / "local")


def test_a_game_of_ones_own_is_played_where_its_files_are_not(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are moved away once the tournament is packed, as on a machine that never had them."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "ray_words.py").write_text("MOST = 3\n")
    nim = paths.NIM.read_text()
    (home / "nim.py").write_text(
        "from ray_words import MOST\n" + nim.replace("min(3, s.stones)", "min(MOST, s.stones)")
    )
    game = load(home / "nim.py")

    def bundle_and_move(definition: Definition, *, with_files: bool) -> Bundle:
        bundle = make_bundle(definition, with_files=with_files)
        home.rename(tmp_path / "gone")
        return bundle

    agents, before = ["random", "random(seed=1)"], unpacked()
    tournament(game, agents, matches=20, seed=7, store=tmp_path / "local", executor=LocalExecutor(1))
    monkeypatch.setattr(ray_cluster, "make_bundle", bundle_and_move)
    tournament(game, agents, matches=20, seed=7, store=tmp_path / "ray", executor=RayExecutor(cluster.address))
    assert matches(tmp_path / "ray") == matches(tmp_path / "local")
    assert unpacked() <= before
    monkeypatch.setattr(
        ray_cluster, "make_bundle", lambda *given, **how: replace(make_bundle(*given, **how), version="9.9")
    )
    with pytest.raises(PlayoutError, match=r"has Playout .* started with 9\.9; install the same version") as refusal:
        tournament("tic_tac_toe", ["random", "rules"], matches=2, executor=RayExecutor(cluster.address))
    assert "\n" not in str(refusal.value) and "\x1b" not in str(refusal.value)


def test_what_ray_says_is_one_line() -> None:
    """The last line of a traceback with colours says what went wrong."""
    text = (
        "\x1b[36mray::_RayWorker.start()\x1b[39m\n  File x.py, line 3\nModuleNotFoundError: No module named 'playout'\n"
    )
    assert ray_cluster._sentence(RuntimeError(text)) == "ModuleNotFoundError: No module named 'playout'"
    words = "Version mismatch: the cluster has\n    Ray: 2.60.0\n    Python: 3.11.7\n"
    assert ray_cluster._sentence(RuntimeError(words)) == "Version mismatch: the cluster has Ray: 2.60.0 Python: 3.11.7"
    assert ray_cluster._sentence(RuntimeError()) == "RuntimeError"


def test_an_agent_that_ends_its_process_costs_its_match(cluster: Any) -> None:
    result = tournament("tic_tac_toe", ["random", Leaves()], matches=2, seed=7, executor=RayExecutor(cluster.address))
    assert result.results.reasons == ("crash",) * 2


def test_a_machine_that_is_lost_costs_nothing(tmp_path: Path, cluster: Any) -> None:
    extra = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    gone: list[int] = []

    def pull_the_plug(result: TournamentResult) -> None:
        if result.played and not gone:
            gone.append(result.played)
            cluster.remove_node(extra, allow_graceful=False)

    agents = [*AGENTS[:2], "flat(simulations=20000)"]
    for name, executor, watch in (
        ("ray", RayExecutor(cluster.address), pull_the_plug),
        ("local", LocalExecutor(2), None),
    ):
        tournament("connect_four", agents, matches=90, seed=7, store=tmp_path / name, executor=executor, watch=watch)
    assert gone and gone[0] < 90
    assert matches(tmp_path / "ray") == matches(tmp_path / "local")


def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(PlayoutError, match=r"cannot reach the Ray cluster at 127\.0\.0\.1:1"):
        tournament("tic_tac_toe", ["random", "rules"], matches=2, executor=RayExecutor("127.0.0.1:1"))
    with pytest.raises(OptionError, match="the number of workers has to be at least 1"):
        RayExecutor(workers=0)
