"""UCB1 over the action sequences of a turn: which there are, where they end, which are one, and which is best."""

from __future__ import annotations

from dataclasses import replace
from math import perm
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import OptionError, SearchResult
from playout.algorithms.flat.options import UcbOptions
from playout.algorithms.flat.search import Ucb
from playout.algorithms.flat.sequences import Sequences
from playout.algorithms.registry import new_search
from tests import paths
from tests.algorithms.raid_game import DRAW, END, KNIGHT, SCOUT

HERE = paths.GAMES
RAID = playout.load(HERE / "raid_game.py")

DOOR = '''
"""Open a door, behind which is 0 or 1: go through the one that is there. Or stay."""
import numpy as np
from playout.rng import below
from playout.rules import CHANCE, OVER
PLAYERS = 1
MAX_MOVES = 2
PAYOFF_SUM = None
State = np.dtype([("behind", np.int8), ("stage", np.int8), ("went", np.int8)], align=True)
def start(s): pass
def turn(s): return CHANCE if s.stage == 0 else OVER if s.stage == 3 else 0
def chance(s, rng): return below(rng, 2)
def moves(s, out):
    if s.stage == 2:
        out[0] = 10 + s.behind
        return 1
    out[0] = 0
    out[1] = 1
    return 2
def play(s, move):
    if s.stage == 0:
        s.behind = move
    elif s.stage == 1 and move == 1:
        s.stage = 2
        s.went = 1
    elif s.stage == 2:
        s.went = move
    s.stage += 1
def payoffs(s, out): out[0] = 0.4 if s.went == 1 else 0.25 + 0.5 * s.behind if s.went == 10 + s.behind else 0.0
def mask(s, seat):
    if s.stage < 2:
        s.behind = -1
def guess(s, seat, rng):
    if s.behind == -1:
        s.behind = below(rng, 2) if s.stage > 0 else 0
'''


def view(line: list[Any]) -> playout.State:
    """What the seat to move of a raid sees after some moves."""
    state = RAID.replay(line)
    return state.seen_by(state.turn)


def errands(count: int) -> playout.State:
    return playout.load(HERE / "errands_game.py", count=count).start()


def grow(state: playout.State, simulations: int, **options: Any) -> tuple[SearchResult, Sequences]:
    backend = options.pop("backend", None)
    search = Ucb(state, UcbOptions(sequences=True, **options), seed=3, backend=backend)
    result = search.run(simulations=simulations)
    assert search.sequences is not None
    return result, search.sequences


def bare(result: SearchResult) -> SearchResult:
    return replace(result, elapsed=0.0, choices=())


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_sequences_that_come_to_the_same_are_one_arm(count: int) -> None:
    """A turn is a set of errands and an end: 2^n with merging, and every order of every set without."""
    for merge, expected in ((True, 2**count), (False, sum(perm(count, k) for k in range(count + 1)))):
        _, arms = grow(errands(count), 1_000, open_after=0, tactics=False, merge=merge)
        assert len(set(arms.lines)) == arms.used == expected
        assert all(line[-1] == count for line in arms.lines), "each ends the turn"
        assert len({frozenset(line) for line in arms.lines}) == 2**count
        assert not any(arms.opens)


@pytest.mark.parametrize("open_after", [0, 8])
def test_the_best_sequence_is_found_and_worth_what_it_is(open_after: int) -> None:
    result, _ = grow(errands(5), 4_000, open_after=open_after, tactics=False)
    assert set(result.line) == {0, 2, 5} and result.line[-1] == 5
    assert result.move == result.line[0] == result.candidates[0].move
    assert result.values == result.candidates[0].values == (1.0, 0.0)
    assert result.depth >= 3
    assert sorted(item.move for item in result.candidates) == list(range(6))
    assert sum(item.visits for item in result.candidates) == result.work == 4_000


def test_every_arm_is_tried_before_any_twice() -> None:
    _, arms = grow(errands(4), 200, open_after=0, tactics=False)
    assert arms.workspace["opened"][0] == 16, "the beginning, and every set of errands"
    tried = arms._visits[: arms.used]
    assert min(tried) >= 1 and sum(tried) + arms._spent.sum() == 200


