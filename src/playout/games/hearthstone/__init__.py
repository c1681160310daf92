"""Hearthstone: constructed play with the cards and rules of 2016.

Two heroes with 30 health and 30 cards each; minions, spells, weapons and secrets; whoever brings the other hero down
wins. `decks` is the deck of both seats, or two with a comma between: a name ("hunter", "basic_mage, basic_druid"), the
path of a file with a list of cards, a deck string of the game client, or a list itself. `first` is the seat that
begins, or "toss". `known` is what a seat knows of the opponent's deck: its "list", or only its "class". `put_back`
says what happens to cards put back in the mulligan: "aside" (such a card cannot be drawn again at once) or "shuffle"
(it can).
`both_die` is the result if both heroes die at once: a "draw", or both "lose".

The rooms, in reading order: `cards` (the data), `rules` (positions and moves), `decks`, `strategy` (rules of thumb),
`words` (texts for people). All random events are chance moves; `play` itself is deterministic.
"""

from typing import Any

from playout.games.hearthstone.cards.tables import HEALTH, HERO_CARDS
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.decks.lookup import two_decks
from playout.games.hearthstone.rules.codes import (
    ATTACK_MOVE,
    END,
    PLAY_MOVE,
    POWER_MOVE,
    PUT_BACK,
    card_of,
    place_of,
    target_of,
    variant_of,
)
from playout.games.hearthstone.rules.combat import attack
from playout.games.hearthstone.rules.hidden import fill, hide
from playout.games.hearthstone.rules.identity import hash_of
from playout.games.hearthstone.rules.layout import (
    ASIDE_FIRST,
    DECK,
    FIRST_STAMP,
    HERO,
    KNOWN_CLASS,
    KNOWN_LIST,
    NO_TARGET,
    SHUFFLE_FIRST,
)
from playout.games.hearthstone.rules.layout import State as State
from playout.games.hearthstone.rules.moves import MAX_MOVES as MAX_MOVES
from playout.games.hearthstone.rules.moves import list_mulligan, list_turn
from playout.games.hearthstone.rules.outcomes import draw_outcome, list_outcomes
from playout.games.hearthstone.rules.pending import TOSS, append, reverse_from
from playout.games.hearthstone.rules.playing import play_card, use_power
from playout.games.hearthstone.rules.sequence import run
from playout.games.hearthstone.rules.turns import end_turn, open_match
from playout.games.hearthstone.rules.turns import put_back as put_cards_back
from playout.games.hearthstone.strategy.document import document_move
from playout.games.hearthstone.strategy.kill import find_kill
from playout.games.hearthstone.strategy.suggest import suggest as suggest_move
from playout.games.hearthstone.words.board_text import show_state
from playout.games.hearthstone.words.card_text import describe_cards
from playout.games.hearthstone.words.move_text import explain_move, format_move, list_menu, parse_move
from playout.games.hearthstone.words.refusals import why_not
from playout.games.hearthstone.words.table_view import FORMS as FORMS
from playout.games.hearthstone.words.table_view import PHRASES as PHRASES
from playout.games.hearthstone.words.table_view import TITLES as TITLES
from playout.games.hearthstone.words.table_view import touched, view_table
from playout.games.hearthstone.words.telling import tell_move
from playout.rules import CHANCE

OPTIONS = ("BOTH_DIE",)
BOTH_DIE = "draw"
if BOTH_DIE not in ("draw", "lose"):
    raise ValueError(f"both_die has to be one of draw, lose, not {BOTH_DIE!r}")
DEAD_SHARE = 0.5 if BOTH_DIE == "draw" else 0.0  # each seat's payoff if both heroes are dead

PLAYERS = 2
MAX_OUTCOMES = DECK
MAX_LENGTH = 10_000
PAYOFF_SUM = 1.0 if BOTH_DIE == "draw" else None
POLICIES = ("document",)
# Tuned by the matches in docs/games/hearthstone.md.
TUNED = {name: {"policy": "suggest"} for name in ("flat", "ucb", "uct", "ismcts")}

_KNOWN = {"list": KNOWN_LIST, "class": KNOWN_CLASS}
_PUT_BACK = {"aside": ASIDE_FIRST, "shuffle": SHUFFLE_FIRST}


