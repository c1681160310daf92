"""The fixed parts of a training run."""

from __future__ import annotations

from dataclasses import dataclass

from playout.learning.encoded_game import EncodedGame
from playout.learning.networks.architecture import Architecture
from playout.learning.settings import LearnSettings

__all__ = ["Setup"]


@dataclass(frozen=True)
class Setup:
    """The game, the settings and the device. They are the same in all sessions of a run."""

    game: EncodedGame
    shape: Architecture
    settings: LearnSettings
    device: str
    """`cuda` or `cpu`."""
