"""Where a server computes: its threads, the cores that searches share, the process that compiles, its memory.

Start at `workers.py`.
"""
