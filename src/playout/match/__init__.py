"""The rules of all matches, in the arena and the web app: clocks, thinking times, the payoffs of a lost match."""
