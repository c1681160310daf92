"""Where a command begins: FEN, matches of PGN and SGF files, and moves after that."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import playout
from tests.cli.running import run

MORPHY = """[White "Morphy"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {weak} 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ (16. Qxe6+) 16... Nxb8 17. Rd8# 1-0

1. e4 *
"""

MATE_IN_TWO = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16"


@pytest.fixture
def pgn(tmp_path: Path) -> str:
    path = tmp_path / "matches.pgn"
    path.write_text(MORPHY)
    return str(path)


@pytest.fixture
def sgf(tmp_path: Path) -> str:
    path = tmp_path / "matches.sgf"
    path.write_text("(;SZ[5]KM[0.5];B[cc];W[dd];B[bb])")
    return str(path)


def test_a_position_in_fen_is_searched_by_alpha_beta(tmp_path: Path) -> None:
    """The mate in two of a well-known match: SAN, moves to mate, and the board."""
    path = tmp_path / "board.svg"
    done = run("analyse", "chess", "--fen", MATE_IN_TWO, "--picture", str(path))
    assert done.returncode == 0, done.stderr
    assert MATE_IN_TWO in done.stdout
    assert re.search(r"alphabeta: Qb8\+, worth 1.000 \(#2\) to White \(proven\)", done.stdout)
    assert re.search(r"Qb8\+ +[\d,]+ +1.000 +#2 +in 3 +Qb8\+ Nxb8 Rd8#\n", done.stdout)
    assert re.search(r"and \d+ more moves, whose values are not known", done.stdout)
    assert path.read_text().startswith("<svg ")


def test_a_match_of_a_file_up_to_a_ply(pgn: str) -> None:
    agent = ("--agent", "alphabeta(depth=6)", "--json")
    done = run("analyse", "chess", "--pgn", pgn, "--ply", "30", *agent)
    found = json.loads(done.stdout)
    assert (found["move"], found["seat"]) == ("Qb8+", 0)
    assert found["table"][0]["score"] == "#2"
    after = json.loads(run("analyse", "chess", "Qb8+", "--pgn", pgn, "--ply", "30", *agent).stdout)
    assert (after["move"], after["table"][0]["score"]) == ("Nxb8", "#-1")
    second = json.loads(run("analyse", "chess", "--pgn", pgn, "--match", "2", *agent).stdout)
    assert second["seat"] == 1
    assert re.fullmatch(r"[+-]\d\.\d\d", second["table"][0]["score"])


def test_the_expected_line_is_told_in_san() -> None:
    """To a depth nothing is proven; alpha-beta's table knows how play goes on."""
    found = json.loads(run("analyse", "chess", "e4", "e5", "--agent", "alphabeta(depth=5)", "--json").stdout)
    assert len(found["line"]) >= 3
    state = playout.load("chess").replay(["e4", "e5", *found["line"]])
    assert len(state.history) == 2 + len(found["line"])


def test_a_match_of_go(sgf: str) -> None:
    done = run("play", "go", "--sgf", sgf, "--seat", "white", "--against", "random", typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert " 4 .(X). . .\n 3 . . X . .\n 2 . . . O .\n" in done.stdout
    assert "move 4, White" in done.stdout


def test_a_person_plays_on_from_a_match(pgn: str) -> None:
    done = run(
        "play", "chess", "--pgn", pgn, "--ply", "4", "--against", "random(seed=1)", typed="undo\nlog\nd4\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert "7 p p p[.]. p p p\n6 . . .[p]. . . .\n" in done.stdout
    assert "White plays e4\nBlack plays e5\nyour move" in done.stdout, "`undo` took Nf3 and d6 back, `log` has the rest"
    assert re.search(r"Black plays \w+", done.stdout.partition("your move (White): White")[2])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", "--fen", "x"), "chess: a FEN has 6 fields"),
        (("connect_four", "--fen", MATE_IN_TWO), "connect_four has no option 'fen'"),
        (("chess", "--fen", MATE_IN_TWO, "--pgn", "PGN"), "--fen and --pgn both say where to begin"),
        (("chess", "--pgn", "PGN"), "the match is over, there is nothing to search"),
        (("chess", "--pgn", "PGN", "--ply", "34"), "the match has 33 plies, not 34"),
        (("chess", "--pgn", "PGN", "--match", "3"), "matches.pgn: the file has 2 matches, so there is no match 3"),
        (("chess", "--pgn", "SGF"), "matches.sgf: PGN, line 1, column 1: "),
        (("chess", "--sgf", "SGF"), "matches.sgf: SGF is for go, not for chess"),
        (("go", "--pgn", "PGN"), "matches.pgn: PGN is for chess, not for go"),
        (("go", "--sgf", "SGF", "-o", "size=9"), "the file says how its match begins; leave out the option size"),
        (("chess", "--pgn", "no.pgn"), "cannot read no.pgn: No such file or directory"),
        (("chess", "--ply", "3"), "--match and --ply are about a match of a file"),
        (("chess", "--pgn", "PGN", "--ply", "4", "Ke4"), "move 5: 'Ke4' is not a move"),
        (("kuhn_poker", "Q", "J", "--picture", "x.svg"), r"kuhn_poker has no picture\(s\) in its file"),
    ],
)
def test_a_mistake_is_one_sentence(words: tuple[str, ...], sentence: str, pgn: str, sgf: str) -> None:
    done = run("analyse", *({"PGN": pgn, "SGF": sgf}.get(word, word) for word in words))
    assert done.returncode > 0
    assert re.search(sentence, done.stderr)
    assert done.stderr.count("\n") == 1
