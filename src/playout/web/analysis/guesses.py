"""The guesses of a seat's search about cards that it cannot see, in each position of a match, compared with the truth.

Information-set MCTS asks the game's function `guess` for a full position before each simulation. These positions are
counted. Where the seat is to move, they are the first positions of its search; in other positions there is no search,
and `guess` is called equally often. Hidden cards are those that lie face down in the seat's view.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from playout.algorithms.ismcts.search import Ismcts
from playout.algorithms.registry import new_search
from playout.game import State
from playout.rng import Rng
from playout.sentences import Wording
from playout.spelling import Spec
from playout.web import schema
from playout.web.computing.turns import Ticket
from playout.web.refusals import explain_error

__all__ = ["AGENT", "GUESSES", "GuessesJob", "changes", "guessed_zones"]

GUESSES = 500
"""The number of guesses for each position of the match."""

AGENT = Spec("ismcts", simulations=GUESSES, memory=50)
"""The agent that guesses; it grows a tree of 500 simulations."""

STREAM = 1 << 34
"""The first random stream of guesses; the stream of a position is this number plus its ply."""

DEVIATIONS = 4.5
"""A change counts from this number of standard deviations on: by chance, 7 in a million cards change that much."""

Zones = dict[tuple[int | None, str], dict[str, Any]]
"""The zones of a view, by seat and name."""


@dataclass(eq=False)
class GuessesJob:
    """The guesses of one seat. `run` is called in a thread; `guesses` has the results so far."""

    match: str
    seat: int
    states: list[State]
    seed: int
    """The seed of the match, so that every count makes the same guesses."""
    backend: str | None
    report: Callable[[GuessesJob], None]
    """Called in the job's thread after `guesses` has changed."""
    ticket: Ticket
    """The ticket with which its searches wait for a core."""
    before: list[schema.GuessedPosition] = field(default_factory=list)
    """Positions of the same match that an earlier job has counted."""
    stop: threading.Event = field(default_factory=threading.Event)
    guesses: schema.Guesses = field(init=False)
    _search: Ismcts | None = None

    def __post_init__(self) -> None:
        self.guesses = schema.Guesses(
            match=self.match,
            seat=self.seat,
            agent=str(AGENT.without("memory")),
            state="running",
            error=None,
            done=0,
            total=0,
            positions=[],
            most=None,
        )

    def ask_to_stop(self) -> None:
        self.stop.set()
        if self._search is not None:
            self._search.stop()
        self.ticket.hurry()

    def fail(self, error: Exception) -> None:
        said = explain_error(error, Wording("failed.search")).said
        self.guesses = self.guesses.model_copy(update={"state": "failed", "error": said})

    def run(self) -> None:
        """Count the guesses of each position, from the first on. Runs in a thread."""
        known = {position.ply: position for position in self.before}
        positions: list[schema.GuessedPosition] = []
        try:
            plies = [ply for ply, state in enumerate(self.states) if state.turn >= 0 and _hides(state, self.seat)]
            self.guesses = self.guesses.model_copy(update={"total": len(plies)})
            for ply in plies:
                last = positions[-1] if positions else None
                found = known.get(ply) or self._count(ply, last)
                if self.stop.is_set():
                    break
                positions.append(found)
                most = max(positions, key=lambda item: item.change)
                update = {"done": len(positions), "positions": list(positions)}
                update["most"] = most.ply if most.change > 0 else None
                self.guesses = self.guesses.model_copy(update=update)
                self.report(self)
            state = "done" if self.guesses.done == self.guesses.total else "stopped"
            self.guesses = self.guesses.model_copy(update={"state": state})
        except Exception as error:
            self.fail(error)
        finally:
            self._search = None

    def _count(self, ply: int, last: schema.GuessedPosition | None) -> schema.GuessedPosition:
        state = self.states[ply]
        seen, rng = state.seen_by(self.seat), Rng(self.seed, STREAM + ply)
        if state.turn == self.seat:
            guesses: Iterable[State] = self._run_search(seen, rng)
        else:
            guesses = (seen.guess(rng) for _ in range(GUESSES))
        self.ticket.wait()
        try:
            count, zones = guessed_zones(seen, guesses, state)
        finally:
            self.ticket.leave()
        found = schema.GuessedPosition(
            ply=ply, searched=state.turn == self.seat, guesses=count, zones=zones, change=0.0
        )
        return found if last is None else changes(last, found)

    def _run_search(self, seen: State, rng: Rng) -> list[State]:
        search = new_search(seen, AGENT, seed=rng.below(1 << 31), backend=self.backend)
        assert isinstance(search, Ismcts)
        self._search = search
        search.gate, search.kept_guesses = self.ticket, GUESSES
        if self.stop.is_set():
            search.stop()
        search.run()
        return search.guesses


