"""Native code: kernels bound to a game's rules, compiled, and kept in a cache."""

from playout.native.binding import BACKENDS, INTERPRETED, Binder, bind, view

__all__ = ["BACKENDS", "INTERPRETED", "Binder", "bind", "view"]
