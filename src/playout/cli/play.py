"""`playout play`: a match against the computer in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from playout.cli.options import GameName, GameOptions, load_game

if TYPE_CHECKING:
    from playout.agents import Agent
    from playout.game import State
    from playout.rng import Rng

__all__ = ["play"]

HELP = (
    "type a move; `moves` lists them, `board` shows the position again, `undo` takes your last move back, `quit` ends"
)


def play(
    game: GameName,
    option: GameOptions = None,
    against: Annotated[str, typer.Option(help="the computer's agent, like random or flat(seconds=2)")] = "flat",
    seat: Annotated[int, typer.Option(min=0, help="your seat; 0 moves first in most games")] = 0,
    seed: Annotated[int | None, typer.Option(min=0, help="for dice and cards; fresh if not given")] = None,
) -> None:
    """Play a match against the computer."""
    from playout.agents import agent
    from playout.rng import Rng
    from playout.rules import CHANCE, OptionError

    loaded = load_game(game, option)
    if seat >= loaded.seats:
        raise OptionError(f"{loaded.name} has seats 0 to {loaded.seats - 1}, not {seat}")
    computer, rng, state = agent(against), Rng(seed), loaded.start()
    print(f"{loaded.title}. You are seat {seat}; the computer plays {against}. Type help for help.")
    while not state.over:
        if state.turn == CHANCE:
            state = _draw(state, rng)
        elif state.turn == seat:
            print(f"\n{state.seen_by(seat)}")
            answer = _ask(state, seat)
            if answer is None:
                return
            state = answer
        else:
            state = _answer(state, computer)
    print(f"\n{state.seen_by(seat)}\n{_result(state, seat)}")


def _draw(state: State, rng: Rng) -> State:
    """Chance decides; where cards are hidden, nothing is said about it."""
    after = state.sample(rng)
    if not state.game.rules.has("mask"):
        print(f"chance: {state.format(after.history[-1])}")
    return after


def _answer(state: State, computer: Agent) -> State:
    move = computer.choose(state.seen_by(state.turn))
    print(f"seat {state.turn} plays {state.format(move)}")
    return state.play(move)


def _ask(state: State, seat: int) -> State | None:
    """The state after the person's move, or an earlier one after `undo`, or None if they leave."""
    from playout.rules import MoveError

    while True:
        try:
            text = input("your move: ").strip()
        except EOFError:
            print()
            return None
        if text in ("quit", "exit", "q"):
            return None
        if text in ("help", "?", ""):
            print(HELP)
        elif text == "board":
            print(state.seen_by(seat))
        elif text == "moves":
            print(", ".join(state.format(move) for move in state.moves()))
        elif text == "undo":
            return _undo(state, seat)
        else:
            try:
                return state.play(text)
            except MoveError as error:
                print(error)


def _undo(state: State, seat: int) -> State:
    """The position in which the person last moved, or this one if they have not moved yet."""
    path = [state.game.start()]
    for move in state.history[:-1]:
        path.append(path[-1].play(move))
    mine = [earlier for earlier in path if earlier.turn == seat]
    if not mine or not state.history:
        print("there is nothing to take back")
        return state
    return mine[-1]


def _result(state: State, seat: int) -> str:
    payoffs = state.payoffs
    best = max(value for other, value in enumerate(payoffs) if other != seat) if len(payoffs) > 1 else payoffs[seat]
    word = "You win" if payoffs[seat] > best else "You lose" if payoffs[seat] < best else "A draw"
    return f"{word}: " + ", ".join(f"seat {other} has {value:g}" for other, value in enumerate(payoffs))
