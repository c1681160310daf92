"""Ratings, confidence intervals and sequential tests."""
