"""Programs of one's own as agents: whole matches of every kind of game, what they are told, and what goes wrong."""

from __future__ import annotations

import pickle
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import playout
from playout import OptionError, PlayoutError, Spec
from playout.agents import Agent, EngineError, Resignation, agent
from playout.agents.engines import engine as engine_module
from playout.game import Game, State
from tests.agents.engines.test_engines import made, running, spell, token
from tests.cli.running import run
from tests.documents.pages import DOCS, ROOT, blocks
from tests.games.referee import Referee

__all__ = ["token"]

GAMES = ("tic_tac_toe", "kuhn_poker", "connect_four")
COURSE = {"rows": 10, "columns": 11, "blocked": (3, 4)}


@pytest.fixture(scope="module")
def board() -> Game:
    return playout.load("tic_tac_toe")


@pytest.fixture(scope="module")
def course() -> Game:
    return playout.load("connect_four", **COURSE)


@pytest.fixture(scope="module")
def compiled_client(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no g++ to compile the C++ example")
    made_here = tmp_path_factory.mktemp("client") / "my_ai"
    words = [compiler, "-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", str(made_here), "examples/my_ai.cpp"]
    subprocess.run(words, cwd=ROOT, check=True, timeout=120)
    return str(made_here)


# Whole matches


@pytest.mark.parametrize("game", GAMES)
def test_the_python_example_plays_a_whole_match(game: str) -> None:
    match = playout.play_match(game, [f"program({ROOT}/examples/my_ai.py)", "random"], seed=3)
    assert (match.forfeit, match.replay().over) == (None, True), match.reason


@pytest.mark.parametrize("game", GAMES)
def test_the_cpp_example_plays_a_whole_match(game: str, compiled_client: str) -> None:
    match = playout.play_match(game, ["random", f"program({compiled_client})"], seed=3)
    assert (match.forfeit, match.replay().over) == (None, True), match.reason


def test_the_same_seed_is_the_same_match() -> None:
    first, second = (
        playout.play_match("connect_four", [f"program({ROOT}/examples/my_ai.py)", "random"], seed=5) for _ in range(2)
    )
    assert first.moves == second.moves


@pytest.mark.parametrize("game", ["pig", "gomoku3d", "hearthstone", "examples/nim.py"])
def test_any_game_is_played(game: str, token: str) -> None:
    """Chance, three seats, moves of several words and hidden cards, and a file of the user's."""
    loaded = playout.load(ROOT / game if game.endswith(".py") else game)
    players: list[Spec | str] = [spell("program", "good", token), *["random"] * (loaded.seats - 1)]
    match = playout.play_match(loaded, players, seed=1)
    assert match.forfeit is None, match.reason


def test_the_arena_rates_programs_and_keeps_their_names(board: Game, tmp_path: Path, token: str) -> None:
    from playout.arena.storage.store import Store

    spec = spell("program", "good", token)
    result = playout.tournament(board, [spec, "random"], matches=4, seed=1, workers=1, store=tmp_path / "store")
    assert result.played == 4
    with Store(tmp_path / "store") as kept:
        (name,) = kept.tournament()["engines"].values()
        assert re.fullmatch(r"Fake 1\.0 \[[0-9a-f]{8}\]", name)
        assert not any(match.forfeit is not None for match in kept.matches())


def test_a_changed_program_is_another(tmp_path: Path, board: Game) -> None:
    program = tmp_path / "my_ai"
    shutil.copy(ROOT / "examples/my_ai.py", program)
    words = [f"program({program})", "random"]
    playout.tournament(board, words, matches=2, seed=1, workers=1, store=tmp_path / "store")
    program.write_text(program.read_text() + "# another\n")
    with pytest.raises(PlayoutError, match="engines"):
        playout.tournament(board, words, matches=4, seed=1, workers=1, store=tmp_path / "store")


# What a program is told


def told(log: Path) -> list[str]:
    """What was sent (>) and what was printed (<), in the order of the log."""
    return [line.split(" ", 2)[2] for line in log.read_text().splitlines() if re.match(r"\S+ \d+ [<>] ", line)]


class Answers:
    """Plays the moves that it is given."""

    name = "answers"

    def __init__(self, moves: str) -> None:
        self.moves = moves.split()
        self.at = 0

    def reset(self, seed: int | None = None) -> None:
        self.at = 0

    def check(self, state: State) -> None:
        pass

    def choose(self, state: State) -> int:
        self.at += 1
        return state.parse(self.moves[self.at - 1])


@pytest.mark.parametrize(
    ("number", "game", "answers", "other", "seat", "opening"),
    [
        (0, "tic_tac_toe", "a1,a2,a3", "b1 b2", 0, []),
        (1, "kuhn_poker", "bet", "pass pass", 1, ["Q", "K"]),
    ],
)
def test_the_conversations_in_the_documents(
    number: int, game: str, answers: str, other: str, seat: int, opening: list[str], tmp_path: Path
) -> None:
    written = [block for block in blocks(DOCS / "protocols.md", "text") if block.startswith("> playout 1")][number]
    log = tmp_path / "log"
    program, person = spell("program", "script", answers, seconds=2, log=str(log)), Answers(other)
    players: list[Spec | Agent] = [program, person] if seat == 0 else [person, program]
    match = playout.play_match(game, players, seed=1, opening=opening)
    assert match.forfeit is None, match.reason
    heard = told(log)
    start = len(heard) - heard[::-1].index("> playout 1") - 1  # before it, the program was only tried
    heard = [line if not line.startswith("> seed") else "> seed 42" for line in heard[start:]]
    heard = [line for line in heard if line not in ("< # one", "< ")]
    assert "\n".join(heard) + "\n" == written.replace("name My AI 1.0", "name Fake 1.0")


def test_a_seat_is_told_only_what_it_sees(tmp_path: Path) -> None:
    """The other's card differs, and all that is sent stays the same until the showdown."""
    poker = playout.load("kuhn_poker")
    heard = []
    for other in ("J", "K"):
        log = tmp_path / other
        engine = made(spell("program", "good", log=str(log)))
        engine.reset(1)
        state = poker.replay([other, "Q", "pass"])
        engine.choose(state)  # a whole position is masked as well
        engine.choose(state.seen_by(1))
        engine.close()
        heard.append(told(log))
    assert heard[0] == heard[1]
    assert "> see hands: ? Q" in heard[0]
    assert not any(line.startswith("> played") for line in heard[0])


def test_hidden_options_are_not_told(tmp_path: Path) -> None:
    """The opponent's deck is an option of Hearthstone."""
    log = tmp_path / "log"
    playout.play_match(
        playout.load("hearthstone", decks="basic_mage"), [spell("program", "good", log=str(log)), "random"], seed=1
    )
    words = {line.split()[1] for line in told(log) if line.startswith("> ")}
    assert words == {"playout", "game", "option", "seats", "seat", "seed", "see", "legal", "time", "go", "end", "quit"}
    assert not any("decks" in line for line in told(log))


def test_the_language_of_the_user_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []
    for language in ("en", "zh"):
        monkeypatch.setenv("PLAYOUT_LANGUAGE", language)
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        match = playout.play_match("hearthstone", [spell("program", "good", log=str(log)), "random"], seed=1)
        assert match.forfeit is None
        heard.append(told(log))
    assert heard[0] == heard[1]


def test_another_seat_of_a_hidden_match_is_another_process(token: str) -> None:
    poker = playout.load("kuhn_poker")
    engine = made(spell("program", "good", token))
    state = poker.replay(["Q", "K"])
    state = state.play(engine.choose(state.seen_by(0)))
    before = running(token)
    engine.choose(state.seen_by(1))
    assert not set(before) & set(running(token))
    engine.close()


def test_a_move_that_is_taken_back_is_told_by_a_new_match(tmp_path: Path, board: Game) -> None:
    log = tmp_path / "log"
    engine = made(spell("program", "good", log=str(log)))
    for moves in (["a1", "b1"], ["a1", "b1", "a2", "b2"], ["a1", "c1"]):
        engine.choose(board.replay(moves))
    engine.close()
    lines = [line for line in told(log) if line.startswith(("> game", "> played"))]
    assert lines == [
        *("> game tic_tac_toe", "> played 0 a1", "> played 1 b1"),
        *("> played 0 a2", "> played 1 b2"),
        *("> game tic_tac_toe", "> played 0 a1", "> played 1 c1"),
    ]


def test_options_are_written_as_the_command_line_takes_them(tmp_path: Path, course: Game) -> None:
    log = tmp_path / "log"
    engine = made(spell("program", "good", log=str(log)))
    engine.choose(course.start())
    engine.close()
    options = [line.removeprefix("> option ") for line in told(log) if line.startswith("> option")]
    assert options == ["rows 10", "columns 11", "line 4", "blocked 3,4"]


def test_a_program_is_told_its_time(tmp_path: Path, board: Game) -> None:
    log = tmp_path / "log"
    spec = spell("program", "good", log=str(log))
    for given, clock in ((spec, None), (spec.replace(seconds=0.25), None), (spec, playout.Clock(10.0, 0.5))):
        playout.play_match(board, [given, "random"], seed=1, clock=clock)
    lines = [line for line in told(log) if line.startswith(("> time", "> clock"))]
    assert {"> time 1", "> time 0.25"} < set(lines)
    clocks = [float(line.split()[2]) for line in lines if line.startswith("> clock")]
    assert clocks[0] == 10.0 and all(line.endswith(" 0.5") for line in lines if line.startswith("> clock"))
    times = [float(line.split()[2]) for line in lines[lines.index("> clock 10.000 0.5") - 1 :: 2]]
    assert len(times) == len(clocks) and all(0 < time < left / 2 for time, left in zip(times, clocks, strict=True))


# What goes wrong


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("crash", r"crash: .* ended by itself with code 3"),
        ("silent", r"clock: .* did not answer within 0\.5 s$"),
        ("open", r"clock: .* did not answer within 0\.5 s, and printed 'move a3' without a line break"),
        ("illegal", r"illegal: .* answered 'z9', which is not legal after 0 plies"),
        ("garbage", r"illegal: .* answered 'hello' to 'go'; the answer has to be 'move' and one of the legal moves"),
        ("bare", r"illegal: .* answered 'a3' to 'go'; the answer has to be 'move'"),
        ("chatty", r"illegal: .* answered \"info string .* to 'go'"),
        ("long", r"illegal: .* answered 'xxx.* to 'go'"),
        ("twice", r"illegal: .* printed 'move a3' before it was asked"),
        ("comments", r"crash: .* printed 10,000 comments instead of an answer"),
        ("resign", r"resigned: .* resigned"),
    ],
)
def test_what_goes_wrong_is_a_lost_match_with_its_reason(
    mode: str, reason: str, board: Game, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "GRACE_SECONDS", 0.3)
    seconds = 0.2 if mode in ("silent", "open") else 30
    match = playout.play_match(board, [spell("program", mode, token, seconds=seconds), "random"], seed=1)
    assert (match.forfeit, match.payoffs) == (0, (0.0, 1.0))
    assert re.search(reason, match.reason), match.reason


