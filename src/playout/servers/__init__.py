"""Programs that play over standard input and output: UCI for chess, GTP for Go, and the protocol of the Saiblo judge.

`protocols/` reads and writes the lines; here are the conversations, with agents that answer them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.spelling import Spec

__all__ = ["read_search"]


def read_search(spelling: str) -> Spec:
    """The value of a text that spells an agent that searches; any other agent is refused."""
    from playout.agents import Searcher
    from playout.agents import agent as read_agent
    from playout.errors import OptionError
    from playout.spelling import Spec

    spec = Spec.read(spelling)
    if not isinstance(read_agent(spec), Searcher):
        raise OptionError(f"{spec} does not search; use uct, alphabeta or flat")
    return spec
