"""Chess matches as PGN: read and written, beside python-chess's reader and writer."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable

import chess
import chess.pgn
import pytest

import playout
from playout.formats.pgn import ChessMatch, read_pgn, read_pgns, write_pgn
from playout.games.chess.notation import write_uci

MORPHY = """\
[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[ECO "C41"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 {This is a weak move
already.} 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7
8.Nc3 c6 9.Bg5 {Black is in what's like a zugzwang position
here.} 9...b5 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7
16.Qb8+!! Nxb8 17.Rd8# 1-0
"""


def uci(match: ChessMatch) -> list[str]:
    return [write_uci(move) for move in match.state.history]


def test_a_well_known_match() -> None:
    match = read_pgn(MORPHY)
    assert (match.white, match.black, match.result) == ("Paul Morphy", "Duke Karl / Count Isouard", "1-0")
    assert match.tags["ECO"] == "C41", "unknown tags are kept"
    assert len(match.state.history) == 33
    assert match.state.over
    assert match.state.payoffs == (1.0, 0.0)
    assert match.comments == {
        6: "This is a weak move already.",
        17: "Black is in what's like a zugzwang position here.",
    }
    assert match.nags == {31: (3,)}


def tree(rng: random.Random, begin: chess.Board) -> chess.pgn.Game:
    """A random match with comments, NAGs and nested variations."""
    game = chess.pgn.Game.without_tag_roster()
    if begin.fen() != chess.STARTING_FEN:
        game.setup(begin)
    game.headers["White"], game.headers["Odd"] = 'A "quoted" name', "unknown"
    node: chess.pgn.GameNode = game
    if rng.random() < 0.5:
        game.comment = "before (the first; move) [%eval 0.1]"
    for _ in range(rng.randint(0, 60)):
        moves = list(node.board().legal_moves)
        if not moves or node.board().is_repetition(3) or node.board().is_insufficient_material():
            break
        after = node.add_main_variation(rng.choice(moves))
        if rng.random() < 0.2:
            after.comment = rng.choice(["a ; b", "(", ") $5 1-0", "[%clk 0:01:00] so", "long " * 40])
        if rng.random() < 0.2:
            after.nags = set(rng.sample([1, 2, 4, 6, 10, 146], 2))
        if rng.random() < 0.3:
            vary(rng, node, 0)
        node = after
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def vary(rng: random.Random, node: chess.pgn.GameNode, depth: int) -> None:
    """A variation of a few moves, with others within it."""
    for _ in range(rng.randint(1, 3)):
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if not moves:
            return
        node = node.add_variation(rng.choice(moves), comment="aside" if rng.random() < 0.3 else "")
        if depth < 3 and rng.random() < 0.4:
            vary(rng, node, depth + 1)


BEGINNINGS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 3 10",
)


@pytest.mark.parametrize("seed", range(6))
def test_what_python_chess_writes_is_read(seed: int) -> None:
    """Many matches in one file: moves, tags, comments, NAGs and results of the main line."""
    rng = random.Random(seed)
    games = [tree(rng, chess.Board(rng.choice(BEGINNINGS))) for _ in range(4)]
    text = "\n\n".join(game.accept(chess.pgn.StringExporter(columns=rng.choice([60, 80, None]))) for game in games)
    found = list(read_pgns(text))
    assert len(found) == len(games)
    for match, game in zip(found, games, strict=True):
        line = list(game.mainline())
        assert uci(match) == [node.move.uci() for node in line]
        assert match.tags == dict(game.headers)
        assert match.result == game.headers["Result"]
        said = {0: game.comment, **{ply: node.comment for ply, node in enumerate(line, 1)}}
        assert match.comments == {ply: " ".join(str(text).split()) for ply, text in said.items() if text}
        assert {ply: set(nags) for ply, nags in match.nags.items()} == {
            ply: node.nags for ply, node in enumerate(line, 1) if node.nags
        }
    assert uci(read_pgn(text, number=3)) == uci(found[2])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_by_python_chess_and_again(seed: int) -> None:
    rng = random.Random(100 + seed)
    state = playout.load("chess", fen=rng.choice(BEGINNINGS)).start()
    for _ in range(rng.randint(0, 80)):
        if state.over:
            break
        state = state.play(rng.choice(state.moves()))
    plies = range(len(state.history) + 1)
    comments = {ply: rng.choice(["so", "so %hidden " * 30, 'say "{x}" ; (y']) for ply in plies if rng.random() < 0.2}
    nags = {ply: (1, 13) for ply in plies[1:] if rng.random() < 0.2}
    tags = {"Annotator": "O'Neil (x)", "Event": "Test"}
    text = write_pgn(state, white="Ada", black="Bob", tags=tags, comments=comments, nags=nags)
    assert max(map(len, text.splitlines())) <= 90, "only words that begin with % may stand farther right"

    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert theirs.errors == []
    assert [move.uci() for move in theirs.mainline_moves()] == [write_uci(move) for move in state.history]
    assert list(theirs.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert (theirs.headers["White"], theirs.headers["Annotator"]) == ("Ada", tags["Annotator"])
    assert theirs.headers["Result"] == theirs.end().board().result(claim_draw=True) if state.over else "*"
    for ply, node in enumerate([theirs, *theirs.mainline()]):
        plain = comments.get(ply, "").replace("{", "(").replace("}", ")")
        assert str(node.comment).split() == plain.split()
        assert node.nags == set(nags.get(ply, ()))

    again = read_pgn(text)
    assert again.state.history == state.history
    assert again.state == state or again.state.game.options != state.game.options
    assert again.nags == nags
    once_more = write_pgn(again.state, tags=again.tags, result=again.result, comments=again.comments, nags=again.nags)
    assert once_more == text


def test_quotes_in_tags() -> None:
    """As the standard has them, and as some programs write them."""
    tags = {"Event": 'a "quoted" \\ name'}
    text = write_pgn(playout.load("chess").start(), tags=tags)
    assert '[Event "a \\"quoted\\" \\\\ name"]\n' in text
    assert read_pgn(text).tags["Event"] == tags["Event"]
    assert read_pgn('[Event "a "quoted" \\ name"] \r\n[Site "C:\\x"]\n*').tags == {**tags, "Site": "C:\\x"}


def test_ways_to_write_the_same() -> None:
    """Numbers apart or not, zeros for castling, UCI, en passant, escaped lines, comments to the line's end."""
    plain = uci(read_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O h5 5. a3 h4 6. g4 hxg3 7. fxg3 *"))
    text = (
        "\ufeff% an escaped line\n1 . e2e4 e5 ; a comment { to the end\n2.Ng1f3 Nb8-c6 3. Bb5 <reserved> a6!? "
        "(3... Nf6 {) is no end} (3... f5 *) 4. d3) 4.0-0 h5 5.a3 h4 6.g4 hxg3 e.p. 7.fxg3$14 *"
    )
    assert uci(read_pgn(text)) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not PGN: there is no match in it"),
        ("(;SZ[9];B[aa])", "PGN, line 1, column 1: the match breaks off within this variation"),
        ("hello *", "PGN, line 1, column 1: move 1.: 'hello' is not a move"),
        ("1. e4 e5 2. Ke3 *", "PGN, line 1, column 13: move 2.: 'Ke3' is not a move"),
        ("1. e4\n  Nd4 *", "PGN, line 2, column 3: move 1...: 'Nd4' is not a move"),
        ("1. e4 e5", "PGN, line 1, column 9: the match breaks off; it has to end with 1-0, 0-1, 1/2-1/2 or *"),
        ('[White "A"]\n\n1. e4 e5\n\n[White "B"]\n\n1. d4 *', "PGN, line 5, column 1: the match breaks off"),
        ('[White "A"]\n\n', "the match breaks off"),
        ('[White "A"]\n[White "B"]\n\n*', "PGN, line 2, column 1: the tag White appears twice"),
        ('[White "A]\n\n*', 'PGN, line 1, column 1: \'[White "A]\' is not a whole tag pair, such as [White "Name"]'),
        ("1. e4 {it goes on", "PGN, line 1, column 7: the file breaks off within this comment; its '}' is missing"),
        ("1. e4 (1. d4 (1. c4) *", "PGN, line 1, column 7: the match breaks off within this variation"),
        ('1. e4 (1. d4\n[White "B"]\n*', "PGN, line 1, column 7: the match breaks off within this variation"),
        ("1. e4) *", "PGN, line 1, column 6: a ')' closes a variation that was not opened"),
        ("1. e4 = *", "PGN, line 1, column 7: '= *' does not belong here"),
        ("1. e4 -- *", "move 1...: '--' is not a move"),
        ('[Result "1-0"]\n1. e4 0-1', "the moves end with 0-1, but the tag Result says 1-0"),
        ('[Result "won"]\n1. e4 *', "PGN, line 1, column 1: the result 'won' is not one of 1-0, 0-1, 1/2-1/2, *"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "column 24: the match is over before a3: the king is mated"),
        ('[FEN "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"]\n*', "PGN, line 1, column 1: chess: White has 2 kings"),
        ('[Variant "Chess960"]\n*', "the variant 'Chess960' is another game than chess; the castling of Chess960 is"),
        ('[Variant "Atomic"]\n*', "the variant 'Atomic' is another game than chess"),
        ('[FEN "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"]\n*', "the castling of Chess960 is not supported"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(playout.PlayoutError) as caught:
        read_pgn(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_match_that_the_rules_have_ended_does_not_go_on() -> None:
    """The position is there for the third time after eight plies; who goes on did not claim the draw."""
    with pytest.raises(playout.PlayoutError, match=r"the match is over before Nf3: a draw by .* without a claim"):
        read_pgn("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 *")


def test_a_truncated_file_is_refused_wherever_it_breaks_off() -> None:
    text = '[White "A"]\n\n1. e4 {so} e5 (1... c5 2. Nf3) 2. Nf3 1-0'
    read_pgn(text)
    for length in range(len(text)):
        with pytest.raises(playout.PlayoutError):
            read_pgn(text[:length])


def test_which_match_of_a_file() -> None:
    text = "1. e4 * 1. d4 * 1. c4 nonsense"
    assert uci(read_pgn(text, number=2)) == ["d2d4"]
    with pytest.raises(playout.PlayoutError, match="the file has 3 matches, so there is no match 4"):
        read_pgn(text, number=4)
    with pytest.raises(playout.OptionError, match="numbered from 1"):
        read_pgn(text, number=0)
    found = read_pgns(text)
    assert [uci(next(found)), uci(next(found))] == [["e2e4"], ["d2d4"]]
    with pytest.raises(playout.PlayoutError, match="column 23"):
        next(found)


def test_options_of_the_game() -> None:
    match = read_pgn("1. e4 *", evaluation="material")
    assert match.state.game.options == {"evaluation": "material"}


@pytest.mark.parametrize(
    "garbage",
    [
        "(" * 1_000_000,
        "{" * 1_000_000,
        "[" * 1_000_000,
        '[A "' + "\\" * 1_000_000,
        "1" * 1_000_000 + "-",
        "<" * 1_000_000,
        "$" * 1_000_000,
        lambda: "".join(map(chr, random.Random(1).choices(range(1, 0x2FF), k=1_000_000))),
        lambda: "".join(random.Random(2).choices('()[]{}"\\eN4 1.*-\n', k=1_000_000)),
    ],
    ids=range(9),
)
def test_a_megabyte_of_garbage_is_refused_at_once(garbage: str | Callable[[], str]) -> None:
    garbage = garbage if isinstance(garbage, str) else garbage()
    begin = time.process_time()
    with pytest.raises(playout.PlayoutError):
        list(read_pgns(garbage))
    assert time.process_time() - begin < 5


def test_only_chess_is_written() -> None:
    with pytest.raises(playout.PlayoutError, match="tic_tac_toe cannot be written as PGN, only chess"):
        write_pgn(playout.load("tic_tac_toe").start())
    with pytest.raises(playout.OptionError, match="the result 'won' is not one of"):
        write_pgn(playout.load("chess").start(), result="won")


def test_numbers_are_those_of_the_position() -> None:
    state = playout.load("chess", fen=BEGINNINGS[2]).start().play("Rfd8").play("Rfd1")
    text = write_pgn(state, comments={1: "so"})
    assert text.splitlines()[-1] == "10... Rfd8 {so} 11. Rfd1 *"
    assert f'[SetUp "1"]\n[FEN "{BEGINNINGS[2]}"]' in text
    lines = write_pgn(playout.load("chess").replay(["e4", "e5"]), comments={1: "x"}).splitlines()
    assert lines[-1] == "1. e4 {x} 1... e5 *"
