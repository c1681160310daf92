"""UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002): explores less where a child's payoffs vary little.

`mean (1 - mean)` takes the place of their variance. It equals the variance if matches are only won or lost; otherwise
it is the largest variance of payoffs from 0 to 1 with this mean.
"""

import math
from typing import Any


def bound(mean: Any, uncertainty: Any) -> Any:
    variance = mean * (1.0 - mean) + math.sqrt(2.0) * uncertainty
    return mean + uncertainty * math.sqrt(min(0.25, variance))
