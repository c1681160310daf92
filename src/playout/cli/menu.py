"""Moves by number, for games that have a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.game import State

__all__ = ["numbered", "print_menu"]


def print_menu(state: State) -> bool:
    """Print the moves of a game's menu with their numbers, a row for each heading; False if there is none."""
    from rich.cells import cell_len

    from playout.pictures import page_width

    most = page_width()
    rows, number = state.menu(), 0
    wide = max((cell_len(heading) for heading, _ in rows), default=0)
    for heading, choices in rows:
        line = f"  {heading}{' ' * (wide - cell_len(heading))} "
        for words, _ in choices:
            number += 1
            choice = f" {number:>3} {words}".rstrip()
            if cell_len(line + choice) > most:
                print(line.rstrip())
                line = " " * (wide + 3)
            line += choice + " "
        print(line.rstrip())
    return bool(rows)


def numbered(state: State, text: str) -> int | str:
    """The move with this number in the menu; any other text unchanged."""
    choices = [move for _, row in state.menu() for _, move in row]
    return choices[int(text) - 1] if text.isdecimal() and 1 <= int(text) <= len(choices) else text
