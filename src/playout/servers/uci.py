"""`playout protocol uci`: chess over UCI, for graphical programs and tournament managers.

One thread reads and answers commands, another one searches. So `stop` and `isready` are answered during a search.
"""

from __future__ import annotations

import gc
import threading
import time
from dataclasses import replace

from playout.agents import Searcher
from playout.agents.warming import warm_up
from playout.algorithms.alphabeta.options import MOST_LINES
from playout.arena.provenance import version
from playout.errors import PlayoutError
from playout.game import State
from playout.games.chess.notation import write_uci
from playout.limits import Limit
from playout.notices import shown
from playout.protocols.timing import FOREVER, MIN_SECONDS, Lag
from playout.protocols.uci import Go, read_go, read_setoption
from playout.protocols.uci_position import UciPosition, continued, legal_by_name
from playout.servers.judge import Preparation
from playout.servers.text_lines import MAX_LINE_BYTES, Line, Lines, Output
from playout.servers.uci_info import InfoWriter
from playout.servers.uci_options import SessionOptions
from playout.spelling import Spec

__all__ = ["UciSession"]

MAX_DEPTH = 100
"""The largest depth of a search in plies, if `go` gives no depth."""

LATENCY_SECONDS = 0.005
"""Seconds of a fixed time per move that are reserved for sending the answer."""

SILENT_SECONDS = 0.002
"""A search of at most this number of seconds prints no `info` lines."""

SHORT_SECONDS = 0.08
"""A search of at most this number of seconds runs in the reading thread, since changing threads takes time."""


class Run:
    """A running search."""

    def __init__(self, go: Go, state: State, arrived: float) -> None:
        """arrived: the time of the command, by time.perf_counter."""
        self.go, self.state, self.arrived = go, state, arrived
        self.stopped = threading.Event()
        """Set when the search has to end."""
        self.released = threading.Event()
        """Set when the answer may be sent: in an endless search, only after `stop`."""
        self.thread: threading.Thread | None = None
        """The thread of the search; None if it is short and runs in the reading thread."""
        self.planned = 0.0
        """The planned time in seconds."""
        self.is_done = False
        """Set just before the answer is written, because the other program may send commands at once."""
        self.timer: threading.Timer | None = None
        """Ends the search at the end of its time, after `ponderhit`."""


