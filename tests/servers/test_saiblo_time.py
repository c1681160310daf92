"""A judge's time: the clock runs from the start of the process, and there is an answer before anything is loaded."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import playout
from playout import OptionError
from playout.protocols.saiblo_board import SaibloBoard
from playout.servers.judge import Preparation, first_deadline, process_age
from playout.servers.saiblo import Timed
from tests.games.referee import Referee


def random_boards(seed: int, count: int) -> list[tuple[SaibloBoard, Referee]]:
    """Boards in the middle of random matches, each with a referee who has seen the same."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        rows, columns = rng.randint(4, 12), rng.randint(4, 12)
        blocked = (rng.randrange(rows), rng.randrange(columns))
        board, referee = SaibloBoard(rows, columns, blocked), Referee(rows, columns, 4, blocked)
        for _ in range(rng.randint(0, rows * columns - 2)):
            moves = referee.moves()
            if not moves:
                break
            column = rng.choice(moves)
            board.play(column)
            referee.play(column)
        found.append((board, referee))
    return found


def test_the_board_is_that_of_the_referee_and_of_the_game() -> None:
    for board, referee in random_boards(1, 60):
        assert board.stones == referee.stones
        assert board.moves() == referee.moves()
        assert board.over == (not referee.moves())
        for column in board.moves():
            assert board.landing(column) == referee.landing(column)
            for seat in (0, 1):
                landing = board.landing(column)
                assert board.wins(landing, seat) == referee.completes(seat, landing)
        state = playout.load("connect_four", **board.options).replay(board.history)
        assert (state.over, state.moves()) == (board.over, board.moves())


def test_a_quick_move_wins_or_blocks_or_gives_nothing_away() -> None:
    kinds = {"wins": 0, "blocks": 0, "else": 0}
    for board, referee in random_boards(2, 400):
        if board.over:
            continue
        seat, landings = board.turn, {column: referee.landing(column) for column in referee.moves()}
        wins, blocks = (
            {column for column, cell in landings.items() if cell and referee.completes(who, cell)}
            for who in (seat, 1 - seat)
        )
        chosen = board.quick_move()
        assert chosen in landings
        if wins:
            assert chosen in wins
        elif blocks:
            assert chosen in blocks
        else:
            gifts = set()
            for column in landings:
                after = Referee(board.rows, board.columns, 4, board.blocked, dict(referee.stones))
                after.play(column)
                above = after.landing(column)
                if above and after.completes(1 - seat, above):
                    gifts.add(column)
            assert chosen not in gifts or gifts == set(landings)
        kinds["wins" if wins else "blocks" if blocks else "else"] += 1
    assert min(kinds.values()) > 20, kinds


def test_the_age_of_a_process_is_read_from_the_system(tmp_path: Path) -> None:
    """Field 22 of the file is the start, in hundredths of a second on every Linux, since the machine was started."""
    stat, ticks = tmp_path / "stat", int((time.clock_gettime(time.CLOCK_BOOTTIME) - 7.0) * 100)
    stat.write_text(f"12 (a name) of ) brackets) S {' '.join('1' for _ in range(18))} {ticks} 5 6")
    assert 7.0 <= process_age(str(stat)) < 60.0
    spent = time.process_time()
    assert spent <= process_age(str(tmp_path / "none")) <= time.process_time(), "where the system does not tell"
    stat.write_text("nonsense")
    assert spent <= process_age(str(stat)) <= time.process_time()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells when a process was started")
def test_the_age_counts_what_came_before_python() -> None:
    code = "import sys, time; from playout.servers.judge import process_age; time.sleep(0.5); print(process_age())"
    begin = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert 0.5 <= float(done.stdout) <= time.monotonic() - begin + 0.02, "the system counts in hundredths"


@pytest.mark.parametrize(
    ("started", "arrived", "seconds", "deadline"),
    [
        (100.0, 100.3, 2.0, 102.5),  # the usual case: two and a half seconds after the start
        (100.0, 100.3, 0.1, 102.5),  # who thinks for less has no less time to start
        (100.0, 100.3, 5.0, 105.5),  # a judge who allows more
        (100.0, 102.0, 2.0, 102.5),  # a busy machine
        (100.0, 104.0, 2.0, 104.5),  # the other side moved first, and took its time
    ],
)
def test_the_first_answer_is_due_by_the_start_of_the_process(
    started: float, arrived: float, seconds: float, deadline: float
) -> None:
    assert first_deadline(started, arrived, seconds) == pytest.approx(deadline)


def test_work_beside_tells_what_went_wrong() -> None:
    def fail() -> None:
        raise OptionError("no")

    with pytest.raises(OptionError, match="no"):
        Preparation(fail).wait(None)
    done = Preparation(lambda: None)
    assert done.wait(None) and done.wait(time.monotonic() - 1)


def test_what_is_not_ready_in_time_is_answered_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search never gets ready before the deadlines: the fourth cell of a column is taken all the same."""
    release = threading.Event()
    asked: list[float] = []

    class Player:
        limit: playout.Limit

        def choose(self, state: playout.State) -> int:
            asked.append(self.limit.seconds or 0.0)
            return state.moves()[-1]

    def prepare(self: Timed) -> None:
        release.wait(60)
        self._player, self._limit = Player(), playout.Limit(seconds=0.5)  # type: ignore[assignment]

    monkeypatch.setattr(Timed, "_prepare", prepare)
    player = Timed("uct", 0.5, time.monotonic() - 2.5)
    board = SaibloBoard(9, 9, (4, 4))
    for column in (0, 8, 0, 8, 0):
        board.play(column)
    assert player.choose(board, time.monotonic()) == 0, "the process started long ago, so at once"
    assert player.choose(board, time.monotonic()) == 0, "later moves wait for their own time"
    assert asked == []
    release.set()
    player.prepare()
    assert player.choose(board, time.monotonic()) == 8
    assert 0.05 <= asked[0] <= 0.5
    assert player.choose(board, time.monotonic() - 10) == 8
    assert asked[1] == 0.05, "a search that is late ends at once"


def test_the_time_is_used_also_for_the_first_move() -> None:
    """Generous bounds: the machine may be busy, and the start may be taken off the first move."""
    Timed("uct", 1.0, time.monotonic()).prepare()
    player, board = Timed("uct", 1.0, time.monotonic()), SaibloBoard(9, 9, (4, 4))
    player.prepare()
    for least in (0.25, 0.99):
        begin = time.monotonic()
        assert player.choose(board, begin) in board.moves()
        assert least < time.monotonic() - begin < 8


def test_the_conversation_needs_neither_numpy_nor_typer() -> None:
    code = (
        "import sys, playout.cli.commands.protocol, playout.servers.saiblo, playout.protocols.saiblo as s\n"
        "board = s.read_setup('9 9 4 4'); board.play(board.quick_move())\n"
        "print(sorted({'numpy', 'numba', 'typer', 'rich'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[]\n", "")
