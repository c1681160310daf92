"""The display of a running tournament or tuning: matches, rate, time left, and the current table."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playout.arena.tournament import TournamentResult
    from playout.arena.tuning.findings import TuningResult

__all__ = ["live"]

GRACE_SECONDS = 2.0
"""Seconds after a signal in which further signals are ignored, while processes end and results are written."""


@contextmanager
def live(
    store: Path | None, tell: Callable[[Any], str], *, hidden: bool
) -> Iterator[Callable[[TournamentResult | TuningResult], None]]:
    """Show the current state while matches are played.

    Ctrl-C and SIGTERM end it: `tell` prints the result so far, and a sentence names the store.
    """
    with Live(hidden=hidden) as screen, _stopped_by_signals() as heard:

        def show(result: TournamentResult | TuningResult) -> None:
            screen.show(result)
            if heard:  # Python drops an exception that is raised while an object is deleted
                raise KeyboardInterrupt

        try:
            yield show
        except KeyboardInterrupt:
            screen.close()
            if screen.last is not None and screen.last.played:
                print(tell(screen.last))
            kept = f"the matches are in {store}; the same command continues" if store else "no store was named"
            print(f"stopped; {kept}", file=sys.stderr)
            sys.exit(128 + (heard[0] if heard else signal.SIGINT))  # everything is printed


@contextmanager
def _stopped_by_signals() -> Iterator[list[int]]:
    """Ctrl-C and SIGTERM raise KeyboardInterrupt in this block, so that it cleans up; yields the signals."""
    heard: list[int] = []
    deaf = 0.0

    def stop(number: int, _: object) -> None:
        nonlocal deaf
        heard.append(number)
        if time.monotonic() >= deaf:
            deaf = time.monotonic() + GRACE_SECONDS
            raise KeyboardInterrupt

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in taken:
        signal.signal(number, stop)
    try:
        yield heard
    finally:
        for number in taken:
            signal.signal(number, before[number])


class Live:
    """Rewrites a few lines of the terminal; does nothing without a terminal or with --quiet."""

    def __init__(self, *, hidden: bool) -> None:
        from rich.console import Console

        console = Console(stderr=True)
        self._live: Any = None
        self._first: tuple[float, int] | None = None
        self.last: TournamentResult | TuningResult | None = None
        """The result that was shown last."""
        if not hidden and console.is_terminal:
            from rich.live import Live as Screen

            self._live = Screen(console=console, transient=True, auto_refresh=False)

    def __enter__(self) -> Live:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Restore the terminal."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def show(self, result: TournamentResult | TuningResult) -> None:
        """Show the current state."""
        self.last = result
        if self._live is None:
            return
        from rich.text import Text

        now = time.perf_counter()
        if self._first is None:
            self._first = (now, result.played)
        begin, before = self._first
        text = progress(result.played, result.wanted, result.played - before, now - begin)
        if result.played:
            text += f"\n{result}"
        self._live.update(Text(text, no_wrap=True, overflow="ellipsis"), refresh=True)


def progress(played: int, wanted: int, new: int, seconds: float) -> str:
    """`120 of 200 matches (60%), 35.2 a second, 2 s left`: `new` of them took `seconds`."""
    text = f"{played:,} of {wanted:,} matches ({played / max(wanted, 1):.0%})"
    if new <= 0 or seconds <= 0:
        return text
    left = (wanted - played) * seconds / new
    whole = f"{left:.0f} s" if left < 120 else f"{left / 60:.0f} min" if left < 7200 else f"{left / 3600:.1f} h"
    return f"{text}, {new / seconds:,.1f} a second, {whole} left"
