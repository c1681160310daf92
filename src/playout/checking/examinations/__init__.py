"""The rules of the contract beyond single moves, examined at the positions of a match."""
