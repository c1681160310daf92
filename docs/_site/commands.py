"""A directive for the site: `commands` writes the help of every command of `playout`, as the terminal prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from playout.cli.app import COMMANDS, make_app

WIDTH = 100
"""Columns of the help."""


def help_texts(path: str, command: Any, parent: Any = None) -> Iterator[tuple[str, str]]:
    """Each command below this one with its help, this one first: ("playout arena run", "Usage: ...")."""
    context = command.context_class(command, info_name=path.split()[-1], parent=parent, max_content_width=WIDTH)
    yield path, command.get_help(context)
    for name, child in getattr(command, "commands", {}).items():
        yield from help_texts(f"{path} {name}", child, context)


class Commands(SphinxDirective):
    """A section for each command, with its help as a literal block."""

    def run(self) -> list[nodes.Node]:
        sections: list[nodes.Node] = []
        for path, text in help_texts("playout", get_command(make_app(COMMANDS))):
            section = nodes.section(ids=[nodes.make_id(path)], names=[path])
            section += nodes.title(text=path)
            section += nodes.literal_block(text, text, language="text")
            sections.append(section)
        return sections


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    return {"version": "1", "parallel_read_safe": True}
