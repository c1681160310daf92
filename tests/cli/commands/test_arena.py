"""`playout arena` as a person uses it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import playout
from playout.arena.storage.store import Store
from playout.cli.live import live, progress
from tests.cli.running import on_a_terminal, run

SMALL = ("arena", "run", "tic_tac_toe", "random", "rules", "--seed", "3", "--workers", "1")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("store") / "results.db")
    done = run(*SMALL, "--matches", "20", "--store", path, "--plies", "1")
    assert done.returncode == 0, done.stderr
    assert re.search(r"random.*\n.*rules", done.stdout) or re.search(r"rules.*\n.*random", done.stdout)
    assert re.search(r"20 matches\.\n(.*\n)*\d distinct openings\.", done.stdout)
    return path


def test_help_names_the_commands() -> None:
    assert re.search("^  arena ", run("--help").stdout, re.MULTILINE)
    text = run("arena", "--help").stdout
    for command in ("run", "report", "show", "list", "export"):
        assert re.search(rf"^  {command} ", text, re.MULTILINE)


def test_json_is_all_that_is_printed() -> None:
    done = run(*SMALL, "--matches", "6", "--json", PLAYOUT_QUIET="1")
    found = json.loads(done.stdout)
    assert (found["matches"], found["complete"], found["verdict"]) == (6, True, None)
    assert {agent["agent"] for agent in found["agents"]} == {"random", "rules"}
    assert sum(agent["score"] for agent in found["agents"]) == pytest.approx(1)
    assert done.stderr == ""


def test_a_sequential_test_stops_when_it_is_clear() -> None:
    """The rules of thumb win nearly always against random moves: far more than 50 Elo, and soon clear."""
    done = run(*SMALL, "--matches", "2000", "--sprt", "0", "50", "--json", PLAYOUT_QUIET="1")
    found = json.loads(done.stdout)
    assert (found["verdict"], found["complete"]) == ("H0", True), "random is listed first, and is no 50 Elo stronger"
    assert found["matches"] < 500


def test_show_replays_a_match(store: str) -> None:
    done = run("arena", "show", store, "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("match 1 of tic_tac_toe: rules ")
    assert re.search(r"1\. X \(rules\): [abc][123]  \[opening\]", done.stdout)
    assert re.search(r"2\. O \(random\): [abc][123]  \[[\d.]+ (us|ms)\]", done.stdout)
    assert re.search(r"result: X has [\d.]+, O has [\d.]+\n$", done.stdout)
    boards = done.stdout.count("  a b c\n")
    with Store(store) as kept:
        assert boards == len(kept.match(1).moves) + 1
    assert run("arena", "show", store, "1", "--final").stdout.count("  a b c\n") == 1


def test_show_tells_a_match_in_words(store: str) -> None:
    lines = run("arena", "show", store, "1", "--words").stdout.splitlines()
    with Store(Path(store)) as kept:
        match = kept.match(1)
    assert lines[0] == "rules (X) against random (O)."
    moves = [state.format(move) for state, move in zip(match.states(), match.moves, strict=False)]
    assert lines[1:-2] == [f"{'XO'[ply % 2]} plays {move}" for ply, move in enumerate(moves)]
    assert lines[-1].startswith("Result: X has ")


def test_list_has_every_match(store: str) -> None:
    lines = run("arena", "list", store).stdout.splitlines()
    assert len(lines) == 20
    assert re.fullmatch(r" +0  random [\d.]+, rules [\d.]+; \d plies", lines[0])
    assert run("arena", "list", store, "--forfeits").stdout == ""
    assert len(run("arena", "list", store, "--agent", "rules").stdout.splitlines()) == 20


def test_export_is_a_line_of_json_a_match(store: str, tmp_path: Path) -> None:
    done = run("arena", "export", store)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["number"] for record in records] == list(range(20))
    for record in records:
        assert {"game", "options", "rules", "agents", "seed", "seeds", "chance", "moves", "clock", "machine"} <= set(
            record
        )
        assert record["seats"] == [ply % 2 for ply in range(len(record["moves"]))]
    run("arena", "export", store, "--output", str(tmp_path / "all.jsonl"))
    assert (tmp_path / "all.jsonl").read_text() == done.stdout


def test_report_writes_a_page(store: str, tmp_path: Path) -> None:
    done = run("arena", "report", store, "--output", str(tmp_path / "page.html"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [str(tmp_path / f"page.{kind}") for kind in ("html", "csv", "md")]
    page = (tmp_path / "page.html").read_text()
    for fact in ("tic_tac_toe", "1 random plies", "round-robin"):
        assert fact in page
    assert len((tmp_path / "page.csv").read_text().splitlines()) == 3
    assert "random" in (tmp_path / "page.md").read_text()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("run", "tictactoe", "random", "rules"), 1, "there is no game 'tictactoe'"),
        (("run", "tic_tac_toe", "random", "rulez"), 1, r"there is no agent 'rulez' \(did you mean rules\?\)"),
        (("run", "tic_tac_toe", "random", "-o", "rows=3", "rules"), 1, "tic_tac_toe has no option 'rows'"),
        (("run", "pig", "random", "rules"), 1, "rules cannot play pig: pig has no rule-based player"),
        (("run", "tic_tac_toe", "random"), 1, "2 different agents are needed, not 1"),
        (("run", "tic_tac_toe", "random", "rules", "--pairing", "swiss"), 1, "there is no pairing 'swiss'"),
        (("run", "tic_tac_toe", "random", "rules", "--matches", "0"), 2, "matches"),
        (("run", "tic_tac_toe", "random", "rules", "--clock", "a+b"), 1, r"a clock is BASE or BASE\+INCREMENT"),
        (("run", "tic_tac_toe", "random", "rules", "--executor", "moon"), 1, "there is no executor 'moon'"),
        (("run", "tic_tac_toe", "random", "rules", "--address", "x:1"), 1, "an address belongs to a Ray cluster"),
        (("run", "tic_tac_toe", "random", "rules", "--openings", "x", "--plies", "2"), 1, "not both"),
        (("run", "tic_tac_toe", "random", "rules", "--store", "."), 1, "is a folder; a store is a file"),
        (("show", "nothing.db", "0"), 1, "there is no store nothing.db"),
        (("report", "nothing.db"), 1, "there is no store nothing.db"),
        (("show", "STORE", "99"), 1, "holds no match 99; it holds 20, with numbers up to 19"),
        (("list", "STORE", "--agent", "randon"), 1, r"has no agent 'randon' \(did you mean random\?\)"),
        (("export", "STORE", "--format", "pgn"), 1, "tic_tac_toe cannot be written as PGN, only chess; use jsonl"),
        (("export", "STORE", "--format", "pdf"), 1, "there is no format 'pdf'"),
        (("export", "STORE", "--output", "no/such/file"), 1, "cannot write no/such/file: No such file"),
        (("run", "connect_four", "random", "rules", "--store", "STORE", "--seed", "3"), 1, "game tic_tac_toe there"),
        (("run", "tic_tac_toe", "random", "rules", "--store", "STORE", "--seed", "4"), 1, "seed 3 there and 4 here"),
    ],
)
def test_a_mistake_is_one_sentence_and_a_code(store: str, words: tuple[str, ...], code: int, sentence: str) -> None:
    done = run("arena", *(store if word == "STORE" else word for word in words), PLAYOUT_QUIET="1")
    assert done.returncode == code
    assert re.search(sentence, done.stderr)
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("number", "more"),
    [
        pytest.param(signal.SIGINT, [], id="Ctrl-C"),
        pytest.param(signal.SIGTERM, ["--json"], id="SIGTERM", marks=pytest.mark.slow),
    ],
)
def test_an_interrupt_prints_the_table_so_far_and_the_same_command_continues(
    tmp_path: Path, number: int, more: list[str]
) -> None:
    path = tmp_path / "results.db"
    words = ["arena", "run", "connect_four", "flat(simulations=9000)", "random", "--seed", "1", "--store", str(path)]
    words += ["--workers", "1"]
    command = [sys.executable, "-m", "playout", *words, "--matches", "400", "--quiet", *more]
    environment = {**os.environ, "PLAYOUT_QUIET": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, process_group=0
    ) as running:
        for _ in range(600):
            time.sleep(0.1)
            if path.exists() and path.with_name("results.db-wal").exists() and count_of(path):
                break
        os.killpg(running.pid, number)  # as a terminal does: everybody hears it
        out, error = running.communicate(timeout=60)
    assert running.returncode == 128 + number
    assert error == f"stopped; the matches are in {path}; the same command continues\n"
    before = count_of(path)
    assert 0 < before < 400
    if more:
        found = json.loads(out)
        assert (found["matches"], found["wanted"], found["complete"]) == (before, 400, False)
    else:
        assert re.search(rf"^{before} match(es)?\.$", out, re.MULTILINE)
        assert re.search(r"^\d +flat\(simulations=9000\) +", out, re.MULTILINE)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["results.db"]
    if not more:
        done = run(*words, "--matches", str(before + 4), "--json", PLAYOUT_QUIET="1")
        assert json.loads(done.stdout)["complete"]


def test_an_interrupt_that_python_drops_ends_the_run_at_the_next_look(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python drops what a signal raises while an object is deleted."""

    class Interrupted:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    dropped: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda about: dropped.append(about.exc_type))
    result = playout.tournament("tic_tac_toe", ["random", "rules"], matches=2, seed=1, workers=1)
    with pytest.raises(SystemExit) as end, live(None, str, hidden=True) as show:
        show(result)
        Interrupted()
        assert dropped == [KeyboardInterrupt]
        show(result)
    assert end.value.code == 128 + signal.SIGINT
    assert capsys.readouterr().err.endswith("stopped; no store was named\n")


def count_of(path: Path) -> int:
    try:
        with Store(path) as kept:
            return kept.count()
    except Exception:
        return 0


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no such terminals")
def test_a_terminal_sees_it_grow() -> None:
    seen = on_a_terminal("arena", "run", "tic_tac_toe", "flat(seconds=0.05)", "random", "--matches", "6", "--seed", "1")
    assert re.search(r"\d+ of 6 matches \(\d+%\), [\d.]+ a second, \d+ s left", seen)
    assert "6 matches." in seen


def test_progress_in_words() -> None:
    assert progress(0, 200, 0, 1.0) == "0 of 200 matches (0%)"
    assert progress(120, 200, 100, 50.0) == "120 of 200 matches (60%), 2.0 a second, 40 s left"
    assert progress(1000, 10_000, 1000, 1000.0) == "1,000 of 10,000 matches (10%), 1.0 a second, 2.5 h left"
