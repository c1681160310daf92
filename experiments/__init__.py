"""Experiments: what the sources of this toolkit claim, measured. A folder for each source; `python -m experiments`."""
