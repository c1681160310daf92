"""Fits the weights of chess's evaluation to Stockfish's judgement.

    python benchmarks/fit_chess.py positions FILE [--games N] [--seed N] [--nodes N]
    python benchmarks/fit_chess.py fit FILE [FILE ...] [--ridge N] [--write]

`positions` lets Stockfish play against itself with few nodes a move, from random openings and with a random move now
and then, and adds the quiet positions to a file, a line for each: game;FEN;hundredths of a pawn for White. A position
is quiet if its side to move is not in check and its best move takes nothing and promotes nothing.

`fit` is a logistic regression: the evaluation's share of the points to that of Stockfish's score, with a ridge penalty
towards the present weights. A tenth of the games is held out. The features are computed by the evaluation itself: each
weight of values.py is replaced by a unit vector, so that the sum of all terms becomes a vector of counts. `--write`
puts the fitted weights into values.py.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from playout.games.chess import evaluation, playing, values
from playout.games.chess.fen import MEN
from playout.games.chess.layout import NOBODY

Numbers = NDArray[np.float64]

WON = 800
"""Hundredths of a pawn: with a larger lead a match is not continued, and the position not used."""
RANDOM_MOVES = 0.08
LONGEST = 200
"""Plies of a match."""
HELD_OUT = 10
"""Every so many games, one is held out."""


class Stockfish:
    """Stockfish by UCI, without a clock."""

    def __init__(self, nodes: int) -> None:
        command = shutil.which("stockfish") or "/usr/games/stockfish"
        self._process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._nodes = nodes

    def judge(self, board: chess.Board) -> tuple[int | None, chess.Move]:
        """The score for the side to move, None for a mate, and the best move."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"position fen {board.fen()}\ngo nodes {self._nodes}\n")
        self._process.stdin.flush()
        score: int | None = None
        for line in self._process.stdout:
            words = line.split()
            if "score" in words:
                at = words.index("score")
                score = int(words[at + 2]) if words[at + 1] == "cp" else None
            elif words and words[0] == "bestmove":
                return score, chess.Move.from_uci(words[1])
        raise RuntimeError("Stockfish ended")

    def close(self) -> None:
        self._process.communicate("quit\n")


def quiet_positions(engine: Stockfish, rng: random.Random) -> Iterator[tuple[str, int]]:
    """The quiet positions of one match, with their scores for White."""
    board = chess.Board()
    for _ in range(rng.randint(2, 10)):
        if not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        score, move = engine.judge(board)
        if score is None or abs(score) > WON:
            return
        if not board.is_check() and not board.is_capture(move) and move.promotion is None:
            yield board.fen(), score if board.turn == chess.WHITE else -score
        board.push(rng.choice(list(board.legal_moves)) if rng.random() < RANDOM_MOVES else move)


def write_positions(file: Path, games: int, seed: int, nodes: int) -> None:
    engine, rng = Stockfish(nodes), random.Random(seed)
    with file.open("a") as out:
        for number in range(games):
            for fen, score in quiet_positions(engine, rng):
                out.write(f"{seed}-{number};{fen};{score}\n")
            out.flush()
    engine.close()


