"""UCI: what is read and written, a conversation line by line, and python-chess as a real client of the program."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import chess
import chess.engine
import pytest

from playout import PlayoutError
from playout.protocols.uci import (
    EngineOption,
    Go,
    Info,
    read_engine_option,
    read_go,
    read_info,
    read_setoption,
    write_info,
)
from playout.protocols.uci_position import UciPosition, fen_of, position_command
from playout.servers.text_lines import MAX_LINE_BYTES, Line, Lines
from playout.servers.uci import UciSession
from playout.servers.uci_options import SessionOptions
from playout.spelling import Spec

COMMAND = [sys.executable, "-m", "playout", "protocol", "uci"]


def test_go_is_read() -> None:
    text = "wtime 1000 btime 500 winc 10 binc 20 movestogo 5"
    assert read_go(text.split()) == Go(1.0, 0.5, 0.01, 0.02, movestogo=5)
    assert read_go(["infinite"]) == Go(infinite=True)
    found = read_go(["searchmoves", "e2e4", "d2d4", "depth", "3", "ponder"])
    assert (found.searchmoves, found.depth, found.ponder) == (("e2e4", "d2d4"), 3, True)
    assert read_go(["wtime", "-20"]).clock(0) == (0.0, 0.0)
    assert read_go(["wtime", "20"]).clock(1) is None


@pytest.mark.parametrize(
    "text", ["depth", "depth x", "depth 0", "wtime 1e5", "sideways 3", "nodes 9999999999999999", "depth 1 depth 2"]
)
def test_what_is_no_go_is_refused(text: str) -> None:
    with pytest.raises(PlayoutError):
        read_go(text.split())


def test_options_are_read_and_written() -> None:
    assert read_setoption("name Skill Level value 5") == ("Skill Level", "5")
    assert read_setoption("name Clear Hash") == ("Clear Hash", "")
    for text in ("", "Hash 5", "name", "name value 5"):
        with pytest.raises(PlayoutError, match="setoption"):
            read_setoption(text)
    for option in (
        EngineOption("Skill Level", "spin", "20", 0, 20),
        EngineOption("Style", "combo", "Normal", choices=("Solid", "Normal")),
        EngineOption("Ponder", "check", "false"),
        EngineOption("Clear Hash", "button"),
    ):
        assert read_engine_option(option.write()) == option
    assert read_engine_option("option name x type spin default 1 min a max b") is None
    assert read_engine_option("id name option") is None


def test_info_is_read_and_written() -> None:
    info = Info(
        depth=9, seldepth=12, multipv=2, mate=-3, nodes=1000, nps=5000, hashfull=7, time=0.25, pv=("e2e4", "e7e5")
    )
    assert read_info(write_info(info)) == info
    assert read_info("info string hello pv e2e4") is None
    assert read_info("info depth x score cp 5 pv e2e4") is None
    bound = read_info("info depth 5 score cp 31 lowerbound pv e2e4")
    assert bound is not None
    assert (bound.centipawns, bound.bound) == (31, "lowerbound")


def test_positions_follow_python_chess() -> None:
    """The same positions, by a second implementation; and a position goes on after a draw that nobody claimed."""
    position, board = UciPosition(), chess.Board()
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 3
    for number, move in enumerate(["e2e4", "c7c5", *shuffle, "d2d4"], 1):
        board.push_uci(move)
        position.set(["startpos", "moves", *[item.uci() for item in board.move_stack]])
        assert fen_of(position.state).split()[:4] == board.fen(en_passant="legal").split()[:4], number
    with pytest.raises(PlayoutError, match=r"move 1, 'e2e5', is not legal"):
        position.set(["startpos", "moves", "e2e5"])
    with pytest.raises(PlayoutError, match="White has 2 kings"):
        position.set(["fen", "KK5k/8/8/8/8/8/8/8", "w", "-", "-", "0", "1"])
    for words in ([], ["fen"], ["startpos", "e2e4"], ["nowhere"]):
        with pytest.raises(PlayoutError, match="position has to be"):
            position.set(words)
    assert fen_of(position.state).split()[0] == board.board_fen()  # what is refused changes nothing
    position.set(["fen", "8/8/8/8/8/k7/8/K6R", "w", "-", "-", "3", "40", "moves", "h1h8"])
    assert position_command(position.state) == "position fen 8/8/8/8/8/k7/8/K6R w - - 3 40 moves h1h8"


class Conversation:
    """A session in this process; what it writes is kept."""

    def __init__(self, agent: str) -> None:
        self.said: list[str] = []
        self._news = threading.Condition()
        self.session = UciSession(Spec.read(agent), self)  # type: ignore[arg-type]

    def __call__(self, *texts: str) -> None:
        with self._news:
            self.said += texts
            self._news.notify_all()

    def send(self, text: str, until: str = "") -> list[str]:
        """Send a line; what is said up to a line that begins so."""
        return self.send_and_wait(text, lambda line: line.startswith(until)) if until else self.send_and_wait(text)

    def send_and_wait(self, text: str, is_last: Callable[[str], bool] | None = None) -> list[str]:
        """Send a line; what is said up to a line that is_last holds for, or so far."""
        with self._news:
            begin = len(self.said)
        self.session.answer(Line(text, time.perf_counter()))
        deadline = time.monotonic() + 60
        with self._news:
            while is_last and not any(is_last(line) for line in self.said[begin:]):
                assert self._news.wait(deadline - time.monotonic()), self.said[begin:]
            return self.said[begin:]


@pytest.fixture(scope="module")
def talk() -> Conversation:
    found = Conversation("alphabeta")
    found.send("isready", "readyok")
    return found


def best(lines: list[str]) -> str:
    return lines[-1].split()[1]


def test_it_introduces_itself(talk: Conversation) -> None:
    lines = talk.send("uci", "uciok")
    assert lines[0].startswith("id name Playout")
    declared = {option.name: option for line in lines if (option := read_engine_option(line))}
    assert {"Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Clear Hash", "quiescence"} <= declared.keys()
    assert declared["quiescence"] == EngineOption("quiescence", "check", "true")


def test_a_mate_is_found_and_told(talk: Conversation) -> None:
    talk.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    lines = talk.send("go depth 3", "bestmove")
    assert best(lines) == "d1d8"
    assert "score mate 1" in lines[-2]


def test_several_lines_and_chosen_moves(talk: Conversation) -> None:
    talk.send("position startpos")
    talk.send("setoption name MultiPV value 3")
    infos = [info for line in talk.send("go depth 3", "bestmove") if (info := read_info(line))][-3:]
    assert [info.multipv for info in infos] == [1, 2, 3]
    assert len({info.pv[0] for info in infos}) == 3
    scores = [info.centipawns or 0 for info in infos]
    assert scores == sorted(scores, reverse=True)
    talk.send("setoption name MultiPV value 1")
    assert best(talk.send("go depth 2 searchmoves a2a3 h2h3", "bestmove")) in ("a2a3", "h2h3")


def test_several_lines_deepen_together(talk: Conversation) -> None:
    """In an endless search, too, each line of a depth has its score and its depth, before the search ends."""
    talk.send("position startpos")
    talk.send("setoption name MultiPV value 3")

    def is_third_line(text: str) -> bool:
        info = read_info(text)
        return info is not None and info.multipv == 3 and info.depth >= 3

    lines = talk.send_and_wait("go infinite", is_third_line)
    last = next(i for i, line in enumerate(lines) if is_third_line(line)) + 1
    infos = [info for line in lines[last - 3 : last] if (info := read_info(line))]
    talk.send("stop", "bestmove")
    talk.send("setoption name MultiPV value 1")
    assert len({info.depth for info in infos}) == 1
    assert [info.multipv for info in infos] == [1, 2, 3]
    assert all(info.centipawns is not None and len(info.pv) > 1 for info in infos)


def test_an_endless_search_ends_with_stop(talk: Conversation) -> None:
    talk.send("position startpos moves e2e4")
    talk.send("go infinite")
    assert talk.send("isready", "readyok")[-1] == "readyok"  # in the middle of it
    for line in ("go depth 1", "setoption name Hash value 8", "ucinewgame", "ponderhit"):
        assert "info string error:" in " ".join(talk.send(line, "info string error"))
    time.sleep(0.15)
    lines = talk.send("stop", "bestmove")
    assert best(lines)[1] in "78"  # a move of Black
    assert talk.send("stop") == []  # where no search runs it says nothing


def test_pondering(talk: Conversation) -> None:
    talk.send("position startpos moves e2e4 e7e5")
    talk.send("go ponder wtime 1000 btime 1000 winc 0 binc 0")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in talk.said[-1:])
    begin = time.monotonic()
    talk.send("ponderhit", "bestmove")
    assert time.monotonic() - begin < 1.0


def test_where_nobody_can_move(talk: Conversation) -> None:
    talk.send("position startpos moves f2f3 e7e5 g2g4 d8h4")
    assert talk.send("go movetime 10", "bestmove") == ["info depth 0 score mate 0", "bestmove (none)"]
    talk.send("position fen 8/8/8/8/8/8/1k6/7K w - - 0 1")  # nobody can mate, but the program asks
    assert best(talk.send("go movetime 10", "bestmove")) in ("h1h2", "h1g1", "h1g2")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hello", "there is no command 'hello'"),
        ("go sideways", "go does not know 'sideways'"),
        ("go movetime soon", "movetime has to be followed by a whole number, not 'soon'"),
        ("setoption name Skill value 3", "there is no option 'Skill'"),
        ("setoption name Hash value 0", "the option Hash has to be a whole number from 1 to"),
        ("setoption name killers value maybe", "the option killers has to be true or false, not 'maybe'"),
        ("position fen 8/8 w - - 0 1", "8 ranks"),
        ("go depth 3", "the last position was refused"),
        ("position startpos moves e2e4 e2e4", "move 2, 'e2e4', is not legal"),
        ("ponderhit", "no search that ponders"),
        ("\x00\xff\u2603 go", "there is no command"),
    ],
)
def test_what_makes_no_sense_is_told_and_it_goes_on(talk: Conversation, line: str, words: str) -> None:
    if line == "go depth 3":
        talk.send("position startpos moves e2e5")
    assert words in talk.send(line, "info string error")[-1]
    talk.send("position startpos")
    assert len(best(talk.send("go depth 1", "bestmove"))) == 4


def test_every_option_of_an_agent_can_be_set() -> None:
    options = SessionOptions(Spec.read("uct(c=0.5)"))
    declared = {option.name: option for option in options.declared()}
    assert declared["c"] == EngineOption("c", "string", "0.5")
    assert declared["choice"].choices == ("visits", "mean", "total")
    assert declared["playouts"].kind == "spin"
    for name, value in (("c", "0.25"), ("choice", "mean"), ("solver", "false"), ("Threads", "2"), ("hash", "64")):
        options.set(name, value)
    assert str(options.spec) == "uct(c=0.25, choice='mean', solver=False, threads=2)"
    assert 64 < options.memory < 68  # megabytes of a million bytes
    options.set("c", "<empty>")
    options.set("Threads", "1")
    assert str(options.spec) == "uct(choice='mean', solver=False)"
    with pytest.raises(PlayoutError, match="c has to be a number from 0 to 100"):
        options.set("c", "x")
    with pytest.raises(PlayoutError, match="chess has no playout policy 'tactics'"):
        options.set("policy", "tactics")


def test_lines_are_bounded() -> None:
    source, sink = os.pipe()
    data = b"short\r\n" + b"x" * (1 << 20) + b"\n" + b"after\n" + b"y" * MAX_LINE_BYTES + b"\nlast"
    threading.Thread(target=_write, args=(sink, data), daemon=True).start()
    found = list(Lines(source))
    assert [(line.text[:6], line.length) for line in found] == [
        ("short", 0),
        ("", 1 << 20),
        ("after", 0),
        ("yyyyyy", 0),
        ("last", 0),
    ]
    os.close(source)


def _write(sink: int, data: bytes) -> None:
    with open(sink, "wb") as file:
        file.write(data)


@pytest.fixture
def client() -> Iterator[chess.engine.SimpleEngine]:
    found = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=120)
    yield found
    found.quit()


def test_python_chess_as_a_client(client: chess.engine.SimpleEngine) -> None:
    assert client.id["name"].startswith("Playout")
    board = chess.Board()
    client.configure({"Hash": 16, "killers": False})
    client.ping()
    left = [1.0, 1.0]
    for ply in range(10):
        limit = chess.engine.Limit(white_clock=left[0], black_clock=left[1], white_inc=0.01, black_inc=0.01)
        begin = time.perf_counter()
        found = client.play(board, limit, ponder=ply % 2 == 0)
        left[ply % 2] += 0.01 - (time.perf_counter() - begin)
        assert found.move is not None
        assert found.move in board.legal_moves
        board.push(found.move)
    infos = client.analyse(board, chess.engine.Limit(depth=4), multipv=2)
    assert [info["multipv"] for info in infos] == [1, 2]
    mate = chess.Board("7k/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    found = client.play(mate, chess.engine.Limit(time=0.5), info=chess.engine.INFO_ALL)
    assert found.move == chess.Move.from_uci("d1d8")
    assert found.info["score"].white() == chess.engine.Mate(1)


def test_a_megabyte_and_nonsense_over_a_pipe() -> None:
    """It goes on, and ends with its input."""
    text = b"\xff\xfe\x00\n" + b"position " + b"a" * (1 << 20) + b"\nuci\nposition startpos\ngo nodes 100\n"
    done = subprocess.run(COMMAND, input=text, capture_output=True, timeout=120)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0, done.stderr
    assert "info string error: a line has 1,048,585 bytes; the longest that is read has 65,536" in lines
    assert "uciok" in lines
    assert lines[-1].startswith("bestmove ")


def test_only_a_search_can_play() -> None:
    done = subprocess.run([*COMMAND, "--agent", "random"], capture_output=True, timeout=60, text=True)
    assert (done.returncode, done.stderr) == (1, "playout: random does not search; use uct, alphabeta or flat\n")
