"""Completion for shells: the names of games and agents."""

from __future__ import annotations

__all__ = ["VARIABLE", "agent_names", "game_names", "words_begun"]

VARIABLE = "_PLAYOUT_COMPLETE"
"""The variable by which a shell asks Typer for completions or for the script."""


def words_begun(words: list[str], begun: str) -> list[str]:
    """The words that begin with these letters."""
    return [word for word in words if word.startswith(begun)]


def game_names(incomplete: str) -> list[str]:
    """The games whose name begins with these letters."""
    from playout import loading

    return words_begun(loading.names(), incomplete)


def agent_names(incomplete: str) -> list[str]:
    """The agents whose name begins with these letters."""
    from playout.agents import ENGINES, SIMPLE
    from playout.algorithms.registry import ALGORITHMS
    from playout.presets import PRESETS

    return words_begun([*SIMPLE, *ALGORITHMS, *ENGINES, *PRESETS], incomplete)
