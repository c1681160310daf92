"""The options of engines as agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.errors import OptionError
from playout.options.fields import option, read_fields
from playout.options.kinds import Count, Kind, NonEmptyText

__all__ = ["EngineOptions", "UciOptions"]


@dataclass(frozen=True)
class Table(Kind):
    """Values by name."""

    @property
    def words(self) -> str:
        return 'names with their values, like {"Skill Level": 5}'

    def read(self, name: str, value: Any) -> dict[str, Any]:
        is_table = isinstance(value, dict) and all(isinstance(word, str) for word in value)
        if not is_table or not all(isinstance(item, (str, int, float)) for item in value.values()):
            raise self.refusal(name, value)
        if any("\n" in str(item) or "\r" in str(item) for pair in value.items() for item in pair):
            raise OptionError(f"{name} has a line break in it")
        return dict(value)


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    """The options of all engines."""

    engine: str = option(
        NonEmptyText("a name that `playout engines list` has, or a command"),
        "the program; it may come first, without `engine=`",
    )
    log: str | None = option(
        NonEmptyText("the path of a file"),
        "a file to which the program's input, output and standard error are added",
    )

    def __post_init__(self) -> None:
        read_fields(self)
        if self.engine is None:
            raise OptionError(
                "which engine? write its name or its command first, like uci(stockfish), gtp('gnugo --mode gtp') or "
                "program(./my_ai)"
            )


@dataclass(frozen=True, kw_only=True)
class UciOptions(EngineOptions):
    """The options of `uci`."""

    elo: int | None = option(Count(0, 5000), "its strength is limited to this rating (UCI_LimitStrength, UCI_Elo)")
    threads: int | None = option(Count(1, 1024), "its threads", unset="its own")
    memory: int | None = option(Count(1, 1 << 25), "megabytes of its table (Hash)", unset="its own")
    lines: int = option(Count(1, 256), "moves that `analyse` shows (MultiPV)", default=1)
    settings: dict[str, Any] | None = option(  # noqa: RUF009
        Table(), "further options of the engine, by their names"
    )
