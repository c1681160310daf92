"""A damaged store has the same table or is refused with an error. Read-only and older stores are read."""

from __future__ import annotations

import hashlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.match import MatchRunner
from playout.arena.match_records import MatchRow
from playout.arena.storage.schema import make_tables
from playout.arena.storage.store import Store
from playout.game import load
from playout.rules import PlayoutError
from tests.effort import effort, scaled

MATCHES = 60


@pytest.fixture(scope="module")
def definition() -> Definition:
    return Definition(load("tic_tac_toe"), tuple(map(Entrant, ["random", "rules", "random(seed=1)"])), seed=4)


@pytest.fixture(scope="module")
def rows(definition: Definition) -> list[MatchRow]:
    runner = MatchRunner(definition)
    return [runner.play(number) for number in range(MATCHES)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, definition: Definition, rows: list[MatchRow]) -> bytes:
    """The bytes of a store whose sequential test ended it before its last match."""
    path = tmp_path_factory.mktemp("whole") / "results.db"
    with Store(path, write=True) as kept:
        kept.begin(definition.record())
        kept.write(rows[:40], "here")
        kept.write(rows[40:], "there")
        kept.stop = MATCHES - 2
    return path.read_bytes()


def read(path: Path, write: bool = False) -> Any:
    """All that can be read of a store, or None where it is refused in words; anything else is raised."""
    try:
        with Store(path, write=write) as kept:
            matches = list(kept.matches())
            results = kept.results()
            columns = [column.tolist() for column in (results.seats, results.payoffs, results.seconds, results.plies)]
            return kept.tournament(), matches, results.reasons, columns
    except PlayoutError as error:
        assert str(path) in str(error) and "\n" not in str(error)
        return None


@scaled
@pytest.mark.parametrize("write", [False, True])
def test_damaged_bytes_are_noticed(tmp_path: Path, whole: bytes, write: bool) -> None:
    """One, eight or 512 bytes anywhere in the file, more of them where most of the structure is: in the first pages."""
    (tmp_path / "whole.db").write_bytes(whole)
    expected = read(tmp_path / "whole.db")
    assert expected is not None and len(expected[1]) == MATCHES
    dice, same, refused = random.Random(5), 0, 0
    for trial in range(effort(60, 200)):
        damaged = bytearray(whole)
        begin = dice.randrange(len(whole) if trial % 2 else 400)
        for place in range(begin, min(begin + dice.choice((1, 8, 512)), len(whole))):
            damaged[place] = dice.randrange(256)
        path = tmp_path / f"{trial}.db"
        path.write_bytes(damaged)
        found = read(path, write)
        assert found is None or found == expected, f"trial {trial}"
        same, refused = same + (found is not None), refused + (found is None)
    assert same and refused


def test_a_store_that_is_cut_off_is_refused(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "results.db"
    for length in range(1, len(whole), 1000):
        path.write_bytes(whole[:length])
        assert read(path) is None


def change(path: Path, statement: str) -> None:
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE seats SET payoff = 1 - payoff WHERE number = 12", "match 12 does not match its checksum"),
        ("UPDATE seats SET agent = 'x' WHERE number = 12", "match 12 does not match its checksum"),
        ("UPDATE matches SET moves = x'0102' WHERE number = 12", "match 12 does not match its checksum"),
        ("UPDATE matches SET reason = x'ff' WHERE number = 12", "match 12 does not match its checksum"),
        ("UPDATE matches SET number = 99 WHERE number = 12", "match 12 is incomplete"),
        ("DELETE FROM matches WHERE number = 12", "match 12 is incomplete"),
        ("DELETE FROM seats WHERE number = 12 AND seat = 1", "match 12 is incomplete"),
        ("UPDATE machines SET description = 'nowhere' WHERE id = 1", "match 0 does not match its checksum"),
        ("DELETE FROM machines WHERE id = 1", "match 0 does not match its checksum"),
        ("DELETE FROM tournament", "the record of the tournament has been lost"),
        ("DELETE FROM tournament WHERE word = 'stop'", "the record of the tournament has been lost"),
        ("UPDATE tournament SET value = '8' WHERE word = 'stop'", "the stop of the tournament does not match"),
        ("UPDATE tournament SET value = '{}' WHERE word = 'definition'", "the definition of the tournament does not"),
    ],
)
def test_what_is_damaged_is_named(tmp_path: Path, whole: bytes, statement: str, sentence: str) -> None:
    path = tmp_path / "results.db"
    path.write_bytes(whole)
    change(path, statement)
    with Store(path) as kept, pytest.raises(PlayoutError, match=f"results.db is damaged: {sentence}") as found:
        kept.results()
    assert str(found.value).endswith("; use a copy from before the damage, or play again in another store")


