"""The storage of a tournament: one SQLite file."""