class Weights:
    """The weights of values.py by name, with their middle-game and ending values, and where they are in the text."""

    def __init__(self) -> None:
        self.path = Path(values.__file__)
        self.text = self.path.read_text()
        calls = [
            (node.targets[0].id, node.value)
            for node in ast.parse(self.text).body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Name)
            and node.value.func.id == "pairs"
        ]
        self.calls = dict(calls)
        shapes = [np.shape(getattr(values, name)) for name in self.calls]
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
        self.count = int(ends[-1])
        self.parts = {
            name: (end - int(np.prod(shape)), shape) for name, shape, end in zip(self.calls, shapes, ends, strict=True)
        }
        packed = np.concatenate([np.ravel(getattr(values, name)) for name in self.calls])
        ending = packed + (1 << 31) >> 32
        self.present = np.stack([packed - (ending << 32), ending]).astype(np.float64)
        """float64[2, count]: middle game and ending."""

    def units(self, name: str) -> Any:
        """The unit vectors of a named array of weights, in its shape."""
        first, shape = self.parts[name]
        size = int(np.prod(shape))
        found = np.zeros((size, self.count), np.int64)
        found[np.arange(size), first + np.arange(size)] = 1
        return found.reshape((*shape, self.count))

    def replaced(self, fitted: Numbers) -> str:
        """The text of values.py with new weights."""
        whole = np.rint(fitted).astype(int)
        lines = self.text.splitlines(keepends=True)
        for name, call in reversed(self.calls.items()):
            first, shape = self.parts[name]
            both = whole[:, first : first + int(np.prod(shape))].reshape((2, *shape))
            text = f"pairs({_literal(both[0].tolist())}, {_literal(both[1].tolist())})"
            assert call.end_lineno is not None
            before = lines[call.lineno - 1][: call.col_offset]
            after = lines[call.end_lineno - 1][call.end_col_offset :]
            lines[call.lineno - 1 : call.end_lineno] = [before + text + after]
        style = [sys.executable, "-m", "ruff", "format", "--quiet", "--stdin-filename", str(self.path), "-"]
        return subprocess.run(style, input="".join(lines), capture_output=True, text=True, check=True).stdout


def _literal(value: Any) -> str:
    return repr(value).replace("[", "(").replace("]", ")")


class Features:
    """The evaluation with unit vectors in the place of its weights."""

    def __init__(self, weights: Weights) -> None:
        units = {name: weights.units(name) for name in weights.calls}
        units["SQUARES"] = values.by_square([units[f"{kind}_PLACES"] for kind in KINDS])
        units["MOBILITY"] = values.by_kind([units[f"{kind}_MOBILITY"] for kind in KINDS[1:5]])
        self._count = weights.count
        self._evaluation, self._playing = _copy_of(evaluation), _copy_of(playing)
        for module in (self._evaluation, self._playing):
            vars(module).update((name, vectors) for name, vectors in units.items() if hasattr(module, name))

    def of(self, fen: str) -> tuple[NDArray[np.int64], float, tuple[float, float]]:
        """The counts, the phase from 0 to 1, and the parts of a lead that count: of White's, and of Black's."""
        board, turn = fen.split()[:2]
        s = SimpleNamespace(
            kinds=np.zeros(6, np.uint64),
            sides=np.zeros(2, np.uint64),
            men=np.full(64, NOBODY),
            turn="wb".index(turn),
            phase=0,
            hash=np.uint64(0),
            squares=np.zeros(self._count, np.int64),
        )
        square = 56
        for sign in board:
            if sign == "/":
                square -= 16
            elif sign.isdigit():
                square += int(sign)
            else:
                self._playing.put(s, MEN.index(sign), square)
                square += 1
        phase = min(s.phase, evaluation.OFFICERS) / evaluation.OFFICERS
        with np.errstate(over="ignore"):
            chances = [evaluation.winning_chance(s, side) / evaluation.CERTAIN for side in range(2)]
            return self._evaluation.terms(s), phase, (chances[0], chances[1])


def _copy_of(module: Any) -> Any:
    """A module with the same functions and values of its own."""
    spec = importlib.util.spec_from_file_location(f"fitted_{module.__name__}", module.__file__)
    assert spec is not None and spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy


KINDS = ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING")


class Samples:
    """Positions: counts int16[n, count], phase and score float64[n], chances float64[n, 2], the game of each."""

    def __init__(self, files: list[Path], features: Features) -> None:
        rows = [line.split(";") for file in files for line in file.read_text().splitlines()]
        found = [features.of(fen) for _, fen, _ in rows]
        self.counts = np.array([counts for counts, _, _ in found], np.int16)
        self.phase = np.array([phase for _, phase, _ in found])
        self.chances = np.array([chances for _, _, chances in found])
        self.scores = np.array([float(score) for _, _, score in rows])
        self.games = np.unique([game for game, _, _ in rows], return_inverse=True)[1]


