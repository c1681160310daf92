"""Measures the speed of a training run before it begins, to choose the amount of work that fits the time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from playout.learning.self_play.forest_play import ForestPlay
from playout.learning.settings import GROWTH, LearnSettings
from playout.learning.training import Trainer

__all__ = ["Speed", "measure"]

FAST = 2
"""Simulations per decision in the matches that measure the length of a match."""

LEAST_SECONDS = 1.0
"""The shortest duration of a measurement."""


@dataclass(frozen=True)
class Speed:
    """The measured times, and the ratios between evaluations, simulations, decisions and matches."""

    evaluation: float
    """Seconds of self-play per evaluation."""
    sample: float
    """Seconds of training per sample."""
    simulation: float
    """Evaluations per simulation: below 1, because simulations that end at a known result need no evaluation."""
    match: float
    """Decisions per match. Each decision is a sample."""

    def seconds(self, settings: LearnSettings) -> float:
        """Seconds per evaluation, including the training on its samples. A mean over the run."""
        shares, done = [], 0.0
        for until, _ in (*GROWTH, (1.0, 1)):
            shares.append((until - done, self.samples(settings, settings.simulations_at(done))))
            done = until
        return self.evaluation + settings.reuse * self.sample * sum(share * samples for share, samples in shares)

    def samples(self, settings: LearnSettings, simulations: int) -> float:
        """Samples per evaluation."""
        return 1.0 / max(1.0, self.simulation * simulations)

    def matches(self, settings: LearnSettings) -> float:
        """Matches per evaluation at the end of the run."""
        return self.samples(settings, settings.simulations) / self.match


def measure(play: ForestPlay, trainer: Trainer, settings: LearnSettings) -> Speed:
    """Play and train for a few seconds, then restore the previous state."""
    kept = trainer.parts()
    play.run(FAST, 1)
    while play.counts().matches < settings.trees and play.counts().decisions < settings.longest * settings.trees:
        play.run(FAST, 32)
    first = play.counts()
    begin, steps = time.perf_counter(), 0
    play.run(settings.simulations, 1)
    play.counts()
    while steps < 4 * settings.simulations or time.perf_counter() - begin < LEAST_SECONDS:
        if steps == 0:
            begin, before = time.perf_counter(), play.counts()
        play.run(settings.simulations, 8)
        steps += 8
        play.counts()
    seconds, after = time.perf_counter() - begin, play.counts()
    decisions = max(1, after.decisions - before.decisions)
    trainer.train(play.samples, 2, 0.0)
    trainer.losses()
    begin, trained = time.perf_counter(), 0
    while trained < 4 or time.perf_counter() - begin < LEAST_SECONDS:
        trainer.train(play.samples, 4, 0.0)
        trainer.losses()
        trained += 4
    training = time.perf_counter() - begin
    play.reset(0)
    trainer.restore(kept, 0)
    return Speed(
        evaluation=seconds / (steps * settings.trees),
        sample=training / (trained * settings.batch),
        simulation=min(1.0, steps * settings.trees / decisions / settings.simulations),
        match=first.decisions / max(1, first.matches),
    )
