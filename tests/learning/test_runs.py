"""Training runs: they go on as if they had not been interrupted, and what they refuse they refuse in words."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import playout
from playout.algorithms.puct.network import open_network
from playout.learning.folder import RunFolder
from playout.rules import OptionError, PlayoutError

pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
pytest.importorskip("onnx", reason="network files are written by onnx: pip install 'playout[learn]'")

SMALL: dict[str, Any] = {
    "channels": 8,
    "blocks": 1,
    "trees": 16,
    "simulations": 8,
    "steps": 8,
    "batch": 32,
    "ring": 256,
    "opening": 4,
}
WORK = 6000


def small(folder: Path, **words: Any) -> playout.LearnResult:
    """A run that takes a second."""
    words = {"evaluations": WORK, **SMALL, **words}
    return playout.learn("tic_tac_toe", folder, device="cpu", exams=0, **words)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that was not interrupted."""
    folder = tmp_path_factory.mktemp("learning") / "whole"
    done = small(folder)
    assert done.complete and done.evaluations == WORK <= done.progress.evaluations
    assert done.progress.steps > 20 and done.progress.matches > 20
    return folder


@pytest.fixture
def begun(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(whole, tmp_path / "run")
    return tmp_path / "run"


def arrays(folder: Path) -> dict[str, Any]:
    _, parts = RunFolder(folder).load()
    return {f"{part}.{name}": array for part, found in parts.items() for name, array in found.items()}


def assert_same(one: Path, other: Path) -> None:
    first, second = arrays(one), arrays(other)
    assert first.keys() == second.keys() and "play.samples.planes" in first
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name], err_msg=name)


def test_the_same_seed_gives_the_same_network_and_another_seed_another(whole: Path, tmp_path: Path) -> None:
    small(tmp_path / "again")
    assert_same(whole, tmp_path / "again")
    small(tmp_path / "other", seed=2)
    assert not np.array_equal(
        arrays(whole)["average.policy.weight"], arrays(tmp_path / "other")["average.policy.weight"]
    )


