"""Matches of the arena as PGN and SGF, read again by us and by another program."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest

import playout
from playout.arena.match_records import MatchResult
from playout.arena.reporting.export import FORMATS, export
from playout.arena.storage.store import Store
from playout.formats.pgn import read_pgn, read_pgns
from playout.formats.sgf import read_sgf, read_sgfs
from tests.cli.running import run

QUEENS = "7k/8/6K1/8/8/8/8/1QQ5 w - - 0 1"
"""White may mate, stalemate, or lose a queen; random matches end soon."""


def played(game: playout.Game, path: Path) -> list[MatchResult]:
    playout.tournament(game, ["random", "random(seed=1)"], matches=4, seed=5, store=path, workers=1)
    with Store(path) as kept:
        return list(kept.matches())


@pytest.fixture(scope="module")
def chess_store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[MatchResult]]:
    path = tmp_path_factory.mktemp("store") / "chess.db"
    return path, played(playout.load("chess", fen=QUEENS), path)


def test_chess_matches_as_pgn(chess_store: tuple[Path, list[MatchResult]]) -> None:
    path, matches = chess_store
    text = run("arena", "export", str(path), "--format", "pgn").stdout
    found, file = list(read_pgns(text)), io.StringIO(text)
    assert len(found) == len(matches) == 4
    for match, read in zip(matches, found, strict=True):
        assert read.state.history == match.moves
        assert (read.white, read.black) == match.agents
        assert read.tags["Round"] == str(match.number)
        assert read.result == {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[match.payoffs[0]]
        theirs = chess.pgn.read_game(file)
        assert theirs is not None
        assert theirs.errors == []
        assert len(list(theirs.mainline())) == len(match.moves)
        assert theirs.headers["FEN"] == QUEENS
    alone = run("arena", "export", str(path), "--format", "pgn", "--match", "2").stdout
    assert read_pgn(alone).tags == found[2].tags
    assert "holds no match 9" in run("arena", "export", str(path), "--match", "9").stderr
    assert "chess cannot be written as SGF, only go" in run("arena", "export", str(path), "--format", "sgf").stderr


def test_a_forfeit_and_times_in_pgn(chess_store: tuple[Path, list[MatchResult]]) -> None:
    match = replace(
        chess_store[1][0],
        moves=(),
        clock=(),
        forfeit=1,
        reason="clock: 3.2 s {over}",
        payoffs=(1.0, 0.0),
    )
    write = FORMATS["pgn"][1]
    read = read_pgn(write(match))
    assert (read.result, read.tags["Termination"]) == ("1-0", "time forfeit")
    assert read.comments == {0: "Black forfeits: clock: 3.2 s (over)"}
    assert read_pgn(write(replace(match, reason="crash: it broke"))).tags["Termination"] == "abandoned"
    move = playout.load("chess", fen=QUEENS).start().parse("Qa2")
    timed = replace(match, moves=(move,), clock=(3661.25,), reason="illegal: Qz9")
    theirs = chess.pgn.read_game(io.StringIO(write(timed)))
    assert theirs is not None
    assert theirs.end().emt() == 3661.25
    assert theirs.end().comment.endswith("Black forfeits: illegal: Qz9")
    assert theirs.headers["Termination"] == "rules infraction"


def test_go_matches_as_sgf(tmp_path: Path) -> None:
    path = tmp_path / "go.db"
    matches = played(playout.load("go", size=5, komi=0.5, black="C3"), path)
    with Store(path) as kept:
        text = "".join(export(kept, "sgf"))
    found = list(read_sgfs(text))
    assert [read.state.history for read in found] == [match.moves for match in matches]
    assert [(read.black, read.white) for read in found] == [match.agents for match in matches]
    for match, read in zip(matches, found, strict=True):
        assert read.state.payoffs == match.payoffs
        assert read.result[0] == ("B" if match.payoffs[0] else "W")
    lost = replace(matches[0], moves=matches[0].moves[:2], forfeit=0, reason="clock: late", payoffs=(0.0, 1.0))
    assert read_sgf(FORMATS["sgf"][1](lost)).result == "W+T"
    assert "GC[Black forfeits: clock: late]" in FORMATS["sgf"][1](lost)
    with Store(path) as kept, pytest.raises(playout.PlayoutError, match="go cannot be written as PGN, only chess"):
        export(kept, "pgn")
