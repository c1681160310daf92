"""What a tournament shows: tables, plots, pages, exports."""