@pytest.mark.parametrize("open_after", [0, 1, 8])
def test_the_number_of_arms_is_bounded(open_after: int) -> None:
    result, arms = grow(errands(8), 5_000, open_after=open_after, arms=60, tactics=False)
    assert arms.used <= 60
    lengths = [len(line) for line in arms.lines]
    assert any(line[-1] != 8 for line in arms.lines), "where the bound cuts, the beginning stays as an arm"
    assert result.work == 5_000
    if open_after == 0:
        assert max(lengths) <= min(lengths) + 2, "the short ones come first"
    few, arms = grow(errands(8), 100, open_after=open_after, arms=1, tactics=False)
    assert sorted(arms.lines) == [(move,) for move in range(9)], "every legal move has an arm"
    assert few.move in range(9)


def test_a_sequence_is_opened_up_only_once_it_was_tried() -> None:
    """Before that it is UCB1 over moves."""
    _, arms = grow(errands(8), 9 * 8, open_after=100, tactics=False)
    assert sorted(arms.lines) == [(move,) for move in range(9)]
    _, arms = grow(errands(8), 2_000, open_after=20, tactics=False)
    assert max(len(line) for line in arms.lines) > 1


def test_without_turns_of_several_moves_it_is_ucb_over_moves() -> None:
    state = playout.load("connect_four").replay("ddc")
    _, arms = grow(state, 1_000, c=1.0, tactics=False)
    assert sorted(arms.lines) == [(move,) for move in state.moves()]
    assert not any(arms.opens)


def test_a_sequence_ends_where_a_trap_or_a_draw_makes_it_uncertain() -> None:
    for open_after in (0, 8):
        result, arms = grow(view([1]), 2_000, open_after=open_after)
        assert set(arms.lines) == {(SCOUT,), (KNIGHT,), (DRAW,), (END,)}
        assert result.move == SCOUT
    assert not any(arms.opens)
    # Once the scout met the trap nothing is uncertain until the turn ends.
    for charges, best in ((0, (KNIGHT, END)), (1, (KNIGHT, END)), (2, (END,))):
        result, arms = grow(view([charges, "scout"]), 2_000, open_after=0)
        assert set(arms.lines) == {(KNIGHT, END), (END,)}
        assert result.line == best


def test_values_are_those_of_playing_on_at_random() -> None:
    """After the scout the knight attacks or not, by a coin: (4 + 3) / 2, (3 + 2) / 2, (0 + 2) / 2, less 0.5."""
    result, _ = grow(view([1]), 60_000, c=5.0)
    values = {item.move: item.values[0] for item in result.candidates if item.values}
    assert values[SCOUT] == pytest.approx((3.5 + 2.5 + 1) / 3 - 0.5, abs=0.05)
    assert values[END] == pytest.approx(2 - 0.5, abs=0.05)


def test_playouts_follow_the_policy() -> None:
    """By suggest the knight stays at home where a charge is left, and seat 1 strikes: (4 + 3 + 2) / 3 - 1."""
    result, _ = grow(view([1]), 30_000, policy="suggest")
    assert result.values[0] == pytest.approx(2, abs=0.05)


def test_a_move_that_is_not_legal_under_a_guess_is_not_played(tmp_path: Path) -> None:
    """One guess alone sees no difference, so that a sequence goes on to a door that is there half of the time only."""
    path = tmp_path / "door.py"
    path.write_text(DOOR)
    state = playout.load(path).replay([0]).seen_by(0)
    _, sure = grow(state, 200)
    assert set(sure.lines) == {(0,), (1,)}
    result, arms = grow(state, 4_000, guesses=1, open_after=0)
    assert set(arms.lines) in ({(0, 10), (1,)}, {(0, 11), (1,)})
    assert result.move == 0
    assert result.values[0] == pytest.approx(0.5, abs=0.03)


