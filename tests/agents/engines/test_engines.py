"""Engines as agents: whole matches, and that nothing an engine does hangs, lives on or gets run."""

from __future__ import annotations

import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import playout
from playout import Limit, OptionError, PlayoutError, Spec
from playout.agents import Engine, EngineError, Resignation, agent
from playout.agents.engines import engine as engine_module
from playout.agents.engines.book import find_engine
from playout.game import Game

FAKE = Path(__file__).with_name("fake_engine.py")
STOCKFISH = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")


def spell(protocol: str, mode: str, token: str = "", **words: object) -> Spec:
    command = shlex.join([sys.executable, str(FAKE), protocol, mode, *([token] if token else [])])
    return Spec(protocol, engine=command, **words)


def made(spec: str | Spec) -> Engine:
    found = agent(spec)
    assert isinstance(found, Engine)
    return found


def test_an_engine_of_the_other_protocol_is_known_by_its_first_answer() -> None:
    begin = time.monotonic()
    with pytest.raises(EngineError, match="answers as a GTP engine does, not as a UCI engine"):
        made(Spec("uci", engine=shlex.join([sys.executable, str(FAKE), "gtp", "good"]))).try_out()
    assert time.monotonic() - begin < 15, "and not by its silence, for which it has 20 s"


@pytest.fixture(scope="module")
def chess_game() -> Game:
    return playout.load("chess")


@pytest.fixture(scope="module")
def go_game() -> Game:
    return playout.load("go", size=5)


