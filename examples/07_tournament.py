"""A tournament with error bars, one match of it move by move, and a player of one's own."""

import playout


class Corners:
    """Any object with `choose(state)` plays: this one prefers corners."""

    def choose(self, state):
        corners = [move for move in state.moves() if state.format(move) in ("a1", "a3", "c1", "c3")]
        return (corners or state.moves())[0]


if __name__ == "__main__":  # worker processes import this file
    outcome = playout.tournament("tic_tac_toe", [Corners(), "rules", "random"], matches=30, seed=7, workers=1)
    print(outcome)
    match = playout.play_match("tic_tac_toe", [Corners(), "rules"], seed=7)
    print(match.replay())
    print(match.commentary())
