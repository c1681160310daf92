"""Chance is a move like any other, and an agent sees only what its seat may see."""

import playout

rng = playout.Rng(7)

match = playout.load("pig").start().play("roll")
print("a die is rolled; the odds:", match.odds()[:2], "...")
match = match.sample(rng)
print(match)

deal = playout.load("kuhn_poker").replay(["Q", "K"])
mine = deal.seen_by(0)
print(mine)
print("it might be:", sorted({str(mine.guess(rng)).splitlines()[0] for _ in range(20)}))
print(f"random play from here is worth {playout.playouts(mine, 100_000, seed=1)[0]:+.3f} antes to me")