def test_tactics_leave_only_what_wins() -> None:
    """Once errands 0 and 2 are done ending wins: of the 16 orders of three errands those that go on are left out."""
    for tactics, expected in ((False, 16), (True, 14)):
        _, arms = grow(errands(3), 500, open_after=0, merge=False, tactics=tactics)
        assert arms.used == expected
        assert tactics != any(line in arms.lines for line in ((0, 2, 1, 3), (2, 0, 1, 3)))


@pytest.mark.parametrize(
    "options", [{}, {"open_after": 0}, {"merge": False, "open_after": 0}, {"policy": "suggest", "choice": "visits"}]
)
@pytest.mark.parametrize("charges", [0, 2])
def test_native_equals_interpreted(options: dict[str, Any], charges: int) -> None:
    for line in ([charges], [charges, "scout"]):
        found = [grow(view(line), 300, backend=backend, **options) for backend in ("cpu", "python")]
        assert bare(found[0][0]) == bare(found[1][0])
        assert found[0][1].lines == found[1][1].lines


def test_native_equals_interpreted_on_long_turns() -> None:
    for options in ({"open_after": 0}, {"open_after": 4, "arms": 40}, {"tactics": False, "choice": "visits"}):
        found = [grow(errands(6), 600, backend=backend, **options) for backend in ("cpu", "python")]
        assert bare(found[0][0]) == bare(found[1][0])


def test_the_hidden_truth_makes_no_difference() -> None:
    results = [playout.search(view([n]), "ucb(sequences=True)", simulations=400, seed=3) for n in range(3)]
    assert all(bare(result) == bare(results[0]) for result in results)


def test_saved_or_in_slices_it_equals_uninterrupted(tmp_path: Path) -> None:
    spelling = "ucb(sequences=True, open_after=4, tactics=False)"
    whole, parted = (new_search(errands(6), spelling, seed=5, simulations=1) for _ in range(2))
    expected = whole.run(simulations=3_000)
    for part in (1, 99, 400):
        parted.run(simulations=part)
    parted.save(tmp_path / "search")
    assert bare(playout.load_search(tmp_path / "search", errands(6)).run(simulations=2_500)) == bare(expected)
    other = new_search(errands(6), spelling, seed=6, simulations=1).run(simulations=3_000)
    assert bare(other) != bare(expected)


def test_a_turn_in_print_and_in_words() -> None:
    result = playout.search(view([1, "scout"]), "ucb(sequences=True, open_after=0)", simulations=500, seed=1)
    first = str(result).splitlines()[2]
    assert first.split()[0] == "knight" and first.split()[-2:] == ["knight", "end"]
    assert "The whole turn is knight end." in result.explain()
    assert result.table()[0]["line"] == ["knight", "end"]


def test_an_agent_plays_a_turn_move_by_move() -> None:
    agent, state = playout.agent("ucb(sequences=True, simulations=2000, seed=1)"), errands(4)
    while not state.over:
        state = state.play(agent.choose(state))
    assert state.payoffs == (1.0, 0.0)


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("ucb(sequences=3)", "sequences has to be True or False, not 3"),
        ("ucb(sequences=True, merge='no')", "merge has to be True or False, not 'no'"),
        ("ucb(sequences=True, arms=0)", "arms has to be a whole number of at least 1, not 0"),
        ("ucb(sequences=True, open_after=-1)", "open_after has to be a whole number of at least 0, not -1"),
        ("ucb(sequences=True, guesses=0)", "guesses has to be a whole number of at least 1, not 0"),
        ("ucb(sequences=True, choice='total')", "choice has to be one of mean, visits, not 'total'"),
        ("ucb(sequences=True, c=-1)", "c has to be a number from 0 to 100, not -1"),
        ("ucb(sequence=True)", r"ucb has no option 'sequence' \(did you mean sequences\?\)"),
        ("ucb(arms=50)", "arms is for sequences: write sequences=True as well, or leave arms out"),
    ],
)
def test_options_are_checked(spelling: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        playout.search(errands(3), spelling, simulations=1)


def test_a_playout_that_does_not_end_is_an_error(endless_game: Any) -> None:
    with pytest.raises(playout.RulesError, match="did not end within 500 plies"):
        playout.search(playout.load(endless_game).start(), "ucb(sequences=True)", simulations=1)
