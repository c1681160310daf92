"""Games of this toolkit in other ones: PettingZoo, Gymnasium, OpenSpiel. Each is an extra of its own."""
