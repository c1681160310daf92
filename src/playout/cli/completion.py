"""`playout completion`: the script by which a shell completes commands, games and agents."""

from __future__ import annotations

import os
from typing import Annotated

import typer

__all__ = ["VARIABLE", "agent_names", "completion", "game_names"]

SHELLS = ("bash", "zsh", "fish")

VARIABLE = "_PLAYOUT_COMPLETE"
"""Set while a shell asks: Typer then answers with completions, or with the script, instead of running a command."""


def _begun(words: list[str], begun: str) -> list[str]:
    return [word for word in words if word.startswith(begun)]


def shell_names(incomplete: str) -> list[str]:
    """The shells that begin so."""
    return _begun(list(SHELLS), incomplete)


def game_names(incomplete: str) -> list[str]:
    """The games whose name begins so."""
    from playout import loading

    return _begun(loading.names(), incomplete)


def agent_names(incomplete: str) -> list[str]:
    """The agents whose name begins so."""
    from playout.agents import ENGINES, SIMPLE
    from playout.algorithms.registry import ALGORITHMS
    from playout.presets import PRESETS

    return _begun([*SIMPLE, *ALGORITHMS, *ENGINES, *PRESETS], incomplete)


def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish", autocompletion=shell_names)],
) -> None:
    """Print the script that completes commands, options, games and agents in your shell.

    In ~/.bashrc: eval "$(playout completion bash)". In ~/.zshrc, after compinit: eval "$(playout completion zsh)".
    For fish, once: playout completion fish > ~/.config/fish/completions/playout.fish

    Example: playout completion bash
    """
    if shell not in SHELLS:
        raise typer.BadParameter(f"there are scripts for {', '.join(SHELLS)}, not for {shell!r}")
    from playout.cli.commands import make_app

    os.environ[VARIABLE] = f"source_{shell}"
    try:
        make_app([])([], prog_name="playout")
    finally:
        del os.environ[VARIABLE]
