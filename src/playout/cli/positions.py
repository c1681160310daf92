"""The first position of a command: a game with options, a FEN or a match of a file, and moves after that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playout.cli.parameters import load_game, replay

if TYPE_CHECKING:
    from playout.game import State

__all__ = ["MatchNumber", "PgnFile", "Ply", "SgfFile", "begin"]

PgnFile = Annotated[Path | None, typer.Option("--pgn", metavar="FILE", help="begin at the end of a match of chess")]
SgfFile = Annotated[Path | None, typer.Option("--sgf", metavar="FILE", help="begin at the end of a match of go")]
MatchNumber = Annotated[
    int | None, typer.Option("--match", min=1, help="which match of the file; the first if not given")
]
Ply = Annotated[
    int | None, typer.Option("--ply", min=0, help="begin after this number of plies of the match; 0 is its start")
]


def begin(
    game: str,
    options: list[str] | None,
    moves: list[str] | None = None,
    *,
    fen: str | None = None,
    files: Mapping[str, Path | None] | None = None,
    number: int | None = None,
    ply: int | None = None,
) -> State:
    """The position that the arguments of a command name.

    files: of --pgn and --sgf. number, ply: the number of the match in the file, and the number of its plies to play.
    """
    paths = {word: path for word, path in (files or {}).items() if path is not None}
    given = ["--fen"] * (fen is not None) + [f"--{word}" for word in paths]
    if len(given) > 1:
        raise typer.BadParameter(f"{' and '.join(given)} both say where to begin; give one of them")
    if not paths:
        if number is not None or ply is not None:
            raise typer.BadParameter("--match and --ply are about a match of a file; add --pgn FILE or --sgf FILE")
        return replay(load_game(game, options, fen).start(), moves)
    (word, path), *_ = paths.items()
    state = _read_match(game, options, path, f".{word}", number or 1)
    if ply is not None:
        if ply > len(state.history):
            raise typer.BadParameter(f"the match has {len(state.history)} plies, not {ply}")
        state = state.game.replay(state.history[:ply])
    return replay(state, moves)


def _read_match(game: str, options: list[str] | None, path: Path, suffix: str, number: int) -> State:
    """The last position of a match of a file."""
    from playout.formats.matches import read_state
    from playout.rules import PlayoutError

    loaded = load_game(game, options)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayoutError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return read_state(loaded, suffix, text, number)
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from error
