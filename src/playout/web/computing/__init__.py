"""Computing for a server: its threads, the cores that searches share, the process that compiles, its memory.

Start at `workers.py`.
"""
