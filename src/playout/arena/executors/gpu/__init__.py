"""Matches on a GPU: thousands at once, each the same match as on the CPU."""