def share(lead: Numbers) -> Numbers:
    """The expected share of the points for a lead in hundredths of a pawn."""
    return 1 / (1 + np.exp(-evaluation.SLOPE * lead))


def design(samples: Samples, weights: Numbers) -> NDArray[np.float32]:
    """float32[n, 2 * count]: what each weight adds to the evaluation; the leader is the one that `weights` sees."""
    counts = samples.counts.astype(np.float32)
    phase = samples.phase.astype(np.float32)[:, None]
    lead = (counts * phase) @ weights[0] + (counts * (1 - phase)) @ weights[1]
    chance = np.where(lead > 0, samples.chances[:, 0], samples.chances[:, 1]).astype(np.float32)[:, None]
    return np.concatenate([counts * (phase * chance), counts * ((1 - phase) * chance)], axis=1)


def entropy(lead: Numbers, target: Numbers) -> float:
    """The mean cross entropy."""
    chance = np.clip(share(lead), 1e-9, 1 - 1e-9)
    return float(-np.mean(target * np.log(chance) + (1 - target) * np.log(1 - chance)))


def scale_of(lead: Numbers, scores: Numbers) -> float:
    """The factor of Stockfish's scores with which the present evaluation has the right scale."""
    low, high = 0.1, 10.0
    for _ in range(60):
        factor = (low + high) / 2
        low, high = (factor, high) if np.sum((share(lead) - share(factor * scores)) * lead) > 0 else (low, factor)
    return factor


def fit(x: NDArray[np.float32], target: Numbers, start: Numbers, ridge: float) -> Numbers:
    """Newton's method. ridge: a change of a weight by ten hundredths of a pawn costs as much as so many positions that
    are wrong by a hundredth of a pawn squared."""
    w = start.copy()
    for _ in range(6):
        chance = share(x @ w)
        gradient = x.T @ (chance - target) / evaluation.SLOPE + ridge * (w - start)
        spread = (chance * (1 - chance)).astype(np.float32)
        curvature = (x * spread[:, None]).T @ x + ridge * np.eye(len(w))
        step = np.linalg.solve(curvature.astype(np.float64), gradient)
        w -= step
        print(f"  largest step {np.abs(step).max():.2f}", flush=True)
    return w


def fit_files(files: list[Path], ridge: float, write: bool) -> None:
    weights = Weights()
    samples = Samples(files, Features(weights))
    x = design(samples, weights.present)
    present = weights.present.ravel()
    held = samples.games % HELD_OUT == 0
    factor = scale_of(x @ present, samples.scores)
    target = share(factor * samples.scores)
    print(f"{len(target):,} positions, {held.sum():,} of them held out; a score counts {factor:.3f} times", flush=True)
    fitted = np.rint(fit(x[~held], target[~held], present, ridge))
    least = entropy(np.log(target / (1 - target)) / evaluation.SLOPE, target)
    for name, w in (("present", present), ("fitted", fitted)):
        inside, outside = (entropy(x[part] @ w, target[part]) - least for part in (~held, held))
        wrong = float(np.mean((share(x[held] @ w) - target[held]) ** 2))
        print(f"{name}: cross entropy above the least {inside:.5f}, held out {outside:.5f}, squared error {wrong:.5f}")
    if write:
        weights.path.write_text(weights.replaced(fitted.reshape(2, -1)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    making = parts.add_parser("positions")
    making.add_argument("file", type=Path)
    making.add_argument("--games", type=int, default=1000)
    making.add_argument("--seed", type=int, default=1)
    making.add_argument("--nodes", type=int, default=2000, help="a position, for Stockfish")
    fitting = parts.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--ridge", type=float, default=1.0)
    fitting.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.part == "positions":
        write_positions(given.file, given.games, given.seed, given.nodes)
    else:
        fit_files(given.files, given.ridge, given.write)


if __name__ == "__main__":
    main()
