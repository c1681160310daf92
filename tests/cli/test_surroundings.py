"""Unusual surroundings: a home that cannot be written to, a locale without some signs, a small terminal, and Ctrl-C in
a first compile.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import playout
from playout import loading
from playout.arena.entrants import first_decision
from playout.cli.menu import print_menu
from playout.cli.serving import _data_folder
from playout.errors import PlayoutError
from playout.native import cache
from tests import paths
from tests.cli.running import run, run_process

NIM = str(paths.NIM)

NOWHERE = "/dev/null/home"
"""A home that cannot be written to, whoever asks; root may write to a folder that is read-only."""


def test_a_home_that_takes_no_files(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("PLAYOUT_DATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PLAYOUT_CONFIG_DIR"):
        monkeypatch.delenv(word, raising=False)
    monkeypatch.setenv("HOME", NOWHERE)
    assert run("engines", "list").returncode == 0
    with _data_folder(None) as folder:
        (folder / "matches").write_text("")
    assert not folder.exists()
    told = capsys.readouterr().err
    assert f"{NOWHERE}/.local/share/playout cannot be written to (Not a directory), so matches are not kept" in told
    refusal = r"/dev/null/x cannot be written to \(Not a directory\); choose another folder"
    with pytest.raises(PlayoutError, match=refusal), _data_folder(Path("/dev/null/x")):
        pass


def test_what_a_locale_cannot_write_is_replaced() -> None:
    encoding = "gbk"  # that of Chinese Windows, without a check mark
    done = subprocess.run(
        [sys.executable, "-m", "playout", "check", NIM, "--seconds", "0.1"],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PLAYOUT_QUIET": "1"},
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.search(r"^ *\? ", done.stdout.decode(encoding), re.MULTILINE), "in place of a check mark"


def test_what_a_locale_cannot_read_is_not_a_move() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "playout", "play", "tic_tac_toe", "--against", "rules"],
        input="一\nquit\n".encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"'???' is not a move; legal: a3" in done.stdout


@pytest.mark.parametrize("locale", ["C", "zh_CN.UTF-8"])
def test_a_chinese_card_in_any_locale(locale: str) -> None:
    """Python writes UTF-8 in the locale C and in one that the machine does not have."""
    words = ("play", "hearthstone", "--seed", "1")
    done = run_process(*words, typed="quit\n", LANG=locale, LC_ALL=locale, PLAYOUT_LANGUAGE="zh", PYTHONIOENCODING="")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search("[\u4e00-\u9fff]", done.stdout)


@pytest.mark.parametrize("columns", [40, 10])
def test_every_game_on_a_small_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for name in loading.names():
        state = first_decision(playout.load(name))
        assert state is not None
        assert state.show().strip()
        print_menu(state)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_first_compile_that_is_interrupted_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    words = [sys.executable, "-m", "playout", "bench", NIM, "--seconds", "0.05", "--threads", "1"]
    environment = {**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith("examining nim.py")
        assert running.stderr.readline().startswith("compiling nim")
        running.send_signal(number)
        _, told = running.communicate(timeout=60)
    assert running.returncode == (130 if number == signal.SIGINT else -number)
    assert told == ("playout: stopped\n" if number == signal.SIGINT else "")
    assert [path for path in tmp_path.glob("*" + cache.SUFFIX) if ".examined-" not in path.name] == []
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "compiled nim" in done.stderr
    assert subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120).stderr == ""
