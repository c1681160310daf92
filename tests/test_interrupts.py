"""Ctrl-C while code is loaded or compiled: no answer that nobody has searched for, and nothing half done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.native import compiler
from playout.native.interrupts import hold_interrupts, keep_interrupts
from tests import paths

NIM = paths.NIM


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, as in a program that pytest does not run."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_that_is_lost_while_compiling_counts_in_the_end() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), keep_interrupts():
        with suppress(KeyboardInterrupt):  # as Python does in a callback
            signal.raise_signal(signal.SIGINT)
            done.append("after the signal")
        done.append("later")
    assert done == ["later"], "as a rule it takes effect at once"
    with pytest.raises(KeyboardInterrupt), keep_interrupts():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ValueError("half done") from None
    with pytest.raises(ValueError, match="an error of its own"), keep_interrupts():
        raise ValueError("an error of its own")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_import_is_not_interrupted_in_the_middle() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), hold_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("the rest")
    assert done == ["the rest"]


def test_a_search_whose_game_is_not_compiled_yet_has_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    path = tmp_path / "other_nim.py"
    path.write_text(NIM.read_text() + "\n\ndef left(s):\n    return 1000 - s.turn\n")  # code that is in no cache
    asked = []

    def interrupted(function: Any, kinds: Any) -> Any:
        asked.append(function)
        raise KeyboardInterrupt

    monkeypatch.setattr(compiler, "compile_kernel", interrupted)
    state = playout.load(path).start()
    for algorithm in ("flat", "uct", "alphabeta"):
        with pytest.raises(KeyboardInterrupt):
            playout.search(state, algorithm, seconds=60)
        with pytest.raises(KeyboardInterrupt):
            playout.agent(f"{algorithm}(seconds=60)").choose(state)
    assert len(asked) == 6


PROGRAM = f"""
import playout
state = playout.load({str(NIM)!r}).start()
try:
    print("a result of", playout.search(state, "flat", seconds=60).work)
except KeyboardInterrupt:
    print("interrupted", playout.search(state, "flat", simulations=10).work)
"""


@pytest.mark.slow
def test_a_program_goes_on_after_an_interrupted_compile(tmp_path: Path) -> None:
    environment = {**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path)}
    words = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith("examining nim.py")
        assert running.stderr.readline().startswith("compiling nim")
        running.send_signal(signal.SIGINT)
        told, _ = running.communicate(timeout=120)
    assert (running.returncode, told) == (0, "interrupted 10\n")


COMMANDS = [
    ["analyse", NIM, "--agent", "flat(seconds=60)"],
    ["analyse", NIM, "--agent", "flat(seconds=60)", "--json"],
    ["solve", NIM],
    ["perft", NIM, "12"],
    ["check", NIM],
    ["arena", "run", NIM, "flat(seconds=60)", "uct(seconds=60)"],
    ["tune", NIM, "uct(simulations=50)", "c", "0.5", "0.7"],
]


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(map(str, words[::2])))
def test_a_command_that_is_interrupted_while_it_compiles_says_so(tmp_path: Path, words: list[object]) -> None:
    environment = {**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "playout", *map(str, words)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        assert one.stderr is not None
        while not (line := one.stderr.readline()).startswith("compiling "):
            assert line.startswith("examining nim.py")  # `check` itself examines it, and does not say so
        one.send_signal(signal.SIGINT)
        out, told = one.communicate(timeout=120)
    assert one.returncode == 130
    assert "stopped" in told
    assert "worth" not in out and '"move"' not in out, "nothing was searched"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"), [("uci", "uci\nisready\nposition startpos\ngo infinite\n"), ("gtp", "genmove b\n")]
)
def test_a_server_that_is_interrupted_does_not_wait_for_the_compiler(tmp_path: Path, words: str, said: str) -> None:
    environment = {**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "playout", "protocol", words]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, env=environment, text=True, **pipes) as one:
        assert one.stdin is not None and one.stderr is not None
        one.stdin.write(said)
        one.stdin.flush()
        while not (line := one.stderr.readline()).startswith(("compiling chess", "compiling go")):
            assert line
        one.send_signal(signal.SIGINT)
        told = one.stderr.read()
        one.wait(60)
    assert one.returncode == 130
    assert told == "playout: stopped\n", "nothing was compiled to its end"
