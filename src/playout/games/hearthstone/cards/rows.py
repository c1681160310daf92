"""A card as a row of a table, and reading rows from text.

`read_rows` reads one card a line:

    name | Chinese name | number in deck strings | kind cost attack/health | what it has and does | text

The kind of a minion with a tribe is its tribe. `what it has and does` is a list separated by semicolons: keywords,
`spell_damage 1`, `legendary`, `of hunter` (its class), `also NAME` (another spelling of its name), `id NAME`,
`at enemy_minion damaged` (its targets, and a filter), `needs place`, and effects in the words of `vocabulary.py`:
event, operation, selector, a, b, `if` and a condition, as in `death summon boar 2`. Parts that an effect does not need
are left out, and so is the event `play`: `damage target 1`, `draw 1 if target_dying`. A line that begins with spaces
continues the line before; `#` begins a comment; `[druid]` says the class of the cards below, `[no deck]` that no deck
may hold them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playout.games.hearthstone.cards.vocabulary import CLASSES, EVENTS, KEYWORDS, OPERATIONS, SELECTORS, TRIBES

__all__ = ["CardRow", "Effect", "id_of", "read_rows", "table_lines"]

NO_DECK = "no deck"
"""The heading of cards that no deck may hold."""


@dataclass(frozen=True)
class Effect:
    """One record of a card's text, in the words of `vocabulary.py`: event, operation, selector, numbers, condition."""

    event: str
    operation: str
    selector: str = "nobody"
    a: int | str = 0
    """A number, the id of a card, or a keyword, depending on the operation."""
    b: int = 0
    condition: str = "always"


@dataclass(frozen=True)
class CardRow:
    """One row of the table."""

    id: str
    name: str
    chinese: str
    kind: str
    cost: int = 0
    attack: int = 0
    health: int = 0
    """The health of a minion or a hero, or the durability of a weapon."""
    owner: str = "neutral"
    """The class whose decks may hold it."""
    tribe: str = "none"
    keywords: tuple[str, ...] = ()
    spell_damage: int = 0
    target: str = "none"
    """The possible targets. A spell or power needs a target; a minion's battlecry needs one if there is any."""
    filter: str = "any"
    filter_number: int = 0
    needs: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    text: str = ""
    collectible: bool = True
    """Whether it may be in a deck; tokens and powers may not."""
    legendary: bool = False
    """Whether a deck may hold only one copy."""
    dbf: int = 0
    """Its number in deck strings; 0 if it has none."""
    aliases: tuple[str, ...] = ()
    """Other spellings of its name."""


def id_of(name: str) -> str:
    """The id for a name: `Kor'kron Elite` becomes korkron_elite."""
    return "_".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))


def table_lines(text: str) -> list[str]:
    """The lines of a table: without comments, and with lines that begin with spaces joined to the line before."""
    return [line for line in re.sub(r"\n +", " ", text).split("\n") if line and not line.startswith("#")]


def read_rows(lines: str, owner: str = "neutral", collectible: bool = True) -> tuple[CardRow, ...]:
    """The cards of a table with one card a line; raises ValueError for a line that cannot be read."""
    rows = []
    for line in table_lines(lines):
        if line.startswith("["):
            section = line.strip("[]")
            if section not in (*CLASSES, NO_DECK):
                raise ValueError(f"cards stand under one of {', '.join((*CLASSES, NO_DECK))}, not under {section!r}")
            owner, collectible = ("neutral", False) if section == NO_DECK else (section, True)
        else:
            rows.append(_read_row(line, owner, collectible))
    return tuple(rows)


def _read_row(line: str, owner: str, collectible: bool) -> CardRow:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) not in (4, 5, 6):
        raise ValueError(
            f"a card is name | Chinese name | number | kind and values | what it does | text, not {line!r}"
        )
    name, chinese, dbf, values, does, text = (*cells, "", "")[:6]
    shape = re.fullmatch(r"(\w+) (\d+)(?: (\d+)/(\d+))?", values)
    if shape is None:
        raise ValueError(f"the card {name} has to say kind, cost and attack/health, as minion 3 2/2 does, not {values}")
    kind, cost, attack, health = shape.groups()
    has: dict[str, Any] = {"owner": owner, "keywords": (), "effects": (), "aliases": ()}
    for clause in filter(None, (part.strip() for part in does.split(";"))):
        _read_clause(clause.split(), has, name)
    if kind in TRIBES:
        has["tribe"], kind = kind, "minion"
    one_a_class = f"{kind}_{has['owner']}" if kind in ("hero", "power") else ""
    return CardRow(
        has.pop("id", one_a_class or id_of(name)),
        *(name, chinese, kind, int(cost), int(attack or 0), int(health or 0)),
        **has,
        text=text or _describe(has),
        collectible=collectible,
        dbf=int(dbf or 0),
    )


def _read_clause(words: list[str], has: dict[str, Any], name: str) -> None:
    """One part of what a card has and does."""
    match words:
        case ["of", owner]:
            has["owner"] = owner
        case ["id", identifier]:
            has["id"] = identifier
        case ["also", *alias]:
            has["aliases"] += (" ".join(alias),)
        case ["legendary"]:
            has["legendary"] = True
        case ["spell_damage", number] if number.isdecimal():
            has["spell_damage"] = int(number)
        case ["at", target, *rest] if len(rest) <= 2:
            has["target"] = target
            if rest:
                has["filter"] = rest[0]
            if rest[1:]:
                has["filter_number"] = int(rest[1])
        case ["needs", *needs]:
            has["needs"] = tuple(needs)
        case [event, *_] if event in EVENTS or event in OPERATIONS:
            has["effects"] += (_read_effect(words, name),)
        case keywords if all(word in KEYWORDS for word in keywords):
            has["keywords"] += tuple(keywords)
        case _:
            raise ValueError(f"the card {name} says {' '.join(words)!r}, which is neither keywords nor an effect")


def _read_effect(words: list[str], name: str) -> Effect:
    """[event] operation [selector] [a [b]] [if condition]"""
    condition = "always"
    if len(words) > 3 and words[-2] == "if":
        words, condition = words[:-2], words[-1]
    event, operation, *rest = words if words[0] in EVENTS else ["play", *words]
    selector = rest.pop(0) if rest and rest[0] in SELECTORS else "nobody"
    if len(rest) > 2 or not all(word.isdecimal() for word in rest[1:]):
        raise ValueError(f"the card {name}: an effect ends with one or two numbers, not with {' '.join(rest)!r}")
    a = rest[0] if rest else "0"
    return Effect(event, operation, selector, int(a) if a.isdecimal() else a, int((*rest, "0", "0")[1]), condition)


def _describe(has: dict[str, Any]) -> str:
    """The text of a card that has keywords only."""
    words = ["Divine Shield" if word == "shield" else word.capitalize() for word in has["keywords"]]
    if "spell_damage" in has:
        words.append(f"Spell Damage +{has['spell_damage']}")
    return ". ".join(words)
