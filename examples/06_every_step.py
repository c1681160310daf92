"""Textbook alpha-beta, step by step, as text and as a picture."""

import tempfile
from pathlib import Path

import playout

lecture = playout.load("lecture_tree").start()
trace = playout.trace(lecture, "minimax(pruning=True)")
for event in trace:
    print(event.kind, event.text)

path = Path(tempfile.mkdtemp()) / "alphabeta.svg"
trace.picture().save(path)
print("the tree with its windows and cuts:", path)