def test_a_hidden_match_does_not_say_how_many_plies_there_were() -> None:
    match = playout.play_match("kuhn_poker", [spell("program", "illegal"), "random"], seed=1)
    assert match.reason.endswith("answered 'z9', which is not legal here")


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("nameless", "answered 'hello' to 'playout 1'; the answer has to be 'name' and its name"),
        ("dead", "with code 5"),
    ],
)
def test_a_program_of_another_kind_is_refused_before_the_match(mode: str, sentence: str, board: Game) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        playout.play_match(board, [spell("program", mode), "random"])


@pytest.mark.parametrize("mode", ["stubborn", "parent"])
def test_a_program_that_does_not_end_is_killed_with_all_it_started(
    mode: str, board: Game, token: str, tmp_path: Path
) -> None:
    engine = made(spell("program", mode, token, log=str(tmp_path / "log")))
    engine.choose(board.start())
    assert running(token)
    begin = time.monotonic()
    engine.close()
    assert time.monotonic() - begin < 5
    assert ("did not end within 1 s of being asked to" in (tmp_path / "log").read_text()) == (mode == "stubborn")


def test_programs_that_cannot_be_started_are_refused_in_words(
    tmp_path: Path, board: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, mode in (("plain.py", 0o644), ("mine", 0o755), ("script", 0o755)):
        (tmp_path / name).write_text("print('hello')\n")
        (tmp_path / name).chmod(mode)
    for spelling, sentence in [
        ("program()", r"which engine\? .* or program\(\./my_ai\)"),
        ("program(./nothing)", r"there is no engine '\./nothing', and no program of that name"),
        ("program(./plain.py)", r"\./plain\.py is not executable; make it so \(chmod \+x \./plain\.py\), or .*python3"),
        ("program(..)", r"\.\. is a folder, not a program"),
        ("program(mine)", r"no program 'mine' in PATH; write \./mine for the file in this folder"),
        ("program(./mine, nodes=5)", r"program has no option 'nodes'"),
        ("saiblo(./mine, log='')", "log has to be the path of a file"),
    ]:
        with pytest.raises(OptionError, match=sentence):
            agent(spelling)
    with pytest.raises(EngineError, match=r"Exec format error; a script needs #! and the program that runs it"):
        agent("program(./script)").check(board.start())
    with pytest.raises(OptionError, match=r"the log nowhere/x cannot be written: No such file"):
        made(spell("program", "good", log="nowhere/x")).check(board.start())


def test_a_bare_path_is_a_text() -> None:
    assert Spec.read("program(./my_ai, seconds=1)") == Spec("program", engine="./my_ai", seconds=1)
    assert Spec.read("saiblo(~/ai/best-2.exe)") == Spec("saiblo", engine="~/ai/best-2.exe")
    assert Spec.read(str(Spec.read("program(/bin/x)"))) == Spec.read("program('/bin/x')")
    for text in ("uct(./x)", "program(./a b)", "program(./a, ./b)", "program(a, log=./b)"):
        with pytest.raises(OptionError, match="cannot be read"):
            Spec.read(text)


def test_a_log_has_both_sides_the_standard_error_and_what_went_wrong(tmp_path: Path, board: Game) -> None:
    log = tmp_path / "log"
    for mode in ("complains", "illegal"):
        playout.play_match(board, [spell("program", mode, log=str(log)), "random"], seed=1)
    text = log.read_text()
    assert "\nwarning: no book\n" in text
    assert re.search(
        r"^\d\d:\d\d:\d\d\.\d{3} \d+ ! .*fake_engine\.py program complains is started$", text, re.MULTILINE
    )
    assert re.search(r" ! .* answered 'z9', which is not legal after 0 plies$", text, re.MULTILINE)


def test_a_full_disk_costs_the_log_and_not_the_match(board: Game, capfd: pytest.CaptureFixture[str]) -> None:
    match = playout.play_match(board, [spell("program", "good", log="/dev/full"), "random"], seed=1)
    assert match.forfeit is None
    assert "the log /dev/full cannot be written any more: No space left on device" in capfd.readouterr().err


def test_programs_are_values_and_analyse(board: Game, token: str) -> None:
    engine = made(spell("program", "good", token, seconds=1))
    assert pickle.loads(pickle.dumps(engine)).spec == engine.spec
    *_, found = engine.think(board.start())
    engine.close()
    assert found.state.format(found.move) == "a3"
    with pytest.raises(Resignation):
        made(spell("program", "resign", token)).choose(board.start())


# The course's protocol


def test_a_match_by_the_courses_protocol(course: Game, tmp_path: Path, token: str) -> None:
    """The stones in the log are those of a referee with an independent implementation of the rules."""
    log = tmp_path / "log"
    players: list[str | Spec] = ["random", spell("saiblo", "good", token, log=str(log))]
    match = playout.play_match(course, players, seed=4)
    assert match.forfeit is None, match.reason
    setup, *turns = [line[2:] for line in told(log) if line.startswith("> ")]
    assert setup == "10 11 3 4"
    referee = Referee(10, 11, blocked=(3, 4))
    cells = []
    for move in match.moves:
        cells.append(referee.landing(move))
        referee.play(move)
    assert turns == [f"{cell[0]} {cell[1]}" for cell in cells[: 2 * len(turns) : 2] if cell is not None]
    assert len(turns) == len(match.moves) // 2


def test_the_first_mover_is_told_so_and_each_match_has_a_process(course: Game, tmp_path: Path, token: str) -> None:
    log = tmp_path / "log"
    players: list[str | Spec] = [spell("saiblo", "good", token, log=str(log)), "random"]
    playout.tournament(course, players, matches=4, seed=1, workers=1)
    starts = [line for line in told(log) if line == "> 10 11 3 4"]
    assert len(starts) == 4
    assert sum(line == "> -1 -1" for line in told(log)) == 2


def test_our_own_player_of_the_protocol_plays(course: Game, token: str) -> None:
    command = shlex.join([sys.executable, "-m", "playout", "protocol", "saiblo", "--agent", "uct(simulations=20)"])
    match = playout.play_match(course, [Spec("saiblo", engine=command, seconds=60), "random"], seed=2)
    assert match.forfeit is None, match.reason


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("crash", r"crash: .* ended by itself with code 3"),
        ("silent", r"clock: .* did not answer within 0\.4 s$"),
        ("short", r"clock: .* did not answer within 0\.4 s, and printed only b'9'"),
        ("text", r"illegal: .* printed b'9 0\\n'; an answer is the text 'x y' after its length in four bytes"),
        ("letters", r"illegal: .*: an answer has to be 'x y', not 'x y'"),
        ("floating", r"illegal: .* answered 0 0, but a stone in column 0 lands on row 9"),
        ("full", r"illegal: .* answered 0 11, but column 11 is full or not there"),
        ("more", r"illegal: .* printed b'\\n' after its answer"),
    ],
)
def test_what_goes_wrong_by_the_courses_protocol(mode: str, reason: str, course: Game, token: str) -> None:
    seconds = 0.4 if mode in ("silent", "short") else 30
    match = playout.play_match(course, [spell("saiblo", mode, token, seconds=seconds), "random"], seed=1)
    assert match.forfeit == 0
    assert re.search(reason, match.reason), match.reason


