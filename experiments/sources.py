"""The sources whose claims are measured."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ARTICLE", "COURSE", "HEARTHSTONE", "LECTURE", "THREE_PLAYERS", "Source"]


@dataclass(frozen=True)
class Source:
    """A text whose claims are measured."""

    title: str
    """The original title, with a translation."""
    author: str
    """The author, with place and date if they are given."""

    def __str__(self) -> str:
        return f"{self.title}, by {self.author}"


HEARTHSTONE = Source(
    "《基于蒙特卡洛搜索的炉石传说人工智能》 (a Hearthstone AI based on Monte Carlo search)",
    "彭翌 (Peng Yi), Sun Yat-sen University, April 2016",
)
COURSE = Source(
    "《人工智能导论——四子棋 实验报告》 (introduction to AI, Connect Four, report on the exercise)",
    "滕启成 (Teng Qicheng)",
)
LECTURE = Source(
    "《博弈树搜索技术》 (game-tree search, lecture notes)",
    "杜小勤 (Du Xiaoqin), Wuhan Textile University, 2018",
)
THREE_PLAYERS = Source(
    "《基于多人三维五子棋对弈的蒙特卡洛树搜索算法》 (Monte Carlo tree search for several players of gomoku in a cube)",
    "吴佳成 (Wu Jiacheng), Nankai University, December 2016",
)
ARTICLE = Source(
    "《游戏人工智能与极大极小和蒙特卡罗树搜索》 (Game AIs with Minimax and Monte Carlo Tree Search)",
    "Philipp Muens",
)
