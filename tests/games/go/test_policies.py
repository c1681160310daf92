"""How Go is played out: what policies choose, and the published figures of light playouts."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.algorithms.playouts import finish
from playout.games.go.board import is_in_atari, last_liberty
from playout.games.go.layout import BORDER
from playout.games.go.notation import point_at
from playout.games.go.patterns import AROUND, MATCHES, SHAPES
from playout.games.go.policies import liberties_after
from playout.native import view
from playout.rng import Rng, seed
from playout.rules import copy
from tests.games.go.referee import Board, Referee, flood


def play_light(states: Any, count: Any, rng: Any, scratch: Any, plies: Any, scores: Any) -> None:
    """Kernel: `count` playouts by the policy; the plies of each, and Black's lead in half points."""
    for i in range(count):
        seed(rng, 1, i)
        copy(states, 1, states, 0)
        finish(states[1], rng, scratch, 10_000)
        plies[i] = states[1].plies
        scores[i] = states[1].score


@pytest.mark.slow
def test_the_figures_of_the_reference_bot() -> None:
    """Light playouts with simple ko from the empty 9x9, as published for the bot that everybody compares with.

    111.03 to 111.07 moves a playout; Black scores 0.5245, 0.4471, 0.4213 at komi 0, 6.5 and 7.5.
    """
    count = 150_000
    game = playout.load("go", size=9, komi=0, ko="simple")
    kernel = native.bind(play_light, game.rules, "cpu", policy="light")
    states = game.rules.allocate(2)
    states[0] = game.start()._position[0]
    plies, scores = np.zeros(count), np.zeros(count)
    kernel(states, count, np.zeros(2, np.uint64), np.zeros(400, np.int64), plies, scores)
    assert abs(plies.mean() - 111.05) < 0.02 + 4 * plies.std() / math.sqrt(count)
    for komi, published in ((0, 0.5245), (6.5, 0.4471), (7.5, 0.4213)):
        wins = np.where(scores == 2 * komi, 0.5, scores > 2 * komi)
        # The published figures, of a million playouts, have an error as well.
        assert abs(wins.mean() - published) < 4 * 0.5 * math.sqrt(1 / count + 1 / 1_000_000)


def chosen(state: playout.State, policy: str, times: int = 60) -> Counter[str]:
    """What a policy chooses, interpreted."""
    rng = Rng(3)
    return Counter(state.format(int(state._call(policy, rng.words))) for _ in range(times))


def test_light_spares_eyes_and_chooses_all_others_alike() -> None:
    """Black's A1 and E5 are eyes. E1 is none, since White has the diagonal point at the edge."""
    state = playout.load("go", size=5, black="A2 B2 B1 D5 E4 D4 D1 E2", white="D2").start()
    counts = chosen(state, "light", 3400)
    assert set(counts) == {state.format(move) for move in state.moves()} - {"A1", "E5", "pass"}
    expected = 3400 / len(counts)
    # The sum of squares has as many degrees of freedom as there are points but one; 4.5 deviations are far out.
    squares = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(counts) - 1
    assert squares < freedom + 4.5 * math.sqrt(2 * freedom)


def test_light_is_fair_where_few_points_are_left() -> None:
    """Five points at the edge beside six eyes: where random tries often fail, all come as often, too."""
    state = playout.load("go", size=5, black="B1 B2 B3 B4 B5 C2 C4 D1 D2 D3 D4 D5 E2 E4", komi=0).start()
    counts = chosen(state, "light", 2000)
    assert set(counts) == {"A1", "A2", "A3", "A4", "A5"}
    assert all(abs(count - 400) < 4.5 * math.sqrt(2000 * 0.2 * 0.8) for count in counts.values())


def test_light_passes_when_only_eyes_are_left() -> None:
    black = "A2 B1 B2 B3 B4 B5 A4 C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4 E5"
    assert chosen(playout.load("go", size=5, black=black).start(), "light") == {"pass": 60}


def after(black: str, white: str, last: str, before: str = "") -> playout.State:
    """A position in which White's last move was `last`, after Black's `before`."""
    return playout.load("go", size=9, black=black, white=white).replay([before or "pass", last])


def test_suggest_extends_out_of_atari() -> None:
    assert set(chosen(after("E5", "D5 E6", "F5"), "suggest")) == {"E4"}


def test_suggest_does_not_extend_where_that_does_not_help() -> None:
    """Black's stone in the corner could go to B1, and would have one liberty there as it has now."""
    assert chosen(after("A1", "B2 F6", "A2"), "suggest")["B1"] <= 5  # now and then by chance