def test_what_the_courses_protocol_cannot_say_is_refused(course: Game, token: str) -> None:
    for options in ({}, {"line": 5, "blocked": (1, 1)}):
        with pytest.raises(OptionError, match="the course's boards have one blocked cell and lines of four"):
            made(spell("saiblo", "good")).check(playout.load("connect_four", **options).start())
    with pytest.raises(OptionError, match="saiblo engines play connect_four, not tic_tac_toe"):
        made(spell("saiblo", "good")).check(playout.load("tic_tac_toe").start())
    match = playout.play_match(course, [spell("saiblo", "good", token), "random"], seed=1, opening=["a", "b"])
    assert "the judge's protocol has no openings, and no move can be taken back" in match.reason


# Names, and the command line


def test_programs_get_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CONFIG_DIR", str(tmp_path / "conf"))
    monkeypatch.chdir(ROOT / "examples")
    done = run("engines", "add", "mine", "./my_ai.py")
    assert re.fullmatch(r"mine: Random in Python \[[0-9a-f]{8}\]; use program\(mine\)\n", done.stdout), done.stderr
    done = run("engines", "add", "judged", "./my_ai.py", "--protocol", "saiblo")
    assert done.stdout.endswith("; use saiblo(judged)\n"), done.stderr
    monkeypatch.chdir(tmp_path)  # the path is kept whole
    done = run("play", "tic_tac_toe", "--against", "program(mine)", "--seat", "O", typed="quit\n")
    assert done.returncode == 0, done.stderr
    done = run("analyse", "tic_tac_toe", "--agent", "program(mine)")
    assert "is what would be played" in done.stdout, done.stderr
    listed = run("agents").stdout
    assert "program(./my_ai, seconds=1)" in listed and "every game" in listed
    assert "log: the path of a file" in run("agents", "saiblo").stdout


def test_a_match_in_the_terminal_ends_with_its_result(tmp_path: Path) -> None:
    log = tmp_path / "log"
    spec = str(spell("program", "script", "a1,a2,a3", log=str(log)))
    done = run("play", "tic_tac_toe", "--against", spec, "--seat", "O", typed="b1\nb2\n")
    assert "You lose" in done.stdout, done.stderr
    assert "> end 1 0" in told(log)
