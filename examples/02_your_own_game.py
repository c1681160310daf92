"""A game of your own is one file; it runs at native speed like the built-in ones."""

from pathlib import Path

import playout

game = playout.load(Path(__file__).parent / "nim.py", stones=21)
print(game.title)

for move in (1, 2, 3):
    means = playout.playouts(game.start().play(move), 200_000, seed=1)
    print(f"taking {move}: seat 0 wins {means[0]:.1%} of the random matches")

report = playout.check(game, seconds=1)
print(report)
assert report.passed
