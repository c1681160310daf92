"""The current position of a UCI conversation: `position startpos moves e2e4 ...`, checked move by move."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from playout.errors import MoveError, PlayoutError
from playout.game import Game, State, load
from playout.games.chess.fen import START, write_fen
from playout.games.chess.notation import write_uci
from playout.native import view
from playout.notices import shown

__all__ = ["UciPosition", "continued", "fen_of", "legal_by_name", "position_command"]


class UciPosition:
    """A position with its description. Moves of the previous description are not replayed."""

    def __init__(self) -> None:
        self.state = _new_game(START).start()
        self._fen = START
        self._moves: tuple[str, ...] = ()

    def set(self, words: Sequence[str]) -> None:
        """Read the words after `position`. An invalid description is refused, and the position does not change."""
        fen, moves = _split(words)
        known = len(self._moves)
        if fen == self._fen and moves[:known] == self._moves:
            state, rest = self.state, moves[known:]
        else:
            state, rest = _new_game(fen).start(), moves
        for number, text in enumerate(rest, 1 + len(moves) - len(rest)):
            state = _play(state, text, number)
        self.state, self._fen, self._moves = state, fen, moves


def _split(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The FEN and the moves."""
    at = list(words).index("moves") if "moves" in words else len(words)
    head, moves = list(words[:at]), tuple(words[at + 1 :])
    if head == ["startpos"]:
        return START, moves
    if head[:1] == ["fen"] and len(head) > 1:
        return " ".join(head[1:]), moves
    raise PlayoutError("position has to be 'position startpos' or 'position fen FEN', with 'moves' after it if need be")


def _new_game(fen: str) -> Game:
    game = load("chess", fen=fen) if fen != START else load("chess")
    game.compile()
    return game


def _play(state: State, text: str, number: int) -> State:
    if state.over:
        state = continued(state)
    move = legal_by_name(state).get(text.lower())
    if move is None:
        raise MoveError(f"move {number}, {shown(text)}, is not legal")
    return state.play(move)


def continued(state: State) -> State:
    """A drawn position without its past, in which play can continue; unchanged if no move is possible."""
    board, side, rights, passant, *_ = fen_of(state).split()
    return _new_game(f"{board} {side} {rights} {passant} 0 1").start()


def legal_by_name(state: State) -> dict[str, int]:
    """The moves that the rules of movement allow, by their names in UCI, even if the match is drawn."""
    moves = state.moves()
    if state.over:
        out = np.zeros(state.game.rules.max_moves, np.int64)
        moves = out[: state.game.call("moves", state.position, out)].tolist()
    return {write_uci(move): move for move in moves}


def fen_of(state: State) -> str:
    return write_fen(view(state.position, "python")[0])


def position_command(state: State) -> str:
    """The command that sends a position to another program: the first position, and the moves."""
    fen = state.game.options.get("fen", START)
    moves = "".join(f" {write_uci(move)}" for move in state.history)
    begin = "startpos" if fen == START else f"fen {fen}"
    return f"position {begin}" + (f" moves{moves}" if moves else "")
