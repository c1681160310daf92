"""Rules: one file or folder for each game, which `playout.load` finds by its name."""
