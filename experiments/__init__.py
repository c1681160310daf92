"""Experiments: what the lectures and reports behind this toolkit claim, measured. Each is a module with a `main`."""
