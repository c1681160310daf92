"""`playout completion`: a script with which a shell completes commands, games and agents."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from playout.cli.completing import VARIABLE, words_begun

__all__ = ["completion"]

SHELLS = ("bash", "zsh", "fish")


def shell_names(incomplete: str) -> list[str]:
    """The shells whose name begins with these letters."""
    return words_begun(list(SHELLS), incomplete)


def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish", autocompletion=shell_names)],
) -> None:
    """Print a script that completes commands, options, games and agents in your shell.

    In ~/.bashrc: eval "$(playout completion bash)". In ~/.zshrc, after compinit: eval "$(playout completion zsh)".
    For fish, once: playout completion fish > ~/.config/fish/completions/playout.fish

    Example: playout completion bash
    """
    if shell not in SHELLS:
        raise typer.BadParameter(f"there are scripts for {', '.join(SHELLS)}, not for {shell!r}")
    from playout.cli.app import make_app

    os.environ[VARIABLE] = f"source_{shell}"
    try:
        make_app([])([], prog_name="playout")
    finally:
        del os.environ[VARIABLE]
