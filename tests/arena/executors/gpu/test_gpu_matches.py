"""Matches by the kernels of a GPU, with the CPU in its place: each is the match that a worker plays, move for move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import OptionError, PlayoutError, RulesError
from playout.arena.executors.choosing import executor_on
from playout.arena.executors.gpu.executor import GpuExecutor
from playout.arena.match import MatchRunner
from playout.arena.match_records import MatchRow
from playout.arena.tournament import define
from playout.native import cuda
from playout.native.memory import HOST
from tests import paths

UCT = ("uct(simulations=40)", "uct(simulations=40, c=0.8)")


def define_for(game: str, agents: Sequence[str], **words: Any) -> Any:
    given: dict[str, Any] = {"pairing": "round-robin", "seed": 5, "openings": 0, "clock": None}
    return define(game, list(agents), **given | words)


def both(game: str, agents: Sequence[str], numbers: Sequence[int], **words: Any) -> list[tuple[MatchRow, MatchRow]]:
    """Matches as the executor returns them, each with that of a worker."""
    definition = define_for(game, agents, **words)
    runner = MatchRunner(definition)
    found = {
        row.number: row
        for batches in GpuExecutor(slots=3, backend="cpu").play(definition, numbers)
        for batch in batches
        for row in batch.rows
    }
    assert sorted(found) == sorted(numbers), "each match once"
    return [(found[number], runner.play(number)) for number in numbers]


def assert_same(pairs: list[tuple[MatchRow, MatchRow]]) -> None:
    for one, other in pairs:
        assert one._replace(seconds=(), slowest=(), clock=b"") == other._replace(seconds=(), slowest=(), clock=b"")


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("tic_tac_toe", ("random", "rules")),
        ("kuhn_poker", ("random", "random(seed=2)")),  # chance, and cards that seats do not see
        ("pig", ("random", "random(seed=2)")),
    ],
)
def test_matches_are_those_of_the_cpu(game: str, agents: Sequence[str]) -> None:
    assert_same(both(game, agents, range(20)))


def test_matches_begin_with_their_openings() -> None:
    pairs = both("tic_tac_toe", ("random", "rules"), range(12), openings=2)
    assert_same(pairs)
    assert {row.opening for row, _ in pairs} == {2}
    assert len({row.moves[1:3] for row, _ in pairs}) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("tic_tac_toe", (*UCT, "random", "rules")),
        (
            "tic_tac_toe",
            ("uct(simulations=60, selection=ucb1_tuned)", "uct(simulations=30, solver=False, choice=mean)"),
        ),
        ("connect_four", ("uct(simulations=60, prior='rank')", "uct(simulations=50, history=0.5)")),
        ("connect_four", ("uct(simulations=60, grave=10)", "uct(simulations=50, expand='all')")),
        ("gomoku3d", ("uct(simulations=30)", "uct(simulations=30, a=0.5, b=0.5)", "random")),
        ("pig", ("uct(simulations=30)", "random")),
        ("tic_tac_toe", ("flat(simulations=50)", "ucb(simulations=60)", "ucb(simulations=60, c=0.5)")),
        ("kuhn_poker", ("flat(simulations=50)", "ucb(simulations=60)")),
    ],
)
def test_searches_find_the_moves_that_they_find_on_the_cpu(game: str, agents: Sequence[str]) -> None:
    assert_same(both(game, agents, range(8)))


@pytest.mark.slow
def test_a_tree_without_room_has_its_match_played_on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.algorithms.uct.forest.ForestPlan.capacity", lambda *_: 5)
    definition = define_for("tic_tac_toe", UCT)
    executor = GpuExecutor(slots=4, backend="cpu")
    rows = [row for batches in executor.play(definition, range(6)) for batch in batches for row in batch.rows]
    assert executor.only_on_cpu == 6
    runner = MatchRunner(definition)
    assert sorted((row.number, row.moves) for row in rows) == [(k, runner.play(k).moves) for k in range(6)]


def test_a_tournament_is_kept_and_continued(tmp_path: Path) -> None:
    store = tmp_path / "matches.store"
    how: dict[str, Any] = {"seed": 3, "store": store}
    first = playout.tournament(
        "tic_tac_toe", ["random", "rules"], matches=10, executor=GpuExecutor(backend="cpu"), **how
    )
    assert first.played == 10
    assert "2 matches were played on the CPU, too, and are the same" in str(first)
    more = playout.tournament("tic_tac_toe", ["random", "rules"], matches=30, workers=1, **how)
    assert more.played == 30
    whole = playout.tournament("tic_tac_toe", ["random", "rules"], matches=30, workers=1, seed=3)
    for name in ("seats", "payoffs", "groups", "plies"):
        assert (getattr(more.results, name) == getattr(whole.results, name)).all(), name


def test_another_match_than_the_cpus_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    play = MatchRunner.play

    def wrong(self: MatchRunner, number: int) -> MatchRow:
        return play(self, number + 2)

    monkeypatch.setattr(MatchRunner, "play", wrong)
    definition = define_for("tic_tac_toe", ("random", "rules"))
    with pytest.raises(RulesError, match=r"match \d differs between the GPU and the CPU"):
        list(GpuExecutor(backend="cpu").play(definition, range(4)))


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        (
            ("alphabeta(depth=2)", "random"),
            r"alphabeta\(depth=2\) cannot be played on a GPU: a GPU plays",
        ),
        (("ucb(simulations=9, sequences=True)", "random"), "plays sequences of a whole turn"),
        (("uct(seconds=1)", "random"), "its only limit has to be simulations="),
        (("uct(simulations=10, threads=2)", "random"), "leave threads out"),
        (("uct(simulations=10, ponder=True)", "random"), "leave ponder, shared and blunder out"),
    ],
)
def test_what_a_gpu_cannot_play_is_refused(agents: Sequence[str], said: str) -> None:
    with pytest.raises(PlayoutError, match=said):
        list(GpuExecutor(backend="cpu").play(define_for("tic_tac_toe", agents), range(2)))


def test_a_clock_is_refused() -> None:
    definition = define_for("tic_tac_toe", ("random", "rules"), clock=playout.Clock(10))
    with pytest.raises(PlayoutError, match="a GPU plays without a clock"):
        list(GpuExecutor(backend="cpu").play(definition, range(2)))


def test_hidden_things_are_not_guessed_on_a_gpu() -> None:
    definition = define_for("kuhn_poker", ("uct(simulations=10)", "random"))
    with pytest.raises(PlayoutError, match="guesses what is hidden, which only the backend cpu does"):
        list(GpuExecutor(backend="cpu").play(definition, range(2)))


def test_matches_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.native.memory.HOST", replace(HOST, free=lambda: 1000))
    with pytest.raises(PlayoutError, match=r"0 MB are free on the GPU: use fewer simulations"):
        list(GpuExecutor(backend="cpu").play(define_for("tic_tac_toe", ("random", "rules")), range(2)))


def test_backends_by_name() -> None:
    assert isinstance(executor_on("cuda", None), GpuExecutor)
    with pytest.raises(OptionError, match="matches have no backend 'metal'; there are cpu, cuda"):
        executor_on("metal", None)
    with pytest.raises(OptionError, match="workers and memory belong to the backend cpu"):
        executor_on("cuda", 4)
    with pytest.raises(OptionError, match="the number of slots has to be at least 1, not 0"):
        GpuExecutor(slots=0)


@pytest.mark.skipif(not cuda.why_missing(), reason="there is a GPU")
def test_without_a_gpu_that_is_said() -> None:
    with pytest.raises(cuda.CudaError, match="use the backend cpu"):
        playout.tournament("tic_tac_toe", ["random", "rules"], matches=2, backend="cuda")


def test_nim_of_a_users_file() -> None:
    assert_same(both(str(paths.NIM), ("random", "random(seed=2)"), range(10)))
