"""A bundle is the same tournament on a machine without its files; other rules and versions are refused."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import playout
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.executors.bundle import Bundle, make_bundle
from playout.arena.executors.local import LocalExecutor
from playout.arena.match import MatchRunner
from playout.arena.tournament import tournament
from playout.game import load
from playout.rules import PlayoutError
from tests import paths

NIM = paths.NIM

FILES = {
    "nim.py": "import json\nfrom pathlib import Path\nfrom bundle_words import MOST\n"
    + NIM.read_text().replace("min(3, s.stones)", "min(MOST + LEAST, s.stones)")
    + "\nDATA = ('bundle_data/least.json',)"
    + "\nLEAST = json.loads((Path(__file__).parent / 'bundle_data' / 'least.json').read_text())\n",
    "bundle_words.py": "MOST = 3\n",
    "bundle_data/least.json": "0",
    "bundle_package/__init__.py": "",
    "bundle_package/games.py": """
from bundle_package.amounts import FIRST
SEEN = {}  # a table that fills as matches are played
class Take:
    PLAYERS, MAX_MOVES = 2, 2
    def __init__(self, stones=FIRST):
        self.stones, self.seat = stones, 0
    def turn(self):
        return self.seat if self.stones > 0 else -1
    def moves(self):
        SEEN[self.stones] = True
        return [1, 2]
    def play(self, move):
        self.stones, self.seat = self.stones - move, 1 - self.seat
    def payoffs(self):
        return [float(seat != self.seat) for seat in range(2)]
""",
    "bundle_package/amounts.py": "FIRST = 9\n",
    "bundle_package/players.py": """
from bundle_package.amounts import FIRST
class Last:
    name = "last"
    def choose(self, state):
        return state.moves()[-1 if FIRST else 0]
""",
    "script.py": """
import pickle, sys
from bundle_package.games import Take
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.executors.bundle import make_bundle
from playout.arena.match import MatchRunner
from playout.game import load
class Longer(Take):
    def __init__(self, stones=12):
        super().__init__(stones)
class Mine:
    def choose(self, state):
        return 2
if __name__ == "__main__":
    definition = Definition(load(Longer), (Entrant("random"), Entrant(Mine())), seed=3)
    rows = [MatchRunner(definition).play(number).moves for number in range(4)]
    sys.stdout.buffer.write(pickle.dumps((make_bundle(definition, with_files=True), rows)))
""",
}

ELSEWHERE = """
import pickle, sys
from pathlib import Path
from playout.arena.match import MatchRunner

root, received = Path(sys.argv[1]), pickle.loads(sys.stdin.buffer.read())
runner = MatchRunner(received.unpacked(root).open())
sys.stdout.buffer.write(pickle.dumps([runner.play(number).moves for number in range(4)]))
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a user's files, on sys.path."""
    folder = tmp_path / "home"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    monkeypatch.syspath_prepend(str(folder))
    for name in [name for name in sys.modules if name.startswith("bundle_")]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def elsewhere(home: Path, bundle: Bundle) -> list[bytes]:
    """The moves of matches 0 to 3, played by a process on a machine that does not have these files."""
    other = home.with_name("other")
    (other / "root").mkdir(parents=True)
    home.rename(home.with_name("gone"))
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, other / "root"],
        input=pickle.dumps(bundle),
        cwd=other,
        env={**os.environ, "PYTHONPATH": str(Path(playout.__file__).parents[1])},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    moves: list[bytes] = pickle.loads(done.stdout)
    return moves


def test_a_file_with_its_helpers_and_data_travels(home: Path) -> None:
    definition = Definition(load(home / "nim.py", stones=21), (Entrant("random"), Entrant("random(seed=1)")), seed=3)
    bundle = make_bundle(definition, with_files=True)
    assert sorted(Path(path).name for path in bundle.contents) == ["bundle_words.py", "least.json", "nim.py"]
    assert elsewhere(home, bundle) == [MatchRunner(definition).play(number).moves for number in range(4)]


def test_classes_of_games_and_agents_travel_with_their_packages(home: Path) -> None:
    from bundle_package.games import Take  # type: ignore[import-not-found]
    from bundle_package.players import Last  # type: ignore[import-not-found]

    definition = Definition(load(Take), (Entrant("random"), Entrant(Last())), seed=3)
    bundle = make_bundle(definition, with_files=True)
    names = ["__init__.py", "amounts.py", "games.py", "players.py"]
    assert sorted(Path(path).name for path in bundle.contents) == names
    assert elsewhere(home, bundle) == [MatchRunner(definition).play(number).moves for number in range(4)]


