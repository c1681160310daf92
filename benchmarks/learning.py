"""How fast a game is learned on this machine: the network alone, self-play without and with it, and training.

    python benchmarks/learning.py [GAME] [--device cuda|cpu] [--networks 64x6 128x6] [--trees N] [--simulations N]

The bar on a GPU is 2.8 million evaluations a second in self-play of Connect Four with a network of 128x6.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import playout
from playout.learning.device import chosen_device, device_name, working
from playout.learning.encoded_game import EncodedGame
from playout.learning.networks.architecture import Architecture, first_weights
from playout.learning.networks.folding import folded
from playout.learning.settings import LearnSettings, settings_for

BAR = 2.8e6
"""Evaluations a second of 128x6 in self-play on a GPU."""


def rate(work: Callable[[], Any], wait: Callable[[], Any], amount: float, seconds: float = 1.5) -> float:
    """Amounts a second. work: starts one amount; wait: returns when it is done."""
    work()
    wait()
    begin, done = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        for _ in range(4):
            work()
        wait()
        done += 4
    return done * amount / (time.perf_counter() - begin)


def measure(game: EncodedGame, settings: LearnSettings, device: str) -> float:
    """Print the rates of one network; returns evaluations a second in self-play."""
    import torch

    from playout.learning.networks.playing_network import PlayingNetwork
    from playout.learning.self_play.forest_play import ForestPlay
    from playout.learning.training import Trainer

    shape = Architecture(
        *game.planes,
        game.policy_size,
        game.seats,
        channels=settings.channels,
        blocks=settings.blocks,
        shares=game.shares,
    )
    name = f"{settings.channels}x{settings.blocks}"
    network = PlayingNetwork(shape, folded(shape, first_weights(shape, 1)), device)

    def wait() -> None:
        if device == "cuda":
            torch.cuda.synchronize()

    planes = torch.zeros((settings.trees, *game.planes), dtype=torch.uint8, device=device)
    logits = torch.zeros((settings.trees, game.policy_size), device=device)
    values = torch.zeros((settings.trees, game.seats), device=device)
    alone = rate(lambda: network.evaluate(planes, logits, values), wait, settings.trees)
    print(f"{name}: network alone {alone:,.0f} evaluations a second", flush=True)
    begin = time.perf_counter()
    play = ForestPlay(game, settings, network, device)
    play.run(settings.simulations, 1)
    play.counts()
    print(f"{name}: ready after {time.perf_counter() - begin:.1f} s; {play.size / 1e9:.2f} GB", flush=True)
    play.run(2, 150)  # so that samples are there, and matches differ
    play.run(settings.simulations, 200)
    before = play.counts()
    begin = time.perf_counter()
    play.run(settings.simulations, 300)
    after = play.counts()
    seconds = time.perf_counter() - begin
    found = 300 * settings.trees / seconds
    print(
        f"{name}: self-play {found:,.0f} evaluations, {(after.decisions - before.decisions) / seconds:,.0f} decisions, "
        f"{(after.matches - before.matches) / seconds:,.0f} matches a second; kernel alone takes "
        f"{1e3 * (seconds / 300 - settings.trees / alone):.2f} ms of {1e3 * seconds / 300:.2f} ms a step",
        flush=True,
    )
    trainer = Trainer(shape, settings, game.symmetries, device)
    trained = rate(lambda: trainer.train(play.samples, 5, 0.0), trainer.losses, 5 * settings.batch)
    print(f"{name}: training {trained:,.0f} samples a second; losses {np.round(trainer.losses(), 4)}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="connect_four")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--networks", nargs="+", default=["64x6", "128x6"])
    parser.add_argument("--trees", type=int)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--blocks", nargs="+", type=int, default=[64], help="threads of a block on a GPU")
    arguments = parser.parse_args()
    device = chosen_device(arguments.device)
    game = EncodedGame(playout.load(arguments.game))
    print(f"{game.rules.name} on {device_name(device)}", flush=True)
    given = {name: getattr(arguments, name) for name in ("trees", "simulations") if getattr(arguments, name)}
    passed = True
    for network in arguments.networks:
        channels, blocks = map(int, network.split("x"))
        for block in arguments.blocks:
            settings = replace(
                settings_for(device, game.rules.max_length), channels=channels, blocks=blocks, block=block, **given
            )
            print(f"blocks of {block} threads", flush=True) if device == "cuda" else None
            with working(device, settings.threads):
                found = measure(game, settings, device)
        if device == "cuda" and arguments.game == "connect_four" and network == "128x6":
            print(f"128x6 in self-play {found:,.0f}   at least {BAR:,.0f}   {'pass' if found >= BAR else 'MISSED'}")
            passed = passed and found >= BAR
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
