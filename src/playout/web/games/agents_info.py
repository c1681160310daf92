"""Algorithms with forms for their options and limits, made from the options' own descriptions."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from playout.algorithms.base import Search
from playout.algorithms.registry import ALGORITHMS
from playout.limits import Limit
from playout.options.kinds import Count, Flag, Number, Policy, Word
from playout.web import schema

__all__ = ["agent_infos"]


@cache
def agent_infos() -> list[schema.AgentInfo]:
    """Every algorithm that a page may choose."""
    return [
        schema.AgentInfo(
            name=name,
            about=kind.summary,
            games=kind.games,
            unit=kind.unit,
            options=_forms(kind.option_type, None),
            limits=_forms(Limit, (*kind.limits, "memory")),
            has_tree=kind.has_tree,
            has_trace=kind.tracer is not Search.tracer,
        )
        for name, kind in ALGORITHMS.items()
        if not kind.names_file
    ]


def _forms(kind: type[Any], only: tuple[str, ...] | None) -> list[schema.FormField]:
    found = []
    for item in fields(kind):
        described = item.metadata.get("option")
        if described is None or not item.init or (only is not None and item.name not in only):
            continue
        form = _form(item.name, described, item.default)
        if form is not None:
            found.append(form)
    return found


def _form(name: str, described: Any, default: Any) -> schema.FormField | None:
    kind, about = described.kind, schema.Words(en=described.about)
    group = described.group
    common: dict[str, Any] = {"name": name, "about": about, "group": group, "optional": default is None}
    if isinstance(kind, Flag):
        return schema.FormField(kind="boolean", default=default, **common)
    if isinstance(kind, Count):
        return schema.FormField(kind="integer", default=default, least=kind.least, most=kind.most, **common)
    if isinstance(kind, Number):
        most = kind.most if kind.most < 1e300 else None
        return schema.FormField(kind="number", default=default, least=kind.least, most=most, **common)
    if isinstance(kind, Word):
        return schema.FormField(kind="choice", default=default, choices=list(kind.choices), **common)
    if isinstance(kind, Policy):
        return schema.FormField(kind="text", default=default, pattern="[a-z_]+", **common)
    return None
