"""Chess: a match from PGN, a mate in two, and the position as FEN."""

import playout
from playout.formats.pgn import read_pgn, write_pgn

match = read_pgn("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
print(match.state.show())
print(match.state.payoffs)

mate = playout.load("chess", fen="4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16").start()
result = playout.search(mate, "alphabeta", nodes=100_000)
print(result)
assert result.proven

print(write_pgn(mate.play(result.move), white="Playout", black="nobody"))
