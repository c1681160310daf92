"""Fresh processes for tests that need many: forked from a server that has imported the package and done nothing else.

Such a process knows no game and has compiled no kernel, like one that was just started, but need not import anything.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

__all__ = ["Fresh"]

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.fresh", "tests.fresh_server"])


def _run(script: str, words: Sequence[str], environment: dict[str, str], files: tuple[str, str]) -> None:
    """In the new process: run a script whose output goes to two files."""
    for number, path in enumerate(files, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.environ.update(environment)
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    sys.argv = ["-c", *words]
    exec(compile(script, "<script>", "exec"), {"__name__": "__main__"})
    sys.stdout.flush()
    sys.stderr.flush()


class Fresh:
    """A process that runs a script, with these words and with changes of the environment."""

    def __init__(self, script: str, *words: object, **environment: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._files = f"{self._folder.name}/out", f"{self._folder.name}/err"
        arguments = (script, [str(word) for word in words], {**os.environ, **environment}, self._files)
        self.process = _context.Process(target=_run, args=arguments)
        self.process.start()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self._folder.cleanup()

    def wait(self, timeout: float = 120) -> tuple[str, str]:
        """What it wrote to standard output and standard error, once it has ended well."""
        self.process.join(timeout)
        out, err = (Path(path).read_text() for path in self._files)
        self._folder.cleanup()
        assert self.process.exitcode == 0, err
        return out, err
