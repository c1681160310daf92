"""Rules: one file a game. A file that lies here is a game that `playout.load` finds by its name."""
