"""Where a tournament is kept: one SQLite file."""
