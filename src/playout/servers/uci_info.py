"""The result of a search as `info` lines of UCI."""

from __future__ import annotations

from typing import Any

from playout.algorithms.results import Candidate, SearchResult
from playout.games.chess.evaluation import centipawns
from playout.games.chess.notation import write_uci
from playout.protocols.uci import Info, write_info
from playout.servers.text_lines import Output

__all__ = ["InfoWriter"]

MAX_CENTIPAWNS = 9999
"""The highest reported score without proof, in hundredths of a pawn."""

REPEAT_SECONDS = 1.0
"""Seconds after which an unchanged `info` line is repeated."""


class InfoWriter:
    """Reports a search in `info` lines, when there is something new."""

    def __init__(self, write: Output, count: int, searchmoves: tuple[str, ...]) -> None:
        """count: the number of reported moves. searchmoves: the allowed moves, in UCI; empty: all."""
        self._write = write
        self._count = count
        self._allowed = {text.lower() for text in searchmoves}
        self._told: list[Any] = []
        self._when = 0.0
        self.line: tuple[int, ...] = ()
        """The line of the best allowed move."""

    def _candidates(self, found: SearchResult) -> list[Candidate]:
        """The allowed moves, the best first."""
        if not self._allowed:
            return list(found.candidates)
        chosen = [item for item in found.candidates if write_uci(item.move) in self._allowed]
        seat = found.state.turn

        def order(item: Candidate) -> tuple[bool, float]:
            is_best = item.move == found.move
            return item.values is None, 0.0 if is_best or item.values is None else -item.values[seat]

        return sorted(chosen, key=order) if found.unit == "nodes" else chosen

    def tell(self, found: SearchResult, elapsed: float) -> None:
        """Write a line for each of the best moves, if something is new or REPEAT_SECONDS have passed."""
        best = self._candidates(found)[: self._count]
        told = [(found.depth, item.move, item.values, item.line) for item in best]
        if told == self._told and elapsed - self._when < REPEAT_SECONDS:
            return
        self._told, self._when = told, elapsed
        lines = [_line(found, item) for item in best]
        self.line = lines[0]
        for number, (item, line) in enumerate(zip(best, lines, strict=True), 1):
            self._write(write_info(_info(found, item, line, number if self._count > 1 else None, elapsed)))


def _info(found: SearchResult, item: Candidate, line: tuple[int, ...], number: int | None, elapsed: float) -> Info:
    """The `info` line of one move."""
    seat = found.state.turn
    cp = mate = None
    if item.values is not None:
        value = item.values[seat]
        cp = round(max(-MAX_CENTIPAWNS, min(MAX_CENTIPAWNS, centipawns(value))))
        if item.proven and item.plies is not None and value in (0.0, 1.0):
            mate = (item.plies + 1) // 2 if value == 1.0 else -(item.plies // 2)
    full = found.search.fullness
    return Info(
        depth=max(1, found.depth),
        multipv=number,
        centipawns=cp,
        mate=mate,
        nodes=found.work,
        nps=round(found.rate),
        hashfull=None if full is None else round(1000 * min(1.0, full)),
        time=elapsed,
        pv=tuple(write_uci(move) for move in line),
    )


def _line(found: SearchResult, item: Candidate) -> tuple[int, ...]:
    """The line of a move."""
    search, line = found.search, item.line or (item.move,)
    if len(line) == 1:
        line += search.expected(found.state.play(item.move), found.depth - 1)
    return line
