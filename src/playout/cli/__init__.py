"""The command line: one file for each subcommand. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import os
import sys
import traceback
from typing import NoReturn

import typer

from playout.cli import agents, analyse, arena, bench, cache, check, games, play, protocol, solve, trace, tune

__all__ = ["app", "main"]

app = typer.Typer(
    help="Game-tree search in Python: play, analyse, solve, check a game of your own, measure.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(play.play)
app.command("analyse")(analyse.analyse)
app.command("solve")(solve.solve)
app.command("trace")(trace.trace)
app.command("games")(games.games)
app.command("agents")(agents.agents)
app.command("check")(check.check)
app.command("bench")(bench.bench)
app.add_typer(arena.app, name="arena")
app.command("tune")(tune.tune)
app.add_typer(cache.app, name="cache")
app.add_typer(protocol.app, name="protocol")


def main() -> None:
    """Run the command line; whatever goes wrong is one sentence on standard error and a code above 0."""
    try:
        code = app(standalone_mode=False, prog_name="playout")
        sys.stdout.flush()
    except KeyboardInterrupt:
        _fail("stopped", 130)
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing is left to say, not even while Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        _explain(error)
    sys.exit(code or 0)


def _explain(error: Exception) -> NoReturn:
    from playout.rules import PlayoutError

    if isinstance(error, PlayoutError):
        _fail(str(error), 1)
    if hasattr(error, "format_message"):  # the words of the command line itself were wrong
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "playout"
        _fail(f"{error.format_message().rstrip('.')}; see {command} --help", 2)
    if type(error).__name__ == "Abort":
        _fail("stopped", 130)
    if os.environ.get("PLAYOUT_DEBUG"):
        traceback.print_exc()
    _fail(f"{type(error).__name__}: {error} (PLAYOUT_DEBUG=1 shows where)", 1)


def _fail(sentence: str, code: int) -> NoReturn:
    print(f"playout: {' '.join(sentence.split())}", file=sys.stderr)
    sys.exit(code)
