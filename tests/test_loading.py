"""Games from files, classes and other packages; what breaks the contract is refused with its place."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import playout
from playout import PlayoutError, RulesError, loading
from tests import paths

NIM = paths.NIM


def broken(tmp_path: Path, old: str, new: str) -> Path:
    text = NIM.read_text()
    assert old in text
    path = tmp_path / "mine.py"
    path.write_text(text.replace(old, new))
    return path


def test_a_file_is_as_good_as_a_built_in_game() -> None:
    game = playout.load(str(NIM), stones=21)
    assert game.name == "nim"
    assert game.title == "Nim: take one to three stones; whoever takes the last one wins"
    state = game.replay([1, "3"])
    assert state.moves() == [1, 2, 3]
    assert pickle.loads(pickle.dumps(state)) == state
    assert playout.playouts(state, 1000, seed=1) == playout.playouts(state, 1000, seed=1, backend="python")


def test_seats_have_the_names_of_the_file_or_numbers(tmp_path: Path) -> None:
    assert playout.load(str(NIM)).seat_name(1) == "Player 2"
    named = playout.load(broken(tmp_path, "MAX_MOVES = 3", 'MAX_MOVES = 3\nSEATS = ("left", "right")'))
    assert [named.seat_name(seat) for seat in range(2)] == ["left", "right"]
    assert [playout.load("gomoku3d").seat_name(seat) for seat in range(3)] == ["X", "O", "Z"]
    assert [playout.load("gomoku3d", players=2).seat_name(seat) for seat in range(2)] == ["Black", "White"]


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    path = broken(tmp_path, "stones=15", "stones=15")
    first = playout.load(path)
    assert playout.load(path).rules is first.rules, "an unchanged file is not run twice"
    broken(tmp_path, "stones=15", "stones=4")
    second = playout.load(path)
    assert (str(first.start()), str(second.start())) == ("|" * 15, "|" * 4)
    assert playout.playouts(second.start(), 10, seed=0) != playout.playouts(second.start().play(3), 10, seed=0)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def moves(s, out)", "def move(s, out)", r"there is no moves\(s, out\); add it: write the legal moves"),
        ("def play(s, move)", "def play(s)", r"line \d+: play has to be play\(s, move\), not play\(s\)"),
        ("def start(s, stones=15)", "def start(s, stones)", r"start has to be start\(s, option=default, \.\.\.\)"),
        ("PLAYERS = 2", "", "there is no PLAYERS; add a line like PLAYERS = 2"),
        ("PLAYERS = 2", "PLAYERS = 0", "PLAYERS has to be a whole number of at least 1, not 0"),
        ("MAX_MOVES = 3", "MAX_MOVES = 2.5", "MAX_MOVES has to be a whole number of at least 1, not 2.5"),
        ("MAX_MOVES = 3", "MAX_MOVES = 2", r"mine\.py, line \d+, moves: IndexError"),
        ("MAX_MOVES = 3", "MAX_MOVES = 3\nPAYOFF_BOUNDS = (1, 0)", r"PAYOFF_BOUNDS is a pair \(least, most\)"),
        ("MAX_MOVES = 3", 'MAX_MOVES = 3\nSEATS = ("X",)', "SEATS is a tuple with a name for each of the 2 seats"),
        ("MAX_MOVES = 3", 'MAX_MOVES = 3\nSEATS = ("X", "X")', "SEATS is a tuple with a name for each of the 2 seats"),
        ("MAX_MOVES = 3", "MAX_MOVES = 3\nAGENT = 3", "AGENT is the name of an algorithm, like .*, not 3"),
        ("MAX_MOVES = 3", "MAX_MOVES = 3\nAGENT = 'uct(c=1)'", "AGENT is the name of an algorithm"),
        ("MAX_MOVES = 3", 'MAX_MOVES = 3\nSEATS = "XO"', "for each of the 2 seats, like .*, not 'XO'"),
        ("MAX_MOVES = 3", 'MAX_MOVES = 3\nSEATS = ("X", "")', "SEATS is a tuple with a name for each of the 2 seats"),
        (
            "def show(s)",
            "def show(s, move=0)",
            r"show has to be show\(s\) or show\(s, last=-1\), not show\(s, move=0\)",
        ),
        ("def show(s)", "def show(s, last)", r"show has to be show\(s\) or show\(s, last=-1\), not show\(s, last\)"),
        (", align=True", "", "State has to be made with align=True"),
        ("State = np", "Position = np", "State has to be the record of a position"),
        ('("stones", np.int16)', '("stones", np.float32)', "the field stones of State is float32; use whole numbers"),
        ('("stones", np.int16)', '("stones", "U4")', "the field stones of State is <U4; use whole numbers"),
        (
            '("turn", np.int8)',
            '("turn", np.int8), ("met", np.bool_, 9)',
            "the field met of State is an array of bools, which native code cannot hold; use np.int8, with 0 and 1",
        ),
        ('("turn", np.int8)', '("data", np.int8)', "a field of State cannot be called data: NumPy uses that name"),
        ("def turn(s):", "def turn(s):\n    return turn(s)", r"line \d+, turn: it calls itself"),
        ("s.stones -= move", "s.stons -= move", r"mine\.py, line \d+, play: AttributeError: .*stons"),
        (
            "s.stones -= move",
            "s.stones -= move * 40000",
            r"play: OverflowError: the field stones \(int16\) cannot hold",
        ),
        ("s.stones -= move", "pass", r"."),
        ("n = min(3, s.stones)", "n = 0", r"moves: no legal move, but not OVER, after the moves "),
        ("def show(s):", "def show(s) -> :", r"mine\.py, line \d+: expected ':'"),
        ("PLAYERS = 2", "PLAYERS = 2\nprint(1 / 0)", r"mine\.py, line \d+: ZeroDivisionError"),
        ("def show(s):", "def guess(s, seat, rng):\n    pass\n\n\ndef show(s):", "has guess but not mask"),
        ("def show(s):", "def odds(s, outcomes, p):\n    return 0\n\n\ndef show(s):", "has odds but not chance"),
        ("def show(s):", "def rollout(s, rng):\n    s.stones = 0\n\n\ndef show(s):", "has rollout but not pick"),
        ("def show(s):", "def key_after(s, move):\n    return 0\n\n\ndef show(s):", "has key_after but not key"),
        ("def show(s):", "def suggest_rollout(s, rng):\n    pass\n\n\ndef show(s):", "suggest_rollout but not suggest"),
        ("def show(s):", "turn = 3\n\n\ndef show(s):", r"turn has to be a plain function turn\(s\), not 3"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = broken(tmp_path, old, new)
    if words == ".":  # nothing to be seen in the file: the match never ends, and playouts say so
        with pytest.raises(RulesError, match="did not end within"):
            playout.playouts(playout.load(path).start(), 1, seed=0, backend="python")
        return
    with pytest.raises(RulesError, match=words) as caught:
        playout.load(path)
    assert "mine.py" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_cannot_be_compiled_is_refused_with_its_line(tmp_path: Path) -> None:
    path = broken(tmp_path, "s.turn = 1 - s.turn", "s.turn = 0 if callable(s) else 1 - s.turn")
    game = playout.load(path)
    assert playout.playouts(game.start(), 5, seed=0, backend="python")
    line = path.read_text().split("\n").index("    s.turn = 0 if callable(s) else 1 - s.turn") + 1
    with pytest.raises(RulesError, match=rf"mine\.py, line {line}.*cannot be compiled"):
        playout.playouts(game.start(), 5, seed=0)


def test_a_file_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("def other(seat):\n    return 1 - seat\n")
    path = broken(
        tmp_path, "from playout.rules import OVER", "from neighbour_of_mine import other\nfrom playout import OVER"
    )
    path.write_text(path.read_text().replace("s.turn = 1 - s.turn", "s.turn = other(s.turn)"))
    before = list(sys.path)
    assert playout.playouts(playout.load(path).start(), 10, seed=0)
    assert sys.path == before


def register(folder: Path, points: str) -> None:
    """A package with entry points, as an installer would leave it."""
    info = folder / "other_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{loading.ENTRY_POINTS}]\n{points}")


def test_another_package_registers_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other_nim.py").write_text(NIM.read_text())
    register(tmp_path, "their_nim = other_nim\nlost = no_such_module\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert {"their_nim", "connect_four"} <= set(loading.names())
    state = playout.load("their_nim", stones=7).start()
    assert state.moves() == [1, 2, 3]
    assert pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(PlayoutError, match="'lost' is registered as no_such_module, which fails"):
        playout.load("lost")


class Countdown:
    """Count down from n by 1 or 2; who says 0 wins."""

    PLAYERS = 2
    MAX_MOVES = 2

    def __init__(self, n: int = 10) -> None:
        if n < 1:
            raise ValueError("n has to be at least 1")
        self.n = n
        self.said: list[int] = []

    def turn(self) -> int:
        return len(self.said) % 2 if self.n > 0 else playout.OVER

    def moves(self) -> list[int]:
        return [step for step in (1, 2) if step <= self.n]

    def play(self, move: int) -> None:
        self.n -= move
        self.said.append(self.n)

    def payoffs(self) -> list[float]:
        winner = (len(self.said) - 1) % 2
        return [float(seat == winner) for seat in (0, 1)]

    def __str__(self) -> str:
        return f"{self.n} to go"


def test_a_class_is_a_game() -> None:
    game = playout.load(Countdown, n=4)
    start = game.start()
    state = start.play(2)
    assert (str(start), str(state)) == ("4 to go", "2 to go"), "the list inside is not shared"
    assert state.play(2).payoffs == (0.0, 1.0)
    assert pickle.loads(pickle.dumps(state)) == state
    assert state == game.replay([2]) and hash(state) == hash(game.replay([2]))
    assert state != game.replay([1])
    assert sum(playout.playouts(start, 200, seed=1)) == 1
    assert game.dtype == object
    assert playout.agent("flat(simulations=200, seed=0)").choose(game.replay([1])) in (1, 2)


def test_a_class_and_the_same_rules_as_a_record_play_alike() -> None:
    """Counting down by 1 to 3 is nim: the same seed gives the same matches."""

    class Nim(Countdown):
        MAX_MOVES = 3

        def moves(self) -> list[int]:
            return [step for step in (1, 2, 3) if step <= self.n]

    as_class = playout.playouts(playout.load(Nim, n=15).start(), 300, seed=9)
    assert as_class == playout.playouts(playout.load(NIM).start(), 300, seed=9)


def test_a_class_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "count.py"
    path.write_text(
        "class Count:\n"
        "    PLAYERS = 1\n    MAX_MOVES = 1\n"
        "    def __init__(self): self.left = [1, 2, 3]\n"
        "    def turn(self): return 0 if self.left else -1\n"
        "    def moves(self): return [0]\n"
        "    def play(self, move): self.left.pop()\n"
        "    def payoffs(self): return [1.0]\n"
    )
    state = playout.load(path).replay([0, 0])
    saved = tmp_path / "state.pickle"
    saved.write_bytes(pickle.dumps(state))
    script = f"import pickle, pathlib; print(pickle.loads(pathlib.Path({str(saved)!r}).read_bytes()).play(0).over)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_a_class_that_breaks_the_contract_is_refused() -> None:
    class NoMoves:
        PLAYERS = 1
        MAX_MOVES = 1

    class TooMany(Countdown):
        MAX_MOVES = 1

    class Seatless(Countdown):
        PLAYERS = None  # type: ignore[assignment]

    with pytest.raises(RulesError, match="the class NoMoves has no method turn; add it"):
        playout.load(NoMoves)
    with pytest.raises(RulesError, match=r"TooMany\.moves returns 2 items, and MAX_MOVES says 1 at most"):
        playout.load(TooMany)
    with pytest.raises(RulesError, match="the class Seatless needs PLAYERS"):
        playout.load(Seatless)
    with pytest.raises(PlayoutError, match="n has to be at least 1"):
        playout.load(Countdown, n=0)
    with pytest.raises(RulesError, match="runs interpreted: use the backend python"):
        playout.playouts(playout.load(Countdown).start(), 1, backend="cpu")


# Options that are constants of the file.


# A game that is another one with certain options.
