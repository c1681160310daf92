"""A match, for the arena and the web app: its position, times, clocks, advice to agents, endings, and its record."""
