"""A search as a picture: its tree, a step of its trace, and the outline that a page draws while it runs."""
