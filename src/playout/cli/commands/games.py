"""`playout games`: the games."""

from __future__ import annotations

__all__ = ["games"]


def games() -> None:
    """List the games that can be loaded by name, with their options.

    Example: playout games
    """
    from rich.console import Console
    from rich.table import Table

    from playout import loading
    from playout.rules import PlayoutError

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "seats", "what it is", "options"):
        table.add_column(heading, no_wrap=heading in ("game", "seats"))
    for name in loading.names():
        try:
            rules = loading.read(name)
        except PlayoutError as error:  # a broken package must not hide the other games
            table.add_row(name, "", f"cannot be loaded: {error}", "")
            continue
        options = ", ".join(f"{word}={value}" for word, value in loading.option_defaults(rules).items())
        kinds = [word for word, function in (("chance", "chance"), ("hidden", "mask")) if rules.has(function)]
        title = rules.title + (f" [{', '.join(kinds)}]" if kinds else "")
        table.add_row(name, str(rules.players), title.replace("[", r"\["), options or "-")
    Console().print(table)
