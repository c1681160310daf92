"""UCB1 (Auer, Cesa-Bianchi and Fischer 2002): UCT's selection without a rule of your own."""

from typing import Any


def bound(mean: Any, uncertainty: Any, c: Any) -> Any:
    return mean + c * uncertainty
