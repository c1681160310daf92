"""The options of the commands that play matches: the same ones, from one declaration."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from typer.main import get_command

from playout.cli.app import make_app
from playout.cli.match_options import MatchOptions


def options_of(*words: str) -> dict[str, tuple[Any, ...]]:
    """By name: how an option is written, its default and its help."""
    command: Any = get_command(make_app(["arena", "tune"]))
    for word in words:
        command = command.commands[word]
    return {item.name: (item.opts, item.default, getattr(item, "help", None)) for item in command.params}


def test_arena_run_and_tune_share_their_options() -> None:
    run, tune, shared = options_of("arena", "run"), options_of("tune"), [field.name for field in fields(MatchOptions)]
    assert {*shared} <= run.keys() & tune.keys()
    assert [run[name] for name in shared] == [tune[name] for name in shared]
    assert {"game", "agents", "option", "matches", "pairing", "sprt"} == run.keys() - {*shared, "help"}
