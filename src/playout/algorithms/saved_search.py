"""Saving, loading and pickling, for every search.

A file has the arguments of the search (position, options, seed) and the values of the algorithm's `_contents`. To load
it, a new search is made with these arguments, and `_restore` gives it the values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Self

from playout.algorithms import saving
from playout.algorithms.occupancy import Occupancy
from playout.game import State
from playout.limits import Limit
from playout.options.fields import Options, kinds_of
from playout.spelling import Spec

__all__ = ["SavedSearch", "own_rules"]


class SavedSearch(ABC):
    """The part of `Search` that writes it to a file and reads it again; `Search` describes the fields."""

    name: ClassVar[str]
    option_type: ClassVar[type[Options]]
    spec: Spec
    state: State
    memory: float | None
    open: bool
    key: int
    work: int
    elapsed: float
    choices: list[tuple[int, int]]
    _options: Options | None
    _given: dict[str, Any]
    _use: Occupancy

    @property
    def rule_digests(self) -> dict[str, str]:
        """A hash of each rule that its options name (rule_files.py), by option."""
        return {}

    @abstractmethod
    def prepare(self) -> None:
        """Load or compile what the search needs, before its clock runs."""

    @abstractmethod
    def _end_unit(self) -> None:
        """End a unit of work that was interrupted."""

    @abstractmethod
    def _contents(self) -> saving.Contents:
        """The values with which a new search of the same position and options continues from here."""

    @abstractmethod
    def _restore(self, kept: saving.Kept) -> None:
        """Take the contents of a saved search. They are not trusted: everything that kernels rely on is checked."""

    def _packed(self) -> bytes:
        with self._use.alone():
            self.prepare()
            self._end_unit()
            values, arrays = self._contents()
            given = {} if self._options is None else {w: getattr(self._options, w) for w in self._options.names()}
            common = {
                "algorithm": self.name,
                "spec": str(self.spec),
                "options": saving.plain(given, f"this {self.name} search"),
                "rules": self.rule_digests,
                "further": saving.plain(self._given, f"this {self.name} search"),
                "memory": self.memory,
                "open": self.open,
                "key": self.key,
                "work": self.work,
                "elapsed": self.elapsed,
                "choices": [list(choice) for choice in self.choices],
                "position": saving.describe(self.state),
            }
        return saving.pack(common | {"inside": values}, arrays)

    def save(self, path: str | Path) -> None:
        """Write the search to a file, completely or not at all."""
        saving.write(Path(path), self._packed())

    @classmethod
    def _rebuild(cls, kept: saving.Kept, state: State, rules: dict[str, Any]) -> Self:
        """The search that `_packed` wrote, for the same position. rules: the user's rules, by option.

        Files that the content names are not run.
        """
        memory = kept.value("memory")
        if memory is not None:
            Limit(memory=memory)
        new: Callable[..., Self] = cls
        given: dict[str, Any] = saving.unplain(kept["options"])
        for word in own_rules(kept, cls.option_type):
            given[word] = rules[word]
        options = cls.option_type(**given)
        key, further = kept.number("key", 0, (1 << 63) - 1), saving.unplain(kept["further"])
        search = new(state, options, seed=key, memory=memory, **further)
        if search.rule_digests != kept.get("rules", {}):  # version 0.9 knew no rules
            raise ValueError("it was made with another rule")
        search.spec = Spec.read(kept.value("spec"))
        if search.spec.name != cls.name:
            raise ValueError("it is spelt as another algorithm")
        search.open = kept.value("open") is True
        search.prepare()
        search._restore(kept.inside())
        search.work = kept.number("work", 0, 1 << 62)
        search.elapsed = kept.real("elapsed")
        legal = state.moves()
        for work_done, move in kept.rows("choices", 2):
            if move not in legal or not 0 <= work_done <= search.work:
                raise ValueError("a noted move is not legal, or has more work than was done")
            search.choices.append((work_done, move))
        return search

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (type(self), self._packed(), self.state)


def own_rules(kept: saving.Kept, options: type[Options]) -> dict[str, str]:
    """The files of rules that a saved search names, by option."""
    kinds = kinds_of(options)
    given: dict[str, Any] = saving.unplain(kept["options"])
    return {word: value for word, value in given.items() if word in kinds and kinds[word].runs_file(value)}


def _unpacked(kind: type[SavedSearch], content: bytes, state: State) -> SavedSearch:
    """Unpickle a search; its state is pickled beside it. Unpickling runs code in any case, so its rules may be read."""
    kept = saving.unpack(content)
    return kind._rebuild(kept, state, own_rules(kept, kind.option_type))
