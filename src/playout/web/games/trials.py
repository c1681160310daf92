"""Keeps users' rules from hanging the server: each game is tried in a process of its own before the server calls it.

A game that passes is remembered in the cache folder, with the hashes of all its files. A game that does not pass is
refused everywhere, with a sentence, until its file changes. Later calls are watched: a call that does not return is
interrupted, and the game is then refused as well.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from playout.examining.overdue import IMPORT, Overdue, StackWatch, interrupt
from playout.game import Game
from playout.native import cache
from playout.web.games import trial_process
from playout.web.games.trial_process import digest
from playout.web.refusals import RefusedError

__all__ = ["PATIENCE", "Trials"]

PATIENCE = 5.0
"""Seconds after which a call of a user's function counts as hanging."""

TRIAL_SECONDS = 60.0
"""Seconds after which the process of a trial is ended, whatever it does."""


class Trials:
    """The users' games of one server, by their files."""

    def __init__(self, files: Sequence[str], hung: Callable[[str], None] = lambda file: None) -> None:
        """files: absolute paths. hung(file): called in any thread when a later call of a game did not return."""
        self._files = tuple(files)
        self._hung = hung
        self._digests: dict[str, str] = {}
        """By file: the hash of the content that was tried."""
        self._faults: dict[str, RefusedError] = {}
        """By file: why the game is refused."""
        self._parts: dict[str, str] = {file: file for file in files}
        """For each file of a game: the game's main file."""
        self._locks = {file: threading.Lock() for file in files}
        if files:
            self._try_all()
            self._watch = StackWatch(self._parts.__contains__, PATIENCE, self._overdue)

    def version(self, file: str) -> str:
        """The hash of a file's content. New content is tried; raises if a function of the game does not return."""
        content = digest(Path(file))
        with self._locks[file]:
            if self._digests[file] != content:
                self._try(file)
            if file in self._faults:
                raise self._faults[file]
            return self._digests[file]

    def fault(self, file: str) -> RefusedError | None:
        """Why a game is refused, if that is known; tries nothing."""
        return self._faults.get(file)

    def consists_of(self, game: Game) -> None:
        """Watch the calls into all files of a game, if it is a user's."""
        file = str(game.source)
        for part in game.files if file in self._locks else ():
            self._parts[str(part)] = file

    def close(self) -> None:
        if self._files:
            self._watch.close()

    def _try_all(self) -> None:
        """Try all files in parallel."""
        threads = [threading.Thread(target=self._try, args=(file,), daemon=True) for file in self._files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _try(self, file: str) -> None:
        content, entry = digest(Path(file)), _entry(file)
        fault = None
        if content and not _is_known(cache.read(entry)):
            fault = _run(file, entry)
        self._digests[file] = content
        if fault is None:
            self._faults.pop(file, None)
        else:
            self._faults[file] = fault

    def _overdue(self, call: Overdue) -> None:
        """Refuse a game from now on because a call of it does not return, and interrupt that call."""
        fault = _fault(call.file, call.function)
        file = self._parts[call.file]
        self._faults[file] = fault
        sentence = fault.sentence

        class HungError(RefusedError):
            """The class of the refusal: Python raises an error in another thread by its class only."""

            def __init__(self) -> None:
                super().__init__(sentence.code, kind=fault.kind, **sentence.parameters)

        interrupt(call.thread, HungError)
        self._hung(file)


def _fault(file: str, function: str) -> RefusedError:
    name = Path(file).name
    if function in (IMPORT, ""):
        return RefusedError("game.hung_file", kind="unavailable", file=name, seconds=int(PATIENCE))
    return RefusedError("game.hung", kind="unavailable", file=name, function=function, seconds=int(PATIENCE))


def _run(file: str, entry: str) -> RefusedError | None:
    """Try one game in a process of its own; returns the refusal if the game hangs."""
    begin = f"import sys; sys.path[:] = {sys.path!r}; from {trial_process.__name__} import main"
    code = f"{begin}; main({file!r}, {PATIENCE!r})"
    environment = {**os.environ, "PLAYOUT_QUIET": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment
    )
    try:
        said = process.communicate(timeout=TRIAL_SECONDS)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        return _fault(file, "")
    finally:
        process.kill()
        process.wait()
    return _read(said, file, entry)


def _read(said: str, file: str, entry: str) -> RefusedError | None:
    """The result of a trial, read from the output of its process."""
    try:
        word, *rest = json.loads(said)
    except ValueError:
        return _fault(file, _last_call(said, file)) if "Timeout" in said else None
    if word == "hung":
        return _fault(*rest)
    if word == "done":
        try:
            cache.write(entry, json.dumps(rest[0]).encode())
        except OSError:  # the next server tries it again
            return None
    return None


def _last_call(traceback: str, file: str) -> str:
    """The outermost function of a file, in a traceback with the most recent call first."""
    calls = re.findall(r'File "(.*)", line \d+ in (\S+)', traceback)
    return next((function for path, function in reversed(calls) if path == file), "")


def _entry(file: str) -> str:
    """The name of a game's record in the cache folder."""
    key = hashlib.sha256(Path(trial_process.__file__).read_bytes() + file.encode()).hexdigest()
    return f"{Path(file).stem}.tried-{key[:32]}"


def _is_known(record: bytes | None) -> bool:
    """Whether all files of a game still have the content that passed before."""
    if record is None:
        return False
    files: dict[str, str] = json.loads(record)
    return bool(files) and all(digest(Path(file)) == content for file, content in files.items())
