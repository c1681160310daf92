"""Ratings, intervals and tests."""
