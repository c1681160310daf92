"""Programs that play over standard input and output: UCI for chess, GTP for Go, and the protocol of the Saiblo judge.

`protocols/` converts the lines; this package holds the conversations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.spelling import Spec

__all__ = ["read_search"]


def read_search(spelling: str) -> Spec:
    """Read the spelling of an agent that searches; refuses any other agent."""
    from playout.agents import Searcher
    from playout.agents import agent as read_agent
    from playout.errors import OptionError
    from playout.spelling import Spec

    spec = Spec.read(spelling)
    if not isinstance(read_agent(spec), Searcher):
        raise OptionError(f"{spec} does not search; use uct, alphabeta or flat")
    return spec
