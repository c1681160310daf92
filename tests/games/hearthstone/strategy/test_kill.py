"""Tactics: a kill that is called certain happens, whatever is hidden."""

from __future__ import annotations

import numpy as np
import pytest

import playout
from playout.games.hearthstone.cards.vocabulary import TAUNT
from playout.games.hearthstone.rules.codes import attack_move
from playout.games.hearthstone.rules.layout import HERO
from playout.games.hearthstone.strategy.kill import find_kill
from tests.games.hearthstone.table import ENEMY_HERO, Table


def found(table: Table) -> tuple[int, int]:
    """How many moves a certain kill takes, 0 if none is seen, and the first of them."""
    out = np.zeros(1, np.int64)
    return -int(find_kill(table.s, out)), int(out[0])


@pytest.mark.parametrize("decks", ["hunter", "basic_mage, basic_warrior", "basic_rogue, basic_paladin"])
def test_a_certain_kill_is_one_under_every_guess(decks: str) -> None:
    """In matches of which one side plays by the rules: following the moves that are called certain wins at once."""
    game = playout.load("hearthstone", decks=decks)
    kills = 0
    for seed in range(8):
        rng, state = playout.Rng(seed), game.start()
        while not state.over:
            if state.turn == playout.CHANCE:
                state = state.sample(rng)
                continue
            out = np.zeros(game.rules.max_moves, np.int64)
            count = int(state._call("tactics", out))
            if count < 0:
                kills += 1
                check_kill(state, rng)
            moves = state.moves()
            by_rules = state.turn == seed % 2
            state = state.play(int(state._call("suggest", rng.words)) if by_rules else moves[rng.below(len(moves))])
    assert kills > 8


def check_kill(state: playout.State, rng: playout.Rng) -> None:
    seat, out = state.turn, np.zeros(state.game.rules.max_moves, np.int64)
    for _ in range(3):
        guess = state.seen_by(seat).guess(rng)
        left = -int(guess._call("tactics", out))
        assert left > 0
        while not guess.over:
            assert -int(guess._call("tactics", out)) == left
            guess = guess.play(int(out[0]))
            left -= 1
        assert guess.payoffs[seat] == 1


def test_attackers_and_plain_damage_add_up() -> None:
    table = Table(board=["chillwind_yeti", "spider_tank"], hand=["arcane_shot"], mana=1).hurt(ENEMY_HERO, 21)
    count, move = found(table)
    assert (count, move) == (3, table.move_of("arcane_shot", ENEMY_HERO))
    assert found(table.hurt(ENEMY_HERO, -1))[0] == 0


def test_a_secret_makes_a_kill_uncertain() -> None:
    table = Table(board=["chillwind_yeti"], enemy_secrets=["freezing_trap"]).hurt(ENEMY_HERO, 28)
    assert found(table)[0] == 0
    table = Table(board=["chillwind_yeti"]).hurt(ENEMY_HERO, 28)
    assert found(table) == (1, attack_move(0, HERO))


def test_a_taunt_bars_attackers() -> None:
    table = Table(board=["chillwind_yeti"], enemy=["spider_tank"], mana=0).hurt(ENEMY_HERO, 28)
    table.s.marks[8] |= TAUNT
    assert found(table)[0] == 0


def test_what_may_get_in_the_way_of_each_other_is_not_certain() -> None:
    """Leeroy would do, but a full row could stop him: that is left to search."""
    assert found(Table(hand=["leeroy_jenkins"], mana=5).hurt(ENEMY_HERO, 25))[0] == 0


def test_there_are_no_tactics_in_the_mulligan() -> None:
    state, rng = playout.load("hearthstone").start(), playout.Rng(1)
    while state.turn == playout.CHANCE:
        state = state.sample(rng)
    assert int(state._call("tactics", np.zeros(1, np.int64))) == 0
