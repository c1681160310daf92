"""The claims of the article on minimax and Monte Carlo tree search: chess and Go, and how big games are."""