def test_classes_of_a_script_travel(home: Path) -> None:
    done = subprocess.run([sys.executable, home / "script.py"], capture_output=True, check=True)
    bundle, moves = pickle.loads(done.stdout)
    assert elsewhere(home, bundle) == moves


def test_what_is_not_the_same_is_refused(home: Path, tmp_path: Path) -> None:
    definition = Definition(load(home / "nim.py"), (Entrant("random"), Entrant("random(seed=1)")), seed=3)
    bundle = make_bundle(definition, with_files=True)
    with pytest.raises(
        PlayoutError, match=r"has Playout .*, but the tournament was started with 9\.9; install the same"
    ):
        replace(bundle, version="9.9").open()
    with pytest.raises(PlayoutError, match=r"has other rules of nim than the tournament was started with; start again"):
        replace(bundle, fingerprint="0" * 64).open()
    spoilt = {path: content + b" " for path, content in bundle.contents.items()}
    with pytest.raises(PlayoutError, match=r"arrived damaged on .*; run the tournament again"):
        replace(bundle, contents=spoilt).unpacked(tmp_path / "root")
    unknown = replace(bundle, definition=bundle.definition.replace(b"playout.match.clocks", b"playout.arena.xlocks"))
    with pytest.raises(PlayoutError, match=r"cannot be set up on .*: ModuleNotFoundError: No module named"):
        unknown.open()


def test_a_worker_of_this_machine_refuses_a_file_that_was_edited_meanwhile(home: Path) -> None:
    game = load(home / "nim.py")
    (home / "bundle_words.py").write_text("MOST = 2\n")
    os.utime(home / "bundle_words.py", (0, 0))  # Python sees a new size or another second, and not an edit at once
    with pytest.raises(PlayoutError, match=r"has other rules of nim than the tournament was started with; start again"):
        tournament(game, ["random", "random(seed=1)"], matches=2, executor=LocalExecutor(1))
    (home / "bundle_words.py").write_text("MOST = 3  # a remark\n")
    assert tournament(game, ["random", "random(seed=1)"], matches=2, executor=LocalExecutor(1)).complete


RULE = """from rule_words import WEIGHT

def bound(mean, uncertainty, visits):
    return mean + WEIGHT * uncertainty - 0.001 * visits
"""


@pytest.fixture
def ruled(home: Path, monkeypatch: pytest.MonkeyPatch) -> Definition:
    """A search whose spelling names a file relative to the working directory, against one with the full path."""
    (home / "rule.py").write_text(RULE)
    (home / "rule_words.py").write_text("WEIGHT = 0.7\n")
    monkeypatch.chdir(home)
    monkeypatch.delitem(sys.modules, "rule_words", raising=False)
    agents = "uct(selection=rule.py, simulations=40)", f"uct(selection={home}/rule.py, simulations=30)"
    return Definition(load("tic_tac_toe"), tuple(map(Entrant, agents)), seed=3)


def test_a_rule_of_selection_travels_with_its_helpers(home: Path, ruled: Definition) -> None:
    bundle = make_bundle(ruled, with_files=True)
    assert sorted(Path(path).name for path in bundle.contents) == ["rule.py", "rule_words.py"]
    moves = [MatchRunner(ruled).play(number).moves for number in range(4)]
    assert elsewhere(home, bundle) == moves


def test_a_rule_that_was_edited_meanwhile_is_refused(home: Path, ruled: Definition) -> None:
    assert set(ruled.record()["engines"]) == set(ruled.schedule.agents)
    first = ruled.record()["engines"]["uct(selection='rule.py', simulations=40)"]
    assert first.startswith("rule.py [")
    bundle = make_bundle(ruled, with_files=False)
    bundle.open()
    (home / "rule.py").write_text("# a remark\n" + RULE)
    bundle.open()
    (home / "rule.py").write_text(RULE.replace("0.001", "0.002"))
    words = r"has another rule for uct\(selection='rule.py', simulations=40\) than the .* \(rule.py changed meanwhile\)"
    with pytest.raises(PlayoutError, match=words):
        bundle.open()
    assert ruled.record()["engines"]["uct(selection='rule.py', simulations=40)"] != first


def test_what_has_no_file_cannot_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prompt:
        def choose(self, state: playout.State) -> int:
            return state.moves()[0]

    Prompt.__module__, Prompt.__qualname__ = "__main__", "Prompt"
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "Prompt", Prompt, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)
    definition = Definition(load("tic_tac_toe"), (Entrant("random"), Entrant(Prompt())), seed=3)  # type: ignore[arg-type]
    with pytest.raises(PlayoutError, match="defined in a notebook or at a prompt cannot be sent to a worker"):
        make_bundle(definition, with_files=False)
