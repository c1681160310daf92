"""The rule-based agent: tic-tac-toe's rules of thumb, each where it applies, and how well they play."""

from __future__ import annotations

import pytest

import playout
from playout import PlayoutError
from playout.agents import Agent
from tests.games.test_tic_tac_toe import LINES, positions


def expected(board: str, own: str, other: str) -> set[int]:
    """The cells that the first rule that applies allows, by what each line holds."""
    wins, blocks, builds, stops = set(), set(), set(), set()
    for line in LINES:
        cells = [int(cell) for cell in line]
        marks = sorted(board[cell] for cell in cells)
        empty = {cell for cell in cells if board[cell] == "."}
        if marks == sorted(["."] + [own] * 2):
            wins |= empty
        elif marks == sorted(["."] + [other] * 2):
            blocks |= empty
        elif marks == sorted([".", ".", own]):
            builds |= empty
        elif marks == sorted([".", ".", other]):
            stops |= empty
    return wins or blocks or builds or stops or {cell for cell in range(9) if board[cell] == "."}


def test_every_position_gets_what_the_rules_say() -> None:
    player = playout.agent("rules(seed=1)")
    for board, state in positions().items():
        if not state.over:
            own, other = ("X", "O") if state.turn == 0 else ("O", "X")
            assert player.choose(state) in expected(board, own, other), board


@pytest.mark.parametrize(
    ("moves", "allowed"),
    [
        ("a1 a2 b1 b2", "c1"),  # it wins, though it could block at c2
        ("a1 b2 b1", "c1"),  # it blocks
        ("a1 b3", "a2 a3 b1 b2 c1 c3"),  # it builds two in a line that is open
        ("b2", "a1 a2 a3 b1 b3 c1 c2 c3"),  # it stops: every line through the middle
    ],
)
def test_each_rule_chooses_evenly(moves: str, allowed: str) -> None:
    state = playout.load("tic_tac_toe").replay(moves.split())
    player, wanted = playout.agent("rules(seed=2)"), allowed.split()
    counts = dict.fromkeys(wanted, 0)
    for _ in range(100 * len(wanted)):
        counts[state.format(player.choose(state))] += 1
    assert list(counts) == wanted
    # A count has the mean 100 and a standard deviation below 10.
    assert all(50 < count < 150 for count in counts.values()) or len(wanted) == 1


def match(game: playout.Game, agents: list[Agent]) -> tuple[float, ...]:
    state = game.start()
    while not state.over:
        state = state.play(agents[state.turn].choose(state))
    return state.payoffs


def test_it_beats_random_play() -> None:
    """Over 200 matches from each seat: at least 85 %, where the standard error is below 2 %."""
    game = playout.load("tic_tac_toe")
    players = [playout.agent("rules(seed=1)"), playout.agent("random(seed=2)")]
    total = sum(match(game, players)[0] + match(game, players[::-1])[1] for _ in range(200))
    assert total / 400 > 0.85


def test_a_game_without_rules_of_thumb_is_refused() -> None:
    with pytest.raises(
        PlayoutError, match=r"kuhn_poker has no rule-based player: its file defines no suggest\(s, rng\)"
    ):
        playout.agent("rules").choose(playout.load("kuhn_poker").replay(["Q", "J"]).seen_by(0))