OLD_RECORD = """
{"game": "tic_tac_toe", "options": {}, "rules": "00000000000000000000000000000000", "agents": ["random", "rules",
"random(seed=1)"], "pairing": "round-robin", "seed": 4, "openings": {"plies": 0}, "clock": {"base": null, "increment":
0.0, "move": null}, "seats": 2, "bounds": [0.0, 1.0], "chance": false, "source": "tic_tac_toe"}
"""


def old_store(path: Path, rows: list[MatchRow], rules: str = "0" * 32) -> None:
    """A store as Playout 0.5.0 wrote it."""
    base = sqlite3.connect(path)
    make_tables(base)
    base.execute("PRAGMA application_id=0x504C4159")
    base.execute("PRAGMA user_version=1")
    base.execute("INSERT INTO tournament VALUES ('definition', ?)", (OLD_RECORD.replace("0" * 32, rules),))
    base.execute("INSERT INTO machines VALUES (1, 'here')")
    for row in rows:
        values = (row.number, row.forfeit, row.reason, row.opening, row.moves, row.clock, 1)
        base.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        for seat, kept in enumerate(zip(row.agents, row.payoffs, row.seconds, row.slowest, row.plies, strict=True)):
            base.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)", (row.number, seat, *kept))
    base.commit()
    base.close()


@pytest.mark.parametrize("write", [False, True])
def test_a_store_without_checksums_is_read_and_that_is_said(
    tmp_path: Path, rows: list[MatchRow], capsys: pytest.CaptureFixture[str], write: bool
) -> None:
    path = tmp_path / "results.db"
    old_store(path, rows)
    before = path.read_bytes()
    with Store(path, write=write) as kept:
        assert kept.results().payoffs.tolist() == [list(row.payoffs) for row in rows]
        assert [match.moves for match in kept.matches()] == [match.moves for match in kept.matches()]
    assert "results.db was written before stores had checksums" in capsys.readouterr().err
    assert (path.read_bytes() == before) is not write, "a reader leaves it as it is"
    with Store(path, write=write) as kept:
        assert kept.count() == MATCHES
    assert bool(capsys.readouterr().err) is not write, "a writer has added them"


def test_a_store_of_0_5_0_is_continued_if_its_rules_are_the_same(
    tmp_path: Path, rows: list[MatchRow], definition: Definition
) -> None:
    """Up to 0.5.0 a record held a hash of the game's name and the text of its file."""
    path = tmp_path / "results.db"
    old_store(path, rows)
    with (
        Store(path, write=True) as kept,
        pytest.raises(
            PlayoutError, match=r"the rules, which were those of Playout 0\.5\.0 or older there and are those"
        ),
    ):
        kept.begin(definition.record(), definition.game)
    text = Path(definition.game.rules.path).read_bytes()
    before = hashlib.sha256(b"tic_tac_toe" + text).hexdigest()[:32]
    path.unlink()
    old_store(path, rows, before)
    with Store(path, write=True) as kept:
        assert kept.match(3).replay().payoffs == rows[3].payoffs
        kept.begin(definition.record(), definition.game)
        assert kept.tournament() == definition.record()
        assert kept.match(3).replay().payoffs == rows[3].payoffs


def test_damage_to_a_store_without_checksums_never_ends_in_a_raw_exception(
    tmp_path: Path, rows: list[MatchRow]
) -> None:
    old_store(tmp_path / "old.db", rows)
    whole, dice, refused = (tmp_path / "old.db").read_bytes(), random.Random(6), 0
    for trial in range(100):
        damaged = bytearray(whole)
        begin = dice.randrange(len(whole))
        for place in range(begin, min(begin + dice.choice((1, 8, 512)), len(whole))):
            damaged[place] = dice.randrange(256)
        path = tmp_path / f"{trial}.db"
        path.write_bytes(damaged)
        refused += read(path) is None
    assert refused


READER = """
import os, sys
from playout.arena.storage.store import Store

if os.geteuid() == 0:  # who may write anywhere
    os.setgid(65534)
    os.setuid(65534)
print(len(list(Store(sys.argv[1], write=sys.argv[2] == "write").matches())))
"""


@pytest.mark.skipif(os.name != "posix", reason="folders are made read-only")
def test_a_store_that_nobody_can_write_is_read(whole: bytes) -> None:
    def run(mode: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", READER, path, mode], capture_output=True, text=True)

    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        path = folder / "results.db"
        path.write_bytes(whole)
        path.chmod(0o444)
        folder.chmod(0o555)
        done = run("read")
        assert done.stdout.strip() == str(MATCHES), done.stderr
        assert [item.name for item in folder.iterdir()] == ["results.db"]
        assert f"cannot write beside {path}: Permission denied" in run("write").stderr
        folder.chmod(0o755)
        (folder / "results.db-wal").write_bytes(b"x" * 100)
        folder.chmod(0o555)
        assert f"the last matches of {path} are still in results.db-wal" in run("read").stderr
        folder.chmod(0o755)
