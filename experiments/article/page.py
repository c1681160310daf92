"""The page on the article about minimax and Monte Carlo tree search."""

from __future__ import annotations

from experiments import sources
from experiments.article import chess_and_go, game_sizes
from experiments.common import Experiment, Part
from experiments.pages import Page

__all__ = ["ARTICLE"]


def draw(page: Page, played: chess_and_go.Found, sizes: game_sizes.Found) -> None:
    page.title = "The article on minimax and Monte Carlo tree search"
    page.summary = f"{chess_and_go.summary(played)}."
    claims = [*chess_and_go.claims_of(played), *game_sizes.claims_of(sizes)]
    page.opening(claims, "UCT against alpha-beta: the claims, and the scores beside even")
    page.claims(claims, sources.ARTICLE)
    page.text("Its claims about tic-tac-toe are [with the lecture's](lecture.md#what-was-claimed-what-was-measured).")
    chess_and_go.write(page, played)
    game_sizes.write(page, sizes)


ARTICLE = Experiment(
    "article",
    {
        "chess_and_go": Part(chess_and_go.Found, chess_and_go.measure, on_gpu=True),
        "game_sizes": Part(game_sizes.Found, game_sizes.measure),
    },
    draw,
)
