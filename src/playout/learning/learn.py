"""`learn`: trains a network for a game by self-play, on a GPU or on the CPU."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout.game import Game, load
from playout.learning.device import (
    chosen_device,
    device_name,
    free_memory,
    is_out_of_memory,
    refuse_without_torch,
    working,
)
from playout.learning.encoded_game import EncodedGame
from playout.learning.folder import RunFolder
from playout.learning.networks.architecture import Architecture
from playout.learning.run_progress import RunProgress
from playout.learning.settings import LearnSettings, settings_for
from playout.learning.setup import Setup
from playout.locks import release
from playout.rules import OptionError, PlayoutError

if TYPE_CHECKING:
    from playout.learning.plan import Speed
    from playout.learning.training_run import TrainingRun

__all__ = ["LearnResult", "Watcher", "learn"]


@dataclass(frozen=True)
class LearnResult:
    """A training run, complete or not."""

    folder: Path
    network: Path
    """The network's file, to be used as `net(FILE)`."""
    evaluations: int
    """The number of network evaluations in self-play of the whole run."""
    progress: RunProgress
    exams: list[dict[str, Any]]
    complete: bool


class Watcher:
    """Is called with the progress of a run. This base class ignores it."""

    def plan(self, words: str) -> None:
        """The plan of the run as a sentence, before it begins."""

    def show(self, run: TrainingRun) -> None:
        """The current state of the run, every few seconds."""

    def exam(self, words: str) -> None:
        """The result of an exam, in words."""


def learn(
    game: str | Path | type | Game | None = None,
    out: str | Path | None = None,
    *,
    minutes: float | None = None,
    evaluations: int | None = None,
    resume: str | Path | None = None,
    stop_after: float | None = None,
    device: str = "auto",
    exams: float = 5.0,
    watcher: Watcher | None = None,
    **settings: Any,
) -> LearnResult:
    """Train a network for a game by self-play: `learn("tic_tac_toe", "folder", minutes=2)`.

    game: as for `load`. out: the run's folder, which is made. minutes: the planned duration of the whole run. Its speed
    is measured first, which fixes the amount of work; all of that work is done, however long it takes. evaluations: the
    amount of work itself, in place of minutes. resume: the folder of an interrupted run, in place of game and out.
    stop_after: the minutes after which this session ends, including its start. device: cuda, cpu, or auto for a GPU if
    there is one. exams: the minutes between two exams, or 0 for no exams. settings: see
    `playout.learning.settings.LearnSettings`.
    """
    began = time.perf_counter()
    refuse_without_torch()
    if not (out or resume):
        raise OptionError("name the folder of the run: out for a new one, resume for one that was interrupted")
    if stop_after is not None and not stop_after > 0:
        raise OptionError(f"stop_after has to be a number of minutes above 0, not {stop_after!r}")
    folder, told = RunFolder(Path(resume or out or "")), watcher or Watcher()
    if resume is None:
        _check_new(game, minutes, evaluations)
        assert game is not None
        setup = _new_setup(load(game), device, settings)
        folder.begin()
    elif out is not None or minutes is not None or evaluations is not None or settings:
        raise OptionError("resume continues a run as it was begun; give its folder, without work or settings")
    else:
        setup = _known_setup(folder, None if game is None else load(game), device)
    lock = folder.lock()
    try:
        with working(setup.device, setup.settings.threads):
            if resume is None:
                run = _begun(setup, folder, minutes, evaluations, exams, told)
            else:
                run = _resumed(setup, folder, told)
            left = math.inf if stop_after is None else 60 * stop_after - (time.perf_counter() - began)
            return _work(run, left, exams, told)
    finally:
        release(lock)


def _check_new(game: Any, minutes: float | None, evaluations: int | None) -> None:
    if game is None:
        raise OptionError("name the game to learn, or the folder of a run to resume")
    if (minutes is None) == (evaluations is None):
        raise OptionError("give the amount of work: minutes, or evaluations of the network, but not both")
    if minutes is not None and not 0 < minutes < math.inf:
        raise OptionError(f"minutes has to be a number above 0, not {minutes!r}")
    if evaluations is not None and (
        isinstance(evaluations, bool) or not isinstance(evaluations, int) or evaluations < 1
    ):
        raise OptionError(f"evaluations has to be a whole number of at least 1, not {evaluations!r}")


def _new_setup(game: Game, device: str, given: dict[str, Any]) -> Setup:
    encoded, on = EncodedGame(game), chosen_device(device)
    settings = settings_for(on, game.rules.max_length).but(given)
    shape = Architecture(
        *encoded.planes,
        encoded.policy_size,
        encoded.seats,
        channels=settings.channels,
        blocks=settings.blocks,
        pooled=settings.pooled,
        shares=encoded.shares,
    )
    return Setup(encoded, shape, settings, on)


