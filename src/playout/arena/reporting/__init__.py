"""Output of a tournament: tables, plots, HTML pages, exports."""
