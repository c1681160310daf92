"""UCB1 (Auer, Cesa-Bianchi and Fischer 2002): what UCT does without a rule of one's own."""

from typing import Any


def bound(mean: Any, uncertainty: Any, c: Any) -> Any:
    return mean + c * uncertainty
