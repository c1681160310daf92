"""Matches in and out: JSON for every game, FEN and PGN for chess, SGF for Go."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from playout.errors import PlayoutError
from playout.formats.pgn import read_pgn, write_pgn
from playout.formats.sgf import read_sgf, write_sgf
from playout.game import Game
from playout.sentences import Sentence
from playout.web import schema
from playout.web.games.catalogue import formats_of
from playout.web.games.positions import seen
from playout.web.matches.room import Room
from playout.web.refusals import RefusedError, explain_error

__all__ = ["export", "read_import"]

FORMAT = "playout match 1"


def export(room: Room, form: str, viewer: int | None) -> schema.Exported:
    """A match as text; of one that hides things only once it is over, or by who may see everything."""
    if form not in formats_of(room.info.name):
        raise RefusedError(
            "export.format", kind="not_found", game=room.info.name, format=form[:10], formats=formats_of(room.info.name)
        )
    if room.hides and viewer is not None:
        raise RefusedError("export.hidden", kind="forbidden")
    labels = [player.label.en for player in room.players]
    if form == "json":
        content = json.dumps(_plain(room), indent=1)
    elif form == "fen":
        content = str(seen(room.state, None)).splitlines()[-1] + "\n"
    elif form == "pgn":
        result = None if room.record.resigned is None else ("0-1", "1-0")[room.record.resigned]
        content = write_pgn(room.state, white=labels[0], black=labels[1], result=result)
    else:
        how = "T" if room.record.out_of_time else "R"
        result = None if room.record.resigned is None else f"{'BW'[1 - room.record.resigned]}+{how}"
        content = write_sgf(room.state, black=labels[0], white=labels[1], result=result)
    return schema.Exported(format=form, file_name=f"{room.info.name}-{room.id}.{form}", content=content)


def _plain(room: Room) -> dict[str, Any]:
    record = room.record
    texts = [before.format(move) for before, move in zip(room.states, record.moves, strict=False)]
    return {
        "format": FORMAT,
        "game": record.game,
        "options": record.options,
        "seed": record.seed,
        "players": [player.label.en for player in room.players],
        "moves": record.moves,
        "texts": texts,
        "payoffs": room.payoffs,
    }


def read_import(given: schema.Import) -> schema.NewMatch:
    """A new match with the moves of a text; the moves are checked when it begins."""
    if given.format not in formats_of(given.game):
        raise RefusedError("import.format", kind="invalid", game=given.game[:40], format=given.format)
    try:
        if given.format == "json":
            return _read_json(given)
        if given.format == "fen":
            options = {**given.options, "fen": given.content.strip()}
            return schema.NewMatch(game=given.game, options=options, seats=given.seats)
        state = read_pgn(given.content).state if given.format == "pgn" else read_sgf(given.content).state
        options = {**_options(state.game), **given.options}
        return schema.NewMatch(game=given.game, options=options, seats=given.seats, moves=list(state.history))
    except ValidationError as error:
        raise RefusedError("import.fault", kind="invalid", fault=error.errors()[0]["msg"]) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RefusedError("import.unreadable", kind="invalid") from error
    except PlayoutError as error:
        raise explain_error(error, Sentence("failed.import"), kind="invalid") from error


def _read_json(given: schema.Import) -> schema.NewMatch:
    found = json.loads(given.content)
    if found["format"] != FORMAT:
        raise ValueError("another format")
    if found["game"] != given.game:
        raise RefusedError("import.other_game", kind="invalid", found=str(found["game"])[:40], game=given.game)
    content = {"game": given.game, "options": {**found["options"], **given.options}, "moves": found["moves"]}
    return schema.NewMatch.model_validate({**content, "seed": found.get("seed"), "seats": given.seats})


def _options(game: Game) -> dict[str, Any]:
    return {word: list(value) if isinstance(value, tuple) else value for word, value in game.options.items()}
