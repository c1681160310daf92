"""Chess beside two other implementations over many random matches: FEN, legal moves, SAN, and how matches end."""

from __future__ import annotations

import random
from typing import Any

import chess
import pyspiel
import pytest

import playout
from playout import native
from playout.games.chess.fen import write_fen
from playout.games.chess.notation import write_uci

MATCHES = 100
"""Of each test; there are ten with other seeds for each of the two."""

FENS, SANS = 4, 20
"""The FEN is compared every 4 plies, the SAN of one move every 20, and the legal moves at every ply."""


def fen_of(state: playout.State) -> str:
    return write_fen(native.view(state.position, "python")[0])


@pytest.fixture(scope="module")
def game() -> playout.Game:
    loaded = playout.load("chess")
    loaded.compile()
    return loaded


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_random_matches_beside_python_chess(game: playout.Game, seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(MATCHES):
        board, state = chess.Board(), game.start()
        while True:
            ended = board.is_game_over() or board.halfmove_clock >= 100 or board.is_repetition(3)
            assert state.over == ended, board.fen()
            if ended or board.ply() % FENS == 0:
                assert fen_of(state) == board.fen()
            if ended:
                winner = board.outcome().winner if board.is_checkmate() else None  # type: ignore[union-attr]
                assert state.payoffs[0] == (0.5 if winner is None else float(winner))
                break
            named = {write_uci(move): move for move in state.moves()}
            legal = {move.uci(): move for move in board.legal_moves}
            assert named.keys() == legal.keys()
            text = rng.choice(sorted(legal))
            if board.ply() % SANS == 0:
                san = board.san(legal[text])
                assert (state.format(named[text]), state.parse(san)) == (san, named[text])
            state = state.play(named[text])
            board.push(legal[text])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_random_matches_beside_openspiel(game: playout.Game, seed: int) -> None:
    """There Black is player 0, and a position that is there for the third time ends the match as here."""
    rng, other = random.Random(2000 + seed), pyspiel.load_game("chess")
    for _ in range(MATCHES):
        state, theirs = game.start(), other.new_initial_state()
        while not state.over:
            move = rng.choice(state.moves())
            action = theirs.parse_move_to_action(write_uci(move))
            check_openspiel(state, theirs, move, action)
            theirs.apply_action(action)
            state = state.play(move)
        assert fields(fen_of(state)) == fields(str(theirs))
        assert theirs.is_terminal()
        assert state.payoffs == tuple((payoff + 1) / 2 for payoff in reversed(theirs.returns()))


def check_openspiel(state: playout.State, theirs: Any, move: int, action: int) -> None:
    """The position, the number of legal moves, and one of them by both its names."""
    assert not theirs.is_terminal()
    assert len(state.moves()) == len(theirs.legal_actions())
    ply = len(state.history)
    if ply % FENS == 0:
        assert fields(fen_of(state)) == fields(str(theirs))
    if ply % SANS == 0:
        assert state.format(move) == theirs.action_to_string(theirs.current_player(), action)


def fields(fen: str) -> list[str]:
    """A FEN without the square for en passant, which OpenSpiel names after every double step."""
    words = fen.split()
    return [*words[:3], *words[4:]]
