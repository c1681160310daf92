"""Run by test_saved_files.py in a process of its own: damages saved searches and loads them.

Whatever the damage, loading ends in a PlayoutError or in a search that runs. Prints how many of each.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import playout
from playout import PlayoutError
from playout.algorithms.registry import new_search
from playout.algorithms.saving import MAGIC
from tests import paths

CONNECT_FOUR = playout.load("connect_four").replay("ddddddccccab")
TIC_TAC_TOE = playout.load("tic_tac_toe").replay(["a1"])
PIG = playout.load("pig").start()
ERRANDS = playout.load(paths.GAMES / "errands_game.py", count=6).start()

CASES: list[tuple[playout.State, str, dict[str, Any]]] = [  # of kernels that other tests compile as well
    (CONNECT_FOUR, "uct(memory=1)", {"simulations": 400}),
    (CONNECT_FOUR, "uct(memory=1, threads=2)", {"simulations": 400}),
    (PIG, "uct(memory=2)", {"simulations": 40}),
    (CONNECT_FOUR, "ismcts(memory=1)", {"simulations": 300}),
    (CONNECT_FOUR, "flat", {"simulations": 100}),
    (ERRANDS, "ucb(sequences=True, open_after=4, tactics=False)", {"simulations": 200}),
    (CONNECT_FOUR, "alphabeta(memory=1)", {"nodes": 500}),
    (TIC_TAC_TOE, "minimax", {"nodes": 500}),
    (TIC_TAC_TOE, "paranoid(memory=1)", {"nodes": 200}),
]

NUMBERS = (0, 1, 2, 7, 127, 255, 65_535, (1 << 31) - 1, (1 << 31), (1 << 32) - 1, (1 << 62), (1 << 63), (1 << 64) - 1)


def sealed(body: bytes) -> bytes:
    """With the right checksum, as whoever wants to do harm would have it."""
    return MAGIC + hashlib.sha256(body).digest() + body


def parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    body = content[len(MAGIC) + 32 :]
    first = 8 + int.from_bytes(body[:8], "little")
    return json.loads(body[8:first]), body[first:]


def joined(header: dict[str, Any], data: bytes) -> bytes:
    text = json.dumps(header).encode()
    return sealed(len(text).to_bytes(8, "little") + text + data)


def leaves(value: Any) -> list[tuple[Any, Any]]:
    """(container, place) of every plain value in a header."""
    places = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found: list[tuple[Any, Any]] = []
    for place, item in places:
        found += leaves(item) if isinstance(item, (dict, list)) else [(value, place)]
    return found


def changed_header(content: bytes, rng: random.Random) -> bytes:
    header, data = parts(content)
    holder, place = rng.choice(leaves(header))
    before = holder[place]
    near = [before + 1, before - 1, -before] if isinstance(before, int) else []
    holder[place] = rng.choice([*near, rng.choice(NUMBERS), -1, None, True, "x", 1e300, float("nan"), []])
    return joined(header, data)


def changed_array(content: bytes, rng: random.Random) -> bytes:
    """A few words of one of the arrays, each of which has the same chance."""
    header, data = parts(content)
    sizes = [size for _, size in header["arrays"]]
    index = rng.choice([i for i, size in enumerate(sizes) if size])
    first = sum(sizes[:index])
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 4))):
        width = rng.choice((1, 2, 4, 8))
        place = first + rng.randrange(max(1, sizes[index] // width)) * width
        value = rng.choice((rng.choice(NUMBERS), rng.randrange(64), rng.getrandbits(8 * width)))
        changed[place : place + width] = (value & ((1 << 8 * width) - 1)).to_bytes(width, "little")
    return joined(header, bytes(changed[: len(data)]))


def try_out(path: Path, limit: dict[str, Any], known: playout.Game | None) -> bool:
    """Whether it loads; then it runs, answers in words and is saved again, or is refused in words."""
    try:
        search = playout.load_search(path, known)
    except PlayoutError:
        return False
    with contextlib.suppress(PlayoutError):
        result = search.run(**limit)
        str(result)
        result.explain()
        if search.learns:
            search.keep(search.state.play(result.move))
            search.run(**limit)
    return True


def main(folder: Path, count: int) -> None:
    path, rng = folder / "search", random.Random(11)
    for state, algorithm, limit in CASES:
        backend = "python" if state is PIG else None
        known = state.game if state is ERRANDS else None
        search = new_search(state, algorithm, seed=3, backend=backend, **limit)
        search.run(**limit)
        search.save(path)
        content = path.read_bytes()
        assert try_out(path, limit, known)
        for _ in range(count):
            damaged = bytearray(content)
            for place in rng.sample(range(len(content)), 3):
                damaged[place] ^= rng.randrange(1, 256)
            path.write_bytes(damaged)
            assert not try_out(path, limit, known), "the checksum tells damage"
        loaded = 0
        for change in (changed_header, changed_array, changed_array):
            for _ in range(count):
                path.write_bytes(change(content, rng))
                loaded += try_out(path, limit, known)
        print(algorithm, loaded, 3 * count - loaded, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
