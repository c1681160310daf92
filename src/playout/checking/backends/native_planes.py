"""Compares planes and logits of moves in native code with those of the interpreted rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout import native
from playout.encoding.encoding import described_encoding
from playout.examining.patient import Patient, Position, Trouble
from playout.rules import RulesError, moves, planes, policy_index, turn

__all__ = ["compare_planes"]


def see(states: Any, out: Any, numbers: Any, scratch: Any) -> None:
    """Kernel: writes the planes of states[0] to out, and the logits of its legal moves to numbers."""
    planes(states[0], turn(states[0]), out)
    for i in range(moves(states[0], scratch)):
        numbers[i] = policy_index(scratch[i], out.shape[1], out.shape[2])


def compare_planes(patient: Patient, position: Position) -> Trouble | None:
    """The first difference at a position in which a seat is to move."""
    try:
        shape = described_encoding(patient.game).planes
    except RulesError:
        return None
    found = []
    for backend in ("python", "cpu"):
        out, numbers = np.zeros(shape, np.uint8), np.zeros(patient.rules.max_moves, np.int64)
        arguments = native.view(patient.copy(position), backend), out, numbers, np.zeros_like(numbers)
        kernel = native.bind(see, patient.rules, backend)
        try:
            if backend == "python":
                patient.watch.run(kernel, *arguments)
            else:
                kernel(*arguments)  # no time limit while compiling
        except RulesError as error:
            return Trouble(str(error))
        except Exception as error:
            raise patient.fault("planes", error) from error
        found.append((out, numbers))
    for word, a, b in zip(("planes", "policy_index"), *found, strict=True):
        if not np.array_equal(a, b):
            place = tuple(int(i) for i in np.argwhere(a != b)[0])
            return Trouble(
                f"{patient.place(word)} gives {a[place]} interpreted and {b[place]} native at {list(place)}; native "
                "code computes in 64 bits: mix np.uint64 with np.uint64 only, and let no global change"
            )
    return None
