"""Export and import of matches: JSON for every game, FEN and PGN for chess, SGF for Go."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import TypeAdapter, ValidationError

from playout.errors import PlayoutError
from playout.formats import pgn, sgf
from playout.formats.pgn import read_pgn, write_pgn
from playout.formats.sgf import read_sgf, write_sgf
from playout.game import Game, State
from playout.match.ending import Ending
from playout.protocols.uci_position import fen_of
from playout.sentences import Wording
from playout.web import schema
from playout.web.games.description import formats_of
from playout.web.matches.records import Source, Variation
from playout.web.matches.room import Room
from playout.web.refusals import RefusedError, explain_error

__all__ = ["Imported", "export", "read_import"]

FORMAT = "playout match 1"

FEN = re.compile(r"\s*[1-8a-zA-Z]+(/[1-8a-zA-Z]+){7}\s+[wb]\s")

SOURCE = TypeAdapter(Source)
VARIATIONS = TypeAdapter(list[Variation])


@dataclass(frozen=True)
class Imported:
    """A match that was read from a text."""

    match: schema.NewMatch
    record: dict[str, Any] = field(default_factory=dict)
    """Other fields of its MatchRecord."""
    ending: Ending | None = None


def export(room: Room, form: str, viewer: int | None) -> schema.Exported:
    """A match as text. If it hides information, it must be over, or the viewer must be allowed to see everything."""
    if form not in formats_of(room.info.name):
        name, formats = room.info.name, formats_of(room.info.name)
        raise RefusedError("export.format", kind="not_found", game=name, format=form[:10], formats=formats)
    if room.hides and viewer is not None:
        raise RefusedError("export.hidden", kind="forbidden")
    source, loser = room.record.source, room.loser
    labels = [player.label.en for player in room.players]
    comments = {} if source is None else _by_ply(source.comments)
    variations = {} if source is None else _by_ply(source.variations)
    variations = _with_kept(room, variations, form)
    written = "" if source is None or room.state.over else source.result
    if form == "json":
        content = json.dumps(_plain(room), indent=1)
    elif form == "fen":
        content = fen_of(room.state) + "\n"
    elif form == "pgn":
        agreed = "1/2-1/2" if room.is_agreed else None
        result = written or (agreed if loser is None else ("0-1", "1-0")[loser])
        tags = {} if source is None else {name: value for name, value in source.tags.items() if name not in BOARD_TAGS}
        if room.ended_by("clock"):
            tags.setdefault("Termination", "time forfeit")
        content = write_pgn(
            room.state,
            white=labels[0],
            black=labels[1],
            result=result,
            tags=tags,
            comments=comments,
            nags={} if source is None else _by_ply(source.nags),
            variations=variations,
        )
    else:
        how = "T" if room.ended_by("clock") else "R"
        result = written or (None if loser is None else f"{'BW'[1 - loser]}+{how}")
        content = write_sgf(
            room.state,
            black=labels[0],
            white=labels[1],
            result=result,
            properties={} if source is None else source.tags,
            comments=comments,
            variations=variations,
        )
    return schema.Exported(format=form, file_name=f"{room.info.name}-{room.id}.{form}", content=content)


BOARD_TAGS = ("White", "Black", "Result", "SetUp", "FEN")
"""Tags that are computed from the match itself."""


def _by_ply(kept: dict[str, Any]) -> dict[int, Any]:
    return {int(ply): value for ply, value in kept.items()}


def _with_kept(room: Room, variations: dict[int, list[str]], form: str) -> dict[int, list[str]]:
    """The variations of an imported file and those kept here, as PGN or SGF text.

    In both formats a variation is an alternative to a move of the match. So a variation that begins after the last move
    is written as an alternative to that move, and repeats it.
    """
    if form not in ("pgn", "sgf"):
        return variations
    found = {ply: [*lines] for ply, lines in variations.items()}
    for kept in room.record.variations:
        ply, line = kept.ply, kept.line
        if ply == room.plies:
            if ply == 0:
                continue
            ply, line = ply - 1, [room.state.history[ply - 1], *line]
        text = (pgn if form == "pgn" else sgf).write_variation(room.states[ply], line)
        found.setdefault(ply + 1 if form == "pgn" else ply, []).append(text)
    return found


def _plain(room: Room) -> dict[str, Any]:
    record = room.record
    texts = [before.format(move) for before, move in zip(room.states, room.state.history, strict=False)]
    return {
        "format": FORMAT,
        "game": record.game,
        "options": record.options,
        "seed": record.seed,
        "players": [player.label.en for player in room.players],
        "moves": list(room.state.history),
        "texts": texts,
        "payoffs": room.payoffs,
        "resigned": room.loser,
        "out_of_time": room.ended_by("clock"),
        "agreed": room.is_agreed,
        "variations": [asdict(kept) for kept in record.variations],
        "source": None if record.source is None or record.source == Source("json") else asdict(record.source),
    }


def guess(content: str) -> tuple[str | None, str]:
    """The game and the format of a text, judged by its look. JSON names its game itself, so the game is None."""
    text = content.lstrip("\ufeff \t\r\n")
    if text.startswith("{") and '"format"' in text:
        return None, "json"
    if re.match(r"\(\s*;", text):
        return "go", "sgf"
    return "chess", "fen" if FEN.match(text) else "pgn"


def read_import(given: schema.Import) -> Imported:
    """Read a match from a text. It is paused and has the names of its players; the moves are checked when it begins."""
    game, form = guess(given.content)
    form = given.format or form
    try:
        if form == "json":
            return _read_json(given)
        game = given.game or game
        assert game is not None
        if form not in formats_of(game):
            raise RefusedError("import.format", kind="invalid", game=game[:40], format=form)
        if form == "fen":
            return Imported(schema.NewMatch(game=game, options={**given.options, "fen": given.content.strip()}))
        return _read_pgn(given, game) if form == "pgn" else _read_sgf(given, game)
    except ValidationError as error:
        raise RefusedError("import.fault", kind="invalid", fault=error.errors()[0]["msg"]) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RefusedError("import.unreadable", kind="invalid") from error
    except PlayoutError as error:
        raise explain_error(error, Wording("failed.import"), kind="invalid") from error


def _persons(*names: str) -> list[schema.NewSeat]:
    return [schema.NewSeat(kind="person", name=name[:60] or "?") for name in names]


def _match(given: schema.Import, game: str, state: State, *names: str) -> schema.NewMatch:
    """A match between persons with the moves of a file; `names` are by seat."""
    options = {**_options(state.game), **given.options}
    return schema.NewMatch(game=game, options=options, seats=_persons(*names), moves=list(state.history))


def _read_pgn(given: schema.Import, game: str) -> Imported:
    found = read_pgn(given.content, may_break_off=True)
    state = found.state
    match = _match(given, game, state, found.white, found.black)
    source = Source(
        *("pgn", found.tags, found.result, _texts(found.comments)),
        {str(ply): list(nags) for ply, nags in found.nags.items()},
        {str(ply): list(lines) for ply, lines in found.variations.items()},
    )
    ending = None
    if not state.over and found.result != "*":
        white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[found.result]
        if white != 0.5 and "time" in found.tags.get("Termination", "").lower():
            ending = Ending("clock", int(white))
        else:
            ending = Ending("agreed", payoffs=(white, 1.0 - white))
    return _imported(match, source, ending)


def _read_sgf(given: schema.Import, game: str) -> Imported:
    found = read_sgf(given.content)
    state = found.state
    match = _match(given, game, state, found.black, found.white)
    variations = {str(ply): list(lines) for ply, lines in found.variations.items()}
    source, ending = Source("sgf", found.properties, found.result, _texts(found.comments), {}, variations), None
    winner, _, how = found.result.upper().partition("+")
    if not state.over and winner in ("B", "W"):
        loser = 1 if winner == "B" else 0
        if how[:1] in ("R", "T"):
            ending = Ending("clock" if how[:1] == "T" else "resigned", loser)
        else:
            ending = Ending("agreed", payoffs=(float(loser != 0), float(loser != 1)))
    elif not state.over and winner in ("0", "DRAW"):
        ending = Ending("agreed", payoffs=(0.5, 0.5))
    return _imported(match, source, ending)


def _imported(match: schema.NewMatch, source: Source, ending: Ending | None, **more: Any) -> Imported:
    return Imported(match, {"source": source, "paused": True, **more}, ending)


def _texts(by_ply: dict[int, str]) -> dict[str, str]:
    return {str(ply): text for ply, text in by_ply.items()}


def _read_json(given: schema.Import) -> Imported:
    found = json.loads(given.content)
    if found["format"] != FORMAT:
        raise ValueError("another format")
    if given.game is not None and found["game"] != given.game:
        raise RefusedError("import.other_game", kind="invalid", found=str(found["game"])[:40], game=given.game)
    content = {"game": found["game"], "options": {**found["options"], **given.options}, "moves": found["moves"]}
    match = schema.NewMatch.model_validate({**content, "seed": found.get("seed")})
    match.seats = _persons(*map(str, found.get("players") or ()))
    source = SOURCE.validate_python(found["source"]) if found.get("source") else Source("json")
    kept = VARIATIONS.validate_python(found.get("variations") or [])
    resigned, ending = found.get("resigned"), None
    if resigned is not None:
        if type(resigned) is not int or not 0 <= resigned < 32:
            raise ValueError("no such seat")
        ending = Ending("clock" if found.get("out_of_time") is True else "resigned", resigned)
    elif (source.result or found.get("agreed") is True) and found.get("payoffs"):
        ending = Ending("agreed", payoffs=tuple(float(payoff) for payoff in found["payoffs"]))
    return _imported(match, source, ending, variations=kept)


def _options(game: Game) -> dict[str, Any]:
    return {word: list(value) if isinstance(value, tuple) else value for word, value in game.options.items()}
