"""The steps of a trace in a sentence, in English and in Chinese, with their numbers put in."""

from __future__ import annotations

import math
from typing import Any

from playout.algorithms.results import SearchResult
from playout.algorithms.trace import Event
from playout.game import Game
from playout.rules import Rules
from playout.web import schema
from playout.web.analysis.explaining import UNITS
from playout.web.games.phrases import chinese_of_move, translate
from playout.web.games.positions import chinese_seat

__all__ = ["words_of_result", "words_of_step"]


def words_of_step(event: Event, game: Game) -> schema.Words:
    """What happens at a step."""
    return schema.Words(en=event.words[:1].upper() + event.words[1:], zh=_chinese(event, game))


def _number(value: Any) -> str:
    if value is None:
        return "?"
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.3f}".rstrip("0").rstrip(".")


def words_of_result(result: SearchResult) -> schema.Words:
    """What the search of a lesson found, in a line."""
    state, spent = result.state, f"{result.work:,} {UNITS.get(result.unit, result.unit)}"
    who = chinese_seat(state.game.seat_name(state.turn))
    worth = f"对 {who} 的价值为 {result.values[state.turn]:.3f}" if result.known else "价值未知"
    proven = "（已证明）" if result.proven else ""
    move = chinese_of_move(state, result.move)
    chinese = f"{result.algorithm}：{move}，{worth}{proven}；{spent}，深度 {result.depth}"
    return schema.Words(en=str(result).splitlines()[0], zh=chinese)


def _text(rules: Rules, text: str) -> str:
    return translate(rules, text) or text


def _has_max(game: Game) -> bool:
    """Whether seat 0 is MAX and seat 1 is MIN."""
    return game.seats == 2 and game.rules.payoff_sum is not None


def _seat(seat: int | None, game: Game) -> str:
    if seat is None or seat < 0:
        return ""
    return f"：轮到 {('MAX', 'MIN')[seat] if _has_max(game) else chinese_seat(game.seat_name(seat))}"


def _values(facts: dict[str, Any], game: Game) -> str:
    """In MAX's numbers where there are two seats whose payoffs add up, else for each seat."""
    values = facts.get("values")
    if not values:
        return _number(facts.get("value"))
    return "，".join(_number(item) for item in (values[:1] if _has_max(game) else values))


def _chinese(event: Event, game: Game) -> str | None:
    facts, rules = event.facts, game.rules
    told = {
        "text": _text(rules, event.text) if event.text else "根节点",
        "seat": _seat(event.seat, game),
        "value": _values(facts, game),
        "alpha": _number(facts.get("alpha")),
        "beta": _number(facts.get("beta")),
        "terms": _terms(facts, rules) if event.kind == "select" else "",
        "moves": " ".join(_text(rules, text) for text in facts.get("texts", ())),
        "number": facts.get("number"),
        "visits": facts.get("visits"),
        "plies": facts.get("plies"),
    }
    kind = event.kind
    if kind == "enter" and "alpha" in facts:
        kind = "window"
    if kind == "leaf" and facts.get("of") == "evaluation":
        kind = "evaluation"
    if kind == "leaf" and facts.get("of") == "table":
        kind = "child"
    return CHINESE[kind].format(**told) if kind in CHINESE else None


CHINESE = {
    "window": "{text}{seat}，窗口 [{alpha}, {beta}]",
    "enter": "{text}{seat}",
    "evaluation": "到达搜索深度：评估值 {value}",
    "leaf": "{text}：对局结束，得分 {value}",
    "child": "{text}：置换表中以前已算出，至多 {value}",
    "best": "目前最好：{text}，{value}",
    "cut": "剪枝：{text} 使 {value} 落在窗口 [{alpha}, {beta}] 之外，其余分支不必再看",
    "bound": "界：窗口内没有可能的值，{value}",
    "table": "置换表：以前已算出 {value}",
    "tactics": "战术：直接得出 {value}",
    "again": "重新搜索 {text}：比目前最好的更好（{value}）",
    "leave": "返回：价值 {value}",
    "begin": "第 {number} 次模拟",
    "select": "{text}：{terms}",
    "draw": "{text}",
    "expand": "新节点 {text}",
    "prune": "剪枝：{text} 立即获胜，去掉 {moves}",
    "simulate": "随机模拟 {moves}：得分 {value}",
    "backup": "回传：访问 {visits} 次，平均 {value}",
    "prove": "已证明：价值恰为 {value}，还有 {plies} 步",
}
"""Sentences by the kind of step."""


def _terms(facts: dict[str, Any], rules: Rules) -> str:
    """The bounds that were compared."""
    children = facts.get("children", ())
    chosen = next((item for item in children if item["node"] == facts.get("node")), None)
    if chosen is None or chosen["bound"] is None:
        return "还没有尝试过"
    terms = [
        f"{_text(rules, item['text'])} {_number(item['mean'] or 0.0)} + {_number(item['exploration'])}"
        for item in children
        if item["bound"] is not None
    ]
    return f"上界 {_number(chosen['bound'])} 最大（{'，'.join(terms)}）"