def test_pieces_end_as_the_whole_does(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from playout.learning.training_run import TrainingRun

    cycle = TrainingRun._cycle

    def stopping(run: TrainingRun) -> bool:
        """Ends a piece when a third of the work is done, and two thirds, and after the very first steps."""
        counts = cycle(run)
        run.is_stopped = run.progress.pieces <= 3 and run.share >= (0.0, 0.33, 0.66)[run.progress.pieces - 1]
        return counts

    monkeypatch.setattr(TrainingRun, "_cycle", stopping)
    folder = tmp_path / "pieces"
    done = small(folder)
    for _ in range(3):
        assert not done.complete
        done = playout.learn(resume=folder, exams=0)
    assert done.complete and done.progress.pieces == 4
    assert_same(whole, folder)


def test_a_piece_ends_in_time(tmp_path: Path) -> None:
    done = small(tmp_path / "run", evaluations=10**9, stop_after=1e-6)
    assert not done.complete and done.progress.pieces == 1
    assert done.progress.evaluations == SMALL["steps"] * SMALL["trees"]


KILLED = """
import os, signal, sys
import playout
from playout.learning import training_run as run
run.SAVE_SECONDS = 0.0
saved = run.TrainingRun.save
def save(self):
    saved(self)
    if self.progress.evaluations > 1500:
        os.kill(os.getpid(), signal.SIGKILL)
run.TrainingRun.save = save
playout.learn("tic_tac_toe", sys.argv[1], evaluations=int(sys.argv[2]), device="cpu", exams=0, **eval(sys.argv[3]))
"""


def beliefs(folder: Path) -> dict[int, Any]:
    """What each snapshot answers about the empty board."""
    pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'playout[net]'")
    planes = np.zeros((1, 3, 3, 3), np.uint8)
    planes[0, 2] = 1
    files = RunFolder(folder).snapshots.files()
    return {matches: open_network(str(file)).evaluate(planes)[0] for matches, file in files.items()}


def test_snapshots_are_kept_at_powers_of_two_of_matches(whole: Path) -> None:
    found = beliefs(whole)
    matches = RunFolder(whole).record()["progress"]["matches"]
    first, *others = found
    assert first == 0, "the network before training"
    assert others and [number.bit_length() for number in others] == list(range(7, matches.bit_length() + 1))
    for number, file in RunFolder(whole).snapshots.files().items():
        assert open_network(str(file)).facts.training["matches"] == number
        assert file.stat().st_size < 0.8 * (whole / "network.onnx").stat().st_size
    assert len({answer.tobytes() for answer in found.values()}) == len(found)


def test_a_run_that_was_interrupted_has_the_same_snapshots(whole: Path, begun: Path, tmp_path: Path) -> None:
    """Those of matches that were lost with a killed process are played, and kept, anew."""
    folder = tmp_path / "pieces"
    assert not small(folder, stop_after=1e-6).complete
    late = RunFolder(folder).snapshots.folder / "1000000.onnx"
    shutil.copy(begun / "network.onnx", late)
    assert playout.learn(resume=folder, exams=0).complete
    one, other = beliefs(whole), beliefs(folder)
    assert one.keys() == other.keys()
    for number, answer in one.items():
        np.testing.assert_array_equal(answer, other[number])


def test_snapshots_are_thinned_out_before_they_are_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from playout.learning import snapshots

    monkeypatch.setattr(snapshots, "MOST_BYTES", 4000)
    kept = snapshots.Snapshots(tmp_path / "snapshots")
    for matches in (0, *(2**power for power in range(6, 26))):
        assert kept.is_due(matches)
        kept.keep(matches, bytes(1000))
        assert not kept.is_due(matches) and not kept.is_due(2 * matches - 1)
        found = list(kept.files())
        assert found[0] == 0 and found[-1] == matches and len(found) <= 4


def test_a_killed_run_goes_on_from_its_last_checkpoint(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    code = KILLED
    done = subprocess.run([sys.executable, "-c", code, str(folder), str(WORK), repr(SMALL)], timeout=300)
    assert done.returncode == -signal.SIGKILL
    record = RunFolder(folder).record()
    assert 1500 < record["progress"]["evaluations"] < WORK
    assert playout.learn(resume=folder, exams=0).complete
    assert_same(whole, folder)


def test_a_checkpoint_that_was_not_finished_does_not_count(begun: Path) -> None:
    """A kill between the writing of a checkpoint and of the record that names it."""
    before = arrays(begun)
    for name in ("checkpoint-99", ".writing-checkpoint-100"):
        (begun / name).mkdir()
        (begun / name / "weights.npz").write_bytes(b"half")
    assert arrays(begun).keys() == before.keys()
    record, parts = RunFolder(begun).load()
    RunFolder(begun).save(record, parts, 99)
    kept = sorted(item.name for item in begun.iterdir() if item.is_dir())
    assert kept == ["checkpoint-99", "snapshots"]
    assert arrays(begun).keys() == before.keys()


def test_a_complete_run_stays_as_it_is(begun: Path) -> None:
    before = (begun / "run.json").read_text()
    assert playout.learn(resume=begun, exams=0).complete
    assert (begun / "run.json").read_text() == before


def test_the_network_plays(whole: Path) -> None:
    pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'playout[net]'")
    result = playout.play_match(
        "tic_tac_toe", [f"net({str(whole / 'network.onnx')!r}, simulations=20)", "random"], seed=1
    )
    assert result.payoffs is not None


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(bytes(content))


def test_damaged_and_missing_files_are_refused(begun: Path) -> None:
    file = next(begun.glob("checkpoint-*/weights.npz"))
    kept = file.read_bytes()
    damage(file)
    with pytest.raises(PlayoutError, match=r"weights.npz is damaged; put an intact copy there, or begin a new run"):
        playout.learn(resume=begun)
    file.unlink()
    with pytest.raises(PlayoutError, match=r"weights\.npz is missing; put it back"):
        playout.learn(resume=begun)
    file.write_bytes(kept)
    (begun / "run.json").write_text('{"format": 1')
    with pytest.raises(PlayoutError, match=r"run\.json is damaged"):
        playout.learn(resume=begun)
    (begun / "run.json").write_text('{"format": 99}')
    with pytest.raises(PlayoutError, match="of another version of Playout"):
        playout.learn(resume=begun)


def test_other_rules_are_refused(begun: Path) -> None:
    with pytest.raises(PlayoutError, match="is a run of tic_tac_toe, not of connect_four"):
        playout.learn("connect_four", resume=begun)
    record = json.loads((begun / "run.json").read_text())
    for word, what in (("fingerprint", "rules"), ("encoding", "planes")):
        (begun / "run.json").write_text(json.dumps(record | {word: "0" * 64}))
        with pytest.raises(PlayoutError, match=f"has other {what} than when .* was begun: undo the change"):
            playout.learn(resume=begun)


def test_a_folder_in_use_or_with_other_things_is_refused(begun: Path, tmp_path: Path) -> None:
    from playout.locks import release

    with pytest.raises(PlayoutError, match="holds a training run; go on with --resume"):
        small(begun)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("")
    with pytest.raises(PlayoutError, match="is not empty; a training run needs a new folder"):
        small(tmp_path / "full")
    with pytest.raises(PlayoutError, match="there is no training run in"):
        playout.learn(resume=tmp_path / "full")
    lock = RunFolder(begun).lock()
    with pytest.raises(PlayoutError, match="is in use by another run"):
        playout.learn(resume=begun)
    release(lock)


def test_a_run_that_is_stopped_does_not_wait_for_its_exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exam here never ends, and is killed."""
    from playout.learning import training_run as run
    from playout.learning.exams import exam_room

    exams: list[subprocess.Popen[bytes]] = []

    def endless(_: Any, **words: Any) -> subprocess.Popen[bytes]:
        exams.append(subprocess.Popen([sys.executable, "-c", "while True: pass"], **words))
        signal.raise_signal(signal.SIGTERM)
        return exams[-1]

    monkeypatch.setattr(exam_room, "subprocess", SimpleNamespace(Popen=endless))
    monkeypatch.setattr(run, "SHOW_SECONDS", 0.0)
    with pytest.raises(KeyboardInterrupt):
        playout.learn("tic_tac_toe", tmp_path / "run", device="cpu", exams=1e-9, evaluations=WORK, **SMALL)
    assert len(exams) == 1 and exams[0].returncode == -signal.SIGKILL
    assert playout.learn(resume=tmp_path / "run", exams=0).complete


def test_training_that_diverges_ends_with_the_last_good_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playout.learning import training_run as run

    monkeypatch.setattr(run, "SAVE_SECONDS", 0.0)
    with pytest.raises(
        PlayoutError, match=r"training diverged: .*network.onnx holds the weights of the last checkpoint"
    ):
        small(tmp_path / "run", rate=1e30)
    for name, array in arrays(tmp_path / "run").items():
        if name.startswith("average."):
            assert np.isfinite(array).all()
    assert (tmp_path / "run" / "network.onnx").exists()


def test_without_memory_fewer_matches_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from playout.learning import training_run as run
    from playout.learning.self_play.forest_play import ForestPlay

    def narrow(game: Any, settings: Any, network: Any, device: str) -> ForestPlay:
        if settings.trees > 16:
            raise MemoryError
        return ForestPlay(game, settings, network, device)

    monkeypatch.setattr(run, "ForestPlay", narrow)
    small(tmp_path / "run", trees=64)
    assert "there is no memory for 64 matches at once; 32 are played instead" in capfd.readouterr().err
    assert RunFolder(tmp_path / "run").record()["settings"]["trees"] == 16


def test_memory_that_runs_out_later_is_told_too(
    begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The first steps need memory that the trees alone did not; a run that goes on may find less than it began with."""
    from playout.learning.self_play.forest_play import ForestPlay

    play = ForestPlay.run

    def narrow(self: Any, simulations: int, steps: int) -> None:
        if self.settings.trees > limit:
            raise MemoryError
        play(self, simulations, steps)

    monkeypatch.setattr(ForestPlay, "run", narrow)
    limit = 16
    small(tmp_path / "new", trees=64)
    assert "32 are played instead" in (told := capfd.readouterr().err) and "16 are played instead" in told
    assert RunFolder(tmp_path / "new").record()["settings"]["trees"] == 16
    RunFolder(begun).save(RunFolder(begun).record() | {"evaluations": 2 * WORK}, RunFolder(begun).load()[1], 99)
    limit = 0
    with pytest.raises(PlayoutError, match=r"no memory left for training on cpu; .* --resume .* continues the run"):
        playout.learn(resume=begun, exams=0)


def test_a_run_goes_on_with_fewer_matches_at_once(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its checkpoint holds the positions of more trees than there is memory for."""
    from playout.learning import training_run as run
    from playout.learning.self_play.forest_play import ForestPlay

    def narrow(game: Any, settings: Any, network: Any, device: str) -> ForestPlay:
        if settings.trees > 8:
            raise MemoryError
        return ForestPlay(game, settings, network, device)

    folder = RunFolder(begun)
    folder.save(folder.record() | {"evaluations": 2 * WORK}, folder.load()[1], 99)
    monkeypatch.setattr(run, "ForestPlay", narrow)
    assert playout.learn(resume=begun, exams=0).complete
    assert folder.record()["settings"]["trees"] == 8


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from playout.learning import device
    from playout.native import cuda

    if cuda.why_missing():
        with pytest.raises(PlayoutError, match="there is no GPU to learn on: "):
            playout.learn("tic_tac_toe", tmp_path / "run", minutes=1, device="cuda")
    assert not (tmp_path / "run").exists()
    monkeypatch.setattr(device, "find_spec", lambda name: None if name == "torch" else object())
    with pytest.raises(
        PlayoutError, match=re.escape("PyTorch, which is not installed here: pip install playout[learn]")
    ):
        playout.learn("tic_tac_toe", tmp_path / "run", minutes=1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "give the amount of work: minutes, or evaluations"),
        ({"minutes": 1, "evaluations": 5}, "give the amount of work"),
        ({"minutes": -1}, "minutes has to be a number above 0"),
        ({"evaluations": 0}, "evaluations has to be a whole number"),
        ({"minutes": 1, "device": "tpu"}, "there is no device 'tpu'"),
        ({"minutes": 1, "chanels": 8}, r"no setting 'chanels' \(did you mean channels\?\)"),
        ({"minutes": 1, "channels": 0}, "channels of a training run cannot be 0"),
        ({"minutes": 1, "trace": 2.0}, "trace of a training run cannot be 2.0"),
        ({"minutes": 1, "pooled": 1}, "pooled of a training run cannot be 1"),
        ({"minutes": 1, "ring": 8, "longest": 8}, "has to be at least twice longest"),
        ({"minutes": 1, "stop_after": 0}, "stop_after has to be a number of minutes above 0"),
        ({"minutes": 1, "resume": "x"}, "resume continues a run as it was begun"),
    ],
)
def test_bad_words_are_refused_before_anything_is_made(words: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=message):
        playout.learn("tic_tac_toe", tmp_path / "run", **words)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("game", "reason"), [("pig", "chance decides in it"), ("kuhn_poker", "chance decides in it")])
def test_games_that_cannot_be_learned_are_refused(game: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match=f"{game} cannot be learned: {reason}"):
        playout.learn(game, tmp_path / "run", minutes=1)
