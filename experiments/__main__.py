"""Runs all experiments, one after the other, or draws their pages from the saved results:

python -m experiments [--pages] [--quick] [--out FOLDER]
"""

from __future__ import annotations

import sys

from experiments import (
    alpha_beta,
    bandits,
    chess_and_go,
    claims_course,
    claims_hearthstone,
    claims_three_players,
    course_connect_four,
    course_simulations,
    game_sizes,
    hearthstone,
    three_players,
    tic_tac_toe,
)
from experiments.common import FOLDER, redraw

EXPERIMENTS = (
    bandits,
    game_sizes,
    alpha_beta,
    chess_and_go,
    tic_tac_toe,
    course_connect_four,
    course_simulations,
    claims_course,
    three_players,
    claims_three_players,
    hearthstone,
    claims_hearthstone,
)

if __name__ == "__main__":
    for experiment in EXPERIMENTS:
        if "--pages" in sys.argv[1:]:
            redraw(experiment.__name__.rpartition(".")[2], FOLDER, experiment.Found, experiment.draw)
        else:
            experiment.main(sys.argv[1:])
