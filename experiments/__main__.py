"""Runs all experiments, one after the other: python -m experiments [--quick] [--out FOLDER]."""

from __future__ import annotations

import sys

from experiments import alpha_beta, bandits, course_connect_four, course_time, hearthstone, three_players, tic_tac_toe

EXPERIMENTS = (bandits, alpha_beta, tic_tac_toe, course_connect_four, course_time, three_players, hearthstone)

if __name__ == "__main__":
    for experiment in EXPERIMENTS:
        experiment.main(sys.argv[1:])