def test_suggest_saves_by_taking_what_surrounds() -> None:
    """Black's stone on E1 gains nothing on F1, but White's stone beside it can be taken on C1."""
    assert set(chosen(after("E1 D2", "D1 F2", "E2"), "suggest")) == {"C1"}


def test_suggest_captures_the_last_stone() -> None:
    """White has just put a stone into atari by itself."""
    state = after("E4 D5 F5", "A9 J9", "E5")
    assert set(chosen(state, "suggest")) == {"E6"}


def test_suggest_plays_patterns_beside_the_last_stone() -> None:
    """White's stone stands beside Black's: hane on either side are patterns, the rest of the board is not."""
    state = after("E5", "A9", "E6")
    near = {state.format(state.parse("E6") + int(step)) for step in AROUND}
    assert set(chosen(state, "suggest")) <= near


def test_suggest_is_light_after_a_pass() -> None:
    state = playout.load("go", size=5).replay(["C3", "pass"])
    assert len(chosen(state, "suggest", 300)) == 24


def test_atari_and_liberties_beside_the_referee() -> None:
    rng, game = random.Random(4), playout.load("go", size=5)
    seen: Counter[tuple[int, bool]] = Counter()
    for _ in range(12):
        state, referee = game.start(), Referee(5, True)
        while not state.over and len(state.history) < 40:
            record = view(state._position, "python")[0]
            for at in referee.board:
                head = record.heads[point_at(*at)]
                liberties = free_around(referee.board, at)
                assert is_in_atari(record, head) == (len(liberties) == 1)
                if len(liberties) == 1:
                    assert last_liberty(record, head) == point_at(*liberties[0])
            for move in state.moves()[:-1]:
                at = move % 20, move // 20 - 1
                after_it, gone = referee.after(at)
                found, real = liberties_after(record, move, state.turn + 1), len(free_around(after_it, at))
                # What a capture frees elsewhere is not counted.
                assert found <= min(2, real) if gone else found == min(2, real)
                seen[found, bool(gone)] += 1
            move = rng.choice(state.moves())
            state = state.play(move)
            referee.play(move)
    assert all(seen[kind] > 10 for kind in ((1, False), (2, False), (1, True)))


def free_around(board: Board, at: tuple[int, int]) -> list[tuple[int, int]]:
    """The liberties of the chain on a point."""
    return [other for other in flood(board, at, 5)[1] if other not in board]


def turn_ring(ring: list[int]) -> list[int]:
    return ring[2:] + ring[:2]


def mirror_ring(ring: list[int]) -> list[int]:
    """Left and right change places."""
    return [ring[i] for i in (2, 1, 0, 7, 6, 5, 4, 3)]


def ring_of(code: int) -> list[int]:
    return [code >> 2 * i & 3 for i in range(8)]


def code_of(ring: list[int]) -> int:
    return sum(there << 2 * i for i, there in enumerate(ring))


def test_patterns_are_the_same_turned_mirrored_and_with_colours_changed() -> None:
    swap_colours, swap_bits = [0, 2, 1, BORDER], [0, 2, 1, 3]
    for code in range(0, 1 << 16, 7):
        ring = ring_of(code)
        assert MATCHES[code_of(turn_ring(ring))] == MATCHES[code]
        assert MATCHES[code_of(mirror_ring(ring))] == MATCHES[code]
        assert MATCHES[code_of([swap_colours[there] for there in ring])] == swap_bits[MATCHES[code]]


@pytest.mark.parametrize("rows", [shape[1:] for shape in SHAPES], ids=lambda rows: "/".join(rows))
def test_each_shape_is_found_as_it_is_drawn(rows: tuple[str, str, str]) -> None:
    """With Black as `a`, and everything that is free to be anything empty."""
    signs = {"a": 1, "b": 2, ".": 0, "-": 3, "*": 0, "A": 0, "B": 0}
    flat = rows[0] + rows[1][2] + rows[2][::-1] + rows[1][0]
    assert MATCHES[code_of([signs[sign] for sign in flat])] & 1


def test_nothing_is_a_pattern_far_from_stones() -> None:
    assert MATCHES[0] == 0
    assert MATCHES[code_of([0, 0, 0, 0, 3, 3, 3, 0])] == 0
    assert MATCHES[code_of([1, 1, 1, 1, 1, 1, 1, 1])] == 0
