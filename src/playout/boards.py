"""Views: how a position looks to a person, in plain values: a grid of cells, cards in zones, or text.

A game's `view(s)` returns such a dict, and `places(s, move)` names the touch points of a move: what a person clicks to
play it. `read_view` checks a view and adds the default of each missing part, so that a game writes little: `{"kind":
"grid", "rows": 3, "columns": 3, "cells": [...]}` is complete. The web app draws it; nothing here knows a rule.

A grid's cell has the number (layer * rows + row) * columns + column; row 0 is at the top. Its value is None or ""
(empty), "#" (no cell), a seat's number (its stone), or a key of `pieces`. A touch point is a text: `cell:17`,
`column:3`, `gap:0.2` (left of the third card on seat 0's board), `card:0.hand.2`, or `button:pass`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from playout.pictures import column_name

__all__ = [
    "CARD_KINDS",
    "KINDS",
    "LOOKS",
    "PLACE",
    "SHAPES",
    "ZONES",
    "cells_of",
    "counter",
    "form",
    "grid_of",
    "known_places",
    "read_places",
    "read_view",
    "words",
]

KINDS = ("grid", "cards", "text")
LOOKS = ("squares", "checker", "points", "slots")
SHAPES = ("stone", "mark", "chess", "text")
ZONES = ("hand", "board", "hero", "weapon", "power", "secrets", "deck", "discard", "table")
CARD_KINDS = ("card", "minion", "spell", "weapon", "hero", "power", "secret")

PLACE = re.compile(r"(cell|column|piece|gap|card|button):(.+)")

MOST_CELLS = 10_000
NUMBERS = ("cost", "attack", "health", "full_health", "armour", "durability")
"""Fields of a card that are whole numbers, or None."""

Words = dict[str, str | None]
"""A text as {"en": ..., "zh": ...}; zh may be None."""


def words(english: str, chinese: str | None = None) -> Words:
    """A text in English, and in Chinese if it is given."""
    return {"en": english, "zh": chinese}


def form(english: str, chinese: str | None = None, **rest: Any) -> dict[str, Any]:
    """An item of FORMS: a description of an option, and least, most, choices, pattern or kind of its values."""
    return {"about": words(english, chinese), **rest}


def counter(name: str | Words, value: Any, *, seat: int | None = None, most: Any = None) -> dict[str, Any]:
    """A number or text beside the board: points, mana, the pot."""
    return {"seat": seat, "name": _words(name, "name"), "value": value, "most": most}


def grid_of(rows: Sequence[str], symbols: str, **more: Any) -> dict[str, Any]:
    """A grid from rows of symbols, the top row first: `.` is empty, `#` is no cell, symbols[i] is a stone of seat i."""
    cells = [_content(symbol, symbols) for row in rows for symbol in row]
    return {"kind": "grid", "rows": len(rows), "columns": len(rows[0]), "cells": cells, **more}


def _content(symbol: str, symbols: str) -> Any:
    return None if symbol == "." else "#" if symbol == "#" else symbols.index(symbol)


def cells_of(marked: Iterable[tuple[int, int]], columns: int) -> list[int]:
    """The numbers of cells (row, column) of a board of one layer."""
    return sorted(row * columns + column for row, column in marked)


# Checking


def read_view(given: Any, seat_name: Callable[[int], str] = str, seats: int = 32) -> dict[str, Any]:
    """A view with all its parts; raises ValueError if it is not valid. `seat_name` names the stones of seats."""
    if not isinstance(given, dict) or given.get("kind") not in KINDS:
        raise ValueError(f'a view is a dict with a "kind", one of {", ".join(KINDS)}, not {_short(given)}')
    reader = _ViewReader(given, seats)
    if given["kind"] == "grid":
        found = _read_grid(reader, seat_name)
    elif given["kind"] == "cards":
        found = {"kind": "cards", "zones": [_read_zone(zone, seats) for zone in reader.list("zones", [])]}
    else:
        text = reader.take("text", "")
        found = {"kind": "text", "text": _check(text, isinstance(text, str), "text has to be a text")}
        found["dice"] = [_whole(value, "a die") for value in reader.list("dice", [])]
    found["counters"] = [_read_counter(item, seats) for item in reader.list("counters", [])]
    end = reader.take("end", None)
    found["end"] = None if end is None else _words(end, "end")
    reader.end()
    return found


class _ViewReader:
    """Takes the parts of a dict one by one; `end` refuses the parts that were not taken."""

    def __init__(self, given: Mapping[str, Any], seats: int) -> None:
        if not isinstance(given, dict):
            raise ValueError(f"a part of a view has to be a dict, not {_short(given)}")
        self._left = {word: value for word, value in given.items() if word != "kind"}
        self.seats = seats

    def take(self, word: str, default: Any) -> Any:
        return self._left.pop(word, default)

    def list(self, word: str, default: Any) -> list[Any]:
        found = self.take(word, default)
        if not isinstance(found, (list, tuple)):
            raise ValueError(f"{word} has to be a list, not {_short(found)}")
        return list(found)

    def seat(self) -> int | None:
        found = self.take("seat", None)
        if found is not None and not 0 <= _whole(found, "a seat") < self.seats:
            raise ValueError(f"a seat has to be a number from 0 to {self.seats - 1}, or None, not {_short(found)}")
        return None if found is None else int(found)

    def end(self) -> None:
        if self._left:
            raise ValueError(f"a view has no {next(iter(self._left))!r}; hooks.md lists its parts")


def _read_grid(reader: _ViewReader, seat_name: Callable[[int], str]) -> dict[str, Any]:
    rows, columns, layers = (_whole(reader.take(word, 1), word) for word in ("rows", "columns", "layers"))
    size = rows * columns * layers
    if min(rows, columns, layers) < 1 or size > MOST_CELLS:
        raise ValueError(f"a grid has 1 to {MOST_CELLS:,} cells, not {layers} times {rows} by {columns}")
    look = reader.take("look", "squares")
    if look not in LOOKS:
        raise ValueError(f"look has to be one of {', '.join(LOOKS)}, not {_short(look)}")
    pieces = {str(key): _read_piece(item, reader.seats) for key, item in dict(reader.take("pieces", {})).items()}
    cells = reader.list("cells", [])
    if len(cells) != size:
        raise ValueError(f"cells has {len(cells)} entries, but the grid has {size} cells")
    shape = "mark" if look == "squares" else "stone"
    contents = [_read_cell(cell, pieces, shape, seat_name, reader.seats) for cell in cells]
    found: dict[str, Any] = {"kind": "grid", "rows": rows, "columns": columns, "layers": layers}
    found |= {"cells": contents, "pieces": pieces, "look": look}
    defaults = {
        "row_names": [str(rows - row) for row in range(rows)] if rows > 1 else [""],
        "column_names": [column_name(column) for column in range(columns)],
        "layer_names": [str(layer + 1) for layer in range(layers)] if layers > 1 else [""],
    }
    for (word, default), count in zip(defaults.items(), (rows, columns, layers), strict=True):
        found[word] = [str(name) for name in reader.list(word, default)]
        if len(found[word]) != count:
            raise ValueError(f"{word} has to have {count} names, not {len(found[word])}")
    for word in ("last", "won", "danger", "stars"):
        found[word] = [_whole(cell, f"a cell of {word}") for cell in reader.list(word, [])]
        if any(not 0 <= cell < size for cell in found[word]):
            raise ValueError(f"{word} names a cell that the grid does not have; cells are 0 to {size - 1}")
    area = [None if seat is None else _whole(seat, "an entry of area") for seat in reader.list("area", [])]
    if len(area) not in (0, size) or any(seat is not None and not 0 <= seat < reader.seats for seat in area):
        raise ValueError(f"area has to be empty, or to have a seat or None for each of the {size} cells")
    return found | {"area": area}


def _read_cell(cell: Any, pieces: dict[str, Any], shape: str, seat_name: Callable[[int], str], seats: int) -> str:
    if cell is None or cell == "":
        return ""
    if isinstance(cell, str) and (cell == "#" or cell in pieces):
        return cell
    if isinstance(cell, bool) or not hasattr(cell, "__index__") or not 0 <= int(cell) < seats:
        raise ValueError(f"a cell holds None, '#', a seat's number or a key of pieces, not {_short(cell)}")
    seat = int(cell)
    if str(seat) not in pieces:
        symbol = seat_name(seat)
        pieces[str(seat)] = {"seat": seat, "symbol": symbol, "name": symbol, "shape": shape}
    return str(seat)


def _read_piece(given: Any, seats: int) -> dict[str, Any]:
    reader = _ViewReader(given, seats)
    symbol = str(reader.take("symbol", "?"))
    name = reader.take("name", symbol)
    name = _words(name, "name") if isinstance(name, dict) else str(name)
    found = {"seat": reader.seat(), "symbol": symbol, "name": name}
    found["shape"] = reader.take("shape", "text")
    if found["shape"] not in SHAPES:
        raise ValueError(f"shape has to be one of {', '.join(SHAPES)}, not {_short(found['shape'])}")
    reader.end()
    return found


def _read_counter(given: Any, seats: int) -> dict[str, Any]:
    reader = _ViewReader(given, seats)
    found = {"seat": reader.seat(), "name": _words(reader.take("name", ""), "name")}
    value = reader.take("value", None)
    found["value"] = _words(value, "value") if isinstance(value, dict) else _plain(value, "value")
    found["most"] = _plain(reader.take("most", None), "most")
    if found["value"] is None:
        raise ValueError("a counter has to have a value, a number or a text")
    reader.end()
    return found


def _read_zone(given: Any, seats: int) -> dict[str, Any]:
    reader = _ViewReader(given, seats)
    found: dict[str, Any] = {"seat": reader.seat(), "name": reader.take("name", "table")}
    if found["name"] not in ZONES:
        raise ValueError(f"the name of a zone has to be one of {', '.join(ZONES)}, not {_short(found['name'])}")
    found["label"] = _words(reader.take("label", found["name"]), "label")
    found["cards"] = [_read_card(card) for card in reader.list("cards", [])]
    found["count"] = _whole(reader.take("count", len(found["cards"])), "count")
    reader.end()
    return found


def _read_card(given: Any) -> dict[str, Any]:
    reader = _ViewReader(given, 1)
    kind = given.get("kind", "card")  # the reader has no part `kind`
    if kind not in CARD_KINDS:
        raise ValueError(f"the kind of a card has to be one of {', '.join(CARD_KINDS)}, not {_short(kind)}")
    name = str(reader.take("id", ""))
    if not name.startswith("card:"):
        raise ValueError(f"the id of a card is its touch point, like card:0.hand.2, not {name!r}")
    found: dict[str, Any] = {"id": name, "name": _words(reader.take("name", "?"), "name"), "kind": kind}
    found["hidden"] = bool(reader.take("hidden", False))
    for word in NUMBERS:
        value = reader.take(word, None)
        found[word] = None if value is None else _whole(value, word)
    text = reader.take("text", None)
    found["text"] = None if text is None else _words(text, "text")
    found["states"] = [str(state) for state in reader.list("states", [])]
    reader.end()
    return found


def _words(given: Any, word: str) -> Words:
    if isinstance(given, str):
        return words(given)
    if not isinstance(given, dict) or not isinstance(given.get("en"), str) or not set(given) <= {"en", "zh"}:
        raise ValueError(f'{word} has to be a text, or {{"en": ..., "zh": ...}}, not {_short(given)}')
    return words(given["en"], given.get("zh"))


def _whole(value: Any, what: str) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{what} has to be a whole number, not {_short(value)}")
    return int(value)


def _plain(value: Any, what: str) -> Any:
    """A NumPy number as a Python number."""
    value = value.item() if hasattr(value, "item") else value
    return _check(value, value is None or isinstance(value, (int, float, str)), f"{what} has to be a number or a text")


def _check(value: Any, holds: bool, sentence: str) -> Any:
    if not holds:
        raise ValueError(f"{sentence}, not {_short(value)}")
    return value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# Touch points


def known_places(view: Mapping[str, Any]) -> Collection[str]:
    """The touch points of a checked view. Buttons are not among them, since a view does not list them."""
    if view["kind"] == "grid":
        cells = {f"cell:{number}" for number, content in enumerate(view["cells"]) if content != "#"}
        pieces = {f"piece:{key}" for key in view["pieces"]}
        return cells | pieces | {f"column:{column}" for column in range(view["columns"])}
    if view["kind"] == "cards":
        cards = {card["id"] for zone in view["zones"] for card in zone["cards"]}
        gaps = {
            f"gap:{zone['seat']}.{gap}"
            for zone in view["zones"]
            if zone["name"] == "board"
            for gap in range(zone["count"] + 1)
        }
        return cards | gaps
    return set()


def read_places(given: Any) -> tuple[str, ...]:
    """The touch points that `places` returned; raises ValueError if they are not valid."""
    if not isinstance(given, (tuple, list)) or not all(isinstance(place, str) for place in given):
        raise ValueError(f"places returns a tuple of texts like 'cell:17', not {_short(given)}")
    for place in given:
        if PLACE.fullmatch(place) is None:
            kinds = "cell:N, column:N, piece:KEY, gap:SEAT.N, card:ID or button:WORD"
            raise ValueError(f"a touch point is {kinds}, not {place!r}")
    return tuple(given)
