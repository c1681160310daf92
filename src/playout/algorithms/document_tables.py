"""The tables of docs/algorithms.md and docs/limits.md, generated from the algorithms and their options.

`python -m playout.algorithms.document_tables PAGE ...` rewrites them between comments like
`<!-- options: uct -->` and `<!-- end -->`; a test compares them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from playout.algorithms.registry import ALGORITHMS
from playout.limits import Limit
from playout.options.fields import Description, describe

__all__ = ["fill_in", "known_limits", "known_options"]

FORMULAS = {
    "`a mean + b (1 - the strongest rival's mean) + c sqrt(ln N / n)`": (
        r"$a \cdot \text{mean} + b \cdot (1 - \text{the strongest rival's mean}) + c \sqrt{\ln N / n}$"
    ),
    "`(1 - wary) own + wary (1 - root's mean)`": (
        r"$(1 - \text{wary}) \cdot \text{own mean} + \text{wary} \cdot (1 - \text{root's mean})$"
    ),
    "`mean + c P sqrt(N) / (1 + n)`": r"$\text{mean} + c P \sqrt{N} / (1 + n)$",
    "`sqrt(ln a / n)`, where a counts": r"$\sqrt{\ln a / n}$, where $a$ counts",
    "`sqrt(ln n / n_j)`": r"$\sqrt{\ln n / n_j}$",
    "sqrt(2);": r"$\sqrt 2$;",
}
"""Formulas in the plain text of an option's help, which terminals show, and typeset for pages."""

BLOCK = re.compile(r"(<!-- (options|limits|algorithms)(?:: ([a-z ]+))? -->\n).*?(<!-- end -->)", re.DOTALL)


def known_options(name: str) -> tuple[Description, ...]:
    """The options of an algorithm."""
    return describe(ALGORITHMS[name].option_type)


def known_limits(name: str) -> tuple[Description, ...]:
    """The limits that an algorithm counts."""
    return tuple(item for item in describe(Limit) if item.name in (*ALGORITHMS[name].limits, "memory", "proven"))


def fill_in(text: str) -> str:
    """A document with the tables between its comments generated again."""

    def table(found: re.Match[str]) -> str:
        begin, what, names, end = found.groups()
        if what == "options":
            return begin + _options(names.split()) + end
        return begin + (_limits() if what == "limits" else _algorithms()) + end

    return BLOCK.sub(table, text)


def _typeset(text: str) -> str:
    for plain, tex in FORMULAS.items():
        text = text.replace(plain, tex)
    return text


def _options(names: list[str]) -> str:
    """The options of several algorithms, in groups of options with the same owners."""
    owners: dict[Description, list[str]] = {}
    for name in names:
        for item in known_options(name):
            owners.setdefault(item, []).append(f"`{name}`")
    groups = dict.fromkeys(sorted((item.group for item in owners), key=bool))
    text = "" if owners else f"\n{_listed([f'`{name}`' for name in names])} have no options of their own.\n\n"
    for group in groups:
        rows = [("option", "default", "values", "meaning")]
        for item, having in owners.items():
            if item.group == group:
                only = "" if len(having) == len(names) else f" ({_listed(having)} only)"
                rows.append((f"`{item.name}`", _typeset(item.default), item.values, _typeset(item.about) + only))
        text += (f"{group[0].upper()}{group[1:]}:\n\n" if group else "\n") + _table(rows) + "\n"
    return text


def _limits() -> str:
    rows = [(f"`{item.name}`", item.default, item.values, item.about) for item in describe(Limit)]
    return "\n" + _table([("limit", "default", "values", "meaning"), *rows]) + "\n"


def _algorithms() -> str:
    rows = [(f"`{name}`", kind.summary, kind.games) for name, kind in ALGORITHMS.items()]
    return "\n" + _table([("name", "what", "for"), *rows]) + "\n"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    head, *body = (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in rows)
    return head + "|---" * len(rows[0]) + "|\n" + "".join(body)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(fill_in(path.read_text()))
