"""A table for tests: positions that are set up by hand, and moves that are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import playout
from playout.games.hearthstone.cards.tables import TABLE, number_of
from playout.games.hearthstone.cards.vocabulary import SICK
from playout.games.hearthstone.rules.board import listen, put_minion, strength
from playout.games.hearthstone.rules.changes import equip
from playout.games.hearthstone.rules.choosing import spread_auras
from playout.games.hearthstone.rules.codes import END, attack_move, play_move, power_move
from playout.games.hearthstone.rules.layout import DECK, HAND, HERO, NO_TARGET, SECRETS
from playout.games.hearthstone.rules.piles import put_in_pile, take_in_hand
from playout.rules import CHANCE
from playout.views import Records

ENEMY_HERO = 8 + HERO
OWN_HERO = HERO


class Table:
    """A position in which seat 0 is to move, unless it says otherwise. Minions are rested, and nobody holds cards."""

    def __init__(
        self,
        board: Sequence[str] = (),
        enemy: Sequence[str] = (),
        hand: Sequence[str] = (),
        enemy_hand: Sequence[str] = (),
        secrets: Sequence[str] = (),
        enemy_secrets: Sequence[str] = (),
        deck: Sequence[str] = ("boulderfist_ogre",) * 5,
        enemy_deck: Sequence[str] = ("boulderfist_ogre",) * 5,
        mana: int = 10,
        number: int = 21,
        order: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        """`order` says in which order the minions came, counted over `board` and then `enemy`."""
        self.game = playout.load("hearthstone", **options)
        self.position = self.game.rules.allocate(1)
        self.game.rules.copy(self.position, 0, self.game.start()._position, 0)
        s = self.s
        for k in range(s.waiting):
            s.work[k] = 0
        s.waiting = s.turn = s.active = s.first = 0
        s.number = number
        sides = ((board, hand, secrets, deck), (enemy, enemy_hand, enemy_secrets, enemy_deck))
        for seat, (minions, cards, hidden, pile) in enumerate(sides):
            for i in range(DECK):
                s.deck[seat * DECK + i] = 0
            for i, card in enumerate(pile):
                put_in_pile(s, seat, i, number_of(card))
            s.left[seat] = len(pile)
            s.crystals[seat] = s.mana[seat] = mana
            for card in cards:
                take_in_hand(s, seat, number_of(card), 0, 0)
            for k, card in enumerate(hidden):
                s.secret[seat * SECRETS + k] = number_of(card)
            s.secrets[seat] = len(hidden)
            for place, card in enumerate(minions):
                t = put_minion(s, seat, place, number_of(card))
                s.marks[t] &= ~SICK
        if order is not None:
            places = [*range(len(board)), *range(8, 8 + len(enemy))]
            for stamp, index in enumerate(order):
                s.stamp[places[index]] = 3 + stamp
        listen(s)
        spread_auras(s)

    @property
    def s(self) -> Any:
        return Records(self.position)[0]

    @property
    def state(self) -> playout.State:
        return playout.State(self.game, self.position)

    def weapon(self, card: str, seat: int = 0) -> Table:
        equip(self.s, seat, number_of(card))
        return self

    def result(self) -> tuple[float, ...] | None:
        """The payoffs, or None as long as the match goes on."""
        return self.state.payoffs if self.state.over else None

    def legal(self) -> list[int]:
        return self.state.moves()

    def do(self, move: int) -> Table:
        """Play a move, which has to be legal; draws that follow take the first card."""
        state = self.state
        assert move in state.moves(), f"{state.format(move)} is not legal: {[state.format(m) for m in state.moves()]}"
        state = state.play(move)
        while state.turn == CHANCE:
            state = state.play(state.moves()[0])
        self.position = state._position
        return self

    def move_of(self, card: str, target: int | None = None, place: int | None = None) -> int:
        number = number_of(card)
        is_minion = TABLE.rows[number].kind == "minion"
        right = self.s.minions[self.s.active] if is_minion else 0
        return int(play_move(number, 0, right if place is None else place, NO_TARGET if target is None else target))

    def play(self, card: str, target: int | None = None, place: int | None = None) -> Table:
        return self.do(self.move_of(card, target, place))

    def attack(self, attacker: int, defender: int) -> Table:
        """By places; 7 is the hero."""
        return self.do(attack_move(attacker, defender))

    def power(self, target: int | None = None) -> Table:
        return self.do(power_move(NO_TARGET if target is None else target))

    def end(self) -> Table:
        return self.do(END)

    def can_play(self, card: str, target: int | None = None) -> bool:
        return self.move_of(card, target) in self.legal()

    def targets(self, card: str) -> set[int]:
        """What a card may be aimed at now."""
        base = self.move_of(card) & ~31
        return {move & 31 for move in self.legal() if move & ~31 == base and move & 31 != NO_TARGET}

    def can_attack(self, attacker: int, defender: int) -> bool:
        return attack_move(attacker, defender) in self.legal()

    def row(self, seat: int = 0) -> list[str]:
        """The minions of a seat by id."""
        s = self.s
        return [TABLE.rows[s.card[t]].id for t in range(seat * 8, seat * 8 + s.minions[seat])]

    def body(self, t: int) -> tuple[int, int]:
        """Attack and health of a character."""
        return int(strength(self.s, t)), int(self.s.health[t])

    def health(self, seat: int) -> int:
        return int(self.s.health[seat * 8 + HERO])

    def hand(self, seat: int = 0) -> list[str]:
        s = self.s
        return [TABLE.rows[s.hand[i]].id for i in range(seat * HAND, seat * HAND + s.cards[seat])]

    def cost(self, card: str, seat: int = 0) -> int:
        """What a card of a hand costs now, the dearest of several."""
        s, number = self.s, number_of(card)
        costs = [s.extra[i] for i in range(seat * HAND, seat * HAND + s.cards[seat]) if s.hand[i] == number]
        return int(TABLE.cost[number] + max(costs))

    def secrets(self, seat: int) -> list[str]:
        s = self.s
        return [TABLE.rows[s.secret[k]].id for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat])]

    def hurt(self, t: int, n: int) -> Table:
        """Take health from a character, without any trigger."""
        self.s.health[t] -= n
        return self
