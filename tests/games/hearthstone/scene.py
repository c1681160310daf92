"""Scenes for tests of cards: a position in which seat 0 is to move, written in a line, and read back in words."""

from __future__ import annotations

from typing import Any

import playout
from playout.games.hearthstone.cards.tables import HERO_CARDS, TABLE, number_of
from playout.games.hearthstone.cards.vocabulary import CLASSES, MARKS
from playout.games.hearthstone.rules.board import listen, strength
from playout.games.hearthstone.rules.changes import equip
from playout.games.hearthstone.rules.choosing import spread_auras
from playout.games.hearthstone.rules.codes import END, attack_move, play_move, power_move
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET
from playout.views import Records
from tests.games.hearthstone.table import ENEMY_HERO as ENEMY_HERO
from tests.games.hearthstone.table import OWN_HERO as OWN_HERO
from tests.games.hearthstone.table import Table

FIRST, SECOND, THIRD = 0, 1, 2
"""Places of a row; `8 + place` is the enemy's."""

HEALTH = 20
"""Of both heroes, of 30: so that healing shows."""


class Scene:
    """Cards are named by their ids, with spaces between. Minions are rested; the decks hold five Murloc Raiders."""

    def __init__(
        self,
        own: str = "",
        enemy: str = "",
        hand: str = "",
        *,
        enemy_hand: str = "",
        heroes: str = "mage warrior",
        deck: str = "murloc_raider " * 5,
        secrets: str = "",
        mana: int = 10,
        order: str = "",
    ) -> None:
        """`secrets` are the enemy's. `order`: the minions of both rows in the order in which they came."""
        table = Table(
            own.split(),
            enemy.split(),
            hand.split(),
            enemy_hand.split(),
            enemy_secrets=secrets.split(),
            deck=deck.split(),
            enemy_deck=deck.split(),
            mana=mana,
        )
        self.game, self.position = table.game, table.position
        s = self.s
        for seat, hero in enumerate(heroes.split()):
            s.hero[seat] = CLASSES.index(hero)
            s.card[seat * 8 + HERO] = HERO_CARDS[s.hero[seat]]
            s.health[seat * 8 + HERO] = HEALTH
        for stamp, card in enumerate(order.split(), 3):
            s.stamp[[TABLE.rows[number].id for number in s.card].index(card)] = stamp
        listen(s)
        spread_auras(s)

    @property
    def s(self) -> Any:
        return Records(self.position)[0]

    @property
    def state(self) -> playout.State:
        return playout.State(self.game, self.position)

    def hurt(self, t: int, damage: int) -> Scene:
        """Health is missing, whatever the reason."""
        self.s.health[t] -= damage
        return self

    def armed(self, weapon: str, seat: int = 0) -> Scene:
        equip(self.s, seat, number_of(weapon))
        return self

    def do(self, move: int | str) -> Scene:
        """A move, or the outcome of chance in words; it has to be legal."""
        self.position = self.state.play(move)._position
        return self

    def _move(self, card: str, on: int | None, place: int | None) -> int:
        number = number_of(card)
        right = self.s.minions[self.s.active] if TABLE.rows[number].kind == "minion" else 0
        return int(play_move(number, 0, right if place is None else place, NO_TARGET if on is None else on))

    def play(self, card: str, on: int | None = None, place: int | None = None) -> Scene:
        return self.do(self._move(card, on, place))

    def can_play(self, card: str, on: int | None = None) -> bool:
        return self._move(card, on, None) in self.state.moves()

    def aims(self, card: str) -> set[int]:
        """Whom a card may be aimed at."""
        base = self._move(card, 0, None)
        return {move - base for move in self.state.moves() if 0 <= move - base < 16}

    def attack(self, attacker: int, defender: int) -> Scene:
        """By places; OWN_HERO is the hero of either row."""
        return self.do(attack_move(attacker, defender))

    def can_attack(self, attacker: int, defender: int = HERO) -> bool:
        return attack_move(attacker, defender) in self.state.moves()

    def power(self, on: int | None = None) -> Scene:
        return self.do(power_move(NO_TARGET if on is None else on))

    def end(self) -> Scene:
        return self.do(END)

    def odds(self) -> dict[str, float]:
        """What chance may bring, in words."""
        return {self.state.format(outcome): round(p, 6) for outcome, p in self.state.odds()}

    @property
    def own(self) -> str:
        """The row of seat 0: `raid_leader 2/2, wolfrider 4/1`."""
        return self._row(0)

    @property
    def enemy(self) -> str:
        return self._row(1)

    def _row(self, seat: int) -> str:
        s = self.s
        places = range(seat * 8, seat * 8 + s.minions[seat])
        return ", ".join(f"{TABLE.rows[s.card[t]].id} {strength(s, t)}/{s.health[t]}" for t in places)

    def hand(self, seat: int = 0) -> str:
        s = self.s
        return " ".join(TABLE.rows[s.hand[i]].id for i in range(seat * HAND, seat * HAND + s.cards[seat]))

    def health(self, t: int) -> int:
        return int(self.s.health[t])

    def strength(self, t: int) -> int:
        return int(strength(self.s, t))

    def marks(self, t: int) -> set[str]:
        """What a character has, without that it came this turn."""
        return {word for bit, word in enumerate(MARKS) if self.s.marks[t] >> bit & 1} - {"sick"}

    def weapon(self, seat: int = 0) -> str:
        s = self.s
        return f"{TABLE.rows[s.weapon[seat]].id} {strength(s, seat * 8 + HERO)}/{s.durability[seat]}"
