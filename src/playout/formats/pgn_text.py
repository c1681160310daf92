"""The syntax of PGN, the Portable Game Notation: tag pairs, then moves, comments, NAGs, variations and a result.

Readers keep the main line of each match with its comments and NAGs, and variations as text. Nothing here knows a rule
of chess: moves are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from playout.formats.reading import refuse_at
from playout.rules import PlayoutError

__all__ = ["RESULTS", "SUFFIXES", "Tag", "WrittenMatch", "WrittenMove", "read_matches", "refuse", "write_lines"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The marks that people write behind a move, with their NAGs."""

WIDTH = 79
"""The largest length of a written line."""

refuse = partial(refuse_at, "PGN")


@dataclass(frozen=True)
class Tag:
    """The value of a tag pair, and its position in the text."""

    value: str
    offset: int


@dataclass
class WrittenMove:
    """A move of the main line, as a word."""

    word: str
    offset: int
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[str] = field(default_factory=list)
    """Other lines from the position before this move, each in parentheses."""


@dataclass
class WrittenMatch:
    """A match, as words."""

    tags: dict[str, Tag] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    """The comments before the first move."""
    result: str = ""
    """One of RESULTS; empty if the text ends without a result."""
    end: int = 0
    """The position of its end in the text."""


_TOKEN = re.compile(
    r"""
      (?P<escape> (?: ^ | (?<=\ufeff) ) %[^\n]* )
    | ; (?P<line> [^\n]* )
    | \{ (?P<comment> [^}]* ) \}
    | (?P<tag> \[ )
    | \$ (?P<nag> [0-9]{1,9} ) (?![0-9])
    | (?P<result> 1-0 | 0-1 | 1/2-1/2 | \* ) (?![^\s;{(\[)}$] )
    | (?P<number> [0-9]+ \.+ | [0-9]+ (?![-/0-9A-Za-z]) | \.+ )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<reserved> <[^>]*> )
    | (?P<suffix> [!?]{1,2} ) (?![!?])
    | (?P<passing> e\.p\.? )
    | (?P<move> [A-Za-z0-9@-][A-Za-z0-9+\#=:/@-]* )
    """,
    re.VERBOSE | re.MULTILINE,
)
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*+)"\s*\]')
# Some programs write quotes and backslashes into values without escapes: then the value ends with the line.
_PLAIN_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"([^\n]*)"[^\S\n]*\][^\S\n]*$', re.MULTILINE)
_BLANK = re.compile(r"[\s\ufeff]*")


def read_matches(text: str) -> Iterator[WrittenMatch]:
    """The matches of a text in order; the syntax of a match is checked when it is reached."""
    at = _skip_blanks(text, 0)
    while at < len(text):
        match = WrittenMatch()
        at = _read_match(text, at, match)
        if match.tags or match.moves or match.comments or match.result:
            yield match
        at = _skip_blanks(text, at)


def _read_match(text: str, at: int, match: WrittenMatch) -> int:
    """Fill in the match that begins here; returns its end, which is before the next tags if there is no result."""
    variations: list[int] = []
    words: list[str] = []
    while True:
        at = _skip_blanks(text, at)
        match.end = at
        found = _TOKEN.match(text, at)
        if found is None:
            if at < len(text):
                raise _refuse_sign(text, at)
            if variations:
                raise _refuse_open(text, variations)
            return at
        kind = found.lastgroup
        if kind == "tag":
            if variations:
                raise _refuse_open(text, variations)
            if match.moves:
                return at
            at = _read_tag(text, at, match)
            continue
        at = found.end()
        if variations or kind == "open":
            words.append(_plain(found))
        if kind == "open":
            variations.append(found.start())
        elif kind == "close":
            words = _close(text, found, variations, words, match)
        elif kind == "result" and not variations:
            match.result = found["result"]
            match.end = at
            return at
        elif not variations:
            _enter(match, found)


def _close(text: str, found: re.Match[str], variations: list[int], words: list[str], match: WrittenMatch) -> list[str]:
    """End a variation. Returns the words so far of the variation around it; none after the outermost."""
    if not variations:
        raise refuse(text, found.start(), "a ')' closes a variation that was not opened")
    variations.pop()
    if variations:
        return words
    if match.moves:
        match.moves[-1].variations.append(" ".join(words).replace("( ", "(").replace(" )", ")"))
    return []


def _plain(found: re.Match[str]) -> str:
    """A word of a variation in one line; a comment to the end of a line becomes one in braces."""
    if found.lastgroup in ("comment", "line"):
        return "{" + " ".join(found[found.lastgroup].replace("}", ")").split()) + "}"
    return found[0]


def _enter(match: WrittenMatch, found: re.Match[str]) -> None:
    """Add a word of the main line to the match."""
    kind, offset = found.lastgroup, found.start()
    if kind == "move":
        match.moves.append(WrittenMove(found["move"], offset))
    elif kind in ("comment", "line"):
        said = " ".join(found[kind].split())
        if said:
            (match.moves[-1].comments if match.moves else match.comments).append(said)
    elif kind in ("nag", "suffix") and match.moves:
        match.moves[-1].nags.append(int(found["nag"]) if kind == "nag" else SUFFIXES[found["suffix"]])


def _read_tag(text: str, at: int, match: WrittenMatch) -> int:
    strict = _TAG.match(text, at)
    found = strict or _PLAIN_TAG.match(text, at)
    if found is None:
        shown = text[at : at + 40].partition("\n")[0]
        raise refuse(text, at, f'{shown!r} is not a whole tag pair, such as [White "Name"]')
    name, value = found[1], re.sub(r'\\(["\\])', r"\1", found[2]) if strict else found[2]
    if name in match.tags:
        raise refuse(text, at, f"the tag {name} appears twice; perhaps the match before it lacks its result")
    match.tags[name] = Tag(value, at)
    return found.end()


def _refuse_open(text: str, variations: list[int]) -> PlayoutError:
    return refuse(text, variations[-1], "the match breaks off within this variation; its ')' is missing")


def _refuse_sign(text: str, at: int) -> PlayoutError:
    if text[at] == "{":
        return refuse(text, at, "the file breaks off within this comment; its '}' is missing")
    return refuse(text, at, f"{text[at : at + 10]!r} does not belong here")


def _skip_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def write_lines(words: list[str]) -> list[str]:
    """Words as lines of at most WIDTH characters. No line begins with %, since readers skip such lines."""
    lines: list[str] = []
    for word in words:
        if lines and (len(lines[-1]) + 1 + len(word) <= WIDTH or word.startswith("%")):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
