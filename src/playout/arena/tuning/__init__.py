"""Which value of an agent's parameter is best."""
