"""The widget: a match on the web app's board, against an agent or by oneself, with analysis.

Its page is web/src/notebook, built into `static/`. It shows the traits `facts`, `position`, `analysis` and `message`,
and sends the person's actions: {"do": "play", "move": 3}, {"do": "undo"}, {"do": "analyse"}, {"do": "stop"}.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from playout.agents import Agent, Engine, Resignation, agent
from playout.errors import PlayoutError
from playout.game import Game, State, load
from playout.rng import Rng
from playout.rules import CHANCE
from playout.spelling import Spec

try:
    import anywidget
    import pydantic  # noqa: F401 (the models of the web app)
    import traitlets
except ImportError as error:
    raise PlayoutError("the board in a cell needs a few more packages: pip install 'playout[notebook]'") from error

from playout.agents.factory import default_agent
from playout.web.analysis.jobs import Job, Searches, make_job
from playout.web.games.positions import describe
from playout.web.settings import ServerLimits

__all__ = ["Board"]

MODULE = Path(__file__).parent / "static" / "widget.js"
"""The built page."""

SECONDS = 5.0
"""The limit in seconds of an analysis whose spelling has none."""


class Board(anywidget.AnyWidget):
    """A match in a cell: `Board("connect_four", against="uct(seconds=1)")`, or `Board(state)` to go on from a position.

    `state` is the current position. `play`, `undo` and `analyse` do what the buttons do. Searches and the computer's
    moves run in a thread; `wait` waits for it.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    """Constants of the match: the title, the seats, the bounds of the payoffs, the person's seat, the first plies."""
    position = traitlets.Dict().tag(sync=True)
    """A Position of the web app's schema."""
    analysis = traitlets.Any(None).tag(sync=True)
    """An Analysis of the web app's schema, or None."""
    message = traitlets.Unicode("").tag(sync=True)
    """The current activity, or an error."""

    # `close` also runs for a widget whose __init__ has raised an error.
    _job: Job | None = None
    _thread: threading.Thread | None = None
    _opponent: Agent | None = None

    def __init__(
        self,
        game: str | Path | type | Game | State,
        *,
        against: str | Spec | Agent | None = None,
        seat: int = 0,
        analyst: str | Spec | None = None,
        seed: int | None = None,
        backend: str | None = None,
    ) -> None:
        """against: the agent of all seats but `seat`; None: the person plays all. analyst: the search of "analyse".

        seed: of chance events. backend: of analyses; "python" interprets, None is the game's fastest.
        """
        if not MODULE.exists():
            raise PlayoutError("the page of the widget is not built: `make pages` builds it; a wheel has it")
        self._start = game if isinstance(game, State) else load(game).start()
        if self._start.observer is not None:
            raise PlayoutError(f"this is what seat {self._start.observer} sees; give the match's own state")
        loaded = self._start.game
        if not 0 <= seat < loaded.seats:
            raise PlayoutError(f"{loaded.name} has seats 0 to {loaded.seats - 1}, not {seat}")
        self._seat = None if against is None else seat
        self._opponent = agent(against) if isinstance(against, (str, Spec)) else against
        self._analyst = Spec.read(analyst or default_agent(loaded.rules))
        self._rng = Rng(seed)
        self._limits = ServerLimits()
        self._searches = Searches(self._limits, backend)
        self._states = [self._start]
        super().__init__(_esm=MODULE.read_text(encoding="utf-8"))
        self.facts = {
            "title": loaded.title,
            "seats": [loaded.seat_name(number) for number in range(loaded.seats)],
            "payoff_bounds": list(loaded.rules.payoff_bounds),
            "seat": self._seat,
            "analyst": str(self._analyst),
            "start": len(self._start.history),
        }
        self.on_msg(self._hear)
        self._go_on()

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    def play(self, move: int | str) -> None:
        """Play a move for the seat to move."""
        self._refuse_busy()
        self._add(self.state.play(move))
        self._go_on()

    def undo(self) -> None:
        """Go back to the last earlier position in which the person was to move."""
        self.stop()
        self.wait()
        while len(self._states) > 1:
            self._states.pop()
            if self.state.turn >= 0 and self._seat in (None, self.state.turn):
                break
        self._show()

    def analyse(self, analyst: str | Spec | None = None) -> None:
        """Search the position in a thread and show its results as they come. A second call continues the search."""
        self._refuse_busy()
        if self.state.turn < 0:
            raise PlayoutError("nobody is to move here, so there is nothing to analyse")
        spec = Spec.read(analyst) if analyst else self._analyst
        seen = self.state.seen_by(self.state.turn)
        job = make_job(
            match="",
            slot=0,
            agent=str(spec),
            state=seen,
            ply=len(self.state.history),
            line=[],
            seconds=spec.limit.seconds or SECONDS,
            limits=self._limits,
            report=self._report,
        )
        self._job = job
        self._begin(lambda: self._searches.run(job))

    def stop(self) -> None:
        """End the current analysis."""
        if self._job is not None:
            self._job.ask_to_stop()

    def wait(self) -> None:
        """Wait for the computer's move, or for the end of the analysis."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """Remove the widget, and end its searches."""
        self.stop()
        self.wait()
        if isinstance(self._opponent, Engine):
            self._opponent.close()
        super().close()

    def _hear(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Handle an action of the person; a refusal is shown on the page."""
        self.message = ""
        try:
            if content["do"] == "play":
                self.stop()
                self.wait()
                self.play(int(content["move"]))
            else:
                {"undo": self.undo, "analyse": self.analyse, "stop": self.stop}[content["do"]]()
        except PlayoutError as error:
            self.message = str(error)

    def _refuse_busy(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            raise PlayoutError("a search is running here; wait() for it, or stop() it")

    def _begin(self, function: Any) -> None:
        self._thread = threading.Thread(target=function, daemon=True)
        self._thread.start()

    def _add(self, state: State) -> None:
        self._states.append(state)
        self._show()

    def _show(self) -> None:
        """Send the page the person's view of the current position."""
        state = self.state
        viewer = self._seat if self._seat is not None or state.turn < 0 else state.turn
        found = describe(state, viewer, ply=len(state.history))
        self.analysis = None
        self.position = found.model_dump(mode="json")

    def _go_on(self) -> None:
        """Let chance and the computer move until the person is to move; the computer in a thread."""
        while self.state.turn == CHANCE:
            self._add(self.state.sample(self._rng))
        self._show()
        if self._opponent is not None and self.state.turn >= 0 and self.state.turn != self._seat:
            self._begin(self._answer)

    def _answer(self) -> None:
        assert self._opponent is not None
        try:
            while not self.state.over and self.state.turn != self._seat:
                state = self.state
                if state.turn == CHANCE:
                    self._add(state.sample(self._rng))
                else:
                    self._add(state.play(self._opponent.choose(state.seen_by(state.turn))))
        except Resignation:
            self.message = f"{self.state.game.seat_name(self.state.turn)} resigns"
        except PlayoutError as error:
            self.message = str(error)

    def _report(self, job: Job) -> None:
        """Show a result; called in the thread of the search. Results of an earlier position are dropped."""
        if job is self._job and job.latest is not None and self.state.seen_by(job.state.turn) == job.state:
            self.analysis = job.latest.model_dump(mode="json")
