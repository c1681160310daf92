"""Words of a game in the languages of the pages: a game speaks them itself, or its PHRASES translate whole texts.

A game speaks where its `format`, `menu` or `tell` ask `playout.languages` for the language, as Hearthstone's do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from playout.game import State
from playout.languages import speaking
from playout.rules import Rules
from playout.web import schema

__all__ = ["chinese_of_move", "in_both", "move_words", "own_text", "phrase", "translate"]

Said = TypeVar("Said")


def in_both(say: Callable[[], Said]) -> tuple[Said, Said]:
    """What a game says in English and in Chinese."""
    with speaking("en"):
        english = say()
    with speaking("zh"):
        return english, say()


def translate(rules: Rules, text: str) -> str | None:
    """A text of the game in Chinese by its PHRASES; None if it is not among them."""
    return rules.phrases.get("zh", {}).get(text)


def phrase(rules: Rules, english: str, chinese: str | None = None) -> schema.Words:
    """A text that a page shows; `chinese` is what the game says itself, if that is something else."""
    own = chinese if chinese != english else None
    return schema.Words(en=rules.phrases.get("en", {}).get(english, english), zh=translate(rules, english) or own)


def move_words(state: State, move: int) -> schema.Words | None:
    """The text of a move in both languages; None where the pages show it as it is."""
    english, chinese = in_both(lambda: state.format(move))
    words = phrase(state.game.rules, english, chinese)
    return words if words.zh is not None or words.en != english else None


def own_text(rules: Rules, typed: str) -> str:
    """A text as the game reads it: one of its PHRASES means what it stands for."""
    wanted = typed.strip().casefold()
    said = {said.casefold(): own for table in rules.phrases.values() for own, said in table.items()}
    return said.get(wanted, typed)


def chinese_of_move(state: State, move: int) -> str:
    """The text of a move within a Chinese sentence."""
    words = move_words(state, move)
    return words.zh if words is not None and words.zh is not None else state.format(move)
