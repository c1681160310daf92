"""The weights of the report on three players: A of a seat's own mean, B of 1 minus the strongest rival's mean.

A = B = 0.5 is the report's careful player, which also fears the leader. Its adventurous player has A = 1 and B = 0,
which is UCB1.
"""

from typing import Any

A = 0.5
B = 0.5


def bound(means: Any, uncertainty: Any, seat: Any, seats: Any, proven: Any, c: Any) -> Any:
    strongest = 0.0
    for other in range(seats):
        if other != seat:
            strongest = max(strongest, means[other])
    return A * means[seat] + B * (1.0 - strongest) + c * uncertainty
