"""The design is part of a tournament: a new store has squares, an older one goes on with all seatings."""

from __future__ import annotations

import json
import sqlite3
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.match import MatchRunner
from playout.arena.seatings import ALL
from playout.arena.storage.checksums import word_checksum
from playout.arena.storage.store import Store
from playout.arena.tournament import tournament
from playout.game import load
from playout.rules import PlayoutError
from tests.arena.many_seats import nim_for
from tests.arena.test_tournament import Here, matches

AGENTS = ["random", "random(seed=1)", "random(seed=2)", "random(seed=3)", "random(seed=4)"]


def version_2(path: Path, game: Path, agents: list[str], count: int) -> None:
    """A store as it was before stores named their design: all seatings, and a record without the word."""
    definition = Definition(load(game), tuple(map(Entrant, agents)), seed=5, design=ALL)
    runner = MatchRunner(definition)
    with Store(path, write=True) as kept:
        kept.begin(definition.record())
        kept.write([runner.play(number) for number in range(count)], "here")
    base = sqlite3.connect(path)
    record = json.loads(base.execute("SELECT value FROM tournament WHERE word = 'definition'").fetchone()[0])
    del record["design"]
    value = json.dumps(record)
    base.execute(
        "UPDATE tournament SET value = ?, checksum = ? WHERE word = 'definition'",
        (value, word_checksum("definition", value)),
    )
    base.execute("PRAGMA user_version=2")
    base.commit()
    base.close()


def test_a_new_store_names_its_design(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    result = tournament(nim_for(5, tmp_path), AGENTS, matches=10, seed=5, store=path, executor=Here())
    assert result.played == result.wanted == 10
    assert result.results.groups.tolist() == [0] * 5 + [1] * 5
    with Store(path) as kept:
        assert kept.tournament()["design"] == "squares"
        assert kept.results().groups.tolist() == result.results.groups.tolist()


def test_an_older_store_is_read_as_it_was_played(tmp_path: Path) -> None:
    path, game = tmp_path / "results.db", nim_for(3, tmp_path)
    version_2(path, game, AGENTS[:3], 18)
    before = path.read_bytes()
    with Store(path) as kept:
        results = kept.results()
        assert results.groups.tolist() == [number // 6 for number in range(18)]
        assert [tuple(row) for row in results.seats[:6]] == list(permutations(range(3)))
        assert all(match.replay().payoffs == match.payoffs for match in kept.matches(game=load(game)))
    assert path.read_bytes() == before


def test_an_older_store_goes_on_with_all_seatings(tmp_path: Path) -> None:
    """Stopped in the middle of a group, and continued: as if it had been played in one go."""
    path, whole, game = tmp_path / "results.db", tmp_path / "whole.db", nim_for(3, tmp_path)
    version_2(path, game, AGENTS[:3], 8)
    version_2(whole, game, AGENTS[:3], 24)
    result = tournament(game, AGENTS[:3], matches=20, seed=5, store=path, executor=Here())
    assert result.played == result.wanted == 24, "a group of six is completed"
    assert result.results.groups.tolist() == [number // 6 for number in range(24)]
    assert matches(path) == matches(whole)
    with Store(path) as kept:
        assert kept.tournament()["design"] == "permutations"


def test_an_older_store_of_two_seats_goes_on(tmp_path: Path) -> None:
    path, new, game = tmp_path / "results.db", tmp_path / "new.db", nim_for(2, tmp_path)
    version_2(path, game, AGENTS[:3], 10)
    for store in (path, new):
        tournament(game, AGENTS[:3], matches=30, seed=5, store=store, executor=Here())
    assert matches(path) == matches(new)


@pytest.mark.parametrize("write", [False, True])
def test_damage_of_an_older_record_is_still_reported(tmp_path: Path, write: bool) -> None:
    path = tmp_path / "results.db"
    version_2(path, nim_for(3, tmp_path), AGENTS[:3], 6)
    base = sqlite3.connect(path)
    base.execute("UPDATE tournament SET value = replace(value, 'round-robin', 'round-robot') WHERE word = 'definition'")
    base.commit()
    base.close()

    def read() -> Any:
        with Store(path, write=write) as kept:
            return kept.tournament()

    with pytest.raises(PlayoutError, match="the definition of the tournament does not match its checksum"):
        read()
