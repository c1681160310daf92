"""Chess matches as PGN: `read_pgn` and `read_pgns` return matches with checked moves, `write_pgn` writes one.

Readers take all tag pairs, the first position (FEN), and the main line with its comments and NAGs. They keep variations
as text and do not check their moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playout.formats.pgn_text import RESULTS, WrittenMatch, WrittenMove, read_matches, refuse, write_lines
from playout.formats.reading import pick_match
from playout.game import Game, State, load
from playout.games.chess.fen import START, write_fen
from playout.native import view
from playout.rules import OptionError, PlayoutError

__all__ = ["ChessMatch", "read_pgn", "read_pgns", "write_pgn", "write_variation"]

_NAMES = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
ROSTER = dict.fromkeys(_NAMES, "?") | {"Date": "????.??.??", "Result": "*"}
"""The tags of every match, in this order, with the values for unknown facts."""

STANDARD = ("", "standard", "chess", "classical", "normal", "from position")
"""Values of the tag Variant that mean standard chess."""

# A command such as [%clk 0:01:00] is not broken across lines.
_COMMENT_WORD = re.compile(r"\[%[^\]\s]+\s[^\]\n]{1,40}\]\S*|\S+")


@dataclass(frozen=True)
class ChessMatch:
    """A match of a file."""

    state: State
    """Its last position; `state.game` has the first one, `state.history` the moves."""
    tags: dict[str, str] = field(default_factory=dict)
    """All tag pairs in the order of the file."""
    result: str = "*"
    """1-0, 0-1, 1/2-1/2, or * if it is not known."""
    comments: dict[int, str] = field(default_factory=dict)
    """Comments by the number of moves before them."""
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """NAGs by the number of moves: marks of the last of these moves, such as 1 for ! and 4 for ??."""
    variations: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Variations by the number of moves: other lines instead of the last of these moves, such as `(1... c5 2. Nf3)`."""

    @property
    def white(self) -> str:
        return self.tags.get("White", "")

    @property
    def black(self) -> str:
        return self.tags.get("Black", "")


def read_pgn(text: str, *, number: int = 1, may_break_off: bool = False, **options: Any) -> ChessMatch:
    """A match of a PGN file, by default the first. Options of chess replace the values in the file.

    may_break_off: whether the moves may end without a result.
    """
    written = pick_match("PGN", read_matches(text), number)
    if may_break_off and not written.result:
        tag = written.tags.get("Result")
        written.result = tag.value if tag is not None and tag.value in RESULTS else "*"
    return _match_of(text, written, options)


def read_pgns(text: str, **options: Any) -> Iterator[ChessMatch]:
    """The matches of a PGN file, each checked when it is reached."""
    return (_match_of(text, written, options) for written in read_matches(text))


def _match_of(text: str, written: WrittenMatch, options: dict[str, Any]) -> ChessMatch:
    tags = {name: tag.value for name, tag in written.tags.items()}
    state = _game(text, written, options).start()
    comments = {0: " ".join(written.comments)} if written.comments else {}
    nags, variations = {}, {}
    for move in written.moves:
        state = _play(text, state, move)
        ply = len(state.history)
        if move.comments:
            comments[ply] = " ".join(move.comments)
        if move.nags:
            nags[ply] = tuple(move.nags)
        if move.variations:
            variations[ply] = tuple(move.variations)
    return ChessMatch(state, tags, _result(text, written), comments, nags, variations)


def _game(text: str, written: WrittenMatch, options: dict[str, Any]) -> Game:
    variant = written.tags.get("Variant")
    if variant is not None and variant.value.strip().lower() not in STANDARD:
        kind = variant.value.strip()
        name = kind.lower().replace(" ", "").replace("-", "")
        more = "; the castling of Chess960 is not supported" if name in ("chess960", "fischerandom", "960") else ""
        raise refuse(text, variant.offset, f"the variant {kind!r} is another game than chess{more}")
    if "FEN" not in written.tags:
        return load("chess", **options)
    tag = written.tags["FEN"]
    try:
        return load("chess", **{"fen": tag.value, **options})
    except OptionError as error:
        raise refuse(text, tag.offset, str(error)) from error


