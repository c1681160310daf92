"""The rules of every match, whoever runs it: clocks, how long an agent should think, what a lost match is worth."""
