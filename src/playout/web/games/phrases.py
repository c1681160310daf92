"""A game's texts in the languages of the pages. A game writes them itself, or its PHRASES translate whole texts.

A game writes them itself if its `format`, `menu`, `tell` or `about` asks `playout.languages` for the language, as
Hearthstone's do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from playout.game import State
from playout.languages import speaking
from playout.rules import Rules
from playout.sentences import Item
from playout.web import schema

__all__ = ["in_both", "move_item", "own_text", "phrase", "say_move", "translate"]

Said = TypeVar("Said")


def in_both(say: Callable[[], Said]) -> tuple[Said, Said]:
    """The English and the Chinese text that a game gives. `say` is called once if it ignores the language."""
    with speaking("en") as speech:
        english = say()
    if not speech.is_asked:
        return english, english
    with speaking("zh"):
        return english, say()


def translate(rules: Rules, text: str) -> str | None:
    """The Chinese translation of a text in the game's PHRASES; None if they lack the text."""
    return rules.phrases.get("zh", {}).get(text)


def phrase(rules: Rules, english: str, chinese: str | None = None) -> schema.Words:
    """A text for a page. chinese: the text that the game itself gives in Chinese."""
    own = chinese if chinese != english else None
    return schema.Words(en=rules.phrases.get("en", {}).get(english, english), zh=translate(rules, english) or own)


def say_move(state: State, move: int) -> tuple[str, schema.Words | None]:
    """A move's English text, and its texts in both languages; None in their place if pages show the English text."""
    english, chinese = in_both(lambda: state.format(move))
    if chinese == english and not state.game.rules.phrases:
        return english, None
    words = phrase(state.game.rules, english, chinese)
    return english, words if words.zh is not None or words.en != english else None


def own_text(rules: Rules, typed: str) -> str:
    """Replace a translation from the game's PHRASES by the text that the game reads."""
    wanted = typed.strip().casefold()
    said = {said.casefold(): own for table in rules.phrases.values() for own, said in table.items()}
    return said.get(wanted, typed)


def move_item(state: State, move: int) -> Item:
    """The text of a move, within a sentence."""
    text, words = say_move(state, move)
    return text if words is None else {"en": text, "zh": words.zh}
