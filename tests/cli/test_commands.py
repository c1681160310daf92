"""The command line as a person uses it: what it prints, what it refuses, and with which code."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playout.native import cache
from tests import paths
from tests.cli.running import on_a_terminal, run, run_process

NIM = str(paths.NIM)

COIN = '''
"""A safe half, or a coin that pays 1 or the half."""
import numpy as np
from playout.rules import CHANCE, OVER
PLAYERS = 1
MAX_MOVES = 2
MAX_OUTCOMES = 2
MAX_LENGTH = 2
State = np.dtype([("step", np.int8), ("halves", np.int8)], align=True)
def start(s): pass
def turn(s): return OVER if s.step == 2 else CHANCE if s.step == 1 else 0
def moves(s, out):
    out[0], out[1] = 0, 1
    return 2
def play(s, move):
    if s.step == 1:
        s.halves = 1 + move
        s.step = 2
    elif move == 0:
        s.halves = 1
        s.step = 2
    else:
        s.step = 1
def chance(s, rng): return 0 if rng[0] & np.uint64(1) == np.uint64(0) else 1
def odds(s, outcomes, p):
    outcomes[0], outcomes[1] = 0, 1
    p[0] = p[1] = 0.5
    return 2
def payoffs(s, out): out[0] = s.halves / 2
'''


def test_help_names_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("play", "analyse", "solve", "games", "check", "bench", "tune", "cache", "protocol"):
        assert re.search(rf"^  {command} ", done.stdout, re.MULTILINE)


def test_games_lists_names_and_options() -> None:
    done = run("games", COLUMNS="200")
    assert done.returncode == 0
    assert re.search(r"connect_four\s+2\s+Connect Four.*rows=6, columns=7, line=4, blocked=None", done.stdout)
    assert "[chance, hidden]" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("play", "conect_four"), 1, r"there is no game 'conect_four' \(did you mean connect_four\?\)"),
        (("play", "connect_four", "-o", "rows=99"), 1, "rows has to be a whole number from 1 to 15, not 99"),
        (("play", "connect_four", "-o", "blocked=((1,2),(3,4))"), 1, "blocked has to be one cell"),
        (("play", "connect_four", "-o", "rows"), 2, "'rows' has to be NAME=VALUE"),
        (("play", "connect_four", "--against", "flatt"), 1, r"there is no agent 'flatt' \(did you mean flat\?\)"),
        (("play", "pig", "--against", "rules"), 1, r"pig has no rule-based player.* no suggest"),
        (("play", "kuhn_poker", "--against", "alphabeta"), 1, "alphabeta needs full information, and kuhn_poker hides"),
        (("play", "connect_four", "--seat", "2"), 1, r"connect_four has seats 0 to 1 \(X, O\), not 2"),
        (("play", "no/such/file.py"), 1, "cannot read .*file.py: No such file"),
        (("play",), 2, "Missing argument"),
        (("analyse", "conect_four"), 1, "did you mean connect_four"),
        (("analyse", "connect_four", "d", "z"), 1, "move 2: 'z' is not a legal move here; legal: a, b, c, d, e, f, g"),
        (("analyse", "connect_four", "--agent", "random"), 1, "random does not search, so there is nothing to show"),
        (("analyse", "connect_four", "--agent", "uct(second=1)"), 1, r"no option 'second' \(did you mean seconds\?\)"),
        (("analyse", "connect_four", "--agent", "uct(seconds=0)"), 1, "seconds has to be a number above 0, not 0"),
        (("analyse", "connect_four", *"abababa"), 1, "the match is over, there is nothing to search"),
        (("analyse", "pig", "roll"), 1, "chance decides here"),
        (("analyse", "kuhn_poker", "Q", "J", "--agent", "alphabeta"), 1, "alphabeta needs full information"),
        (("solve", "nothing"), 1, "there is no game 'nothing'"),
        (("solve", "kuhn_poker", "Q", "J"), 1, "kuhn_poker cannot be solved: it hides information from its seats"),
        (("solve", "pig"), 1, "a line of pig did not end within 100,000 plies"),
        (("solve", "connect_four", *"abababa"), 1, "the match is over, there is nothing to search"),
        (("solve", "connect_four", "--seconds", "0.1"), 1, "not solved: alphabeta looked at [0-9,]+ nodes in 0.1 s"),
        (("protocol", "sailbo"), 2, "invalid choice: 'sailbo' .*; see playout protocol --help"),
        (("protocol", "saiblo", "--seconds", "0"), 2, "--seconds: it has to be a number from 0.01 to 3600, not '0'"),
        (("check", "nothing"), 1, "there is no game 'nothing'"),
        (("cache", "warm", "nothing"), 1, "there is no game 'nothing'"),
        (("bench", "nothing"), 1, "there is no game 'nothing'"),
        (("fly",), 2, "No such command 'fly'"),
        (("play", "pig", "--sead", "3"), 2, "No such option"),
    ],
)
def test_a_mistake_is_one_sentence_and_a_code(words: tuple[str, ...], code: int, sentence: str) -> None:
    done = run(*words, PLAYOUT_QUIET="1")
    assert done.returncode == code
    assert re.search(sentence, done.stderr)
    assert done.stderr.startswith("playout: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "code"), [(("games",), 0), (("play", "conect_four"), 1), (("fly",), 2), (("protocol", "sailbo"), 2)]
)
def test_a_process_says_and_returns_the_same(words: tuple[str, ...], code: int) -> None:
    """What all other tests here run in this process."""
    done, here = (way(*words, PLAYOUT_QUIET="1", COLUMNS="200") for way in (run_process, run))
    assert (done.returncode, done.stdout, done.stderr) == (code, here.stdout, here.stderr)
    assert here.returncode == code


def test_a_match_is_played_to_its_end() -> None:
    done = run("play", NIM, "-o", "stones=3", typed="5\n\nmoves\n3\n")
    assert done.returncode == 0
    assert "'5' is not a legal move here; legal: 1, 2, 3" in done.stdout
    assert "1, 2, 3" in done.stdout
    assert "You win: Player 1 has 1, Player 2 has 0" in done.stdout


def test_the_computer_moves_and_undo_takes_back() -> None:
    done = run("play", NIM, "-o", "stones=4", "--against", "flat(simulations=600, seed=1)", typed="1\nundo\nquit\n")
    assert done.returncode == 0
    assert "Player 2 plays 3" in done.stdout, "three stones are left, which wins at once"
    done = run("play", NIM, "-o", "stones=20", "--against", "random(seed=1)", typed="1\nundo\nquit\n")
    assert done.stdout.count("|" * 20 + "\n") == 2


def test_hints_and_expectations() -> None:
    """From 4 n stones the other side wins by best play, from any other number the one to move does."""
    words = ("play", NIM, "-o", "stones=7", "--against", "alphabeta")
    done = run(*words, typed="hint\nexpect\n2\nexpect\nquit\n")
    assert done.returncode == 0
    assert "alphabeta would play 3; it has proof of 1.00 for you, 0.00 for Player 2, by " in done.stdout
    assert "alphabeta: it has proof of 1.00 for you, 0.00 for Player 2, by " in done.stdout
    assert "Player 2 plays 1\n" in done.stdout, "five stones are left, and four are lost for who is to move"
    assert "alphabeta: it has proof of 0.00 for you, 1.00 for Player 2, by " in done.stdout


def test_a_hint_beside_a_computer_that_does_not_search() -> None:
    done = run("play", "tic_tac_toe", "--against", "rules(seed=1)", "--seat", "1", typed="hint\nhelp\nboard\nquit\n")
    assert done.returncode == 0
    assert re.search(r"uct\(seconds=1\) would play [abc][123]; it (expects|has proof of) 0\.\d\d for X", done.stdout)
    for word in ("moves", "board", "hint", "expect", "undo", "quit"):
        assert re.search(rf"^  {word} ", done.stdout, re.MULTILINE)


def test_a_game_may_name_the_agent(tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    path.write_text(Path(NIM).read_text().replace("PLAYERS = 2", 'PLAYERS = 2\nAGENT = "flat"'))
    assert "the computer plays flat(seconds=1)" in run("play", str(path), typed="quit\n").stdout
    assert "the computer plays alphabeta(seconds=1)" in run("play", "chess", typed="quit\n").stdout
    path.write_text(path.read_text().replace('"flat"', '"flatt"'))
    assert "there is no agent 'flatt'" in run("play", str(path)).stderr


def test_a_hint_knows_only_what_the_person_sees() -> None:
    done = run("play", "kuhn_poker", "--seed", "3", typed="hint\nexpect\nquit\n")
    assert "the computer plays ismcts(seconds=1)" in done.stdout, "for a game that hides things"
    assert re.search(r"ismcts\(seconds=1\) would play (pass|bet)", done.stdout)


@pytest.mark.parametrize(
    "agent", ["ismcts(simulations=500)", "uct(simulations=500)", "ucb(sequences=True, simulations=500)"]
)
def test_a_hidden_hand_is_analysed_by_guessing(agent: str) -> None:
    done = run("analyse", "kuhn_poker", "J", "Q", "pass", "bet", "--agent", agent)
    assert done.returncode == 0, done.stderr
    assert "hands: J ?" in done.stdout
    assert re.search(r"pass is worth about -1\.0\d+ to Player 1, by 500 simulations; nothing is proven\.", done.stdout)


def test_the_end_of_input_ends_the_match_quietly() -> None:
    done = run("play", "connect_four", typed="")
    assert (done.returncode, done.stderr) == (0, "")


def test_cards_of_others_are_not_shown() -> None:
    done = run("play", "kuhn_poker", "--seed", "3", "--against", "random(seed=1)", typed="pass\nbet\nbet\n")
    assert "chance" not in done.stdout
    assert re.search(r"hands: [JQK] \?", done.stdout)


def test_dice_are_shown() -> None:
    done = run("play", "pig", "--seed", "3", "--against", "random(seed=1)", typed="roll\nquit\n")
    assert re.search(r"chance: [1-6]", done.stdout)


def test_check_says_pass_or_fail_by_its_code(tmp_path: Path) -> None:
    done = run("check", NIM, "--seconds", "0.5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓" in done.stdout
    broken = tmp_path / "broken.py"
    broken.write_text(Path(NIM).read_text().replace("= 0.0, 1.0", "= 0.0, 2.0"))
    done = run("check", str(broken), "--seconds", "0.5")
    assert done.returncode == 1
    assert "✗" in done.stdout


def test_bench_prints_a_rate() -> None:
    done = run("bench", "tic_tac_toe", "--seconds", "0.05", "--threads", "1")
    assert re.search(r"tic_tac_toe(\s+[\d,]+/s){3}", done.stdout)


@pytest.mark.slow
def test_the_cache_is_shown_warmed_pruned_and_cleared(tmp_path: Path) -> None:
    where = {"PLAYOUT_CACHE_DIR": str(tmp_path / "here")}
    assert run_process("cache", **where).stdout.startswith(f"{tmp_path / 'here'}: 0 entries, 0 B")
    done = run_process("cache", "warm", "tic_tac_toe", **where)
    assert done.stdout == "tic_tac_toe is ready\n"
    assert "compiled tic_tac_toe" in done.stderr
    assert run_process("cache", "warm", "tic_tac_toe", **where).stderr == ""
    count = len(list((tmp_path / "here").glob("*" + cache.SUFFIX)))
    assert count == done.stderr.count("compiled "), "those of the game, and those that serve every game"
    assert f": {count} entries" in run_process("cache", **where).stdout
    assert run_process("cache", "prune", **where).stdout == "removed 0 files, 0 B\n"
    (tmp_path / "kept").mkdir()
    for path in list((tmp_path / "here").glob("*" + cache.SUFFIX)):
        (tmp_path / "kept" / path.name).write_bytes(path.read_bytes())
    assert run_process("cache", "clear", **where).stdout.startswith(f"removed {count} files")
    assert list((tmp_path / "here").glob("*" + cache.SUFFIX)) == []
    where = {"PLAYOUT_CACHE_DIR": str(tmp_path / "kept")}
    assert run_process("cache", "prune", "--days", "0", **where).stdout.startswith(f"removed {count} files")


def test_analyse_prints_the_position_the_table_and_why() -> None:
    done = run("analyse", "connect_four", *"ababab", "--agent", "uct(simulations=100, seed=1)")
    assert done.returncode == 0
    assert done.stdout.startswith(" . . . . . . .\n")
    assert "uct: a, worth 1.000 to X (proven); " in done.stdout
    assert re.search(r"^  a .* 1\.000  in 1", done.stdout, re.MULTILINE)
    assert re.search(r"^a wins in 1 pl", done.stdout, re.MULTILINE)
    assert "\x1b" not in done.stdout, "nothing is rewritten where no terminal is watching"


def test_analyse_as_json() -> None:
    done = run("analyse", NIM, "3", "-o", "stones=6", "--agent", "alphabeta", "--json", PLAYOUT_QUIET="1")
    found = json.loads(done.stdout)
    assert (found["move"], found["values"], found["proven"], found["line"]) == ("3", [0.0, 1.0], True, ["3"])
    assert {row["move"] for row in found["table"]} == {"1", "2", "3"}
    assert found["table"][0]["value"] == 1.0


def test_analyse_a_game_with_hidden_cards_sees_one_hand() -> None:
    texts = [
        run("analyse", "kuhn_poker", "Q", card, "--agent", "flat(simulations=200, seed=1)").stdout for card in "JK"
    ]
    assert re.search(r"hands: Q \?", texts[0])
    rows = [[line for line in text.splitlines() if line.startswith("  ")] for text in texts]
    assert rows[0] == rows[1] and len(rows[0]) == 3


@pytest.mark.slow
def test_an_interrupt_ends_the_thinking_with_an_answer() -> None:
    run("analyse", "connect_four", "--agent", "flat(simulations=10)")
    command = [sys.executable, "-m", "playout", "analyse", "connect_four", "--agent", "flat(seconds=100)"]
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        while "to move" not in running.stdout.readline():  # what is thought about is shown first
            pass
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=60)
    assert (running.returncode, error) == (0, "")
    assert time.perf_counter() - begin < 60
    assert re.search(r"^flat: [a-g], worth 0\.\d+ to X; [\d,]+ simulations in ", out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no such terminals")
def test_a_terminal_sees_the_table_grow() -> None:
    seen = on_a_terminal("analyse", "connect_four", "--agent", "flat(seconds=0.6)")
    assert len(re.findall(r"flat: [a-g], worth", seen)) > 2
    assert "\x1b[" in seen


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no such terminals")
def test_a_terminal_sees_that_solving_goes_on() -> None:
    seen = on_a_terminal("solve", "connect_four", *"ddddddcc")
    assert "solving" in seen
    assert "best move" in seen


def test_solve_a_draw_and_a_win() -> None:
    done = run("solve", "tic_tac_toe")
    assert done.returncode == 0
    assert re.search(r"^value +X has 0.5, O has 0.5$", done.stdout, re.MULTILINE)
    assert re.search(r"^line .* \(9 plies\)$", done.stdout, re.MULTILINE)
    done = run("solve", NIM, "1", "-o", "stones=4")
    assert re.search(r"^value +Player 1 has 0, Player 2 has 1$", done.stdout, re.MULTILINE)
    assert re.search(r"^best move +3, by Player 2$", done.stdout, re.MULTILINE)
    assert re.search(r"^line +3 \(1 ply\)$", done.stdout, re.MULTILINE)


def test_solve_for_three_seats_and_with_dice(tmp_path: Path) -> None:
    """Three take turns: who takes the last of four stones wins, so seat 1 wins if seat 0 leaves three or fewer.

    The coin is worth (1 + 0.5) / 2, more than the safe half.
    """
    three = Path(NIM).read_text().replace("PLAYERS = 2", "PLAYERS = 3").replace("1 - s.turn", "(s.turn + 1) % 3")
    three = three.replace(
        "out[s.turn], out[(s.turn + 1) % 3] = 0.0, 1.0", "out[:] = 0.0\n    out[(s.turn + 2) % 3] = 1.0"
    )
    (tmp_path / "three.py").write_text(three)
    done = run("solve", str(tmp_path / "three.py"), "-o", "stones=4")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^value +Player 1 has 0, Player 2 has 1, Player 3 has 0$", done.stdout, re.MULTILINE)
    assert "by minimax" in done.stdout
    (tmp_path / "coin.py").write_text(COIN)
    done = run("solve", str(tmp_path / "coin.py"))
    assert done.returncode == 0, done.stderr
    assert re.search(r"^value +Player 1 has 0.75$", done.stdout, re.MULTILINE)
    assert re.search(r"^best move +1, by Player 1$", done.stdout, re.MULTILINE)
    assert "by expectimax" in done.stdout


def test_output_that_nobody_reads_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m playout games | head -1", shell=True, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
