"""GTP: what is read and written, a conversation line by line, and a referee between our program and GNU Go."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import playout
from playout import PlayoutError
from playout.protocols.gtp import GtpCommand, count_score, read_command, set_up_again, stones, write_answer
from playout.servers.gtp import GtpSession
from playout.servers.text_lines import Line
from playout.spelling import Spec
from tests.algorithms.puct.networks import write_network

COMMAND = [sys.executable, "-m", "playout", "protocol", "gtp", "--agent", "uct(simulations=60)"]
GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")


def test_commands_are_read() -> None:
    assert read_command("1 play black D4 # a comment\n") == GtpCommand("1", "play", ("black", "D4"))
    assert read_command("\tname\x07\x00 ") == GtpCommand("", "name", ())
    assert read_command("# only a comment") is None
    assert read_command("   ") is None
    assert read_command("17") == GtpCommand("17", "", ())


def test_answers_are_written() -> None:
    """The specification: `=` or `?`, the id, the text, and an empty line; none within."""
    assert write_answer("", "") == "=\n"
    assert write_answer("5", "D4") == "=5 D4\n"
    assert write_answer("5", "no", is_error=True) == "?5 no\n"
    assert write_answer("", "\na\n\nb\n") == "=\na\nb\n"


def test_stones_are_set_up_again() -> None:
    state = playout.load("go", size=5, komi=0.5).replay(["C3", "B2", "pass", "pass"])
    assert (state.over, stones(state)) == (True, (["C3"], ["B2"]))
    again = set_up_again(state, 1)
    assert (again.over, again.turn, stones(again)) == (False, 1, (["C3"], ["B2"]))
    assert count_score(again) == count_score(state) == "W+0.5"  # a stone each, and nobody has surrounded anything


class Conversation:
    """A session in this process."""

    def __init__(self, spec: Spec | None = None) -> None:
        self.said: list[str] = []
        self.session = GtpSession(spec or Spec.read("uct(simulations=60)"), self)  # type: ignore[arg-type]
        if spec is None:
            self.send("boardsize 5")

    def __call__(self, *texts: str) -> None:
        self.said += texts

    def send(self, text: str) -> str:
        """Send a line; the answer without the last line break."""
        self.said.clear()
        self.session.handle(Line(text, time.perf_counter()))
        return "\n".join(self.said).rstrip("\n")


@pytest.fixture(scope="module")
def talk() -> Conversation:
    return Conversation()


def test_it_introduces_itself(talk: Conversation) -> None:
    assert talk.send("1 protocol_version") == "=1 2"
    assert talk.send("name") == "= Playout"
    listed = talk.send("list_commands")[2:].split("\n")
    essential = (
        "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove undo "
        "time_settings time_left final_score final_status_list kgs-genmove_cleanup loadsgf reg_genmove showboard "
        "lz-analyze kata-analyze"
    )
    assert set(essential.split()) <= set(listed)
    assert all(talk.send(f"known_command {name}") == "= true" for name in listed)
    assert talk.send("known_command fly") == "= false"


def test_a_match_is_played(talk: Conversation) -> None:
    for line in ("clear_board", "komi 0.5", "2 play b c3"):
        assert talk.send(line).startswith("=")
    move = talk.send("genmove white")[2:]
    assert talk.send("showboard").startswith("=\n")
    assert "X" in talk.send("showboard")
    assert talk.send("play white pass").startswith("=")  # out of turn: Black passes between, which the protocol allows
    assert talk.send("undo") == talk.send("undo") == "="
    assert talk.send("reg_genmove w")[2:] != ""
    assert talk.send(f"play w {move}") == "="
    assert talk.send("undo") == talk.send("undo") == "="
    assert talk.send("undo") == "? cannot undo"
    assert talk.send("final_score") == "= W+0.5"


def test_two_passes_and_what_comes_after(talk: Conversation) -> None:
    for line in ("clear_board", "play b c3", "play w pass", "play b pass"):
        assert talk.send(line) == "="
    assert talk.send("final_score") == "= B+24.5"
    assert talk.send("final_status_list alive") == "= C3"
    assert talk.send("final_status_list dead") == "="
    assert talk.send("genmove w") == "= pass"
    assert talk.send("undo") == "="
    assert talk.send("play w b2") == "="  # the players go on
    assert talk.send("final_score") == "= W+0.5"


def test_dead_stones_are_named_and_captured(talk: Conversation, tmp_path: Path) -> None:
    """Black has two eyes, E2 and E4; White's only stone is A3, which Black has to take before it passes."""
    path = tmp_path / "match.sgf"
    black = "".join(
        f"[{point}]" for point in ("aa", "ca", "da", "ea", "cb", "db", "cc", "dc", "ec", "cd", "dd", "ce", "de", "ee")
    )
    path.write_text(f"(;GM[1]SZ[5]KM[0.5]AB{black}AW[ac];B[];W[])")
    assert talk.send(f"loadsgf {path}") == "="
    assert talk.send("final_status_list dead") == "= A3"
    assert "A3" not in talk.send("final_status_list alive")
    assert talk.send("final_status_list seki") == "="
    assert talk.send("final_score") == "= B+24.5"
    assert talk.send("genmove b") == "= pass"  # both have passed: the match is over until a controller cleans up
    move = talk.send("kgs-genmove_cleanup b")
    for _ in range(24):
        if move == "= pass":
            break
        assert talk.send("play w pass") == "="
        move = talk.send("genmove b")
    assert move == "= pass"
    assert "A3" not in talk.send("final_status_list alive")
    assert talk.send("final_status_list dead") == "="
    assert talk.send("final_score") == "= B+24.5"


