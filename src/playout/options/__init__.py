"""Options of algorithms: declared once, checked, described."""
