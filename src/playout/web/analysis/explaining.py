"""Why a move, in English and in Chinese: sentences that say only what the numbers say."""

from __future__ import annotations

from playout.algorithms.explaining import SAME, explain, find_rival
from playout.algorithms.results import SearchResult
from playout.web import schema
from playout.web.analysis.reports import LineTexts
from playout.web.games.positions import chinese_seat

__all__ = ["UNITS", "explain_result"]

UNITS = {"simulations": "次模拟", "playouts": "次随机对局", "nodes": "个节点"}


def explain_result(result: SearchResult, texts: LineTexts) -> schema.Words:
    """Why this move."""
    return schema.Words(en=explain(result), zh=_chinese(result, texts))


def _chinese(result: SearchResult, texts: LineTexts) -> str:
    sentences = [_verdict(result, texts)]
    if len(result.candidates) == 1:
        sentences.append("这是唯一的合法着法。")
    elif result.known:
        sentences += _comparison(result, texts)
    line = texts.steps(result.candidates[0].line)[:8]
    if len(line) > 1:
        names = [_chinese_text(step) for step in line]
        sentences.append(f"后续可能是 {('，' if any(' ' in name for name in names) else ' ').join(names)}。")
    return "".join(sentences)


def _chinese_text(step: schema.LineStep) -> str:
    return step.text if step.words is None else step.words.zh or step.text


def _verdict(result: SearchResult, texts: LineTexts) -> str:
    seat, best = result.state.turn, result.candidates[0]
    name, who = _chinese_text(texts.move(result.move)), chinese_seat(result.state.game.seat_name(seat))
    spent = f"{result.work:,} {UNITS.get(result.unit, result.unit)}"
    if best.values is None:
        return f"{spent}之后，{who} 各着法的价值仍不清楚，会走 {name}。"
    value = best.values[seat]
    if not best.proven:
        return f"根据 {spent}，{name} 对 {who} 的价值约为 {value:.3f}，尚未证明。"
    least, most = result.state.game.rules.payoff_bounds
    when = f"，{best.plies} 步内" if best.plies is not None else ""
    kind = "必胜" if value >= most else "必败" if value <= least else f"的价值恰为 {value:.3f}"
    tail = "" if result.proven else "（是否有更好的着法未证明）"
    return f"双方最佳应对时，{name} {kind}{when}，已证明{tail}。"


def _comparison(result: SearchResult, texts: LineTexts) -> list[str]:
    found, best = find_rival(result), result.candidates[0]
    if found is None or best.values is None:
        return []
    second, margin, _ = found
    other = _chinese_text(texts.move(second.move))
    if margin > SAME:
        return [f"次优着法是 {other}，差 {margin:.3f}。"]
    compared = "价值相同" if margin >= -SAME else f"价值高 {-margin:.3f}"
    if second.visits == best.visits:
        return [f"{other} {compared}，两者的访问次数相同（{best.visits:,}）。"]
    how = "多" if best.visits > second.visits else "少"
    return [f"{other} 的{compared}；首选的访问次数更{how}（{best.visits:,} 对 {second.visits:,}）。"]
