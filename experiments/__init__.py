"""Experiments: measurements of claims of this toolkit's sources. A folder for each source; `python -m experiments`."""
