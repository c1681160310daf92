"""`playout agents`: the agents and their options."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from playout.cli.completing import agent_names

if TYPE_CHECKING:
    from playout.options.fields import Description

__all__ = ["agents"]

WIDTH = 80
INDENT = 16


def agents(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[AGENT]",
            help="the agent whose options to show; without it all agents are listed",
            autocompletion=agent_names,
        ),
    ] = None,
) -> None:
    """List the agents, or show the options and limits of one, with their defaults and values.

    Example: playout agents uct
    """
    from playout.agents import ENGINES, SIMPLE
    from playout.agents.factory import unknown_agent
    from playout.algorithms.registry import ALGORITHMS
    from playout.presets import PRESETS

    if name is None:
        simple = {word: (kind.__doc__ or "").partition("\n")[0] for word, kind in SIMPLE.items()}
        for word, text in simple.items():
            _item(word, [text.rstrip(".")])
        for word, kind in ALGORITHMS.items():
            _item(word, [kind.summary, f"takes {kind.games}", *(_networks() if kind.names_file else ())])
        for word, engine in ENGINES.items():
            _item(word, [engine.summary, f"takes {engine.game or 'every game'}"])
        for word, preset in PRESETS.items():
            _item(word, [preset.summary])
        print("\nThe options of one: playout agents uct")
        return
    if name not in (*SIMPLE, *ALGORITHMS, *ENGINES, *PRESETS):
        raise unknown_agent(name)
    if name in PRESETS:
        print(textwrap.fill(f"{name} is {PRESETS[name].spec}: {PRESETS[name].summary}.", WIDTH))
        print(f"Its options are those of {PRESETS[name].spec.name}.")
        return
    if name in SIMPLE:
        seed = "seed: a whole number; the same seed gives the same moves."
        policy = "policy: suggest, or another policy of the game, like document in hearthstone."
        print(f"rules has two options.\n{policy}\n{seed}" if name == "rules" else f"{name} has one option, {seed}")
        return
    if name in ENGINES:
        _show_engine(name)
    else:
        _show(name)


def _show_engine(name: str) -> None:
    from playout.agents import ENGINES
    from playout.limits import Limit
    from playout.options.fields import describe

    kind = ENGINES[name]
    _item(name, [kind.summary, f"takes {kind.game or 'every game'}"])
    print("\nOptions:")
    for item in describe(kind.option_type):
        _option(item)
    print("\nLimits:")
    for item in describe(Limit):
        if item.name in kind.limits:
            _option(item)
    print("\nThe engine draws its own random numbers: a seed only tells two agents apart.")


def _show(name: str) -> None:
    from playout.algorithms.document_tables import known_limits, known_options
    from playout.algorithms.registry import ALGORITHMS

    kind, options = ALGORITHMS[name], known_options(name)
    _item(name, [kind.summary, f"takes {kind.games}", *(_networks() if kind.names_file else ())])
    for group in dict.fromkeys(sorted((item.group for item in options), key=bool)):
        print(_plain(f"\nOptions {group}".rstrip() + ":"))
        for item in options:
            if item.group == group:
                _option(item)
    print("\nLimits:")
    for item in known_limits(name):
        _option(item)
    also = (
        "An agent also takes seed; blunder, the probability with which it overlooks its best move; and ponder and "
        "shared, if it keeps a tree from move to move."
    )
    print("\n" + textwrap.fill(also, WIDTH))


def _networks() -> tuple[str]:
    """The networks that come with Playout, as agents."""
    from playout.algorithms.puct.network import packaged_networks

    return (f"Playout comes with {', '.join(f'net({name})' for name in packaged_networks())}",)


def _item(word: str, lines: list[str]) -> None:
    for text in lines:
        print(_wrapped(text, word.ljust(INDENT), INDENT))
        word = ""


def _option(item: Description) -> None:
    print(_wrapped(f"{item.name}: {item.values} (default: {item.default})", "  ", 6))
    print(_wrapped(item.about, " " * 6, 6))


def _wrapped(text: str, begin: str, indent: int) -> str:
    return textwrap.fill(_plain(text), WIDTH, initial_indent=begin, subsequent_indent=" " * indent)


def _plain(text: str) -> str:
    """A text without the backticks of Markdown."""
    return text.replace("`", "")
