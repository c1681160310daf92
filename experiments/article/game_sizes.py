"""How big is a game: moves to choose from (w), plies of a match (d) and w^d, beside the figures of the sources."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import playout
from experiments.claims import Claim, Finding
from experiments.common import Options
from experiments.pages import Page
from experiments.verdicts import not_comparable
from playout import CHANCE
from playout.arena.cells import number
from playout.arena.reporting.plots import bars
from playout.arena.reporting.tables import ReportTable

GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    "lecture_tree": ("lecture_tree", {}, 200),
    "tic_tac_toe": ("tic_tac_toe", {}, 400),
    "kuhn_poker": ("kuhn_poker", {}, 400),
    "pig": ("pig", {}, 100),
    "connect_four": ("connect_four", {}, 200),
    "qubic": ("qubic", {}, 60),
    "gomoku": ("gomoku", {}, 60),
    "gomoku3d": ("gomoku3d", {}, 60),
    "hearthstone": ("hearthstone", {}, 12),
    "chess": ("chess", {}, 60),
    "go, 9 by 9": ("go", {"size": 9}, 60),
    "go, 19 by 19": ("go", {"size": 19}, 12),
}
"""By title: a game, its options, and the number of random matches."""

PLAYED = {
    "chess": ("chess", {}, "alphabeta(nodes=3000)", "alphabeta, 3,000 nodes a move"),
    "go, 9 by 9": ("go", {"size": 9}, "uct(simulations=200)", "uct, 200 simulations a move"),
}
"""By title: a game, its options, and the agent that plays it, spelt and in words."""

SAID = {
    ("chess", "the lecture"): (35, 100),
    ("chess", "the article"): (30, 85),
    ("go, 19 by 19", "the article"): (250, 150),
}
"""By game and source: w and d."""


@dataclass(frozen=True)
class Size:
    """Means over matches, with standard errors."""

    matches: int
    w: float
    w_error: float
    d: float
    d_error: float

    @property
    def magnitude(self) -> float:
        """The decimal logarithm of w^d."""
        return self.d * math.log10(self.w)


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    random: dict[str, Size]
    """By game: random matches."""
    played: dict[str, Size]
    """By game: matches of a search with itself, each from two random plies."""


def measure(options: Options) -> Found:
    few = 3 if options.quick else None
    random = {
        title: size_of(random_match(loaded, options.seed * 1000 + i) for i in range(few or matches))
        for title, (name, given, matches) in GAMES.items()
        if not options.quick or matches >= 60
        for loaded in [load(name, given)]
    }
    played = {
        title: size_of(search_match(load(name, given), agent, i) for i in range(few or 8))
        for title, (name, given, agent, _) in PLAYED.items()
        if not options.quick
    }
    return Found(random, played)


def load(name: str, options: dict[str, Any]) -> playout.Game:
    game = playout.load(name, **options)
    if not game.rules.has("mask"):  # games with hidden cards have too few matches here to be worth compiling
        game.compile()
    return game


def width(state: playout.State) -> int:
    """The moves or outcomes to choose from; 0 where a game does not list its outcomes."""
    if state.turn == CHANCE:
        return len(state.odds()) if state.game.rules.has("odds") else 0
    return len(state.moves())


def random_match(game: playout.Game, seed: int) -> list[int]:
    """The widths of a random match, ply by ply."""
    state, rng = game.start(), playout.Rng(seed)
    widths = []
    while not state.over:
        widths.append(width(state))
        moves = [] if state.turn == CHANCE else state.moves()
        state = state.sample(rng) if state.turn == CHANCE else state.play(moves[rng.below(len(moves))])
    return widths


def search_match(game: playout.Game, agent: str, seed: int) -> list[int]:
    """The widths of a match of an agent with itself, ply by ply."""
    rng, state = playout.Rng(seed), game.start()
    for _ in range(2):
        state = state.play(state.moves()[rng.below(len(state.moves()))])
    match = playout.play_match(game, [agent] * game.seats, seed=seed, opening=state.history)
    return [width(state) for state in match.states() if not state.over]


def size_of(matches: Iterable[list[int]]) -> Size:
    """w: the mean width over all plies with a choice; d: the mean number of plies of a match; as in `playout check`.
    The error of w counts each match as one observation.
    """
    counted = [(sum(widths), sum(one > 0 for one in widths), len(widths)) for widths in matches]
    total, plies, count = sum(one[0] for one in counted), sum(one[1] for one in counted), len(counted)
    w = total / plies
    d = sum(one[2] for one in counted) / count
    spread = math.sqrt(sum((one[2] - d) ** 2 for one in counted) / max(1, count - 1))
    return Size(
        count, w, math.sqrt(sum((one[0] - w * one[1]) ** 2 for one in counted)) / plies, d, spread / math.sqrt(count)
    )


def claims_of(found: Found) -> list[Claim]:
    people = not_comparable("figures of matches between people, who resign and stop earlier")
    return [
        Claim(
            f"{title.capitalize()}: {w} moves and {d} plies ({source}).",
            "",
            [
                *([Finding("random matches", _words(found.random[title]), people)] if title in found.random else []),
                *(
                    [Finding(f"matches of {PLAYED[title][3]}", _words(found.played[title]), people)]
                    if title in found.played
                    else []
                ),
            ],
        )
        for (title, source), (w, d) in SAID.items()
    ]


def write(page: Page, found: Found) -> None:
    page.heading("How big is a game")
    page.text(
        "w is the mean number of moves to choose from, d the mean number of plies of a match, chance included, with "
        "standard errors. w^d would be the size of an even tree. `playout check` prints the same three figures for any "
        "game."
    )
    rows = [_row(title, "at random", size) for title, size in found.random.items()]
    rows += [_row(title, PLAYED[title][3], size) for title, size in found.played.items()]
    rows += [
        [title, f"people, by {source}", "", str(w), str(d), f"10^{d * math.log10(w):.0f}"]
        for (title, source), (w, d) in SAID.items()
    ]
    sizes = [size.magnitude for size in found.random.values()]
    spread = [
        1.96 * math.hypot(size.d_error * math.log10(size.w), size.d * size.w_error / size.w / math.log(10))
        for size in found.random.values()
    ]
    svg = bars(
        list(found.random),
        sizes,
        [size - far for size, far in zip(sizes, spread, strict=True)],
        [size + far for size, far in zip(sizes, spread, strict=True)],
        title="Lines of play, w^d, in random matches",
        x_label="power of ten",
        signed=False,
    )
    page.picture("powers", svg, "the power of ten of w^d for each game")
    page.table(ReportTable(["game", "who plays", "matches", "w", "d", "w^d"], rows, left=2))
    page.heading("Why the figures differ", 3)
    page.text(
        "Random players do not resign, and rarely mate: a random match of chess ends by the rules about draws, after "
        "many plies with few pieces, and a random match of Go fills the board and goes on after captures. People stop "
        "earlier, at Go with most points empty. w^d is the number of lines that a search without pruning would follow. "
        "There are far fewer positions, in chess about 10^40 by the lecture, since most positions are on many lines."
    )


def _words(size: Size) -> str:
    return f"{size.w:.0f} moves and {size.d:.0f} plies"


def _row(title: str, who: str, size: Size) -> list[str]:
    return [
        title,
        who,
        number(size.matches),
        f"{size.w:.1f} ± {size.w_error:.1f}",
        f"{size.d:.1f} ± {size.d_error:.1f}",
        f"10^{size.magnitude:.0f}" if size.magnitude >= 2 else f"{size.w**size.d:.0f}",
    ]
