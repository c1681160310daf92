"""Which arm to pull: strategies beside each other, and pi by throwing points."""

import playout

arms = [0.5, 0.6, 0.8]
names = ["naive", "epsilon_greedy(epsilon=0.1)", "ucb1", "thompson"]
print(playout.bandits.play(arms, "ucb1", 1000, seed=1).counts)
print(playout.bandits.compare(arms, names, 1000, repeats=20, seed=1))
print(playout.monte_carlo.pi(100_000, seed=1))
