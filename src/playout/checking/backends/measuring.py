"""Playouts a second on each backend, and a comparison of their results."""

from __future__ import annotations

import time

from playout.algorithms.playouts import playouts
from playout.examining.patient import Patient
from playout.rules import RulesError

__all__ = ["measure"]


def measure(patient: Patient, seconds: float) -> tuple[dict[str, float], str | None]:
    """Playouts a second by backend, measured for `seconds` each; and the difference of the results, if there is one."""
    state = patient.game.start()
    rates: dict[str, float] = {}
    results: dict[str, tuple[float, ...]] = {}
    for backend in reversed(patient.rules.backends):
        count = 1
        try:
            begin = time.perf_counter()
            first = playouts(state, 1, seed=patient.seed, backend=backend)
            took = time.perf_counter() - begin if backend == "python" else 0.0  # the first native call compiles
            while took < seconds / 2:
                count *= 2 if took > seconds / 64 else 16
                begin = time.perf_counter()
                playouts(state, count, seed=patient.seed, backend=backend)
                took = time.perf_counter() - begin
        except RulesError:  # an endless match, or rules that do not compile: other findings report it
            continue
        rates[backend] = count / took
        results[backend] = first
    rates = {backend: rates[backend] for backend in patient.rules.backends if backend in rates}
    if len(set(results.values())) > 1:
        return (
            rates,
            f"playout 0 of seed {patient.seed} gives {results['python']} interpreted and {results['cpu']} native",
        )
    return rates, None
