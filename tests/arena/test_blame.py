"""A fault of the rules ends the tournament with an error; it is not a forfeit, and finished matches are kept."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playout.arena.blame import fault_of
from playout.arena.match import play_match
from playout.arena.storage.store import Store
from playout.arena.tournament import tournament
from playout.examining import quick
from playout.examining.quick import examine
from playout.game import State, load
from playout.match.clocks import Clock
from playout.rules import PlayoutError, RulesError
from tests import paths
from tests.arena.agents import Agent
from tests.arena.test_tournament import Here

NIM = paths.NIM.read_text()
TAKES = "    s.stones -= move\n"
SAID = "ValueError('six')"
SIX = "s.stones == 6 and move == 2"
"""Nine stones away from the start: a position that most matches do not come to."""


def nim(tmp_path: Path, name: str, *replaced: tuple[str, str]) -> Path:
    text = NIM
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / f"{name}.py").write_text(text)
    return tmp_path / f"{name}.py"


def line_of(path: Path, text: str) -> int:
    return next(number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line)


RAISES = (TAKES, f"    if {SIX}:\n        raise ValueError('six')\n{TAKES}")
ENDLESS = (TAKES, f"    while {SIX}:\n        s.turn = s.turn\n{TAKES}")
OUTSIDE = (TAKES, f"    if {SIX}:\n        s.seen[move * 2_000_000_000] = 1\n{TAKES}")
FIELD = ('("turn", np.int8)]', '("turn", np.int8), ("seen", np.int64, 4)]')


class Takes(Agent):
    """Takes as many stones each time as it was told."""

    def __init__(self, *amounts: int) -> None:
        self.amounts = amounts

    @property
    def name(self) -> str:
        return f"takes {self.amounts}"

    def choose(self, state: State) -> int:
        return self.amounts[len(state.history) // 2]


class Formats(Agent):
    """Asks for the text of a move that does not exist."""

    def choose(self, state: State) -> Any:
        return state.format(99)


class Looks(Agent):
    """Looks ahead, by the rules."""

    def choose(self, state: State) -> Any:
        for move in state.moves():
            state.play(move)
        return state.moves()[0]


@pytest.fixture
def unexamined(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the rules had not been run before the first match: a fault that is too rare to be met there."""
    monkeypatch.setattr(quick, "refuse_faulty", lambda game: None)
    yield


@pytest.mark.slow
def test_the_rules_are_run_before_the_first_match(tmp_path: Path) -> None:
    """A loop without end would hang the first search, in native code that nobody can interrupt."""
    path = nim(tmp_path, "loops", ENDLESS)
    with pytest.raises(RulesError) as error:
        tournament(path, ["random", "random(seed=1)"], matches=2, seed=1, store=tmp_path / "r.db", executor=Here())
    words = rf"play \(loops.py, line {line_of(path, 's.turn = s.turn')}\) did not return"
    assert re.search(words, str(error.value)) or f"line {line_of(path, 'while')}" in str(error.value)
    assert f"`playout check {path}`" in str(error.value)
    assert not (tmp_path / "r.db").exists()


@pytest.mark.usefixtures("unexamined")
def test_an_error_when_the_match_runs_the_rules(tmp_path: Path) -> None:
    """15 stones: 3, 3 and 3 leave six, and then two are taken."""
    path = nim(tmp_path, "raises", RAISES)
    with pytest.raises(RulesError) as error:
        play_match(load(path), [Takes(3, 3), Takes(3, 2)], seed=1)
    where = f"play (raises.py, line {line_of(path, SAID)}) raised ValueError: six"
    assert str(error.value) == (
        f"match 0 of raises cannot be played because of a fault of the rules after the 3 moves 3 3 3: {where}; "
        f"`playout check {path}` examines them"
    )


@pytest.mark.usefixtures("unexamined")
def test_an_error_inside_a_search_is_the_rules_fault(tmp_path: Path) -> None:
    """Also in native code, which says where it was."""
    path = nim(tmp_path, "raises", RAISES)
    with pytest.raises(RulesError) as error:
        play_match(load(path), ["flat(simulations=300)", "random"], seed=1)
    where = f"play (raises.py, line {line_of(path, SAID)}) raised ValueError: six"
    assert f"at the start: in a decision of flat(simulations=300), {where}" in str(error.value)


