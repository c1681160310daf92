"""Selection rules for UCT's tree, one in each file: `uct(selection=ucb1_tuned)`; see docs/selection_rules.md."""
