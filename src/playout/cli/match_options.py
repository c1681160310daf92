"""The options of every command that plays matches (`playout arena run`, `playout tune`), declared once."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from playout.arena.executors import Executor

__all__ = ["MatchCount", "MatchOptions", "takes_match_options"]

Found = TypeVar("Found")


MatchCount = Annotated[int, typer.Option(min=1, help="number of matches; groups with swapped seats are completed")]


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """The options for playing, storing and showing matches."""

    seed: Annotated[int | None, typer.Option(min=0, help="random seed; if not given, the store's or a new one")] = None
    store: Annotated[Path | None, typer.Option(help="the file that keeps the matches; the same command continues")] = (
        None
    )
    openings: Annotated[Path | None, typer.Option(help="a file with one opening on each line")] = None
    plies: Annotated[int, typer.Option(min=0, help="random plies at the start of each match")] = 0
    clock: Annotated[
        str | None,
        typer.Option(metavar="BASE+INC", help="seconds for a match plus increment for each move, like 60+0.5"),
    ] = None
    move_seconds: Annotated[float | None, typer.Option(help="time limit of a move in seconds")] = None
    backend: Annotated[str, typer.Option(help="cpu, or cuda: the same matches, thousands at once on a GPU")] = "cpu"
    workers: Annotated[int | None, typer.Option(min=1, help="number of processes; one for each core if not given")] = (
        None
    )
    memory: Annotated[float | None, typer.Option(help="memory limit of a worker in megabytes")] = None
    executor: Annotated[str, typer.Option(help="local, or ray for many machines")] = "local"
    address: Annotated[str | None, typer.Option(help="address of the Ray cluster")] = None
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress, only the table at the end")] = False
    as_json: Annotated[bool, typer.Option("--json", help="print the result as JSON, and nothing else")] = False

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for `tournament` and `tune`."""
        from playout.match.clocks import read_clock
        from playout.rules import OptionError

        if self.openings is not None and self.plies:
            raise OptionError("openings are either random plies or a file, not both")
        return {
            "seed": self.seed,
            "store": self.store,
            "openings": self.plies if self.openings is None else self.openings,
            "clock": read_clock(self.clock, self.move_seconds),
            "executor": self._new_executor(),
        }

    def _new_executor(self) -> Executor:
        """The executor: this machine, or a Ray cluster."""
        from playout.arena.executors.choosing import executor_on
        from playout.rules import OptionError

        if self.executor == "ray" and self.backend != "cpu":
            raise OptionError("a Ray cluster plays on CPUs; leave --backend out, or --executor")
        if self.executor == "ray":
            from playout.arena.executors.ray_cluster import RayExecutor

            return RayExecutor(self.address, workers=self.workers, memory=self.memory)
        if self.executor != "local":
            raise OptionError(f"there is no executor {self.executor!r}; there are local and ray")
        if self.address is not None:
            raise OptionError("an address belongs to a Ray cluster; add --executor ray")
        return executor_on(self.backend, self.workers, self.memory)

    def show(self, play: Callable[..., Found], record: Callable[[Found], dict[str, Any]]) -> Found:
        """Play with a live display, and print the result; `play` gets `watch`.

        record: makes values for JSON from the result.
        """
        from playout.cli.live import live

        def tell(found: Found) -> str:
            return json.dumps(record(found), indent=2) if self.as_json else str(found)

        with live(self.store, tell, hidden=self.quiet or self.as_json) as show:
            found = play(watch=show)
        print(tell(found))
        return found


def takes_match_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: replaces the last parameter `options: MatchOptions` of a command by one parameter for each option."""

    @functools.wraps(command)
    def run(**given: Any) -> None:
        shared = {field.name: given.pop(field.name) for field in fields(MatchOptions)}
        command(**given, options=MatchOptions(**shared))

    signature = inspect.signature(command, eval_str=True)
    own = [item for item in signature.parameters.values() if item.name != "options"]
    shared = inspect.signature(MatchOptions, eval_str=True).parameters.values()
    parameters = [item.replace(kind=inspect.Parameter.KEYWORD_ONLY) for item in (*own, *shared)]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run
