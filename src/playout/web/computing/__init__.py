"""Where a server computes: its threads, the cores that searches share, the process that compiles.

Start at `workers.py`.
"""