def _hides(state: State, seat: int) -> bool:
    """Whether cards lie face down for a seat."""
    return any(card["hidden"] for zone in _zones(state.seen_by(seat)).values() for card in zone["cards"])


def _zones(state: State) -> Zones:
    return {(zone["seat"], zone["name"]): zone for zone in state.view().get("zones", ())}


def _open_cards(zone: dict[str, Any] | None) -> Counter[tuple[str, str | None]]:
    """The names of the face-up cards of a zone, in each language, with their counts."""
    cards = () if zone is None else zone["cards"]
    return Counter((card["name"]["en"], card["name"]["zh"]) for card in cards if not card["hidden"])


def guessed_zones(seen: State, guesses: Iterable[State], truth: State) -> tuple[int, list[schema.GuessedZone]]:
    """The number of guesses, and for each zone how often each card is among those that lie face down for the seat.

    A guess may order the cards of a zone differently, so cards are compared by name.
    """
    before = _zones(seen)
    covered = {key: zone for key, zone in before.items() if any(card["hidden"] for card in zone["cards"])}
    true = _zones(truth)
    counts: dict[Any, Counter[tuple[str, str | None]]] = {key: Counter() for key in covered}
    number = 0
    for guess in guesses:
        number += 1
        zones = _zones(guess)
        for key, zone in covered.items():
            counts[key].update((_open_cards(zones.get(key)) - _open_cards(zone)).keys())
    found = []
    for key, zone in covered.items():
        held = set(_open_cards(true.get(key)) - _open_cards(zone))
        names = sorted({*counts[key], *held}, key=lambda name: (-counts[key][name], name[0]))
        cards = [
            schema.GuessedCard(
                name=schema.Words(en=name[0], zh=name[1]), count=counts[key][name], held=name in held, change=None
            )
            for name in names
        ]
        hidden = sum(card["hidden"] for card in zone["cards"])
        label = schema.Words(**zone["label"])
        found.append(schema.GuessedZone(seat=zone["seat"], label=label, hidden=hidden, cards=cards))
    return number, found


def changes(last: schema.GuessedPosition, now: schema.GuessedPosition) -> schema.GuessedPosition:
    """A position with the changes of its cards' shares since the last position, except changes that chance explains.

    A card that is no longer guessed is listed with a count of 0.
    """
    before = {(zone.seat, zone.label.en): zone for zone in last.zones}
    zones = []
    for zone in now.zones:
        earlier = before.get((zone.seat, zone.label.en))
        if earlier is None:
            zones.append(zone)
            continue
        old = {card.name.en: card for card in earlier.cards}
        new = {card.name.en for card in zone.cards}
        gone = [card for card in earlier.cards if card.name.en not in new]
        cards = []
        for card in [*zone.cards, *(card.model_copy(update={"count": 0, "held": False}) for card in gone)]:
            count = old[card.name.en].count if card.name.en in old else 0
            change = change_of_share(count, last.guesses, card.count, now.guesses)
            if change is not None or card.count or card.held:
                cards.append(card.model_copy(update={"change": change}))
        zones.append(zone.model_copy(update={"cards": cards}))
    most = max((abs(card.change or 0.0) for zone in zones for card in zone.cards), default=0.0)
    return now.model_copy(update={"zones": zones, "change": most})


def change_of_share(before: int, of_before: int, after: int, of_after: int) -> float | None:
    """The difference of two shares; None if chance explains it: it is less than DEVIATIONS standard deviations."""
    mean = (before + after) / (of_before + of_after)
    deviation = math.sqrt(mean * (1 - mean) * (1 / of_before + 1 / of_after))
    change = after / of_after - before / of_before
    return change if abs(change) > DEVIATIONS * deviation else None
