"""Measures the named opponents of the web app: python benchmarks/levels.py [GAME ...] [--matches N] [--write]

For each game a ladder of agents plays in the arena, each against its neighbours, and up to five of them are taken whose
ratings are spread as evenly as can be: beginner, easy, medium, hard, strongest. Budgets are counted in simulations,
nodes or plies, so that a level is as strong on every machine; weak ones blunder at a set rate (`blunder`). --write puts
the table into src/playout/web/games/levels.json. --store keeps the matches: the same call goes on where it was
interrupted, also with more matches.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import playout
from playout.arena.reporting.standings import Standings
from playout.game import load
from playout.spelling import Spec

TABLE = Path(__file__).parents[1] / "src" / "playout" / "web" / "games" / "levels.json"

NAMES = {
    1: ("strongest",),
    2: ("beginner", "strongest"),
    3: ("beginner", "medium", "strongest"),
    4: ("beginner", "easy", "hard", "strongest"),
    5: ("beginner", "easy", "medium", "hard", "strongest"),
}

APART = 60.0
"""Elo by which two levels have to differ at least."""

BY_RANK = "uct(simulations=30, prior=rank, c=2.0, tactics=False)"
"""A small search that prefers the first moves of `rank`, and that may overlook a threat."""


def _uct(*budgets: int, **words: object) -> list[str]:
    return [str(Spec("uct", simulations=budget, **words)) for budget in budgets]


def _blundering(search: str, *rates: float) -> list[str]:
    return [str(Spec.read(search).replace(blunder=rate)) for rate in rates]


LADDERS = {
    "tic_tac_toe": [*_blundering("uct(simulations=100, tactics=False)", 0.6, 0.4, 0.2), "rules", *_uct(100)],
    "connect_four": [*_blundering("uct(simulations=50)", 0.7, 0.5, 0.3, 0.15), *_uct(50, 200, 1000, 20_000)],
    "gomoku": [*_blundering(BY_RANK, 0.5, 0.3, 0.15), BY_RANK, "rules", *_uct(30, 200, 1500)],
    "qubic": [*_blundering(BY_RANK, 0.5, 0.3, 0.15), BY_RANK, "rules", *_uct(30, 200, 1500)],
    "gomoku3d": [*_blundering(BY_RANK, 0.5, 0.25), BY_RANK, "rules", *_uct(300, 2000, prior="rank", c=5.0)],
    "go": ["rules", *_uct(80, 150, 300, 700, 2500)],
    "chess": [
        *_blundering("alphabeta(depth=1, lines=6)", 0.7, 0.5, 0.3),
        *_blundering("alphabeta(depth=2, lines=4)", 0.3, 0.1),
        *(f"alphabeta(depth={depth})" for depth in (2, 3, 4, 5, 6)),
    ],
    "hearthstone": [
        *_blundering("ismcts(simulations=100)", 0.7, 0.5, 0.3, 0.15),
        *("rules", "ismcts(simulations=100)", "ismcts(simulations=500)", "ismcts(simulations=2500)"),
    ],
    "kuhn_poker": [*_blundering("ismcts(simulations=2000)", 0.4, 0.25, 0.1), "ismcts(simulations=2000)"],
    "pig": [*_blundering("uct(simulations=400)", 0.4, 0.25, 0.1), *_uct(10, 50, 400, 4000)],
    "lecture_tree": [*_blundering("minimax", 0.5), "minimax"],
}
"""The agents of each game, from the weakest on as far as known. None plays at random: weak ones search too, and
overlook their best move at a set rate."""

SAME = {"k_in_a_row": "gomoku"}
"""Games that are the same as another one, unless they are given options."""


def measure(game: str, agents: list[str], matches: int, workers: int, store: Path | None) -> Standings:
    """The standings of a ladder; its matches are kept in the folder `store`."""
    seats = load(game).seats
    pairing = "ladder" if seats == 2 else "round-robin"
    total = matches * (len(agents) - 1)
    openings = 0 if game == "lecture_tree" else 2
    file = None if store is None else store / f"{game}.sqlite"
    found = playout.tournament(
        game, agents, matches=total, seed=1, store=file, pairing=pairing, openings=openings, workers=workers
    )
    return found.standings


def choose(table: Standings, agents: list[str]) -> list[dict[str, Any]]:
    """Up to five agents, the weakest first, whose ratings are spread as evenly as can be.

    The strongest is one of them; of agents less than APART below it, the one with the largest budget. The weakest is
    another if it is surely weaker, even by less than APART, as in a game of much luck.
    """
    rows = sorted((row for row in table.rows if math.isfinite(row.elo)), key=lambda row: -row.elo)
    top = max((row for row in rows if rows[0].elo - row.elo < APART), key=lambda row: agents.index(row.agent))
    weakest, apart = rows[-1], [top]
    for row in rows:
        if apart[-1].elo - row.elo >= APART and (row is weakest or row.elo - weakest.elo >= APART):
            apart.append(row)
    surely = table.difference(top.agent, weakest.agent)
    if len(apart) == 1 and surely is not None and surely.low > 0:
        apart.append(weakest)
    apart.reverse()
    count = min(5, len(apart))
    chosen = min(
        (
            [apart[0], *middle, apart[-1]] if count > 1 else apart
            for middle in combinations(apart[1:-1], max(0, count - 2))
        ),
        key=lambda rows: sum((above.elo - below.elo) ** 2 for below, above in pairwise(rows)),
    )
    levels = []
    for name, row in zip(NAMES[count], chosen, strict=True):
        difference = table.difference(row.agent, weakest.agent)
        error = None if difference is None or row is weakest else round((difference.high - difference.low) / 2)
        levels.append({"name": name, "agent": row.agent, "rating": round(row.elo - weakest.elo), "error": error or 0})
    return levels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(LADDERS))
    parser.add_argument("--matches", type=int, default=40, help="matches of each pair of neighbours")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--store", type=Path, help="a folder that keeps the matches")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.store is not None:
        given.store.mkdir(parents=True, exist_ok=True)
    for game in given.games:
        begin = time.perf_counter()
        table = measure(game, LADDERS[game], given.matches, given.workers, given.store)
        levels = choose(table, LADDERS[game])
        print(f"{game}, {table.matches} matches, {time.perf_counter() - begin:.0f} s\n{table.table().text()}")
        for level in levels:
            print(f"  {level['name']:<10} {level['rating']:>6} ±{level['error']:<4} {level['agent']}")
        if given.write:
            known = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
            measured = {row.agent: round(row.elo - min(item.elo for item in table.rows)) for row in table.rows}
            for name in (game, *(other for other, same in SAME.items() if same == game)):
                known[name] = {"levels": levels, "matches": table.matches, "measured": measured}
            TABLE.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
