"""The claims of the report on five in a row in a cube for three."""
