"""Checksums of the rows of a store, and reading matches with a check of their checksums."""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from playout.arena.match_records import MatchRow, unpack
from playout.rules import PlayoutError

__all__ = ["is_match", "match_checksum", "read_matches", "word_checksum"]

CHECKSUM_BYTES = 12
"""Length of a checksum; damage goes unnoticed with a probability of 2**-96."""

MAX_NUMBER = (1 << 63) - 1
"""The largest match number in SQLite."""

_MATCHES = """
    SELECT matches.number, forfeit, reason, opening, moves, clock, description, {checksum},
           seat, agent, payoff, seconds, slowest, plies
    FROM matches LEFT JOIN machines ON machine = id LEFT JOIN seats ON seats.number = matches.number
    WHERE matches.number BETWEEN ? AND ? ORDER BY matches.number, seat
    """

_WITHOUT_MATCH = """
    SELECT number FROM seats WHERE number BETWEEN ? AND ? AND number NOT IN (SELECT number FROM matches) LIMIT 1
    """


def word_checksum(word: str, value: str) -> bytes:
    """The checksum of one key of the tournament's record and its value."""
    return _digest(word.encode(), value.encode())


def match_checksum(row: MatchRow, machine: str) -> bytes:
    """The checksum of a match: its row, its seats, and its machine."""
    seats = len(row.agents)
    numbers = struct.pack(
        f"<4q{2 * seats}q{3 * seats}d",
        *(seats, row.number, row.forfeit, row.opening, *row.agents, *row.plies),
        *(value + 0.0 for value in (*row.payoffs, *row.seconds, *row.slowest)),  # SQLite has no -0.0
    )
    return _digest(numbers, row.reason.encode(), row.moves, row.clock, machine.encode())


def _digest(*parts: bytes) -> bytes:
    lengths = struct.pack(f"<{len(parts)}q", *map(len, parts))
    return hashlib.blake2b(lengths + b"".join(parts), digest_size=CHECKSUM_BYTES).digest()


def is_match(row: MatchRow, agents: int) -> bool:
    """Whether the values of a row are possible for a match; for rows without a checksum."""
    try:
        moves, clock = unpack(row.moves), unpack(row.clock)
        seated = all(0 <= agent < agents for agent in row.agents)
        return seated and len(moves) == len(clock) and 0 <= row.opening <= len(moves) and row.forfeit < len(row.agents)
    except (KeyError, IndexError, TypeError, struct.error):
        return False


def read_matches(
    base: sqlite3.Connection, seats: int, first: int = 0, last: int = MAX_NUMBER, *, checksums: bool = False
) -> Iterator[tuple[MatchRow, str]]:
    """The matches with numbers from `first` to `last`, and the machine of each.

    checksums: whether to check them. Raises PlayoutError for the first incomplete or damaged match.
    """
    lost = base.execute(_WITHOUT_MATCH, (first, last)).fetchone()
    if lost is not None:
        raise PlayoutError(f"match {lost[0]} is incomplete")
    found = base.execute(_MATCHES.format(checksum="checksum" if checksums else "NULL"), (first, last))
    for number, group in groupby(found, itemgetter(0)):
        lines = list(group)
        _, forfeit, reason, opening, moves, clock, machine, checksum = lines[0][:8]
        seat, agents, payoffs, seconds, slowest, plies = zip(*(line[8:] for line in lines), strict=True)
        row = MatchRow(number, agents, payoffs, seconds, slowest, plies, forfeit, reason, opening, moves, clock)
        if seat != tuple(range(seats)):
            raise PlayoutError(f"match {number} is incomplete")
        try:
            fits = match_checksum(row, machine) == checksum or not checksums
        except (struct.error, AttributeError, TypeError, ValueError):  # values of other types than were written
            fits = False
        if not fits:
            raise PlayoutError(f"match {number} does not match its checksum")
        yield row, machine
