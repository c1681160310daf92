"""Lessons: small searches, bandits and the Monte Carlo method, step by step.

Start at `traces.py`, which lists the lessons.
"""
