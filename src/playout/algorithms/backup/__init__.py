"""Rules for the value of a playout, one in each file: `uct(backup=decay)`; see docs/selection_rules.md."""
