"""The page on the lecture about game-tree search."""

from __future__ import annotations

from experiments import sources
from experiments.common import Experiment, Part
from experiments.lecture import alpha_beta, bandits, tic_tac_toe
from experiments.pages import Page

__all__ = ["LECTURE"]


def draw(page: Page, pruning: alpha_beta.Found, pulled: bandits.Found, played: tic_tac_toe.Found) -> None:
    page.title = "The lecture on game-tree search"
    fewer, last = alpha_beta.fewer_leaves(pruning), pulled.regret.expected
    at_end = {name: points[pulled.regret.pulls].mean for name, points in last.items()}
    page.summary = (
        f"Alpha-beta visits {fewer['good']:,.0f} times fewer leaves than minimax with the best move order and "
        f"{fewer['bad']:.1f} times fewer with the worst; after {pulled.regret.pulls:,} pulls UCB1 has lost "
        f"{at_end['ucb1']:,.0f} rewards and the naive strategy {at_end['naive']:,.0f}; {tic_tac_toe.summary(played)}."
    )
    alpha_beta.draw_orders(page, pruning)
    page.claims(
        [*alpha_beta.claims_of(pruning), *bandits.claims_of(pulled), *tic_tac_toe.claims_of(played)],
        sources.LECTURE,
    )
    page.text("[The article](article.md) and [the Hearthstone report](hearthstone.md) have pages of their own.")
    alpha_beta.write(page, pruning)
    bandits.write(page, pulled)
    tic_tac_toe.write(page, played)


LECTURE = Experiment(
    "lecture",
    {
        "alpha_beta": Part(alpha_beta.Found, alpha_beta.measure),
        "bandits": Part(bandits.Found, bandits.measure),
        "tic_tac_toe": Part(tic_tac_toe.Found, tic_tac_toe.measure),
    },
    draw,
)