def test_an_error_that_an_agent_brings_about_is_its_own(tmp_path: Path) -> None:
    """`format` may be asked anything; `play` by way of a state is asked legal moves only."""
    shows = "def format(s, move):\n    return {1: 'one', 2: 'two', 3: 'three'}[move]\n\n\ndef show"
    path = nim(tmp_path, "words", ("def show", shows))
    match = play_match(load(path), [Formats(), "random"], seed=1)
    assert (match.forfeit, match.reason) == (0, "crash: KeyError: 99")
    path = nim(tmp_path, "raises", RAISES)
    with pytest.raises(RulesError, match=r"in a decision of looks, play \(raises.py, line \d+\) raised ValueError"):
        play_match(load(path), [Takes(1, 1, 1, 1, 1), Looks()], seed=1)


def test_an_agent_in_the_file_of_the_rules_is_told_apart_from_them(tmp_path: Path) -> None:
    more = "\n\nclass Own:\n    def choose(self, state):\n        raise OSError('mine')\n"
    path = nim(tmp_path, "both", ("def show", f"{more}\n\ndef show"))
    game = load(path)
    own = sys.modules[game.rules.functions["play"].__module__].__dict__["Own"]()
    assert play_match(game, [Looks(), "random"], seed=1).forfeit is None
    try:
        own.choose(None)
    except OSError as error:
        assert fault_of(error, game, foreign=True) is None


@pytest.mark.usefixtures("unexamined")
def test_no_legal_move_is_nobodys_forfeit(tmp_path: Path) -> None:
    path = nim(tmp_path, "stuck", ("    n = min(3, s.stones)\n", "    n = min(3, s.stones) if s.stones != 6 else 0\n"))
    with pytest.raises(RulesError, match="after the 3 moves 3 3 3: moves lists no legal move, but turn is not OVER"):
        play_match(load(path), [Takes(3, 3), Takes(3, 2)], seed=1)


@pytest.mark.slow
@pytest.mark.usefixtures("unexamined")
@pytest.mark.parametrize(
    ("name", "replaced", "words"),
    [
        ("raises", [RAISES], r"match 2 .* after the 4 moves 1 3 3 2: play \(raises.py, line \d+\) raised ValueError"),
        ("hangs", [ENDLESS], r"match 2 .* after the 5 moves 1 3 3 2 2: play \(hangs.py, line \d+\) did not return"),
    ],
)
def test_processes_tell_as_well_and_what_was_finished_is_kept(
    tmp_path: Path, name: str, replaced: list[tuple[str, str]], words: str
) -> None:
    """Matches 0 and 1 end; match 2 comes to six stones. A worker is waited for as long as a seat's patience lasts."""
    path, store = nim(tmp_path, name, *replaced), tmp_path / "r.db"
    agents = [Takes(3, 3, 3), Takes(1, 3, 2), Takes(3, 2)]
    with pytest.raises(PlayoutError, match=words):
        tournament(path, agents, matches=6, pairing="ladder", seed=1, workers=1, store=store, clock=Clock(patience=1.0))
    with Store(store) as kept:
        finished = [(match.number, match.forfeit) for match in kept.matches()]
    assert finished == [(0, None), (1, None)]
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.usefixtures("unexamined")
def test_rules_that_break_the_process_while_an_agent_thinks_are_to_blame(tmp_path: Path) -> None:
    """Native code writes far outside of the record, and the process ends; interpreted, it is an IndexError."""
    path, agents = nim(tmp_path, "over", FIELD, OUTSIDE), [Takes(1, 1, 1, 1, 1), Looks()]
    with pytest.raises(
        PlayoutError, match=r"10 moves 1 1 1 1 1 1 1 1 1 2: play \(over.py, line \d+\) raised IndexError"
    ):
        tournament(path, agents, matches=1, seed=1, workers=1)


@pytest.mark.parametrize(
    ("name", "broken", "words"), [("hangs", ENDLESS, "did not return"), ("over", OUTSIDE, "raised IndexError")]
)
def test_rules_are_examined_from_where_a_process_hung_or_broke(
    tmp_path: Path, name: str, broken: tuple[str, str], words: str
) -> None:
    """Random matches from 9 stones find the fault, and say which moves lead to it; sound rules have none."""
    game = load(nim(tmp_path, name, FIELD, broken))
    found = examine(game, (3, 3))
    assert found is not None
    said, line = found
    assert words in said and f"play ({name}.py, line " in said
    assert line[:2] == (3, 3) and sum(line) == 15 - 6 + 2 and line[-1] == 2
    assert examine(load(nim(tmp_path, "sound")), (3, 3), 0.1) is None
