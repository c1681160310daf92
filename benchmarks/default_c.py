"""What chose UCT's default `c`: python benchmarks/default_c.py [--simulations N ...] [--matches N] [--folder F]

The games in benchmarks/games give a search nothing but their rules: no playout policy, no tactics, no `TUNED`. On
six of them all values of VALUES play each other, from random openings in both seats, and each value gets a rating.
The default is chosen by the mean over these games. Four other games then test the choice: the default against the old
default of 1.0. With --folder the matches are kept there, and the same call continues.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import playout
from playout.arena.statistics.pair_scores import pair_scores
from playout.arena.statistics.ratings import rate

GAMES = Path(__file__).parent / "games"
CHOSEN_ON = ("hex", "dots_and_boxes", "breakthrough", "clobber", "othello", "kalah")
HELD_OUT = ("y", "pentago", "amazons", "domineering")
VALUES = (0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4)
OLD = 1.0
PLIES = 4
"""Random plies at the start of a match."""


def played(
    game: str, values: tuple[float, ...], simulations: int, matches: int, folder: Path | None
) -> playout.TournamentResult:
    """The tournament of these values in a game, all against all."""
    agents = [f"uct(simulations={simulations}, c={value})" for value in values]
    store = None
    if folder is not None:
        store = folder / f"{game}-{simulations}-{'-'.join(map(str, values))}.db"
    return playout.tournament(
        GAMES / f"{game}.py", agents, matches=matches, seed=1, openings=PLIES, store=store, workers=1
    )


def choose(simulations: int, matches: int, folder: Path | None) -> None:
    """Print the Elo of each value in each of the six games, and the mean over the games."""
    print(f"\n{simulations:,} simulations a move, {matches} matches a game: Elo of each c, with the error (95 %)\n")
    print(f"{'game':16}" + "".join(f"{f'c={value}':>13}" for value in VALUES))
    sums, squares = [0.0] * len(VALUES), [0.0] * len(VALUES)
    for game in CHOSEN_ON:
        rated = rate(played(game, VALUES, simulations, matches, folder).results)
        cells = []
        for i, elo in enumerate(rated.elo):
            error = rated.reach * math.sqrt(rated.covariance[i, i])
            sums[i] += elo / len(CHOSEN_ON)
            squares[i] += (error / len(CHOSEN_ON)) ** 2
            cells.append(f"{f'{elo:+.0f} ±{error:.0f}':>13}")
        print(f"{game:16}" + "".join(cells), flush=True)
    means = [f"{f'{elo:+.0f} ±{math.sqrt(square):.0f}':>13}" for elo, square in zip(sums, squares, strict=True)]
    print(f"{'mean':16}" + "".join(means), flush=True)


def confirm(value: float, simulations: int, matches: int, folder: Path | None, games: tuple[str, ...]) -> None:
    """Print the score of a value against the old default in each game."""
    print(f"\n{simulations:,} simulations a move, {matches} matches a game: the score of c={value} against c={OLD}\n")
    for game in games:
        scores = pair_scores(played(game, (value, OLD), simulations, matches, folder).results)
        score, low, high = (100 * float(part[0, 1]) for part in (scores.score, scores.low, scores.high))
        print(f"{game:16} {score:5.1f} % ({low:.1f} to {high:.1f})", flush=True)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, nargs="+", default=[500, 2000], metavar="N")
    parser.add_argument("--matches", type=int, default=420, help="in each game, for each number of simulations")
    parser.add_argument("--value", type=float, help="only test this value against the old default")
    parser.add_argument("--games", nargs="+", default=HELD_OUT, choices=(*CHOSEN_ON, *HELD_OUT), metavar="GAME")
    parser.add_argument("--folder", type=Path, help="keep the matches here")
    given = parser.parse_args()
    for simulations in given.simulations:
        if given.value is None:
            choose(simulations, given.matches, given.folder)
        else:
            confirm(given.value, simulations, given.matches, given.folder, tuple(given.games))


if __name__ == "__main__":
    main()
