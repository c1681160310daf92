"""`playout arena`: tournaments between agents, and their results."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.completing import agent_names
from playout.cli.match_options import MatchCount, MatchOptions, takes_match_options
from playout.cli.parameters import GameName, GameOptions, load_game

if TYPE_CHECKING:
    from playout.arena.match_records import MatchResult

__all__ = ["app"]

app = typer.Typer(
    help="Matches between agents: run, report, show, list, export.\n\n"
    "Example: playout arena run tic_tac_toe rules random --matches 40",
    rich_markup_mode=None,
)

StoreFile = Annotated[Path, typer.Argument(metavar="STORE", help="the file that `playout arena run` wrote")]
Output = Annotated[Path | None, typer.Option("--output", "-O", help="the file to write")]


@app.command()
@takes_match_options
def run(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT...", help="like random or uct(simulations=100)", autocompletion=agent_names),
    ],
    *,
    option: GameOptions = None,
    matches: MatchCount = 100,
    pairing: Annotated[
        str,
        typer.Option(
            help="round-robin, gauntlet (the first against all), ladder (neighbours) or field (of n seats the first "
            "n - 1 against each other one)"
        ),
    ] = "round-robin",
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1", help="sequential test: stop once one of these two Elo differences is accepted"
        ),
    ] = None,
    options: MatchOptions,
) -> None:
    """Play a tournament. Ctrl-C stops it and prints the table so far; with a store the same command continues.

    Example: playout arena run tic_tac_toe rules random --store ttt.sqlite
    """
    from playout.arena.tournament import TournamentResult, tournament

    arguments = options.arguments()
    play = partial(tournament, load_game(game, option), agents, matches=matches, pairing=pairing, sprt=sprt)
    options.show(partial(play, **arguments), TournamentResult.record)


@app.command()
def report(
    store: StoreFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-O", help="the page to write; STORE.html if not given")
    ] = None,
) -> None:
    """Write a page with all tables and plots of a tournament, and the tables as CSV and Markdown beside it.

    Example: playout arena report ttt.sqlite
    """
    from playout.arena.reporting.page import write_report
    from playout.arena.reporting.standings import standings
    from playout.arena.storage.store import Store
    from playout.match.clocks import Clock
    from playout.rules import PlayoutError

    with Store(store) as kept:
        about, results, machines = kept.tournament(), kept.results(), kept.machines()
    if not results.matches:
        raise PlayoutError(f"{store} holds no matches yet; `playout arena run` plays some")
    facts = {
        "Game": about["game"] + "".join(f", {word}={value}" for word, value in about["options"].items()),
        "Rules": about["rules"],
        "Pairing": about["pairing"],
        "Seed": str(about["seed"]),
        "Openings": _openings(about["openings"]),
        "Clock": str(Clock(**about["clock"])),
        "Played on": "; ".join(machines),
    }
    if about.get("engines"):
        facts["Engines"] = "; ".join(f"{name}: {said}" for name, said in about["engines"].items())
    path = output or store.with_suffix(".html")
    found = standings(results)
    try:
        write_report(results, path, title=f"{about['game']}: {len(about['agents'])} agents", about=facts)
        path.with_suffix(".csv").write_text(found.to_csv(), encoding="utf-8")
        path.with_suffix(".md").write_text(found.to_markdown(), encoding="utf-8")
    except OSError as error:
        raise PlayoutError(f"cannot write {path}: {error.strerror}") from error
    print(f"{path}\n{path.with_suffix('.csv')}\n{path.with_suffix('.md')}")


def _openings(kept: dict[str, Any]) -> str:
    if "lines" in kept:
        return f"{len(kept['lines'])} from a file"
    return f"{kept['plies']} random plies" if kept["plies"] else "none"


@app.command()
def show(
    store: StoreFile,
    number: Annotated[int, typer.Argument(min=0, help="the number of the match, as in `playout arena list`")],
    final: Annotated[bool, typer.Option("--final", help="show only the last position")] = False,
    words: Annotated[bool, typer.Option("--words", help="describe the match in sentences, without positions")] = False,
) -> None:
    """Replay a match in the terminal.

    Example: playout arena show ttt.sqlite 0 --final
    """
    from playout.arena.storage.store import Store

    with Store(store) as kept:
        match = kept.match(number)
    if words:
        print(match.commentary())
    else:
        _replay(match, final)


def _replay(match: MatchResult, final: bool) -> None:
    from playout.arena.cells import duration
    from playout.rules import CHANCE

    match.replay()  # raises if the record does not lead to its result
    print(f"{match}\nplayed on {match.machine}")
    states = list(match.states())
    name = states[0].game.seat_name
    for ply, (state, move) in enumerate(zip(states, match.moves, strict=False)):
        if final:
            break
        who = "chance" if state.turn == CHANCE else f"{name(state.turn)} ({match.agents[state.turn]})"
        note = "opening" if ply < match.opening else duration(match.clock[ply]) if state.turn >= 0 else ""
        print(f"\n{state}\n{ply + 1}. {who}: {state.format(move)}" + (f"  [{note}]" if note else ""))
    print(f"\n{states[-1]}")
    if match.forfeit is not None:
        print(f"{name(match.forfeit)} ({match.agents[match.forfeit]}) forfeits: {match.reason}")
    print("result: " + ", ".join(f"{name(seat)} has {value:g}" for seat, value in enumerate(match.payoffs)))


@app.command("list")
def list_matches(
    store: StoreFile,
    agent: Annotated[str | None, typer.Option(help="only matches of this agent")] = None,
    forfeits: Annotated[bool, typer.Option("--forfeits", help="only matches that were forfeited")] = False,
) -> None:
    """List the matches of a store: number, agents by seat, payoffs, plies, forfeits.

    Example: playout arena list ttt.sqlite --agent rules
    """
    from playout.arena.storage.store import Store
    from playout.notices import nearest
    from playout.rules import PlayoutError

    with Store(store) as kept:
        known = kept.tournament()["agents"]
        if agent is not None and agent not in known:
            raise PlayoutError(f"{store} has no agent {agent!r}{nearest(agent, known)}; it has {', '.join(known)}")
        for match in kept.matches():
            if (agent is None or agent in match.agents) and (not forfeits or match.forfeit is not None):
                seated = ", ".join(f"{name} {value:g}" for name, value in zip(match.agents, match.payoffs, strict=True))
                fault = "" if match.forfeit is None else f"; {match.agents[match.forfeit]} forfeits: {match.reason}"
                print(f"{match.number:>7}  {seated}; {len(match.moves)} plies{fault}")


@app.command()
def export(
    store: StoreFile,
    kind: Annotated[str, typer.Option("--format", help="jsonl for every game, pgn for chess, sgf for go")] = "jsonl",
    number: Annotated[int | None, typer.Option("--match", min=0, help="only the match with this number")] = None,
    output: Output = None,
) -> None:
    """Write all matches of a store, or one, to a file or to standard output.

    Example: playout arena export ttt.sqlite --output ttt.jsonl
    """
    from playout.arena.reporting.export import export as pieces
    from playout.arena.storage.store import Store
    from playout.rules import PlayoutError

    with Store(store) as kept:
        if number is not None:
            kept.match(number)  # raises if there is no such match
        texts = pieces(kept, kind, first=number or 0, last=number)
        if output is None:
            sys.stdout.writelines(texts)
            return
        try:
            with output.open("w", encoding="utf-8") as file:
                file.writelines(texts)
        except OSError as error:
            raise PlayoutError(f"cannot write {output}: {error.strerror}") from error
