"""Random matches with all decks: nothing is lost, nothing breaks, and native code plays the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import playout
from playout import CHANCE, OVER
from playout.games.hearthstone.cards.tables import TABLE
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.decks.deck import Deck
from playout.games.hearthstone.decks.lookup import DECKS
from playout.games.hearthstone.rules.codes import PLAY_MOVE, card_of
from playout.games.hearthstone.rules.layout import DECK, HAND, HERO, MOST_WORK, State
from playout.rng import Rng
from playout.views import record_view
from tests.effort import effort, scaled
from tests.games.hearthstone.scene import Scene

Record: Any = record_view(State)
ROWS = {row.id: row for row in TABLE.rows}
PAIRS = list(itertools.combinations_with_replacement(DECKS, 2))


class Watched(Record):  # type: ignore[misc]
    """A position that remembers how much work has waited at once."""

    __slots__ = ("deepest",)

    @property
    def waiting(self) -> int:
        return int(Record.waiting.fget(self))

    @waiting.setter
    def waiting(self, count: int) -> None:
        Record.waiting.fset(self, count)
        self.deepest = max(count, getattr(self, "deepest", 0))


def walk(game: playout.Game, seed: int) -> Iterator[tuple[Watched, int]]:
    """A match at random, interpreted: the position after each move, and the move."""
    functions, rng = game.rules.functions, Rng(seed)
    position = game.rules.allocate(1)
    game.rules.copy(position, 0, game.start()._position, 0)
    s = Watched(position, (0,))
    out = np.zeros(game.rules.max_moves, np.int64)
    while s.turn != OVER:
        with np.errstate(over="ignore"):
            if s.turn == CHANCE:
                move = int(functions["chance"](s, rng.words))
            else:
                move = int(out[rng.below(functions["moves"](s, out))])
            functions["play"](s, move)
        yield s, move


def check(s: Any) -> None:
    """What holds in every position."""
    assert s.deepest < MOST_WORK
    for seat in (0, 1):
        assert s.cards[seat] <= HAND
        assert s.minions[seat] <= 7
        assert s.left[seat] + s.seen[seat] <= DECK
        hand = [s.hand[i] for i in range(seat * HAND, seat * HAND + HAND)]
        assert hand[: s.cards[seat]] == sorted(hand[: s.cards[seat]])
        assert not any(hand[s.cards[seat] :])
        for t in range(seat * 8, seat * 8 + 8):
            is_there = t & 7 == HERO or t & 7 < s.minions[seat]
            assert bool(s.card[t]) == is_there
            assert s.health[t] <= s.most[t]
            if is_there and s.waiting == 0 and s.turn != OVER:
                assert s.health[t] > 0, TABLE.rows[s.card[t]].id


@scaled
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_a_random_match_ends_and_no_work_is_lost(pair: tuple[str, str]) -> None:
    for seed, decks in enumerate((pair, pair[::-1])[: effort(1, 2)]):
        game = playout.load("hearthstone", decks=decks)
        for s, _ in walk(game, seed):
            check(s)
        payoffs = np.zeros(2)
        game.rules.functions["payoffs"](s, payoffs)
        assert payoffs.sum() == 1


def deck_with(wanted: set[str], owner: str, rng: Rng) -> Deck:
    """A legal deck, at random, of cards that are wanted as far as there are any."""
    cards = [row for row in TABLE.rows if row.collectible and row.owner in ("neutral", owner)]
    copies = [
        (row.id not in wanted, rng.below(1000), row.id) for row in cards for _ in range(1 if row.legendary else 2)
    ]
    chosen = [card for _, _, card in sorted(copies)[:DECK]]
    return Deck(owner, {card: chosen.count(card) for card in chosen})


def test_every_card_is_played_in_random_matches() -> None:
    rng, number = Rng(7), 0
    wanted = {row.id for row in TABLE.rows if row.collectible}
    while wanted and number < 200:
        wishes = sorted(ROWS[card].owner for card in wanted if ROWS[card].owner != "neutral") or ["mage"]
        decks = [str(deck_with(wanted, wishes[side], rng)) for side in (0, -1)]
        before = OVER
        for s, move in walk(playout.load("hearthstone", decks=decks), number):
            check(s)
            if move >= PLAY_MOVE and before != CHANCE:
                wanted.discard(TABLE.rows[card_of(move)].id)
            before = s.turn
        number += 1
    assert wanted == set()


@pytest.mark.parametrize(
    ("own", "enemy", "card"),
    [
        ("gurubashi_berserker " * 7, "gurubashi_berserker " * 7, "hellfire"),
        ("haunted_creeper " * 7, "haunted_creeper " * 7, "hellfire"),
        ("gurubashi_berserker " * 3 + "haunted_creeper " * 4, "haunted_creeper " * 7, "hellfire"),
        ("northshire_cleric " * 7, "northshire_cleric " * 7, "holy_nova"),
        ("starving_buzzard " * 6, "starving_buzzard " * 7, "animal_companion"),
        ("starving_buzzard " * 3, "chillwind_yeti " * 7, "unleash_the_hounds"),
    ],
)
def test_full_boards_that_all_answer_leave_room(own: str, enemy: str, card: str) -> None:
    scene = Scene(own, enemy, card)
    for t in (*range(7), *range(8, 15)):
        if scene.s.card[t]:
            scene.hurt(t, 1)
    move = scene._move(card, None, None)
    s = Watched(scene.position, (0,))
    play, rng = scene.game.rules.functions["play"], Rng(1)
    play(s, move)
    while s.turn == CHANCE:
        with np.errstate(over="ignore"):
            play(s, int(scene.game.rules.functions["chance"](s, rng.words)))
    assert 0 < s.deepest < MOST_WORK


@scaled
@pytest.mark.parametrize("known", ["list", "class"])
def test_what_a_seat_sees_leaves_it_the_same_moves(known: str) -> None:
    for number, (first, second) in enumerate(PAIRS[:: effort(15, 5) if known == "list" else effort(40, 20)]):
        rng, state = Rng(number), playout.load("hearthstone", decks=[first, second], known=known).start()
        while not state.over:
            if state.turn == CHANCE:
                state = state.sample(rng)
                continue
            guessed = state.seen_by(state.turn).guess(rng)
            assert guessed.moves() == state.moves()
            state = state.play(state.moves()[rng.below(len(state.moves()))])


@pytest.mark.slow
def test_native_code_plays_every_pair_of_decks_and_random_ones_as_interpreted_rules_do() -> None:
    game, rng = playout.load("hearthstone"), Rng(3)
    game.compile()
    out = np.zeros(game.rules.max_moves, np.int64)
    owners = itertools.islice(itertools.product(CLASSES[1:], CLASSES[1:]), 0, None, 4)
    random = [(str(deck_with(set(), first, rng)), str(deck_with(set(), second, rng))) for first, second in owners]
    for number, decks in enumerate(PAIRS + random):
        other = playout.load("hearthstone", decks=decks)
        native = playout.State(game, other.start()._position)
        for s, move in walk(other, number):
            native = native._after(move)
            for name in State.names or ():
                same = np.array_equal(np.asarray(getattr(s, name)), native._position[0][name])
                assert same, (decks, name, move)
            if s.turn >= 0:
                assert native.moves() == out[: game.rules.functions["moves"](s, out)].tolist()
        assert native.over
