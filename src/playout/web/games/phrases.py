"""Words of a game in the languages of the pages: a game speaks them itself, or its PHRASES translate whole texts.

A game speaks where its `format`, `menu`, `tell` or `about` ask `playout.languages` for the language, as those of
Hearthstone do.
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
    """What a game says in English and in Chinese; it is asked once if it does not care about the language."""
    with speaking("en") as speech:
        english = say()
    if not speech.is_asked:
        return english, english
    with speaking("zh"):
        return english, say()


def translate(rules: Rules, text: str) -> str | None:
    """A text of the game in Chinese by its PHRASES; None if it is not among them."""
    return rules.phrases.get("zh", {}).get(text)


def phrase(rules: Rules, english: str, chinese: str | None = None) -> schema.Words:
    """A text that a page shows; `chinese` is what the game says itself, if that is something else."""
    own = chinese if chinese != english else None
    return schema.Words(en=rules.phrases.get("en", {}).get(english, english), zh=translate(rules, english) or own)


def say_move(state: State, move: int) -> tuple[str, schema.Words | None]:
    """The text of a move in English, as the game has it, and its words; None where the pages show the text as it is."""
    english, chinese = in_both(lambda: state.format(move))
    if chinese == english and not state.game.rules.phrases:
        return english, None
    words = phrase(state.game.rules, english, chinese)
    return english, words if words.zh is not None or words.en != english else None


def own_text(rules: Rules, typed: str) -> str:
    """A text as the game reads it: one of its PHRASES means what it stands for."""
    wanted = typed.strip().casefold()
    said = {said.casefold(): own for table in rules.phrases.values() for own, said in table.items()}
    return said.get(wanted, typed)


def move_item(state: State, move: int) -> Item:
    """The text of a move, within a sentence."""
    text, words = say_move(state, move)
    return text if words is None else {"en": text, "zh": words.zh}
