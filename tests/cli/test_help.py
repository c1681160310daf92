"""Help, completion and the report on the installation."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.main import get_command

from playout.cli.app import COMMANDS, make_app
from playout.cli.commands import doctor
from tests.cli.running import run

PROTOCOLS = ("saiblo", "uci", "gtp")


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command below this one with the words that lead to it, and itself."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


ALL = dict(commands(get_command(make_app(COMMANDS))))


def example(words: tuple[str, ...]) -> list[str]:
    """The words of the example in a command's help."""
    done = run(*words, "--help", COLUMNS="200")
    assert done.returncode == 0, done.stderr
    found = re.search(r"Example: playout (.*)", done.stdout)
    assert found, f"playout {' '.join(words)} --help has no example"
    return shlex.split(found[1])


@pytest.mark.parametrize("path", [*ALL, *(("protocol", name) for name in PROTOCOLS)], ids=" ".join)
def test_every_command_has_an_example_that_it_understands(path: tuple[str, ...]) -> None:
    words = example(path)
    assert tuple(words[: len(path)]) == path
    if path[:1] == ("protocol",):  # read by argparse; what is not there it refuses before it plays
        assert run(*words, "--help").returncode == 0
        return
    leaf = max((known for known in ALL if tuple(words[: len(known)]) == known), key=len)
    ALL[leaf].make_context("playout", words[len(leaf) :])  # raises where a word is not understood


def complete(shell: str, *words: str) -> list[str]:
    """What a shell is offered after these words, of which the last is incomplete."""
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    asked |= {"_TYPER_COMPLETE_ARGS": " ".join(words), "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = run(_PLAYOUT_COMPLETE=f"complete_{shell}", **asked)
    assert (done.returncode, done.stderr) == (0, "")
    return re.findall(r"\w[\w.-]*", done.stdout.partition("((")[2] if shell == "zsh" else done.stdout)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions(shell: str) -> None:
    assert complete(shell, "playout", "play", "ti") == ["tic_tac_toe"]
    assert complete(shell, "playout", "analyse", "chess", "--agent", "alph") == ["alphabeta"]
    assert complete(shell, "playout", "arena", "run", "pig", "rand") == ["random"]
    assert complete(shell, "playout", "agents", "ism") == ["ismcts"]
    assert complete(shell, "playout", "anal")[0] == "analyse"
    script = run("completion", shell)
    assert (script.returncode, script.stderr) == (0, "")
    assert "_PLAYOUT_COMPLETE" in script.stdout
    assert "_PLAYOUT_COMPLETE" not in os.environ


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_a_shell_completes(tmp_path: Path) -> None:
    program = tmp_path / "playout"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m playout "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    script = """
        eval "$(playout completion bash)"
        COMP_WORDS=(playout play conn) COMP_CWORD=2
        $(complete -p playout | sed -E 's/.*-F ([^ ]+).*/\\1/') playout
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, env=environment)
    assert (done.stdout, done.stderr) == ("connect_four\n", "")


def test_a_shell_without_a_script_is_refused() -> None:
    done = run("completion", "csh")
    assert done.returncode == 2 and "there are scripts for bash, zsh, fish, not for 'csh'" in done.stderr


def test_doctor_reports_on_the_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        metadata, "requires", lambda _: ['fastapi>=0.115; extra == "web"', "no-such-package>=1; extra == 'more'"]
    )
    done = run("doctor", "--seconds", "0.1", PLAYOUT_DATA=str(tmp_path / "not" / "yet"))
    assert done.returncode == 0, done.stdout
    for line in (
        rf"playout +{re.escape(metadata.version('playout'))}, .*playout",
        rf"Python +{sys.version.split()[0]}, ",
        rf"numba +{re.escape(metadata.version('numba'))}",
        r"processor +\S+, \d+ threads?",
        r"compiled code +\S+: \d+ entries, [\d.]+ [kMG]?B",
        rf"matches +{tmp_path}/not/yet",
        r"\[web\] +fastapi \d",
        r"\[more\] +not installed: pip install 'playout\[more\]'",
        r"self-test +passed: tic_tac_toe, [\d,]+ random playouts a second native, [\d,]+ interpreted \([\d,]+ times",
    ):
        assert re.search(rf"^{line}", done.stdout, re.MULTILINE), line
    assert not (tmp_path / "not").exists(), "it looks, and makes nothing"


@pytest.mark.parametrize("built", [True, False])
def test_doctor_says_whether_the_pages_are_built(built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("index.html", "widget.js"):
        (tmp_path / name).write_text("")
    folder = tmp_path if built else tmp_path / "none"
    monkeypatch.setattr("playout.web.settings.ServerSettings", lambda: SimpleNamespace(pages=folder))
    monkeypatch.setattr("playout.cli.commands.doctor.WIDGET", folder / "widget.js")
    done = run("doctor", "--seconds", "0.1")
    text = "built" if built else "not built: `make pages` in a checkout builds it; a wheel has it"
    for name in ("web pages", "notebook board"):
        assert re.search(rf"^{name} +{text}$", done.stdout, re.MULTILINE)


def test_doctor_looks_where_the_widget_is() -> None:
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install 'playout[notebook]'")
    from playout.notebook import widget

    assert doctor.WIDGET == widget.MODULE


def test_doctor_says_what_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of compiled code that is a file, and native code that computes something else."""
    (tmp_path / "file").write_text("")
    answers = iter([(0.5, 0.5), (0.25, 0.75)])
    monkeypatch.setattr("playout.algorithms.playouts.playouts", lambda *_, **__: next(answers))
    done = run("doctor", "--seconds", "0.1", PLAYOUT_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.returncode == 1
    assert "cannot be written to (Not a directory), so every start compiles again; set PLAYOUT_CACHE_DIR" in done.stdout
    assert "failed: native code gives (0.5, 0.5), interpreted rules (0.25, 0.75)" in done.stdout
    monkeypatch.setattr("playout.game.load", lambda _: 1 / 0)
    assert "self-test      failed: ZeroDivisionError: division by zero" in run("doctor").stdout