def _begun(
    setup: Setup, folder: RunFolder, minutes: float | None, evaluations: int | None, exams: float, told: Watcher
) -> TrainingRun:
    """Begin a new run: measure the speed and choose the amount of work."""
    from playout.learning.plan import measure
    from playout.learning.training_run import TrainingRun

    while True:
        run = TrainingRun(setup, folder)
        try:
            speed = measure(run.play, run.trainer, run.setup.settings)
            break
        except Exception as error:
            if not is_out_of_memory(error) or run.setup.settings.trees < 2:
                raise
        setup = run.setup.with_fewer_trees()
        del run
        free_memory(setup.device)
    each = speed.seconds(run.setup.settings)
    run.evaluations = evaluations if evaluations is not None else max(1, round(60 * (minutes or 0.0) / each))
    told.plan(_plan(run, speed, exams))
    run.save()
    return run


def _plan(run: TrainingRun, speed: Speed, exams: float) -> str:
    setup = run.setup
    each = speed.seconds(setup.settings)
    matches = speed.matches(setup.settings)
    return (
        f"{setup.game.rules.name} is learned on {device_name(setup.device)}: a network of {setup.shape} "
        f"({setup.shape.parameters:,} parameters), {setup.settings.trees:,} matches at once. It asks the network "
        f"{1 / each:,.0f} times a second and ends about {matches / each:,.0f} matches a second: "
        f"{run.evaluations:,} evaluations and about {matches * run.evaluations:,.0f} matches in about "
        f"{run.evaluations * each / 60:,.1f} minutes{_pauses(setup, exams)}. {_view(setup)}{run.folder.path} "
        f"is written to every minute; --resume {run.folder.path} goes on after an interrupt."
    )


def _pauses(setup: Setup, exams: float) -> str:
    if setup.device != "cpu" or not exams:
        return ""
    return f", and pauses for an exam every {exams:g} minutes"


def _view(setup: Setup) -> str:
    if setup.game.rules.planes:
        return ""
    return "The network sees the fields of the game's record, for the game's file has no planes. "


def _known_setup(folder: RunFolder, game: Game | None, device: str) -> Setup:
    """The setup of the run in a folder. Raises an error if the game's rules have changed since."""
    record = folder.record()
    loaded = load(record["game"], **_options(record["options"]))
    if game is not None and game.fingerprint != loaded.fingerprint:
        raise PlayoutError(f"{folder.path} is a run of {loaded.name}, not of {game.name} with these options")
    encoded = EncodedGame(loaded)
    for name, what in (("fingerprint", "rules"), ("encoding", "planes")):
        if encoded.record()[name] != record[name]:
            raise PlayoutError(
                f"{loaded.name} has other {what} than when {folder.path} was begun: undo the change, or begin a new run"
            )
    on = chosen_device(record["device"] if device == "auto" else device)
    return Setup(encoded, Architecture(**record["shape"]), LearnSettings(**record["settings"]), on)


def _resumed(setup: Setup, folder: RunFolder, told: Watcher) -> TrainingRun:
    """Restore the run in a folder."""
    from playout.learning.training_run import TrainingRun

    run = TrainingRun(setup, folder)
    run.restore(*folder.load())
    told.plan(
        f"the training for {setup.game.rules.name} continues on {device_name(setup.device)}, at "
        f"{min(1.0, run.share):.0%} of {run.evaluations:,} evaluations"
    )
    return run


def _options(record: dict[str, Any]) -> dict[str, Any]:
    """A game's options, with the lists from JSON turned back into tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}


def _work(run: TrainingRun, seconds: float, exams: float, watcher: Watcher) -> LearnResult:
    from playout.learning.curve import draw_curve
    from playout.learning.exams.exam_room import ExamRoom

    examiner = ExamRoom(run, 60 * exams, watcher.exam)

    def look(at: TrainingRun) -> None:
        watcher.show(at)
        examiner.look(at)
        draw_curve(at)

    try:
        with _stopped_by_signals(run) as heard:
            complete = run.advance(seconds, look)
        if heard:
            raise KeyboardInterrupt
        examiner.finish(run)
        draw_curve(run)
    finally:
        examiner.close()
    return LearnResult(
        run.folder.path, run.folder.network, run.evaluations, run.progress, run.examined["exams"], complete
    )


@contextmanager
def _stopped_by_signals(run: TrainingRun) -> Iterator[list[int]]:
    """Within this context, Ctrl-C and SIGTERM end a run between two steps, so that the checkpoint is complete. Yields
    the list of received signals.

    A second Ctrl-C ends the run at once.
    """
    heard: list[int] = []

    def stop(number: int, _: object) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)
        run.is_stopped = True

    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield heard
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