def start(
    s: Any,
    decks: str | tuple[str, str] | list[str] = "hunter",
    first: int | str = 0,
    known: str = "list",
    put_back: str = "aside",
) -> None:
    if first not in (0, 1, "toss") or isinstance(first, bool):
        raise ValueError(f"first has to be 0, 1 or 'toss', not {first!r}")
    for word, value, values in (("known", known, _KNOWN), ("put_back", put_back, _PUT_BACK)):
        if value not in values:
            raise ValueError(f"{word} has to be one of {', '.join(values)}, not {value!r}")
    s.known, s.put_back = _KNOWN[known], _PUT_BACK[put_back]
    s.stamps = FIRST_STAMP
    for seat, deck in enumerate(two_decks(decks)):
        owner, cards = CLASSES.index(deck.owner), deck.numbers()
        hero = seat * 8 + HERO
        s.hero[seat] = owner
        s.card[hero] = HERO_CARDS[owner]
        s.health[hero] = s.most[hero] = HEALTH[HERO_CARDS[owner]]
        for i in range(DECK):
            s.deck[seat * DECK + i] = cards[i]
        s.left[seat] = DECK
    if first == "toss":
        append(s, TOSS, 0, 0, 0, 0, 0)
    else:
        open_match(s, int(first))
        reverse_from(s, 0)
    run(s, -1)


def turn(s: Any) -> Any:
    return s.turn


def moves(s: Any, out: Any) -> Any:
    if s.waiting > 0:
        return list_mulligan(s, s.turn + 0, out)
    return list_turn(s, out)


def play(s: Any, move: Any) -> None:
    if s.turn == CHANCE:
        run(s, move)
        return
    if move >= PLAY_MOVE:
        target = target_of(move)
        play_card(s, card_of(move), variant_of(move), place_of(move), target if target < NO_TARGET else -1)
    elif move >= ATTACK_MOVE:
        near = s.active * 8
        attack(s, near + (move >> 3 & 7), 8 - near + (move & 7))
    elif move >= POWER_MOVE:
        target = move - POWER_MOVE
        use_power(s, target if target < NO_TARGET else -1)
    elif move == END:
        end_turn(s)
    else:
        put_cards_back(s, s.turn + 0, move - PUT_BACK)
        run(s, -1)
        return
    reverse_from(s, 0)
    run(s, -1)


def payoffs(s: Any, out: Any) -> None:
    """A match that lasts too long is a draw; for two dead heroes see BOTH_DIE."""
    for seat in range(2):
        own, other = s.health[seat * 8 + HERO] > 0, s.health[8 - seat * 8 + HERO] > 0
        if own == other:
            out[seat] = 0.5 if own else DEAD_SHARE
        else:
            out[seat] = 1.0 if own else 0.0


def chance(s: Any, rng: Any) -> Any:
    return draw_outcome(s, rng)


def odds(s: Any, outcomes: Any, p: Any) -> Any:
    return list_outcomes(s, outcomes, p)


def suggest(s: Any, rng: Any) -> Any:
    return suggest_move(s, rng)


def document(s: Any, rng: Any) -> Any:
    return document_move(s)


def tactics(s: Any, out: Any) -> Any:
    return find_kill(s, out)


def mask(s: Any, seat: Any) -> None:
    hide(s, seat)


def guess(s: Any, seat: Any, rng: Any) -> None:
    fill(s, seat, rng)


def key(s: Any) -> Any:
    return hash_of(s)


def show(s: Any) -> str:
    return show_state(s)


def format(s: Any, move: int) -> str:
    return format_move(s, move)


def parse(s: Any, text: str) -> int:
    return parse_move(s, text)


def reason(s: Any, move: int | str) -> str:
    return why_not(s, move)


def tell(s: Any, move: int, events: list[tuple[int, ...]], seat: int) -> list[str]:
    return tell_move(s, move, events, seat)


def cards(name: str) -> str:
    return describe_cards(name)


def about(s: Any, move: int) -> str:
    return explain_move(s, move)


def menu(s: Any, moves: list[int]) -> list[tuple[str, list[tuple[str, int]]]]:
    return list_menu(s, moves)


def view(s: Any) -> dict[str, Any]:
    return view_table(s)


def places(s: Any, move: int) -> tuple[str, ...]:
    return touched(s, move)