def _play(text: str, state: State, move: WrittenMove) -> State:
    """One move, checked."""
    if state.over:
        raise refuse(text, move.offset, f"the match is over before {move.word}: {_ending(state)}")
    try:
        return state.play(move.word)
    except PlayoutError as error:
        null = "; null moves are not played" if move.word in ("--", "Z0") else ""
        raise refuse(text, move.offset, f"move {_number(state)}: {error}{null}") from error


def _ending(state: State) -> str:
    """The reason why a match is over. Draws here need no claim."""
    if state.payoffs[0] != 0.5:
        return "the king is mated"
    return "a draw by stalemate, material, fifty moves or the third repetition ends it here without a claim"


def _number(state: State) -> str:
    """The number of the next move in PGN: 12. for White, 12... for Black."""
    return f"{int(state.position[0]['number'])}{'.' if state.turn == 0 else '...'}"


def _result(text: str, written: WrittenMatch) -> str:
    if not written.result:
        raise refuse(text, written.end, f"the match breaks off; it has to end with {', '.join(RESULTS[:3])} or *")
    tag = written.tags.get("Result")
    said = {word for word in (written.result, tag.value if tag else "*") if word not in ("*", "?", "")}
    if tag is not None and len(said) > 1:
        raise refuse(text, written.end, f"the moves end with {written.result}, but the tag Result says {tag.value}")
    result = said.pop() if said else "*"
    if tag is not None and result not in RESULTS:
        raise refuse(text, tag.offset, f"the result {result!r} is not one of {', '.join(RESULTS)}")
    return result


def write_pgn(
    state: State,
    *,
    white: str | None = None,
    black: str | None = None,
    result: str | None = None,
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    nags: Mapping[int, Sequence[int]] | None = None,
    variations: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """A match of chess as PGN. The default result is that of the position, or * if the match is not over.

    comments, nags, variations: as in `ChessMatch`. Braces in comments become parentheses, since PGN has no escapes for
    them.
    """
    if state.game.name != "chess":
        raise PlayoutError(f"{state.game.name} cannot be written as PGN, only chess")
    result = _board_result(state) if result is None else result
    if result not in RESULTS:
        raise OptionError(f"the result {result!r} is not one of {', '.join(RESULTS)}")
    first = write_fen(view(state.game.start().position, "python")[0])
    given = dict(tags or {})
    given |= {word: name for word, name in (("White", white), ("Black", black)) if name is not None}
    given |= {"Result": result, **({"SetUp": "1", "FEN": first} if first != START else {})}
    heading = [f'[{name} "{_escape(value)}"]' for name, value in {**ROSTER, **given}.items()]
    words = _words(state, comments or {}, nags or {}, variations or {})
    return "\n".join([*heading, "", *write_lines([*words, result])]) + "\n"


def _words(
    state: State,
    comments: Mapping[int, str],
    nags: Mapping[int, Sequence[int]],
    variations: Mapping[int, Sequence[str]],
) -> list[str]:
    """The movetext without its result."""
    words = _comment(comments, 0)
    earlier = state.game.start()
    is_numbered = False
    for ply, move in enumerate(state.history, 1):
        if earlier.turn == 0 or not is_numbered:
            words.append(_number(earlier))
        words.append(earlier.format(move))
        words += [f"${nag}" for nag in nags.get(ply, ())]
        said = _comment(comments, ply)
        lines = [word for variation in variations.get(ply, ()) for word in _COMMENT_WORD.findall(variation)]
        words += [*said, *lines]
        is_numbered = not said and not lines
        earlier = earlier.play(move)
    return words


def write_variation(before: State, line: Sequence[int]) -> str:
    """Moves from a position as a variation, such as `(1... c5 2. Nf3)`."""
    words: list[str] = []
    for move in line:
        words += [_number(before)] * (before.turn == 0 or not words) + [before.format(move)]
        before = before.play(move)
    return f"({' '.join(words)})"


def _comment(comments: Mapping[int, str], ply: int) -> list[str]:
    """The words of a comment, in braces."""
    words = _COMMENT_WORD.findall(comments.get(ply, "").translate({ord("{"): "(", ord("}"): ")"}))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _board_result(state: State) -> str:
    return {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[state.payoffs[0]] if state.over else "*"
