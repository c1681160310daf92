"""`playout play`: a match against the computer in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from playout.cli.menu import numbered, print_menu
from playout.cli.parameters import Fen, GameName, GameOptions, agent_option, chosen_agent
from playout.cli.positions import MatchNumber, PgnFile, Ply, SgfFile, begin
from playout.cli.prompt import ask
from playout.cli.screen import say, seat_values, show_board, to_seat

if TYPE_CHECKING:
    from playout.agents import Agent
    from playout.algorithms.results import SearchResult
    from playout.game import Game, State
    from playout.rng import Rng
    from playout.spelling import Spec

__all__ = ["play"]

COMMANDS = ("help", "moves", "card", "cards", "board", "log", "hint", "expect", "undo", "quit")

HELP = """type a move, or
  moves   what you may play
  board   the position again
  cards   the cards of the game, if it has any; card NAME describes one
  log     the match so far
  hint    the move that the computer would play for you, and its expected result
  expect  the result that the computer expects
  undo    take your last move back
  quit    end the match"""


def play(
    game: GameName,
    option: GameOptions = None,
    against: Annotated[str | None, agent_option("the computer's agent", 1)] = None,
    seat: Annotated[str, typer.Option(help="your seat, by name or number, like O; 0 is the first")] = "0",
    seed: Annotated[
        int | None, typer.Option(min=0, help="random seed for dice and cards; a new one if not given")
    ] = None,
    fen: Fen = None,
    pgn: PgnFile = None,
    sgf: SgfFile = None,
    match: MatchNumber = None,
    ply: Ply = None,
) -> None:
    """Play a match against the computer, with hints on demand.

    Example: playout play connect_four --against "uct(seconds=2)"
    """
    from playout.agents import agent
    from playout.rng import Rng

    state = begin(game, option, fen=fen, files={"pgn": pgn, "sgf": sgf}, number=match, ply=ply)
    loaded = state.game
    mine = to_seat(loaded, seat)
    spec = chosen_agent(loaded, against, 1)
    computer = agent(spec)
    _check(computer, loaded)
    say(f"{loaded.title}.")
    say(f"You are {loaded.seat_name(mine)}; the computer plays {spec}. Type help for help.")
    _match(Players(mine, computer, spec), state, Rng(seed))


@dataclass
class Players:
    """The person's seat, and the computer's agent."""

    seat: int
    computer: Agent
    spec: Spec

    def advice(self, state: State) -> tuple[Spec, SearchResult]:
        """The result of a second agent like the computer's for the person's seat, and its spelling.

        A separate agent leaves the computer's search unchanged. If the computer's agent does not search, the default
        agent does.
        """
        from playout.agents import Searcher, agent

        spec = (
            self.spec.without("blunder") if isinstance(self.computer, Searcher) else chosen_agent(state.game, None, 1)
        )
        adviser = agent(spec)
        assert isinstance(adviser, Searcher)
        adviser.choose(state.seen_by(self.seat))
        assert adviser.result is not None
        return spec, adviser.result

    def expectation(self, state: State) -> tuple[Spec, SearchResult]:
        """The computer's result for its last move.

        Before its first move, and with hidden information, it is the result of a search of the person's view.
        """
        from playout.agents import Searcher

        found = self.computer.result if isinstance(self.computer, Searcher) else None
        if found is None or found.state.observer is not None or not _leads_to(found.state, state):
            return self.advice(state)
        return self.spec, found


def _check(computer: Agent, game: Game) -> None:
    """Refuse a game that the computer's agent cannot play, before the match begins."""
    from playout.rules import CHANCE

    state = game.start()
    while state.turn == CHANCE:
        state = state.sample(0)
    if not state.over:
        computer.check(state.seen_by(state.turn))


def _leads_to(earlier: State, later: State) -> bool:
    return later.history[: len(earlier.history)] == earlier.history


def _match(players: Players, state: State, rng: Rng) -> None:
    from playout.agents import Engine, Resignation
    from playout.rules import CHANCE

    seat = players.seat
    thought = -1  # the seat for which the computer moved last
    while not state.over:
        if state.turn == CHANCE:
            after = state.sample(rng)
            _say(state, after.history[-1], seat)
            state = after
        elif state.turn == seat:
            print()
            show_board(state.seen_by(seat))
            print(end="\n" * bool(state.menu()))
            print_menu(state)
            answer = _ask(state, players)
            if answer is None:
                return
            if state.game.rules.has("tell") and answer.history[:-1] == state.history:
                _say(state, answer.history[-1], seat)
            state = answer
        else:
            try:
                move = players.computer.choose(state.seen_by(state.turn))
            except Resignation:
                say(f"\n{state.game.seat_name(state.turn)} resigns. You win.")
                return
            _say(state, move, seat)
            thought, state = state.turn, state.play(move)
    if isinstance(players.computer, Engine) and thought >= 0:
        players.computer.end_match(state.seen_by(thought), state.payoffs)
    print()
    show_board(state.seen_by(seat))
    say(_result(state, seat))


def _say(state: State, move: int, seat: int) -> None:
    """Print the effects of a move that the person sees; a heading has its own line."""
    for sentence in state.tell(move, seat):
        say(f"\n{sentence}" if sentence.endswith(":") else sentence)


def _ask(state: State, players: Players) -> State | None:
    """The state after the person's move, an earlier one after `undo`, or None if they quit."""
    from playout.rules import MoveError

    name = f" ({state.game.seat_name(players.seat)})" if state.game.rules.seat_names else ""
    texts = [state.format(move) for move in state.moves()]
    while True:
        try:
            text = ask(f"your move{name}: ", [*texts, *COMMANDS])
        except EOFError:
            print()
            return None
        command = text.lower()
        if command in ("quit", "exit", "q"):
            return None
        if command == "undo":
            return _undo(state, players.seat)
        if command in ("help", "?", ""):
            say(HELP, hanging=8)
        elif command == "board":
            show_board(state.seen_by(players.seat))
        elif command == "moves":
            if not print_menu(state):
                say(", ".join(texts))
        elif command.partition(" ")[0] in ("card", "cards"):
            _cards(state.game, text.partition(" ")[2])
        elif command == "log":
            _log(state, players.seat)
        elif command == "hint":
            spec, found = players.advice(state)
            say(f"{spec} would play {state.format(found.move)}; {_expected(found, players.seat)}")
        elif command == "expect":
            spec, found = players.expectation(state)
            say(f"{spec}: {_expected(found, players.seat)}")
        else:
            try:
                return state.play(numbered(state, text))
            except MoveError as error:
                say(str(error))


def _cards(game: Game, name: str) -> None:
    from playout.rules import PlayoutError

    try:
        say(game.cards(name), hanging=4)
    except PlayoutError as error:
        say(str(error))


def _log(state: State, seat: int) -> None:
    earlier = state.game.start()
    for move in state.history:
        _say(earlier, move, seat)
        earlier = earlier.play(move)


def _expected(found: SearchResult, seat: int) -> str:
    """The expected result of a search, in words."""
    shares = ", ".join(
        f"{value:.2f} for {'you' if other == seat else found.state.game.seat_name(other)}"
        for other, value in enumerate(found.values)
    )
    return f"it {'has proof of' if found.proven else 'expects'} {shares}, by {found.work:,} {found.unit}"


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
    return f"The match is over. {word}: {seat_values(state.game, payoffs)}"
