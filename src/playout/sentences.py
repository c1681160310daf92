"""Sentences for people: a code with parameters, and its text in each language.

The web pages use the same tables: web/src/i18n has a file for each language, `en.json` for English. A code is a key of
the table without its prefix `said.`. In a text `{name}` stands for a parameter, `{names|, }` for a list with `, `
between its items, and `{count:move|moves}` for a word that depends on a number: `move` if `count` is 1. The pages fill
in texts by the same rules (web/src/words.ts).

A language that lacks a sentence shows the English one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias, Union

__all__ = ["PREFIX", "SLOT", "TABLES", "Parameter", "Wording", "in_language", "languages", "table"]

PREFIX = "said."
"""The prefix of the keys of all sentences in a table."""

SLOT = re.compile(r"\{(\w+)(?:\|([^}]*)|:([^|}]*)\|([^}]*))?\}")
"""Matches a slot for a parameter, with the text between the items of a list, or the words for one and for more."""

_PACKAGED = Path(__file__).parent / "i18n"
TABLES = _PACKAGED if _PACKAGED.is_dir() else Path(__file__).parents[2] / "web" / "src" / "i18n"
"""The folder of the tables: inside an installed package, or in the checkout."""

Item: TypeAlias = Union[str, "Wording", Mapping[str, "str | None"]]
Parameter: TypeAlias = int | Item | Sequence[Item]
"""What fills a slot: a text, a whole number, a sentence, a text that a game has in several languages ({"en": ...,
"zh": ...}), or a list of these."""


@dataclass(frozen=True)
class Wording:
    """A sentence before it is written in a language. `str` is the English text."""

    code: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The sentence in a language."""
        template = table(language).get(PREFIX + self.code) or table("en")[PREFIX + self.code]
        return SLOT.sub(lambda slot: self._filled(slot, language), template)

    def _filled(self, slot: re.Match[str], language: str) -> str:
        value = self.parameters[slot[1]]
        return _fill(value, slot[2], language) if slot[3] is None else slot[3 if value == 1 else 4]

    def __str__(self) -> str:
        return self.text()


def in_language(item: Item, language: str) -> str:
    """A parameter in a language; not for numbers and lists."""
    if isinstance(item, str):
        return item
    if isinstance(item, Wording):
        return item.text(language)
    return item.get(language) or item["en"] or ""


def _fill(value: Parameter, between: str | None, language: str) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, (str, Wording, Mapping)):
        return in_language(value, language)
    return (between or "").join(in_language(item, language) for item in value)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a table, English first."""
    found = sorted(path.stem for path in TABLES.glob("*.json"))
    return ("en", *(language for language in found if language != "en"))


@cache
def table(language: str) -> dict[str, str]:
    """All texts of a language by their keys; empty for a language without a table."""
    if language not in languages():
        return {}
    texts: dict[str, str] = json.loads((TABLES / f"{language}.json").read_text(encoding="utf-8"))
    return texts
