"""Chess engines that speak UCI."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import ClassVar

from playout.agents.engines.engine import MAX_NAME, START_SECONDS, Engine
from playout.agents.engines.errors import EngineError
from playout.agents.engines.options import EngineOptions, UciOptions
from playout.agents.engines.process import EngineProcess
from playout.algorithms.results import Candidate, SearchResult
from playout.errors import OptionError, PlayoutError
from playout.game import State
from playout.games.chess.evaluation import chance_of
from playout.protocols.uci import EngineOption, Info, read_engine_option, read_info
from playout.protocols.uci_position import legal_by_name, position_command

__all__ = ["UciEngine"]

REPORT_SECONDS = 0.1
"""Seconds between two reports."""

MAX_LINE_MOVES = 10
"""The largest number of moves of a line."""


class UciEngine(Engine):
    """Plays the moves of a chess engine: `uci(stockfish, elo=1800, seconds=1)`."""

    name: ClassVar[str] = "uci"
    summary: ClassVar[str] = "a chess engine that speaks UCI: uci(stockfish, elo=1800, seconds=1)"
    game: ClassVar[str | None] = "chess"
    option_type: ClassVar[type[EngineOptions]] = UciOptions
    limits: ClassVar[tuple[str, ...]] = ("seconds", "nodes", "depth")
    default_seconds: ClassVar[float | None] = 1.0
    options: UciOptions

    def _introduce(self, process: EngineProcess, until: float) -> None:
        process.send("uci", START_SECONDS)
        names = {"name": "", "author": ""}
        declared: dict[str, EngineOption] = {}
        while (line := self._line(process, until)) != "uciok":
            words = line.split(maxsplit=2)
            if words and words[0] in ("=", "?"):
                raise EngineError(f"{self.entry.name} answers as a GTP engine does, not as a UCI engine")
            if len(words) == 3 and words[0] == "id" and words[1] in names:
                names[words[1]] = words[2][:MAX_NAME]
            option = read_engine_option(line)
            if option is not None and len(declared) < 1000:
                declared[option.name.lower()] = option
        self.identity = names["name"]
        for name, value in self._settings().items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._set(process, declared, name, text)
        self._wait_ready(process, until)

    def _settings(self) -> dict[str, object]:
        chosen = self.options
        found: dict[str, object] = {**self.entry.settings, **(chosen.settings or {})}
        if chosen.elo is not None:
            found |= {"UCI_LimitStrength": True, "UCI_Elo": chosen.elo}
        words = {
            "Threads": chosen.threads,
            "Hash": chosen.memory,
            "MultiPV": chosen.lines if chosen.lines > 1 else None,
        }
        return found | {word: value for word, value in words.items() if value is not None}

    def _set(self, process: EngineProcess, declared: dict[str, EngineOption], name: str, value: str) -> None:
        option = declared.get(name.lower())
        if option is None:
            known = ", ".join(item.name for item in declared.values()) or "none"
            raise OptionError(f"{self.entry.name} has no option {name!r}; it has {known}")
        try:
            option.check(value)
        except PlayoutError as error:
            raise OptionError(f"{self.entry.name}: {error}") from error
        process.send(f"setoption name {option.name} value {value}", START_SECONDS)

    def _line(self, process: EngineProcess, until: float) -> str:
        line = process.line(until)
        if line is None:
            raise EngineError(f"{self.entry.name} did not answer as a UCI engine within {START_SECONDS:g} s", "clock")
        return line.strip()

    def _wait_ready(self, process: EngineProcess, until: float) -> None:
        process.send("isready", START_SECONDS)
        while self._line(process, until) != "readyok":
            pass

    def _begin_match(self, process: EngineProcess) -> None:
        process.drain()
        process.send("ucinewgame", START_SECONDS)
        self._wait_ready(process, time.monotonic() + START_SECONDS)

    def _choose(self, process: EngineProcess, state: State) -> int:
        for _ in self._listen(process, state):
            pass
        return self._move

    def _go(self, state: State) -> str:
        """The command that starts the engine's search."""
        if self.clock is not None:
            left = [max(1, round(1000 * seconds)) for seconds in self.clock[0]]
            increment = round(1000 * self.clock[1])
            return f"go wtime {left[0]} btime {left[1]} winc {increment} binc {increment}"
        words = {"seconds": "movetime", "nodes": "nodes", "depth": "depth"}
        parts = [
            f"{words[word]} {max(1, round(1000 * value)) if word == 'seconds' else value}"
            for word, value in self.limit.given().items()
        ]
        return f"go {' '.join(parts)}"

    def _listen(self, process: EngineProcess, state: State) -> Iterator[Info]:
        """The engine's reports on lines of play until its answer. Then `_move` is its move."""
        known = legal_by_name(state)
        patience = self._patience(state.turn)
        process.drain()
        process.send(f"{position_command(state)}\n{self._go(state)}", patience)
        until = time.monotonic() + patience
        while (line := process.line(until)) is not None:
            if line.startswith("bestmove"):
                text = line.split()[1] if len(line.split()) > 1 else ""
                if text.lower() not in known:
                    raise self._illegal(text, state)
                self._move = known[text.lower()]
                return
            info = read_info(line)
            if info is not None:
                yield info
        raise self._silent(patience)

    def think(self, state: State) -> Iterator[SearchResult]:
        begin = reported = time.perf_counter()
        found: dict[int, Info] = {}
        try:
            for info in self._listen(self._running(), state):
                if info.bound == "" or (info.multipv or 1) not in found:
                    found[info.multipv or 1] = info
                now = time.perf_counter()
                if now - reported >= REPORT_SECONDS:
                    reported = now
                    yield self._result(state, found, None, now - begin)
            yield self._result(state, found, self._move, time.perf_counter() - begin)
        except BaseException:
            self.close()
            raise

    def _result(self, state: State, found: dict[int, Info], move: int | None, elapsed: float) -> SearchResult:
        """The engine's reports as the result of a search. It is never proven."""
        known = legal_by_name(state)
        listed: dict[int, Candidate] = {}
        for _, info in sorted(found.items()):
            first = known.get(info.pv[0].lower()) if info.pv else None
            if first is not None and first not in listed:
                values = _values(info, state.turn)
                listed[first] = Candidate(first, 0, values, line=_follow(state, info.pv))
        if move is None:
            move = next(iter(listed), state.moves()[0])
        best = listed.pop(move, Candidate(move, 0, None, line=(move,)))
        others = [Candidate(other, 0, None, line=(other,)) for other in state.moves() if other not in (move, *listed)]
        last = max(found.values(), key=lambda info: info.nodes, default=Info())
        share = sum(state.game.rules.payoff_bounds) / 2
        return SearchResult(
            state=state,
            algorithm=str(self.spec),
            move=move,
            values=best.values or (share,) * state.game.seats,
            candidates=(best, *listed.values(), *others),
            proven=False,
            unit="nodes",
            work=last.nodes,
            depth=last.depth,
            elapsed=elapsed,
        )


def _values(info: Info, seat: int) -> tuple[float, ...] | None:
    """The expected payoffs by seat for a score."""
    if info.mate is not None:
        own = 1.0 if info.mate > 0 else 0.0
    elif info.centipawns is not None:
        own = chance_of(max(-10_000, min(10_000, info.centipawns)))
    else:
        return None
    return (own, 1.0 - own) if seat == 0 else (1.0 - own, own)


def _follow(state: State, texts: tuple[str, ...]) -> tuple[int, ...]:
    """The moves of a line, up to the first illegal one."""
    line: list[int] = []
    for text in texts[:MAX_LINE_MOVES]:
        move = None if state.over else legal_by_name(state).get(text.lower())
        if move is None:
            break
        line.append(move)
        state = state.play(move)
    return tuple(line)
