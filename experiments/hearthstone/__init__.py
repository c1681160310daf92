"""The claims of the report on Hearthstone."""