@pytest.fixture
def token() -> Iterator[str]:
    """A word in the command lines of the processes that a test starts; afterwards none of them may be left."""
    word = f"token{os.getpid()}x{time.monotonic_ns()}"
    yield word
    deadline = time.monotonic() + 5
    while (left := running(word)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert left == []


def running(word: str) -> list[int]:
    """The processes that have a word among their arguments."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and word.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def test_a_first_value_may_stand_without_its_word() -> None:
    spec = Spec.read("uci(stockfish, elo=1800, seconds=1)")
    assert spec == Spec("uci", engine="stockfish", elo=1800, seconds=1)
    assert str(spec) == "uci('stockfish', elo=1800, seconds=1)"
    assert Spec.read(str(spec)) == spec
    assert str(Spec.read('gtp("gnugo --mode gtp")')) == "gtp('gnugo --mode gtp')"
    assert Spec.read("uci(engine=stockfish)") == Spec.read("uci(stockfish)")
    for text in ("uct(5)", "uci(a, b)", "uci(*a)", "uci(a, engine=b)"):
        with pytest.raises(OptionError, match=r"cannot be read|given twice"):
            Spec.read(text)


def test_a_whole_match_of_chess(chess_game: Game, token: str) -> None:
    match = playout.play_match(chess_game, [spell("uci", "good", token, nodes=1), "random"], seed=3)
    assert match.forfeit is None
    assert match.replay().over


def test_a_whole_match_of_go(go_game: Game, token: str) -> None:
    match = playout.play_match(go_game, [spell("gtp", "good", token), spell("gtp", "good", token)], seed=3)
    assert (match.forfeit, len(match.moves)) == (None, 2)


@pytest.mark.parametrize(
    ("protocol", "mode", "reason"),
    [
        ("uci", "crash", r"crash: .* ended by itself with code 3"),
        ("gtp", "crash", r"crash: .* ended by itself with code 3"),
        ("uci", "silent", r"clock: .* was silent for"),
        ("gtp", "silent", r"clock: .* was silent for"),
        ("uci", "illegal", r"illegal: .* answered 'e1e8', which is not legal after 0 plies"),
        ("gtp", "illegal", r"illegal: .* answered 'Z99', which is not legal after 0 plies"),
        ("gtp", "resign", r"resigned: .* resigned after 0 plies"),
        ("gtp", "refuse", r"crash: .* refuses 'genmove black': no"),
    ],
)
def test_what_goes_wrong_is_a_lost_match_with_its_reason(
    protocol: str,
    mode: str,
    reason: str,
    chess_game: Game,
    go_game: Game,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_module, "GRACE_SECONDS", 0.3)
    game = chess_game if protocol == "uci" else go_game
    begin = time.monotonic()
    match = playout.play_match(game, [spell(protocol, mode, token, seconds=0.2), "random"], seed=1)
    assert time.monotonic() - begin < 20
    assert match.forfeit == 0
    assert match.payoffs == (0.0, 1.0)
    assert re.search(reason, match.reason), match.reason


@pytest.mark.parametrize("mode", ["chatty", "long", "stubborn", "parent"])
def test_what_an_engine_prints_and_starts_does_no_harm(
    mode: str, go_game: Game, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    engine = made(spell("gtp", mode, token))
    state = go_game.start()
    assert state.format(engine.choose(state)) == "pass"
    assert running(token)
    begin = time.monotonic()
    engine.close()
    assert time.monotonic() - begin < 5
    assert list(tmp_path.iterdir()) == []


def test_an_engine_ends_with_the_process_that_started_it(token: str) -> None:
    """Also if that is killed, and so can clean up nothing."""
    code = (
        "import os, signal, playout\nfrom playout.agents import agent\nfrom playout.spelling import Spec\n"
        f"engine = agent(Spec.read({str(spell('gtp', 'parent', token))!r}))\n"
        "engine.choose(playout.load('go', size=5).start())\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], timeout=60)
    assert ended.returncode == -9  # and the fixture sees that nobody is left


def test_a_failed_engine_is_replaced_for_the_next_match(chess_game: Game, token: str) -> None:
    engine = made(spell("uci", "crash", token))
    state = chess_game.start()
    for _ in range(2):
        engine.reset(1)
        with pytest.raises(EngineError, match="ended by itself with code 3"):
            engine.choose(state)
    engine.close()


def test_an_engine_that_does_not_start_loses_or_is_refused(chess_game: Game) -> None:
    engine = made(spell("uci", "dead"))
    with pytest.raises(EngineError, match="ended by itself with code 5"):
        engine.check(chess_game.start())
    engine.reset(1)
    with pytest.raises(EngineError, match="ended by itself with code 5"):
        engine.choose(chess_game.start())
    with pytest.raises(PlayoutError, match="ended by itself with code 5"):
        playout.play_match(chess_game, [spell("uci", "dead"), "random"])


def test_what_cannot_be_is_refused_in_words(chess_game: Game, go_game: Game) -> None:
    for spelling, words in [
        ("uci()", "which engine"),
        ("uci(nonesuch_engine)", "no engine 'nonesuch_engine', and no program of that name; install it"),
        ("uci('a \"b')", "cannot be read: No closing quotation"),
        ("uci(sh, c=1)", "uci has no option 'c'; it has engine, log, elo"),
        ("uci(sh, elo=x)", "elo has to be a whole number"),
        ("uci(sh, seconds=0)", "seconds has to be a number above 0"),
        ("gtp(sh, nodes=1)", "gtp has no option 'nodes'"),
        ("uci(sh, settings=5)", "settings has to be names with their values"),
    ]:
        with pytest.raises(OptionError, match=words):
            agent(spelling)
    with pytest.raises(OptionError, match="uci engines play chess, not go"):
        made(spell("uci", "good")).check(go_game.start())
    with pytest.raises(OptionError, match=r"has no option 'UCI_LimitStrength'; it has Level"):
        made(spell("uci", "good", elo=1800)).check(chess_game.start())
    with pytest.raises(OptionError, match="the option Level has to be a whole number from 0 to 9, not '11'"):
        made(spell("uci", "good", settings={"Level": 11})).check(chess_game.start())


def test_engines_are_values(chess_game: Game) -> None:
    engine = made(spell("uci", "good", nodes=1))
    again = pickle.loads(pickle.dumps(engine))
    assert again.spec == engine.spec
    assert not made(spell("uci", "good")).is_limited
    assert made(spell("uci", "good")).limit == Limit(seconds=1)


def test_a_store_keeps_what_engines_call_themselves(go_game: Game, tmp_path: Path, token: str) -> None:
    from playout.arena.storage.store import Store

    spec = spell("gtp", "good", token)
    result = playout.tournament(go_game, [spec, "random"], matches=2, seed=1, workers=1, store=tmp_path / "store")
    assert result.played == 2
    with Store(tmp_path / "store") as kept:
        assert kept.tournament()["engines"] == {str(spec): "Fake 1.0"}


def test_an_analysis_is_a_result(chess_game: Game, token: str) -> None:
    engine = made(spell("uci", "good", token, nodes=1))
    *_, found = engine.think(chess_game.start())
    engine.close()
    assert (found.state.format(found.move), found.work, found.proven) == ("a3", 10, False)
    assert found.values[0] == pytest.approx(1 / (1 + 10 ** (-25 / 414)), abs=0.01)  # a quarter of a pawn ahead
    assert len(found.candidates) == 20


def test_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CONFIG_DIR", str(tmp_path))
    assert find_engine("sh -c 'a b'", "uci").command[1:] == ("-c", "a b")
    assert Path(find_engine("sh", "uci").command[0]).is_absolute()


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed (Debian: stockfish)")
def test_stockfish_plays_and_mates(chess_game: Game) -> None:
    match = playout.play_match(chess_game, ["uci(stockfish, elo=2000, nodes=2000)", "random"], seed=1)
    assert match.payoffs == (1.0, 0.0), match.reason
    engine = made("uci(stockfish, lines=2, depth=8)")
    assert engine.identity == ""
    *_, found = engine.think(playout.load("chess", fen="6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").start())
    engine.close()
    assert found.state.format(found.move) == "Rd8#"
    assert found.values == (1.0, 0.0)
    assert sum(item.values is not None for item in found.candidates) == 2
    assert engine.identity.startswith("Stockfish")


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed (Debian: stockfish)")
def test_an_engine_without_a_limit_divides_its_clock(chess_game: Game) -> None:
    clock = playout.Clock(1.0, 0.01)
    match = playout.play_match(chess_game, ["uci(stockfish, elo=1400)", "random"], seed=1, clock=clock)
    assert match.forfeit is None
    own = match.clock[::2]
    assert sum(own) < 1.0 + 0.01 * len(own)


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian: gnugo)")
def test_gnu_go_plays_and_follows() -> None:
    game = playout.load("go", size=7, komi=0.5, black="C3", white="E5", first="white")
    engine = made('gtp("gnugo --mode gtp --level 1 --chinese-rules")')
    state = game.start()
    for _ in range(4):
        state = state.play(engine.choose(state))  # both colours, one process
    earlier = game.start().play("D4")
    assert engine.choose(earlier) in earlier.moves()  # another match: it is told anew
    engine.close()
    assert engine.identity == "GNU Go 3.8" or engine.identity.startswith("GNU Go")


def test_a_resignation_is_an_error_of_its_own(go_game: Game, token: str) -> None:
    engine = made(spell("gtp", "resign", token))
    with pytest.raises(Resignation, match="resigned after 0 plies"):
        engine.choose(go_game.start())
