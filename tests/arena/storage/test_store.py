"""The store: written matches are kept, none counts twice, and a file that is not a store is refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from playout import modules
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.match import MatchRunner
from playout.arena.match_records import MatchRow
from playout.arena.reporting.standings import standings
from playout.arena.storage import database, schema
from playout.arena.storage.store import Store
from playout.game import load
from playout.rules import PlayoutError
from tests import paths


@pytest.fixture(scope="module")
def definition() -> Definition:
    return Definition(load("tic_tac_toe"), tuple(map(Entrant, ["random", "rules", "random(seed=1)"])), seed=4)


@pytest.fixture(scope="module")
def rows(definition: Definition) -> list[MatchRow]:
    runner = MatchRunner(definition)
    return [runner.play(number) for number in range(30)]


def test_what_is_written_is_read(tmp_path: Path, definition: Definition, rows: list[MatchRow]) -> None:
    path = tmp_path / "results.db"
    with Store(path, write=True) as kept:
        kept.begin(definition.record())
        kept.write(rows[20:], "here")
        kept.write(rows[:20], "there")
    with Store(path) as kept:
        results = kept.results()
        matches = list(kept.matches())
        assert kept.count() == 30
    assert results.names == ("random", "rules", "random(seed=1)")
    assert results.seats.tolist() == [list(row.agents) for row in rows]
    assert results.payoffs.tolist() == [list(row.payoffs) for row in rows]
    assert results.plies.tolist() == [list(row.plies) for row in rows]
    assert results.seconds.tolist() == [list(row.seconds) for row in rows]
    assert results.slowest.tolist() == [list(row.slowest) for row in rows]
    assert results.groups.tolist() == [number // 2 for number in range(30)]
    assert [match.machine for match in matches] == ["there"] * 20 + ["here"] * 10
    for match, row in zip(matches, rows, strict=True):
        assert match.agents == tuple(results.names[i] for i in row.agents)
        assert match.replay().payoffs == row.payoffs
        assert match.seeds == tuple(definition.schedule.agent_seeds(definition.schedule.seating(row.number)))


def test_no_match_is_counted_twice(tmp_path: Path, definition: Definition, rows: list[MatchRow]) -> None:
    with Store(tmp_path / "results.db", write=True) as kept:
        kept.begin(definition.record())
        kept.write(rows[:10], "here")
        kept.write(rows[5:15], "there")
        assert kept.count() == 15
        assert len(kept.results().groups) == 15
        assert kept.match(7).machine == "here"


def test_the_same_moves_again_count_again(definition: Definition, rows: list[MatchRow]) -> None:
    """Agents that draw random numbers: a match that comes twice is likely, and weighs twice."""
    with Store(None, write=True) as kept:
        kept.begin(definition.record())
        assert rows[0].agents == rows[6].agents
        kept.write([rows[6]._replace(moves=rows[0].moves), *rows[:6]], "here")
        assert kept.results().matches == 7
        assert standings(kept.results()).row(definition.schedule.agents[rows[0].agents[0]]).matches == sum(
            rows[0].agents[0] in row.agents for row in rows[:7]
        )


def test_payoffs_are_scaled() -> None:
    definition = Definition(load("kuhn_poker"), (Entrant("random"), Entrant("random(seed=1)")), seed=1)
    runner = MatchRunner(definition)
    with Store(None, write=True) as kept:
        kept.begin(definition.record())
        kept.write([runner.play(number) for number in range(20)], "here")
        payoffs = kept.results().payoffs
        raw = np.array([match.payoffs for match in kept.matches()])
    assert np.allclose(payoffs, (raw + 2) / 4)
    assert set(payoffs.ravel()) <= {0, 0.25, 0.75, 1}


def test_another_tournament_is_refused_by_what_differs(tmp_path: Path, definition: Definition) -> None:
    path = tmp_path / "results.db"
    with Store(path, write=True) as kept:
        kept.begin(definition.record())
    for word, value, sentence in (
        ("seed", 5, "seed 4 there and 5 here"),
        ("game", "nim", "game tic_tac_toe there and nim here"),
        ("rules", "0" * 64, "the rules, which have changed, or a package that they use has; use another store"),
        ("agents", ["random"], r'agents \["random", "rules", "random\(seed=1\)"\] there and \["random"\] here'),
    ):
        with (
            Store(path, write=True) as kept,
            pytest.raises(PlayoutError, match=f"holds another tournament: {sentence}"),
        ):
            kept.begin({**definition.record(), word: value})
    with Store(path, write=True) as kept:
        kept.begin({**definition.record(), "source": "/elsewhere/tic_tac_toe.py", "version": "99", "files": {"a": "b"}})


NIM = paths.NIM


def test_a_store_names_the_files_whose_rules_have_changed(tmp_path: Path) -> None:
    """Edits of a comment do not matter; edits of a data file and of a module of constants do, and are named."""

    def begin() -> None:
        sys.modules.pop("most_of_nim", None)
        modules._files.clear()  # as in a process of its own
        definition = Definition(load(tmp_path / "nim.py"), (Entrant("random"), Entrant("random(seed=1)")), seed=4)
        with Store(tmp_path / "results.db", write=True) as kept:
            kept.begin(definition.record(), definition.game)

    files = {
        "most_of_nim.py": "MOST = 3\n",
        "least.txt": "0",
        "nim.py": "from pathlib import Path\nfrom most_of_nim import MOST\n"
        + NIM.read_text().replace("min(3, s.stones)", "min(MOST + LEAST, s.stones)")
        + "\nDATA = ('least.txt',)\nLEAST = int((Path(__file__).parent / 'least.txt').read_text())\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    begin()
    (tmp_path / "most_of_nim.py").write_text("MOST = 3  # a remark\n")
    begin()
    (tmp_path / "most_of_nim.py").write_text(files["most_of_nim.py"])
    for name, content in (("most_of_nim.py", "MOST = 2  # was 3\n"), ("least.txt", "-1")):
        (tmp_path / name).write_text(content)
        with pytest.raises(
            PlayoutError, match=f"results.db holds another .*: the rules, which have changed in {name};"
        ):
            begin()
        (tmp_path / name).write_text(files[name])


def test_a_store_of_another_version_of_playout_says_so(tmp_path: Path, definition: Definition) -> None:
    with Store(tmp_path / "results.db", write=True) as kept:
        kept.begin({**definition.record(), "rules": "0" * 64, "version": "0.6.1"})
        with pytest.raises(
            PlayoutError, match=r"the rules, which were those of Playout 0\.6\.1 there and are those of"
        ):
            kept.begin(definition.record(), definition.game)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match=r"there is no store .*nothing.db"):
        Store(tmp_path / "nothing.db")
    with pytest.raises(PlayoutError, match="is a folder; a store is a file"):
        Store(tmp_path, write=True)
    with pytest.raises(PlayoutError, match=r"the folder of .* does not exist"):
        Store(tmp_path / "no" / "results.db", write=True)
    (tmp_path / "text.db").write_text("not a database at all, and long enough to be looked at " * 50)
    (tmp_path / "empty.db").touch()
    for write in (False, True):
        with pytest.raises(PlayoutError, match=r"text.db is not a store of matches, or is damaged"):
            Store(tmp_path / "text.db", write=write)
    with pytest.raises(PlayoutError, match=r"empty.db is empty"):
        Store(tmp_path / "empty.db")
    base = sqlite3.connect(tmp_path / "other.db")
    base.execute("CREATE TABLE songs (title TEXT)")
    base.commit()
    base.close()
    for write in (False, True):
        with pytest.raises(PlayoutError, match=r"other.db is a database, but not a store of matches"):
            Store(tmp_path / "other.db", write=write)
    assert not list(tmp_path.glob("*.lock")), "a lock is not left behind by a refusal"


def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "results.db", write=True).close()
    base = sqlite3.connect(tmp_path / "results.db")
    base.execute("PRAGMA user_version=99")
    base.close()
    for write in (False, True):
        with pytest.raises(PlayoutError, match=r"written by a newer Playout \(its version is 99"):
            Store(tmp_path / "results.db", write=write)


def test_an_older_store_becomes_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, definition: Definition, rows: list[MatchRow]
) -> None:
    with Store(tmp_path / "results.db", write=True) as kept:
        kept.begin(definition.record())
        kept.write(rows, "here")

    def add_notes(base: sqlite3.Connection) -> None:
        base.execute("CREATE TABLE notes (text TEXT)")
        base.execute("INSERT INTO notes VALUES ('moved on')")

    newer = (*schema.MIGRATIONS, add_notes)
    monkeypatch.setattr(database, "MIGRATIONS", newer)
    before = (tmp_path / "results.db").read_bytes()
    with Store(tmp_path / "results.db") as kept:
        assert kept.count() == 30
        assert kept.database.one("SELECT text FROM notes") == "moved on"
    assert (tmp_path / "results.db").read_bytes() == before, "a reader changes nothing"
    for write in (True, False):
        with Store(tmp_path / "results.db", write=write) as kept:
            assert kept.database.one("PRAGMA user_version") == len(newer)
            assert kept.database.one("SELECT count(*) FROM notes") == 1


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "results.db", write=True).close()

    def fail(base: sqlite3.Connection) -> None:
        base.execute("CREATE TABLE notes (text TEXT)")
        base.execute("NONSENSE")

    monkeypatch.setattr(database, "MIGRATIONS", (*schema.MIGRATIONS, fail))
    for write in (False, True):
        with pytest.raises(PlayoutError, match=r"cannot be used: near .NONSENSE"):
            Store(tmp_path / "results.db", write=write)
    monkeypatch.undo()
    with Store(tmp_path / "results.db") as kept:
        assert kept.database.one("PRAGMA user_version") == len(schema.MIGRATIONS)
        assert kept.database.one("SELECT count(*) FROM sqlite_master WHERE name = 'notes'") == 0


def test_one_run_at_a_time_writes_and_others_read(tmp_path: Path, definition: Definition, rows: list[MatchRow]) -> None:
    path = tmp_path / "results.db"
    script = f"from playout.arena.storage.store import Store; Store({str(path)!r}, write=True).close()"
    with Store(path, write=True) as kept:
        kept.begin(definition.record())
        kept.write(rows[:4], "here")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        assert "is in use by another run; wait for it to finish, or use another store" in done.stderr
        with Store(path) as reader:
            assert reader.count() == 4
            kept.write(rows[4:8], "here")
            assert reader.count() == 8
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
    assert sorted(item.name for item in tmp_path.iterdir()) == ["results.db"]


def test_a_full_disk_loses_nothing_that_was_written(
    tmp_path: Path, definition: Definition, rows: list[MatchRow]
) -> None:
    """SQLite is told that it may not grow, which it reports as it does a full disk."""
    with Store(tmp_path / "results.db", write=True) as kept:
        kept.begin(definition.record())
        kept.write(rows[:6], "here")
        kept.database.execute(f"PRAGMA max_page_count={kept.database.one('PRAGMA page_count')}")
        long = [row._replace(number=100 + i, reason="x" * 9000) for i, row in enumerate(rows)]
        with pytest.raises(PlayoutError, match=r"the disk of .*results.db is full .* what was written is safe"):
            kept.write(long, "here")
        assert kept.count() == 6
    with Store(tmp_path / "results.db", write=True) as kept:
        assert [match.number for match in kept.matches()] == list(range(6))
        kept.write(rows, "here")
        assert kept.count() == 30


def test_a_match_that_is_not_there(definition: Definition, rows: list[MatchRow]) -> None:
    with Store(None, write=True) as kept:
        with pytest.raises(PlayoutError, match="memory holds no tournament yet"):
            kept.results()
        kept.begin(definition.record())
        with pytest.raises(PlayoutError, match="holds no match 3; it holds none"):
            kept.match(3)
        kept.write(rows[:3], "here")
        with pytest.raises(PlayoutError, match="holds no match 3; it holds 3, with numbers up to 2"):
            kept.match(3)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it tells how much memory was used")
def test_a_hundred_thousand_matches_are_read_in_little_memory(
    tmp_path: Path, definition: Definition, rows: list[MatchRow]
) -> None:
    path = tmp_path / "results.db"
    with Store(path, write=True) as kept:
        kept.begin(definition.record())
        for begin in range(0, 99_000, 3000):
            kept.write([rows[i % 30]._replace(number=begin + i) for i in range(3000)], "here")
    script = (
        "from pathlib import Path; from playout.arena.storage.store import Store; "
        f"results = Store({str(path)!r}).results(); "
        "rows = dict(row.split(':') for row in Path('/proc/self/status').read_text().splitlines()); "
        "print(len(results.groups), int(rows['VmHWM'].split()[0]) // 1000)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    count, megabytes = map(int, done.stdout.split())
    assert count == 99_000
    assert megabytes < 500
