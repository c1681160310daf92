"""Built-in decks, and finding a deck by its name, a list, a file or a deck string."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from playout.games.hearthstone.cards.rows import table_lines
from playout.games.hearthstone.decks.deck import Deck, nearest, read_list
from playout.games.hearthstone.decks.deck_strings import BEGINNING, decode

__all__ = ["DECKS", "Deck", "find_deck", "two_decks"]


def _read_decks(text: str) -> dict[str, Deck]:
    """Decks by their names, from lines `name | class | cards held twice | cards held once`."""
    decks = {}
    for line in table_lines(text):
        name, owner, twice, once = (*(cell.strip() for cell in line.split("|")), "")[:4]
        decks[name] = Deck(owner, dict.fromkeys(twice.split(), 2) | dict.fromkeys(once.split(), 1))
    return decks


DECKS = _read_decks(Path(__file__).with_name("decks.txt").read_text(encoding="utf-8"))


def find_deck(deck: str | os.PathLike[str]) -> Deck:
    """A deck by its name, as a list, by the path of a file with a list or a deck string, or as a deck string."""
    word = os.fspath(deck).strip()
    if word in DECKS:
        return DECKS[word]
    if "\n" in word:
        return _read(word)
    if word.startswith(BEGINNING):
        return decode(word)
    try:
        if Path(word).is_file():
            return _read(Path(word).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{word}: {error}") from error
    if "/" in word or Path(word).suffix:
        raise ValueError(f"there is no file {word!r}; a deck is a file, a deck string, or one of {', '.join(DECKS)}")
    near = nearest(word, DECKS) or f"; there are {', '.join(DECKS)}"
    raise ValueError(f"there is no deck {word!r}{near}; a file with a list or a deck string will do as well")


def _read(text: str) -> Deck:
    """The deck of a file: a list, or a deck string with comments, as the game client copies it."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return decode(lines[0]) if len(lines) == 1 and lines[0].startswith(BEGINNING) else read_list(text)


def two_decks(decks: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[Deck]:
    """The decks of both seats: one for both, or two, with a comma between or as two values."""
    if isinstance(decks, os.PathLike):
        words: Sequence[str | os.PathLike[str]] = [decks]
    elif isinstance(decks, str):
        words = [decks] if "\n" in decks else decks.split(",")
    else:
        words = list(decks)
    if len(words) not in (1, 2):
        raise ValueError(f"decks has to be a deck, or two of them, not {decks!r}")
    return [find_deck(word) for word in (words[0], words[-1])]
