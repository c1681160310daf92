"""A saved search may come from anybody: what is no honest file is refused in words, and nothing in it is run."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import PlayoutError
from playout.algorithms.registry import new_search
from playout.algorithms.saving import MAGIC
from tests import paths
from tests.algorithms import fuzz_saved
from tests.algorithms.fuzz_saved import joined, parts
from tests.effort import effort, scaled

ROOT = paths.ROOT
TIC_TAC_TOE = playout.load("tic_tac_toe").replay(["a1"])


def saved(path: Path, algorithm: str = "flat", state: playout.State = TIC_TAC_TOE) -> Path:
    search = new_search(state, algorithm, seed=1, backend="python", simulations=40)
    search.run(simulations=40)
    search.save(path)
    return path


@scaled
def test_damaged_files_are_refused_or_run(tmp_path: Path) -> None:
    """Of every algorithm many files with wrong bytes and words, with and without a checksum that fits.

    In one process of its own, so that a crash of native code is a failure here.
    """
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", fuzz_saved.__name__, str(tmp_path), str(effort(12, 40))],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    rows = [line.rsplit(" ", 2) for line in done.stdout.splitlines()]
    assert [row[0] for row in rows] == [algorithm for _, algorithm, _ in fuzz_saved.CASES]
    assert all(int(loaded) and int(refused) for _, loaded, refused in rows), "both happen, for each algorithm"


def test_a_pickle_is_refused_unread(tmp_path: Path) -> None:
    class Harm:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.touch, (tmp_path / "ran",)

    for head in (b"", b"playout search 1\n", MAGIC, MAGIC + bytes(32)):
        (tmp_path / "search").write_bytes(head + pickle.dumps(Harm()))
        with pytest.raises(PlayoutError, match=r"is not a search saved by this version|is damaged"):
            playout.load_search(tmp_path / "search")
    assert not (tmp_path / "ran").exists()


def test_no_code_is_run_because_a_file_says_so(tmp_path: Path) -> None:
    """The path of a game file in a saved search is not imported, neither an honest one nor one that was put there."""
    trap = tmp_path / "trap.py"
    trap.write_text(f"from pathlib import Path\nPath({str(tmp_path / 'ran')!r}).touch()\n")
    header, data = parts(saved(tmp_path / "search").read_bytes())
    for source in (str(trap), "trap.py", "./trap", None):
        header["values"]["position"]["source"] = source
        (tmp_path / "search").write_bytes(joined(header, data))
        with pytest.raises(PlayoutError, match=r"a game of your own: give the game as well, load_search\(path, game\)"):
            playout.load_search(tmp_path / "search")
    assert not (tmp_path / "ran").exists()


def test_a_game_file_has_to_be_given_and_be_the_same(tmp_path: Path) -> None:
    source = (paths.GAMES / "errands_game.py").read_text()
    (tmp_path / "mine.py").write_text(source)
    game = playout.load(tmp_path / "mine.py")
    path = saved(tmp_path / "search", state=game.start())
    assert playout.load_search(path, game).run(simulations=5).work == 45
    assert playout.load_search(path, game.start()).run(simulations=5).work == 45
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.py").write_text(source.replace("GOOD = 0b00000101", "GOOD = 0b00000110"))
    with pytest.raises(PlayoutError, match="holds a search of mine by other rules than those of mine here"):
        playout.load_search(path, playout.load(tmp_path / "other" / "mine.py"))
    with pytest.raises(PlayoutError, match="by other rules than those of tic_tac_toe here"):
        playout.load_search(path, TIC_TAC_TOE)
    with pytest.raises(PlayoutError, match="holds a search of another position of mine"):
        playout.load_search(path, game.start().play(game.start().moves()[0]))


class Halving:
    """A game as a class: take one, or half; who takes the last wins."""

    PLAYERS = 2
    MAX_MOVES = 2

    def __init__(self) -> None:
        self.left, self.seat = 9, 0

    def turn(self) -> int:
        return self.seat if self.left else playout.OVER

    def moves(self) -> list[int]:
        return [1, max(1, self.left // 2)][: 1 + (self.left > 3)]

    def play(self, move: int) -> None:
        self.left -= move
        self.seat = 1 - self.seat

    def payoffs(self) -> tuple[float, float]:
        return (0.0, 1.0) if self.seat == 0 else (1.0, 0.0)


@pytest.mark.parametrize("algorithm", ["uct", "flat", "ismcts"])
def test_a_class_has_to_be_given(algorithm: str, tmp_path: Path) -> None:
    game = playout.load(Halving)
    state = game.replay([1])
    path = saved(tmp_path / "search", algorithm, state)
    with pytest.raises(PlayoutError, match=r"a game of your own: give the game as well"):
        playout.load_search(path)
    whole = new_search(state, algorithm, seed=1, simulations=1).run(simulations=100)
    found = playout.load_search(path, game).run(simulations=60)
    assert found.candidates == whole.candidates


def test_what_a_seat_sees_has_to_be_given(tmp_path: Path) -> None:
    poker = playout.load("kuhn_poker").replay(["Q", "J"])
    path = saved(tmp_path / "search", "ismcts", poker.seen_by(0))
    with pytest.raises(PlayoutError, match=r"no moves lead to .* give the state as well, load_search\(path, state"):
        playout.load_search(path)
    with pytest.raises(PlayoutError, match="holds a search of another position of kuhn_poker"):
        playout.load_search(path, playout.load("kuhn_poker").replay(["K", "J"]).seen_by(0))
    with pytest.raises(PlayoutError, match="holds a search of another position of kuhn_poker"):
        playout.load_search(path, poker)
    assert playout.load_search(path, poker.seen_by(0)).run(simulations=5).work == 45


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    def prior(s: Any, moves: Any, n: Any, scores: Any) -> None:
        for i in range(n):
            scores[i] = 0.0

    from playout.algorithms.uct.options import UctOptions
    from playout.algorithms.uct.search import Uct

    search = Uct(TIC_TAC_TOE, UctOptions(prior=prior), seed=1, backend="python")
    search.run(simulations=20)
    with pytest.raises(PlayoutError, match=r"this uct search cannot be saved: <function .*> is not a plain value"):
        search.save(tmp_path / "search")


def test_a_search_goes_through_a_pickle_as_through_a_file() -> None:
    search = new_search(TIC_TAC_TOE, "uct", seed=1, backend="python", simulations=60)
    search.run(simulations=60)
    copy = pickle.loads(pickle.dumps(search))
    assert copy.run(simulations=40).candidates == search.run(simulations=40).candidates
