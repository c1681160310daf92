"""Checking a game: examines every rule of the contract, and shows the shortest line of moves that breaks one."""

from __future__ import annotations

from playout.checking.checkup import check
from playout.checking.report import CheckReport, Finding

__all__ = ["CheckReport", "Finding", "check"]
