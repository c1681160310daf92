"""The finished parts of an experiment in a file, so that an interrupted run can be continued."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from experiments.saved import decoded, encoded

__all__ = ["Progress"]

T = TypeVar("T")


class Progress:
    """Parts by name, a line of JSON for each; without a file they are kept for this run only."""

    def __init__(self, path: Path | None = None, of: str = "") -> None:
        """of: the run that the parts belong to; those of other runs in the file are left alone."""
        self._path = path
        self._of = of
        self.seconds = 0.0
        """Processor time that the parts read from the file had taken."""
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
        self._kept = {part["name"]: part for part in map(json.loads, lines) if part["of"] == of}

    def part(self, name: str, kind: type[T], make: Callable[[], T]) -> T:
        """A part of the results, of this type: from the file, else made and kept."""
        if name in self._kept:
            self.seconds += self._kept[name]["seconds"]
            self._kept[name]["seconds"] = 0.0
            found: T = decoded(kind, self._kept[name]["value"])
            return found
        begin = time.process_time()
        made = make()
        record = {"of": self._of, "name": name, "seconds": 0.0, "value": encoded(made)}
        self._kept[name] = dict(record)  # this run counts its seconds itself
        if self._path is not None:
            record["seconds"] = time.process_time() - begin
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
            print(f"{name}: {record['seconds']:.0f} s", flush=True)
        return made
