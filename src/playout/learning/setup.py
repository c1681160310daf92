"""The fixed parts of a training run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from playout.learning.encoded_game import EncodedGame
from playout.learning.networks.architecture import Architecture
from playout.learning.settings import LearnSettings
from playout.notices import say

__all__ = ["Setup"]


@dataclass(frozen=True)
class Setup:
    """The game, the settings and the device. They are the same in all sessions of a run."""

    game: EncodedGame
    shape: Architecture
    settings: LearnSettings
    device: str
    """`cuda` or `cpu`."""

    def with_fewer_trees(self) -> Setup:
        """This setup with half as many trees, after there was no memory for all of them; the user is told."""
        fewer = self.settings.trees // 2
        say(f"there is no memory for {self.settings.trees:,} matches at once; {fewer:,} are played instead")
        return replace(self, settings=replace(self.settings, trees=fewer))
