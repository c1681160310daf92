"""Three players on a cube: a value for each seat, and a search that expects the others to play against it."""

import playout

state = playout.load("gomoku3d", size=3, line=3).start()
for wary in (0.0, 1.0):
    result = playout.search(state, f"uct(wary={wary})", simulations=2_000, seed=1)
    print(f"wary={wary}: {state.format(result.move)}, worth", [round(value, 2) for value in result.values])
