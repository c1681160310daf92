"""Rules by which a tree selects, one a file: `uct(selection=ucb1_tuned)`; see docs/selection_rules.md."""
