"""The claims of the lecture on game-tree search: minimax, alpha-beta, bandits, tic-tac-toe."""