def test_handicaps(talk: Conversation) -> None:
    assert talk.send("boardsize 9") == "="
    assert talk.send("fixed_handicap 5") == "= C3 G7 C7 G3 E5"  # the specification's table
    assert talk.send("fixed_handicap 2") == "? board not empty"
    assert talk.send("clear_board") == "="
    assert talk.send("set_free_handicap A1 B2") == "= A1 B2"
    assert talk.send("boardsize 19") == "="
    assert talk.send("fixed_handicap 9") == "= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"
    assert talk.send("boardsize 5") == "="


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("7 fly", "?7 unknown command"),
        ("boardsize 25", "? unacceptable size"),
        ("boardsize x", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("komi 0.3", "? go: komi has to be a whole or half number"),
        ("play b", "? syntax error"),
        ("play red c3", "? a colour is black or white, not 'red'"),
        ("play b z9", "? illegal move"),
        ("play b i5", "? illegal move"),
        ("genmove", "? syntax error"),
        ("genmove b w", "? syntax error"),
        ("kgs-genmove_cleanup", "? syntax error"),
        ("final_status_list", "? invalid status"),
        ("time_settings 1", "? syntax error"),
        ("time_left b x 0", "? syntax error"),
        ("loadsgf", "? syntax error"),
        ("loadsgf /nowhere/nothing.sgf", "? cannot load file"),
        ("loadsgf /", "? cannot load file"),
        ("final_status_list asleep", "? invalid status"),
        ("fixed_handicap 99", "? invalid number of stones"),
        ("99", "?99 unknown command"),
    ],
)
def test_what_makes_no_sense_is_an_error(talk: Conversation, line: str, answer: str) -> None:
    talk.send("boardsize 5")
    assert talk.send(line).startswith(answer)
    assert talk.send("name") == "= Playout"


def test_a_match_from_a_file(talk: Conversation, tmp_path: Path) -> None:
    path = tmp_path / "match.sgf"
    path.write_text("(;GM[1]SZ[5]KM[0.5];B[cc];W[bb];B[dd])")
    assert talk.send(f"loadsgf {path}") == "= white"
    assert talk.send("final_status_list alive") == "= D2 C3 B4"
    assert talk.send(f"loadsgf {path} 3") == "= black"
    assert talk.send("final_status_list alive") == "= C3 B4"
    assert talk.send("undo") == "="
    path.write_text("(;GM[1]SZ[5];B[cc];W[cc]")
    assert talk.send(f"loadsgf {path}").startswith("? SGF, line 1")
    assert talk.send("final_status_list alive") == "= C3"  # the board stays as it was


def test_analysis_lasts_until_the_next_line(talk: Conversation) -> None:
    talk.send("boardsize 5")
    for name in ("lz-analyze", "kata-analyze"):
        begin, *lines, end = talk.send(f"3 {name} b 10").split("\n")  # with no input to come it says one thing
        assert begin == "=3"
        found = " ".join([*lines, end]).split("info ")[1].split()
        fields = dict(zip(found[::2], found[1::2], strict=False))
        share = float(fields["winrate"]) / (10_000 if name == "lz-analyze" else 1)
        assert 0 <= share <= 1
        assert int(fields["visits"]) > 0
        assert fields["order"] == "0"
        assert fields["pv"] == fields["move"] != ""


def test_what_is_no_rule_for_ko_is_refused() -> None:
    with pytest.raises(PlayoutError, match="ko has to be one of superko, simple, not 'never'"):
        GtpSession(Spec.read("uct"), print, ko="never")  # type: ignore[arg-type]


def test_a_conversation_over_pipes() -> None:
    """A megabyte, bytes that are no text, analysis that the next line ends; then it ends with its input."""
    text = b"boardsize 5\n" + b"x" * (1 << 20) + b"\n\xff\xfe\n1 name\n2 lz-analyze b 1\n3 genmove b\n4 quit\n5 name\n"
    done = subprocess.run(COMMAND, input=text, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    answers = done.stdout.decode().split("\n\n")
    assert answers[1] == "? a line has 1,048,576 bytes; the longest that is read has 65,536"
    assert answers[2] == "? unknown command"
    assert answers[3] == "=1 Playout"
    assert answers[4].startswith("=2")
    assert answers[5].startswith("=3 ")
    assert answers[6] == "=4"
    assert answers[7:] == [""]


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian: gnugo)")
def test_a_match_with_gnu_go_in_between() -> None:
    """GNU Go follows every move of ours as a referee, and both count the same stones on the board in the end."""
    match = playout.play_match(
        playout.load("go", size=5, komi=0.5, ko="simple"),
        ["uct(simulations=200)", 'gtp("gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead")'],
        seed=1,
    )
    assert match.forfeit is None or match.reason.startswith("resigned"), match.reason


@pytest.mark.slow
def test_a_network_plays_the_size_that_it_knows(tmp_path: Path) -> None:
    """The first board is of its size; another is refused where it is named."""
    path = write_network(tmp_path / "go.onnx", playout.load("go", size=13), scale=0.05)
    talk = Conversation(Spec("net", file=str(path), simulations=4))
    assert talk.send("genmove b").startswith("=")
    assert "trained with size=13, and this game has size=9" in talk.send("boardsize 9")
    assert talk.send("genmove w").startswith("=")
