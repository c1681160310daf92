"""Rows of experiments on a GPU, with the CPU in its place: which it plays, and that its matches are the arena's."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from experiments.__main__ import main
from experiments.common import FOLDER, Options
from experiments.hearthstone import own
from experiments.three_players import report, variants
from experiments.three_players.variants import CAREFUL, GAME, PLAIN, PRUNING, agent, trio

import playout
from experiments import backends
from playout.arena.executors.gpu.executor import GpuExecutor
from playout.native import cuda
from tests.experiments.test_experiment_pages import quiet

__all__ = ["quiet"]

CUDA = Options(backend="cuda")


@pytest.fixture
def in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The CPU in the place of a GPU."""
    monkeypatch.setattr(backends, "GpuExecutor", partial(GpuExecutor, backend="cpu"))
    monkeypatch.setattr(cuda, "device", lambda: SimpleNamespace(name="a GPU of this test"))


@pytest.mark.parametrize(
    "arguments", [["lecture"], ["course_connect_four", "hearthstone"], ["three_players", "--pages"]]
)
def test_experiments_without_rows_for_a_gpu_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*arguments, "--backend", "cuda"])
    assert "plays matches of article, three_players, hearthstone; name one of these" in capsys.readouterr().err


@pytest.mark.skipif(not cuda.why_missing(), reason="there is a GPU")
def test_without_a_gpu_that_is_said() -> None:
    with pytest.raises(cuda.CudaError, match="use the backend cpu"):
        main(["three_players", "--simulations", "10", "--matches", "3", "--backend", "cuda"])


def test_rows_that_only_the_cpu_can_play_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    shared = backends.refusal(GAME, trio(agent(PLAIN, 10), agent(f"{PLAIN}, shared=True", 10)))
    assert shared.endswith("cannot be played on a GPU: leave ponder, shared and blunder out")
    searches = {name: spelling.format(limit="simulations=4") for name, spelling in own.SEARCHES.items()}
    can = {name for name, search in searches.items() if backends.is_on_gpu(CUDA, "hearthstone", [search, own.RULES])}
    assert can == {"flat", "ucb over moves"}
    said = capsys.readouterr().out
    assert said.count("played on the CPU: ") == 3 and "plays sequences of a whole turn" in said
    assert not backends.is_on_gpu(Options(), "hearthstone", [searches["flat"], own.RULES]), "nobody asked for it"
    assert isinstance(backends.executor_for(CUDA, "hearthstone", [searches["flat"], own.RULES]), GpuExecutor)


@pytest.mark.slow
def test_rows_of_three_players(in_its_place: None, capsys: pytest.CaptureFixture[str]) -> None:
    """Pruning is played on the GPU, as workers play it; merging as without a GPU."""
    assert [
        bool(backends.refusal(GAME, trio(agent(one, 20), agent(others, 20))))
        for one, others in ((PLAIN, PRUNING), (report.WORSE["dropping"], CAREFUL), (report.WORSE["decay"], CAREFUL))
    ] == [False, False, True]
    found = report.one_against(CUDA, 20, 6, PLAIN, PRUNING, "pruning", begin=3)
    agents = trio(agent(PLAIN, 20), agent(PRUNING, 20))
    played = playout.tournament(GAME, agents, matches=6, seed=1 + 3 // 3, workers=1).results
    assert (found.matches, found.simulations) == (6, 20)
    assert found.score == pytest.approx(sum(played.payoffs[played.seats == 0]) / 6)
    assert not capsys.readouterr().out
    one, other = (
        report.one_against(options, 20, 3, PLAIN, report.WAYS[report.MERGING], report.MERGING)
        for options in (CUDA, Options())
    )
    assert one == other
    assert "played on the CPU: " in capsys.readouterr().out
    assert variants.meet(CUDA, agent(PRUNING, 20), agent(PLAIN, 20), 20, 3, 5).matches == 3
    sizes = report.Sizes(**{**report.QUICK.__dict__, "balance": 6, "equal": 12})
    for seats, count in report.SEATS.items():
        row = report.equal_players(CUDA, sizes, "plain", seats)
        assert (row.matches, len(row.wins), sum(row.wins) + row.draws) == (6, count, 6)


@pytest.mark.slow
def test_matches_are_added_on_a_gpu(tmp_path: Path, in_its_place: None, capsys: pytest.CaptureFixture[str]) -> None:
    for path in FOLDER.glob("three_players_*.json"):
        (tmp_path / path.name).write_text(path.read_text())
    words = ["three_players", "--simulations", "20", "--matches", "3", "--backend", "cuda", "--out", str(tmp_path)]
    main(words)
    saved = json.loads((tmp_path / "three_players_report.json").read_text())
    rows = {**saved["found"]["ways"], **saved["found"]["worse"]}
    assert {name for name, row in rows.items() if "20" in row} == {"pruning", "dropping"}
    said = capsys.readouterr().out
    for name in ("merging", "pruning and merging", "merging, where all prune", "decay"):
        assert f"{name}: left as it is; leave --backend out for it: " in said
    assert "3 matches of each row that a GPU can play with 20 simulations were added" in saved["made"]["later"]
    assert "a GPU of this test" in saved["made"]["later"]
