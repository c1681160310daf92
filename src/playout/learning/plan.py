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
        return self.evaluation + settings.reuse * self.sample * self.samples(settings)

    def samples(self, settings: LearnSettings) -> float:
        """Samples per evaluation. A mean over the run, whose decisions have fewer simulations at first."""
        mean, done = 0.0, 0.0
        for until, _ in (*GROWTH, (1.0, 1)):
            mean += (until - done) / max(1.0, self.simulation * settings.simulations_at(done))
            done = until
        return mean

    def matches(self, settings: LearnSettings) -> float:
        """Matches per evaluation. A mean over the run."""
        return self.samples(settings) / self.match


def measure(play: ForestPlay, trainer: Trainer, settings: LearnSettings) -> Speed:
    """Play and train for a few seconds, then restore the previous state."""
    kept = trainer.parts()
    play.run(FAST, 1)
    match = _decisions_per_match(play, settings)
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
        match=match,
    )


def _decisions_per_match(play: ForestPlay, settings: LearnSettings) -> float:
    """The mean length of a match, with few simulations per decision.

    Counted once each tree has ended a match on average: before, the decisions of unfinished matches would count too.
    """
    seen = [play.counts()]
    for _ in range(2):
        last = seen[-1]
        while (now := play.counts()).matches < last.matches + settings.trees and (
            now.decisions < last.decisions + settings.longest * settings.trees
        ):
            play.run(FAST, 32)
        seen.append(play.counts())
    _, before, after = seen
    return (after.decisions - before.decisions) / max(1, after.matches - before.matches)
