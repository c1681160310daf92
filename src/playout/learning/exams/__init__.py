"""Exams of a network during its training: matches against fixed opponents, and mistakes against exact values.

An exam runs in a process of its own and loads the network's file like any user.
"""
