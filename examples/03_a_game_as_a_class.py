"""A game may be an ordinary Python class with any objects inside; it runs interpreted."""

import playout
from playout import OVER


class Subtract:
    """Subtract a divisor: from n take one of its divisors below n; whoever cannot move loses."""

    PLAYERS = 2
    MAX_MOVES = 50

    def __init__(self, n=30):
        self.n, self.seat, self.path = n, 0, [n]

    def turn(self):
        return self.seat if self.n > 1 else OVER

    def moves(self):
        return [d for d in range(1, self.n) if self.n % d == 0]

    def play(self, move):
        self.n -= move
        self.seat = 1 - self.seat
        self.path.append(self.n)

    def payoffs(self):
        return [float(seat != self.seat) for seat in (0, 1)]

    def __str__(self):
        return " > ".join(map(str, self.path))


state = playout.load(Subtract, n=24).start()
agent = playout.agent("flat(simulations=4800, seed=1)")
while not state.over:
    state = state.play(agent.choose(state))
print(state)
print("payoffs:", state.payoffs)
