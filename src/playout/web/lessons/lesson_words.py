"""The steps of a trace as sentences, with their numbers put in."""

from __future__ import annotations

import math
from typing import Any

from playout.algorithms.results import SearchResult
from playout.algorithms.trace import Event
from playout.game import Game, State
from playout.rules import Rules
from playout.sentences import Item, Parameter, Wording
from playout.web.games.phrases import move_item, translate
from playout.web.games.positions import seat_item

__all__ = ["sentence_of_result", "sentence_of_step"]


def sentence_of_result(result: SearchResult) -> Wording:
    """The result of a lesson's search, in one sentence."""
    state = result.state
    worth = Wording("result.unknown")
    if result.known:
        seat = seat_item(state.game, state.turn)
        worth = Wording("result.worth", {"value": f"{result.values[state.turn]:z.3f}", "seat": seat})
    facts: dict[str, Parameter] = {
        "agent": result.algorithm,
        "move": move_item(state, result.move),
        "worth": worth,
        "proven": Wording("result.proven") if result.proven else "",
        "spent": Wording(f"work.{result.unit}", {"count": result.work}),
        "depth": result.depth,
    }
    return Wording("result.line", facts)


def sentence_of_step(event: Event, state: State) -> Wording:
    """What happens at a step, in one sentence."""
    facts, game = event.facts, state.game
    kind = event.kind
    if kind == "enter" and "alpha" in facts:
        kind = "window"
    if kind == "leaf" and facts.get("of") in ("evaluation", "table"):
        kind = "evaluation" if facts["of"] == "evaluation" else "child"
    if kind == "simulate" and not facts.get("texts"):
        kind = "known"
    known: dict[str, Parameter] = {
        "move": _text(game.rules, event.text) if event.text else Wording("step.root"),
        "seat": _seat(event.seat, game),
        "value": _values(facts, game),
        "alpha": _number(facts.get("alpha")),
        "beta": _number(facts.get("beta")),
        "terms": _terms(facts, game.rules) if kind == "select" else "",
        "moves": [_text(game.rules, text) for text in facts.get("texts", ())],
        "number": facts.get("number", 0),
        "visits": facts.get("visits", 0),
        "plies": facts.get("plies", 0),
    }
    return Wording(f"step.{kind}", {name: known[name] for name in PARAMETERS[kind]})


PARAMETERS = {
    "window": ("move", "seat", "alpha", "beta"),
    "enter": ("move", "seat"),
    "evaluation": ("value",),
    "leaf": ("move", "value"),
    "child": ("move", "value"),
    "best": ("move", "value"),
    "cut": ("move", "value", "alpha", "beta"),
    "bound": ("value",),
    "table": ("value",),
    "tactics": ("value",),
    "again": ("move", "value"),
    "leave": ("value",),
    "begin": ("number",),
    "select": ("move", "terms"),
    "draw": ("move",),
    "expand": ("move",),
    "prune": ("move", "moves"),
    "simulate": ("moves", "value"),
    "known": ("value",),
    "backup": ("visits", "value"),
    "prove": ("value", "plies"),
}
"""The parameters in the sentence of each kind of step."""


def _number(value: Any) -> str:
    if value is None:
        return "?"
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:z.3f}".rstrip("0").rstrip(".")


def _text(rules: Rules, text: str) -> Item:
    chinese = translate(rules, text)
    return text if chinese is None else {"en": text, "zh": chinese}


def _has_max(game: Game) -> bool:
    """Whether seat 0 is MAX and seat 1 is MIN."""
    return game.seats == 2 and game.rules.payoff_sum is not None


def _seat(seat: int | None, game: Game) -> Item:
    if seat is None or seat < 0:
        return ""
    return Wording("step.to_move", {"seat": ("MAX", "MIN")[seat] if _has_max(game) else seat_item(game, seat)})


def _values(facts: dict[str, Any], game: Game) -> str:
    """The values in MAX's numbers for two seats with a constant sum of payoffs, otherwise one value for each seat."""
    values = facts.get("values")
    if not values:
        return _number(facts.get("value"))
    return ", ".join(_number(item) for item in (values[:1] if _has_max(game) else values))


def _terms(facts: dict[str, Any], rules: Rules) -> Wording:
    """The bounds that were compared."""
    children = facts.get("children", ())
    chosen = next((item for item in children if item["node"] == facts.get("node")), None)
    certain = next((item for item in children if item["node"] == facts.get("certain")), None)
    if certain is not None:
        return Wording("step.certain", {"move": _text(rules, certain["text"])})
    if chosen is None or chosen["bound"] is None:
        return Wording("step.untried")
    terms: list[Item] = [
        Wording(
            "step.term",
            {
                "move": _text(rules, item["text"]),
                "mean": _number(item["mean"] or 0.0),
                "exploration": _number(item["exploration"]),
            },
        )
        for item in children
        if item["bound"] is not None
    ]
    return Wording("step.terms", {"bound": _number(chosen["bound"]), "terms": terms})
