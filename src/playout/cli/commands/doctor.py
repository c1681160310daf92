"""`playout doctor`: checks this installation, and measures this machine's speed."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from playout.cli.folders import why_unwritable
from playout.cli.screen import byte_words, say

__all__ = ["doctor"]

GAME = "tic_tac_toe"
"""The game of the self-test."""

COMPARED_PLAYOUTS = 200
"""The number of playouts whose results have to be equal, native and interpreted."""

WIDGET = Path(__file__).parents[2] / "notebook" / "static" / "widget.js"
"""The built board of a notebook. `playout.notebook`, which reads it, cannot be imported without its extra."""

WIDTH = 15
"""The width of the names at the beginning of lines."""


def doctor(
    seconds: Annotated[float, typer.Option(min=0.1, help="seconds for the self-test")] = 10.0,
) -> None:
    """Report on this installation: Python, processor, compiled code, extras, and a self-test with its speed.

    The exit code is 1 if something does not work. A game of your own is checked by `playout check`.

    Example: playout doctor --seconds 3
    """
    for name, text in (*_versions(), ("processor", _processor()), *_folders(), *_extras()):
        _line(name, text)
    works, text = _self_test(seconds)
    _line("self-test", text)
    works_there, text = _gpu_test(seconds)
    _line("GPU", text)
    raise typer.Exit(0 if works and works_there else 1)


def _line(name: str, text: str) -> None:
    say(f"{name:<{WIDTH}}{text}", hanging=WIDTH)
    sys.stdout.flush()


def _versions() -> Iterator[tuple[str, str]]:
    yield "playout", f"{metadata.version('playout')}, {Path(__file__).parents[2]}"
    yield "Python", f"{platform.python_version()}, {sys.executable}"
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    for name in ("numba", "llvmlite", "numpy"):
        yield name, _version(name) or f"missing: pip install {name}"


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _processor() -> str:
    """The processor for which code is compiled, and its number of threads."""
    import llvmlite.binding as llvm

    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{llvm.get_host_cpu_name()}, {threads} thread{'s' if threads > 1 else ''}"


def _folders() -> Iterator[tuple[str, str]]:
    """The folders of compiled code and of the web app's matches, and whether the pages are built."""
    from playout.native import cache
    from playout.web.settings import ServerSettings, data_folder

    folder, entries = cache.folder(), cache.entries()
    fault = why_unwritable(folder)
    yield (
        "compiled code",
        f"{folder}: {len(entries)} entries, {byte_words(sum(entry.size for entry in entries))}"
        if fault is None
        else f"{folder} cannot be written to ({fault}), so every start compiles again; "
        "set PLAYOUT_CACHE_DIR to another folder",
    )
    fault = why_unwritable(data_folder())
    yield (
        "matches",
        f"{data_folder()}"
        if fault is None
        else f"{data_folder()} cannot be written to ({fault}); set PLAYOUT_DATA to another folder",
    )
    for name, page in (("web pages", ServerSettings().pages / "index.html"), ("notebook board", WIDGET)):
        yield name, "built" if page.exists() else "not built: `make pages` in a checkout builds it; a wheel has it"


def _extras() -> Iterator[tuple[str, str]]:
    """Each extra of the package: the versions of its packages, or the command that installs it."""
    found: dict[str, list[str]] = {}
    for line in metadata.requires("playout") or ():
        belongs = re.search(r"extra\s*==\s*['\"]([\w-]+)", line)
        package = re.match(r"[\w.-]+", line)
        if belongs and package:
            found.setdefault(belongs[1], []).append(package[0])
    for extra, packages in found.items():
        versions = [_version(name) for name in packages]
        if None in versions:
            yield f"[{extra}]", f"not installed: pip install 'playout[{extra}]'"
        else:
            yield f"[{extra}]", ", ".join(f"{name} {number}" for name, number in zip(packages, versions, strict=True))


def _gpu_test(seconds: float) -> tuple[bool, str]:
    """The GPU and the result of its self-test, or the reason why there is none, which is no error."""
    from playout.algorithms.playouts import playouts, rate
    from playout.game import load
    from playout.native import cuda
    from playout.native.cuda.compiler import why_missing

    for reason in (cuda.why_missing(), why_missing()):
        if reason:
            return True, f"not used: {reason}"
    try:
        state, found = load(GAME).start(), cuda.device()
        here, there = (playouts(state, COMPARED_PLAYOUTS, seed=1, backend=way) for way in ("cpu", "cuda"))
        if here != there:
            return False, f"failed: the GPU gives {there}, the CPU {here}"
        speed = rate(state, "cuda", seconds=min(1.0, seconds / 2))
    except Exception as error:  # the report shows every error
        return False, f"failed: {type(error).__name__}: {error}"
    versions = f"driver for CUDA {'.'.join(map(str, found.driver))}, numba-cuda {_version('numba-cuda')}"
    return True, (
        f"{found.name} (compute capability {'.'.join(map(str, found.capability))}, {byte_words(found.memory)}), "
        f"{versions}; self-test passed: {speed:,.0f} random playouts a second"
    )


def _self_test(seconds: float) -> tuple[bool, str]:
    """Whether native and interpreted code play a small game alike; with the speeds, or the error."""
    from playout.algorithms.playouts import playouts, rate
    from playout.game import load

    try:
        state = load(GAME).start()
        native, interpreted = (playouts(state, COMPARED_PLAYOUTS, seed=1, backend=way) for way in ("cpu", "python"))
        if native != interpreted:
            return False, f"failed: native code gives {native}, interpreted rules {interpreted}"
        rates = [rate(state, way, seconds=seconds / 2) for way in ("cpu", "python")]
    except Exception as error:  # the report shows every error
        return False, f"failed: {type(error).__name__}: {error}"
    return True, (
        f"passed: {GAME}, {rates[0]:,.0f} random playouts a second native, {rates[1]:,.0f} interpreted "
        f"({rates[0] / rates[1]:,.0f} times as many)"
    )