class UciSession:
    """One conversation."""

    def __init__(self, spec: Spec, output: Output) -> None:
        """spec: the search that plays, with or without options and limits."""
        self.options = SessionOptions(spec)
        self._write = output
        self._position = UciPosition()
        self._is_lost = False
        """Whether the last `position` was refused, so that the position is not known."""
        self._searcher: Searcher | None = None
        self._run: Run | None = None
        self._lag = Lag()
        self._prepared: Spec | None = None
        self._preparation = Preparation(self._prepare)

    def run(self) -> None:
        """Answer until `quit` or the end of the input."""
        for line in Lines():
            if not self.answer(line):
                break
        self._end_search()

    def answer(self, line: Line) -> bool:
        """Answer one line, if only by an error. Returns False after `quit`."""
        try:
            if line.length:
                raise PlayoutError(f"a line has {line.length:,} bytes; the longest that is read has {MAX_LINE_BYTES:,}")
            return self._handle(line)
        except PlayoutError as error:
            self._refuse(str(error))
        return True

    def _refuse(self, sentence: str) -> None:
        self._write(f"info string error: {' '.join(sentence.split())}")

    def _handle(self, line: Line) -> bool:
        word, _, rest = line.text.strip().partition(" ")
        if word == "quit":
            return False
        if word == "uci":
            self._introduce()
        elif word == "isready":
            self._make_ready()
        elif word == "setoption":
            self._set_option(rest)
        elif word == "ucinewgame":
            self._refuse_busy(word)
            if self._searcher is not None:
                self._searcher.reset(self.options.seed)
        elif word == "position":
            self._set_position(rest.split())
        elif word == "go":
            self._refuse_busy(word)
            self._start(read_go(rest.split()), line.arrived)
        elif word == "stop":
            self._end_search()
        elif word == "ponderhit":
            self._ponder_hit(line.arrived)
        elif word not in ("", "debug", "register"):
            self._refuse(f"there is no command {shown(word)}")
        return True

    @property
    def _is_busy(self) -> bool:
        return self._run is not None and not self._run.is_done

    def _refuse_busy(self, word: str) -> None:
        if self._is_busy:
            raise PlayoutError(f"{word} came while a search is running; send stop first")

    def _introduce(self) -> None:
        declared = [option.write() for option in self.options.declared()]
        self._write(f"id name Playout {version()} ({self.options.spec})", "id author the Playout developers", *declared)
        self._write("uciok")

    def _make_ready(self) -> None:
        """Wait until everything is loaded or compiled, also for options that were just set."""
        if not self._is_busy:
            self._preparation.wait(None)
            if self._prepared != self.options.spec:
                self._prepare()
        self._write("readyok")

    def _prepare(self) -> None:
        spec = self.options.spec
        game = self._position.state.game
        player = Searcher(spec, limit=self._limit(Go(), 0.01))
        player.check(game.start())
        warm_up(game, player)
        player.choose(game.start())  # also allocates the memory of a search
        self._prepared = spec
        gc.collect()
        gc.freeze()  # the garbage collector need not scan loaded modules during a move

    def _set_option(self, text: str) -> None:
        self._refuse_busy("setoption")
        name, value = read_setoption(text)
        self.options.set(name, value)
        if name.lower() == "clear hash" and self._searcher is not None:
            self._searcher.reset(self.options.seed)

    def _set_position(self, words: list[str]) -> None:
        self._is_lost = True
        self._position.set(words)
        self._is_lost = False

    # Searching

    def _start(self, go: Go, arrived: float) -> None:
        """Begin a search, or answer at once if the match is over."""
        state = self._position.state
        if self._is_lost:
            self._write("bestmove (none)")
            raise PlayoutError("the last position was refused, so there is nothing to search")
        known = legal_by_name(state)
        for text in go.searchmoves:
            if text.lower() not in known:
                raise PlayoutError(f"searchmoves has {shown(text)}, which is not legal here")
        if state.over and known:
            state = continued(state)
        if state.over:
            self._answer_end(known)
            return
        self._preparation.wait(None)
        self._end_search()  # the thread of an earlier search may still run
        self._run = run = Run(go, state, arrived)
        if not (go.infinite or go.ponder):
            run.released.set()
        seconds = self._seconds(go, state, 0.0)
        if seconds is not None and seconds <= SHORT_SECONDS:
            self._search(run)
            return
        run.thread = threading.Thread(target=self._search, args=(run,), name="search", daemon=True)
        run.thread.start()

    def _answer_end(self, known: dict[str, int]) -> None:
        """Answer after the end of the match: any possible move, or none."""
        if known:
            self._write(f"bestmove {next(iter(known))}")
            return
        payoffs = self._position.state.payoffs
        self._write(f"info depth 0 score {'cp 0' if payoffs[0] == payoffs[1] else 'mate 0'}", "bestmove (none)")

    def _search(self, run: Run) -> None:
        """Search, report results, and answer; runs in its own thread."""
        try:
            line = self._think(run)
        except Exception as error:  # the conversation goes on, with any legal move
            self._refuse(f"{type(error).__name__}: {error}")
            line = (run.state.moves()[0],)
        run.released.wait()
        run.is_done = True
        clock = run.go.clock(run.state.turn)
        if clock is not None and not run.go.ponder:
            self._lag.moved(*clock, run.planned)
        ponder = f" ponder {write_uci(line[1])}" if len(line) > 1 else ""
        self._write(f"bestmove {write_uci(line[0])}{ponder}")

    def _think(self, run: Run) -> tuple[int, ...]:
        """The line of the best move among the allowed ones."""
        go, state = run.go, run.state
        clock = go.clock(state.turn)
        if clock is not None:
            self._lag.see(clock[0])
        searcher = self._take_searcher(self.options.searching(MOST_LINES if go.searchmoves else self.options.lines))
        seconds = self._seconds(go, state, time.perf_counter() - run.arrived)
        searcher.limit = self._limit(go, seconds)
        run.planned = seconds or 0.0
        report = InfoWriter(self._write, self.options.lines, go.searchmoves)
        if seconds is not None and seconds <= SILENT_SECONDS and not go.searchmoves:
            return (searcher.choose(state),)
        for found in searcher.think(state):
            report.tell(found, time.perf_counter() - run.arrived)
            if run.stopped.is_set():
                searcher.stop()
        return report.line

    def _take_searcher(self, spec: Spec) -> Searcher:
        if self._searcher is None or self._searcher.algorithm != spec:
            self._searcher = Searcher(spec, seed=self.options.seed)
        return self._searcher

    def _seconds(self, go: Go, state: State, used: float) -> float | None:
        """The thinking time in seconds, of which `used` have passed; None: until `stop`."""
        seconds = None if go.movetime is None else go.movetime - min(LATENCY_SECONDS, go.movetime / 10)
        clock = go.clock(state.turn)
        if clock is not None:
            share = self._lag.share(*clock, moves=go.movestogo, reserve=self.options.reserve)
            share = MIN_SECONDS if len(state.moves()) == 1 else share
            seconds = share if seconds is None else min(seconds, share)
        if go.infinite or go.ponder or seconds is None:
            return None
        return max(seconds - used, MIN_SECONDS)

    def _limit(self, go: Go, seconds: float | None) -> Limit:
        """The limit of a search: from `go` and the agent's own limit."""
        known, own = self.options.kind.limits, self.options.limit
        limit = replace(own, memory=self.options.memory)
        if go.nodes is not None:
            limit = replace(limit, nodes=go.nodes) if "nodes" in known else replace(limit, simulations=go.nodes)
        if "depth" in known:
            depth = go.depth if go.mate is None else 2 * go.mate
            limit = replace(limit, depth=min(depth or MAX_DEPTH, own.depth or MAX_DEPTH))
        if seconds is not None:
            limit = replace(limit, seconds=min(seconds, own.seconds or seconds))
        if not limit.given().keys() & {"seconds", "nodes", "simulations", "proven"} and not (
            "depth" in known and go.depth
        ):
            limit = replace(limit, seconds=FOREVER)
        return limit

    def _end_search(self) -> None:
        """Stop the search, if there is one, and wait for its answer."""
        run, self._run = self._run, None
        if run is not None:
            if run.timer is not None:
                run.timer.cancel()
            self._end(run)

    def _end(self, run: Run) -> None:
        run.stopped.set()
        run.released.set()
        while run.thread is not None and run.thread.is_alive():
            if self._searcher is not None:
                self._searcher.stop()
            run.thread.join(0.005)

    def _ponder_hit(self, arrived: float) -> None:
        """The expected move was played: the search goes on, and its time counts from now."""
        run = self._run
        if run is None or not run.go.ponder or run.timer is not None or run.is_done:
            raise PlayoutError("ponderhit came, but there is no search that ponders")
        seconds = self._seconds(replace(run.go, ponder=False), run.state, time.perf_counter() - arrived)
        if seconds is None:
            run.released.set()
        else:
            run.timer = threading.Timer(seconds, self._end, (run,))
            run.timer.daemon = True
            run.timer.start()
