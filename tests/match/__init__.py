"""Tests of what every match has in common."""
