"""What a seat cannot see stays hidden, and what it guesses fits what it has seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import playout
from playout.examining.check_chance import improbable
from playout.games.hearthstone.cards.tables import TABLE, number_of
from playout.games.hearthstone.rules.layout import DECK, HAND, UNKNOWN
from playout.rng import Rng
from playout.rules import CHANCE
from playout.views import Records
from tests.games.hearthstone.table import Table

EXPLOSIVE, FREEZING = number_of("explosive_trap"), number_of("freezing_trap")


def record(state: playout.State) -> Any:
    return Records(state._position)[0]


def hand_of(state: playout.State, seat: int) -> list[int]:
    s = record(state)
    return [s.hand[i] for i in range(seat * HAND, seat * HAND + s.cards[seat])]


def deck_of(state: playout.State, seat: int) -> list[int]:
    s = record(state)
    return [s.deck[seat * DECK + i] for i in range(s.left[seat])]


def secrets_of(state: playout.State, seat: int) -> list[int]:
    s = record(state)
    return [s.secret[seat * 5 + k] for k in range(s.secrets[seat])]


def some_states(seed: int, plies: int, **options: Any) -> list[playout.State]:
    """Positions of a random match in which a seat is to move."""
    rng, state = Rng(seed), playout.load("hearthstone", **options).start()
    found = []
    for _ in range(plies):
        if state.over:
            break
        if state.turn == CHANCE:
            state = state.sample(rng)
        else:
            found.append(state)
            state = state.play(state.moves()[rng.below(len(state.moves()))])
    return found


def test_no_hidden_card_is_left_in_a_view() -> None:
    table = Table(enemy_hand=["arcane_shot", "leeroy_jenkins"], enemy_secrets=["freezing_trap"])
    view = table.state.seen_by(0)
    assert hand_of(view, 1) == [UNKNOWN, UNKNOWN]
    assert secrets_of(view, 1) == [UNKNOWN]
    # The deck and what is hidden are one sorted list, from which nothing can be taken away.
    pool = sorted(
        [number_of("boulderfist_ogre")] * 5 + [number_of("arcane_shot"), number_of("leeroy_jenkins"), FREEZING]
    )
    assert [record(view).deck[DECK + i] for i in range(8)] == pool
    assert record(view).left[1] == 5


def test_guesses_are_distributed_as_the_unseen_cards_are() -> None:
    deck = ["boulderfist_ogre"] * 2 + ["chillwind_yeti"] * 2 + ["spider_tank", "hunters_mark"]
    table = Table(enemy_hand=["arcane_shot", "spider_tank"], enemy_deck=deck)
    view, rng, draws = table.state.seen_by(0), Rng(1), 4000
    counts: Counter[int] = Counter()
    for _ in range(draws):
        counts.update(hand_of(view.guess(rng), 1))
    pool = Counter(map(number_of, [*deck, "arcane_shot", "spider_tank"]))
    assert set(counts) == set(pool)
    for card, copies in pool.items():
        # Each of the two cards in hand is this one with this chance; they depend on each other, hence the wide alarm.
        assert not improbable(counts[card] // 2, draws, copies / 8, 1e-12)


def test_a_returned_minion_stays_known() -> None:
    table = Table(["chillwind_yeti"], enemy_secrets=["freezing_trap"], hand=["arcane_shot"])
    table.attack(0, 7)
    view = table.state.seen_by(1)
    assert number_of("chillwind_yeti") in hand_of(view, 0)
    assert UNKNOWN in hand_of(view, 0)
    rng = Rng(2)
    assert all(number_of("chillwind_yeti") in hand_of(view.guess(rng), 0) for _ in range(20))


def test_the_coin_is_known() -> None:
    rng, state = Rng(1), playout.load("hearthstone").start()
    while state.turn == CHANCE or "keep all" in [state.format(move) for move in state.moves()]:
        state = state.sample(rng) if state.turn == CHANCE else state.play("keep all")
    assert number_of("coin") in hand_of(state.seen_by(0), 1)


@pytest.mark.parametrize("known", ["list", "class"])
def test_an_attack_that_did_not_trigger_a_secret_rules_it_out(known: str) -> None:
    deck = ["explosive_trap", "freezing_trap", "boulderfist_ogre"]
    rng = Rng(3)
    for secret, attacker, defender in (("freezing_trap", 7, 7), ("explosive_trap", 0, 0)):
        table = Table(
            ["boulderfist_ogre"], ["stoneclaw_totem"], enemy_secrets=[secret], enemy_deck=deck, known=known
        ).weapon("eaglehorn_bow")
        before = {secrets_of(table.state.seen_by(0).guess(rng), 1)[0] for _ in range(60)}
        assert before == {EXPLOSIVE, FREEZING}
        if defender == 7:
            table.s.marks[8] = 0
        table.attack(attacker, defender)
        after = {secrets_of(table.state.seen_by(0).guess(rng), 1)[0] for _ in range(60)}
        assert after == {number_of(secret)}


def test_two_secrets_are_guessed_so_that_both_can_be() -> None:
    # The second one cannot be Explosive Trap, so the first one has to be.
    table = Table(enemy_secrets=["explosive_trap", "freezing_trap"])
    table.s.ruled_out[6] = int(TABLE.secret_bit[EXPLOSIVE])
    rng = Rng(4)
    for _ in range(40):
        assert secrets_of(table.state.seen_by(0).guess(rng), 1) == [EXPLOSIVE, FREEZING]


def test_knowing_the_class_only_a_guess_is_a_legal_deck() -> None:
    rng = Rng(5)
    for state in some_states(6, 150, known="class")[::6]:
        seat = state.turn
        view = state.seen_by(seat)
        assert set(deck_of(view, 1 - seat)) <= {UNKNOWN}
        s = record(view.guess(rng))
        other = 1 - seat
        base = other * DECK
        cards = Counter(s.deck[base + i] for i in range(s.left[other]))
        cards.update(s.deck[base + DECK - 1 - i] for i in range(s.seen[other]))
        cards.update(s.hand[i] for i in range(other * HAND, other * HAND + s.cards[other]) if not s.notes[i] & 2)
        cards.update(s.secret[other * 5 + k] for k in range(s.secrets[other]))
        assert cards.total() == DECK
        for card, count in cards.items():
            row = TABLE.rows[card]
            assert row.owner in ("neutral", "hunter")
            assert count <= TABLE.copies[card], row.name


def test_cards_put_back_are_hidden_while_others_are_drawn() -> None:
    state = playout.load("hearthstone").start()
    for card in ("hunters_mark", "arcane_shot", "leeroy_jenkins"):
        state = state.play(number_of(card))
    rng = Rng(1)
    while state.turn == CHANCE:
        state = state.sample(rng)
    state = state.play("put back Leeroy Jenkins")
    assert state.turn == CHANCE
    view = state.seen_by(1)
    assert record(view).aside[0] == UNKNOWN
    assert hand_of(view, 0) == [UNKNOWN, UNKNOWN]
    assert record(state.seen_by(0)).aside[0] == number_of("leeroy_jenkins")
