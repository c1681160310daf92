"""Folders and files of the repository that tests use."""

from pathlib import Path

__all__ = ["GAMES", "NIM", "ROOT"]

ROOT = Path(__file__).parents[1]
NIM = ROOT / "examples" / "nim.py"
GAMES = ROOT / "tests" / "algorithms"  # games that are made for tests: errands_game.py, raid_game.py, ...
