"""Native code: kernels bound to a game's rules, compiled, and kept in a cache."""

from playout.native.batch import BATCH_BACKENDS, Batch, batch
from playout.native.binding import BACKENDS, INTERPRETED, Binder, Functions, bind, check_backend, view
from playout.native.memory import Memory, memory_of

__all__ = [
    "BACKENDS",
    "BATCH_BACKENDS",
    "INTERPRETED",
    "Batch",
    "Binder",
    "Functions",
    "Memory",
    "batch",
    "bind",
    "check_backend",
    "memory_of",
    "view",
]
