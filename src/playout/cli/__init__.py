"""The command line: one file for each subcommand. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import io
import os
import sys
from typing import NoReturn

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended."""


def main() -> None:
    """Run the command line; an error is one sentence on standard error and an exit code above 0."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the locale lacks, such as ✓ in GBK, is written as a question mark. Input that it cannot
            # decode is read the same way, and is no legal move.
            stream.reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        _fail("stopped", INTERRUPTED)
    except BrokenPipeError:
        # The reader has closed the output: write nothing more, not even while Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        _explain(error)
    if code == INTERRUPTED:  # Typer's exit code for Ctrl-C
        _fail("stopped", INTERRUPTED)
    sys.exit(code or 0)


def _run(words: list[str]) -> int | None:
    """Run the command with these arguments; returns its exit code, if it has one."""
    if words[:1] == ["protocol"]:
        # A judge's clock runs, and loading Typer takes longer than the whole answer.
        from playout.cli.commands.protocol import converse

        return converse(words[1:])
    from playout.cli.app import COMMANDS, make_app

    app = make_app(words[:1] if words and words[0] in COMMANDS else COMMANDS)
    code: int | None = app(words, standalone_mode=False, prog_name="playout")
    return code


def _explain(error: Exception) -> NoReturn:
    from playout.errors import PlayoutError, UsageError

    if isinstance(error, UsageError):
        _fail(str(error), 2)
    if isinstance(error, PlayoutError):
        _fail(str(error), 1)
    if hasattr(error, "format_message"):  # the arguments were wrong
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "playout"
        _fail(f"{error.format_message().rstrip('.')}; see {command} --help", 2)
    if type(error).__name__ == "Abort":
        _fail("stopped", INTERRUPTED)
    if os.environ.get("PLAYOUT_DEBUG"):
        import traceback

        traceback.print_exc()
    _fail(f"{type(error).__name__}: {error} (PLAYOUT_DEBUG=1 shows where)", 1)


def _fail(sentence: str, code: int) -> NoReturn:
    from playout.cli.screen import say

    if code == INTERRUPTED and sys.stderr.isatty():
        print(file=sys.stderr)  # the terminal has written ^C into the line
    say(f"playout: {' '.join(sentence.split())}", sys.stderr)
    sys.exit(code)
