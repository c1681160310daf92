"""Rules by which playouts count, one a file: `uct(backup=decay)`; see docs/selection_rules.md."""
