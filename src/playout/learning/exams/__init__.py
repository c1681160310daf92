"""Exams of a network during its training: matches against fixed opponents, and mistakes against exact values.

They are taken in a process of their own, by the network's file, as anyone plays with it.
"""
