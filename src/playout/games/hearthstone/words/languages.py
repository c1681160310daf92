"""The languages of this game's texts: a table of phrases for each, read and checked when this module is imported.

The table of a language is a file such as `zh.toml`, and a new language is one more file. It has sections of phrases
with the keys of `en.toml`. [common] is required; for any other missing section, English is used. [names] may
give names of cards by their ids, [classes] names of classes, [choices] names of values of options.

The environment variable PLAYOUT_LANGUAGE sets the language. It is not an option of the game, since positions, moves and
stored matches are the same in every language.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

from playout.languages import VARIABLE, asked_language
from playout.rules import OptionError

__all__ = ["ENGLISH", "LANGUAGES", "Language", "language", "phrase", "read_language", "said_in"]

ENGLISH = "en"
FORMS = ("verbs", "nouns")
"""Sections whose words have two forms: for one subject and for several, or for the number 1 and for others."""
FREE = (*FORMS, "names", "classes", "choices")
"""Sections whose keys need not be those of English."""
PARTS = {"telling": ("marks",), "board": ("marks", "pending"), "refusals": ("needs",)}
"""For a section: the other sections whose words it uses."""


class Language:
    """The phrases of a language, by section and key."""

    def __init__(self, sections: dict[str, dict[str, Any]]) -> None:
        self.sections = sections
        verbs, nouns = (sections.get(name, {}) for name in FORMS)
        self._forms = {
            (many, other): {word: pair[many] for word, pair in verbs.items()}
            | {word: pair[other] for word, pair in nouns.items()}
            for many in (False, True)
            for other in (False, True)
        }

    @property
    def forms(self) -> set[str]:
        """The words of [verbs] and [nouns]."""
        return set(self._forms[False, False])

    def __call__(self, section: str, key: str, *, many: bool = False, count: int = 1, **values: Any) -> str:
        """A phrase with its blanks filled in. many: use the verb's form for several subjects, or for `you`. The form of
        a noun depends on `count`.
        """
        return str(self.sections[section][key].format(**self._forms[many, count != 1], count=count, **values))

    def listed(self, names: list[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        comma, conjunction = self("common", "comma"), self("common", "and")
        return names[0] if len(names) == 1 else f"{comma.join(names[:-1])}{conjunction}{names[-1]}"

    def check(self, english: Language) -> None:
        """Raise ValueError unless the keys are those of English, and each phrase has only blanks that are filled in."""
        needed = {"common", *self.sections, *(part for name in self.sections for part in PARTS.get(name, ()))}
        for section in {**english.sections, **self.sections}:
            phrases, known = self.sections.get(section, {}), english.sections.get(section, {})
            if section not in {**english.sections, **dict.fromkeys(FREE)}:
                raise ValueError(f"there is no section [{section}]")
            if section in FREE or section not in needed:
                continue
            for key in {**known, **phrases}:
                if key not in phrases or key not in known:
                    raise ValueError(f"[{section}] has {'no' if key in known else 'the unknown key'} {key}")
                given = _fields(known[key]) - english.forms | self.forms | {"count"}
                if extra := _fields(phrases[key]) - given:
                    raise ValueError(f"[{section}] {key} cannot fill in {extra.pop()!r}")


def _fields(phrase: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(phrase) if field is not None}


def read_language(path: Path, english: Language | None = None) -> Language:
    """The language of a table; raises ValueError, with the file's name, if the table is not in order."""
    try:
        found = Language(tomllib.loads(path.read_text(encoding="utf-8")))
        found.check(english or found)
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from error
    return found


def _read_all(folder: Path) -> dict[str, Language]:
    english = read_language(folder / f"{ENGLISH}.toml")
    others = sorted(path for path in folder.glob("*.toml") if path.stem != ENGLISH)
    return {ENGLISH: english, **{path.stem: read_language(path, english) for path in others}}


LANGUAGES = _read_all(Path(__file__).parent)
"""The languages by their codes, English first."""


def language() -> str:
    """The code of the user's language; `zh_CN.UTF-8` is zh."""
    asked = asked_language()
    found = asked.lower()[:2]
    if found not in LANGUAGES or asked[2:3] not in ("", "_", "-", "."):
        raise OptionError(f"{VARIABLE} is {asked!r}, and cards have names in {' and '.join(LANGUAGES)}")
    return found


def said_in(section: str, code: str | None = None) -> Language:
    """The language for a section: that of the code, else the user's, else English."""
    found = LANGUAGES[code or language()]
    return found if section in found.sections else LANGUAGES[ENGLISH]


def phrase(section: str, key: str, **values: Any) -> str:
    """A phrase in the user's language, or in English if that language lacks the section."""
    return said_in(section)(section, key, **values)
