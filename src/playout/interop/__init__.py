"""Games for other toolkits: PettingZoo, Gymnasium, OpenSpiel. Each is an extra of its own."""
