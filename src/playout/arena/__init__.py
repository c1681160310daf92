"""Matches between agents: played, stored, rated."""
