"""A board in a notebook's cell: `Board("connect_four", against="uct(seconds=1)")`. The extra is `playout[notebook]`."""

from playout.notebook.widget import Board

__all__ = ["Board"]
