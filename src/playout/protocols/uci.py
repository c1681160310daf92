"""UCI, the protocol of chess programs: the commands that a program reads and the lines that it writes, as values.

Both sides of a conversation use it: servers/uci.py answers a graphical program, and agents/engines/uci_engine.py
talks to an engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playout.errors import PlayoutError
from playout.notices import shown

__all__ = ["EngineOption", "Go", "Info", "read_engine_option", "read_go", "read_info", "read_setoption", "write_info"]

MAX_NUMBER = 1_000_000_000_000
"""The largest number that is accepted."""

TIMES = ("wtime", "btime", "winc", "binc", "movetime")
COUNTS = ("depth", "nodes", "movestogo", "mate")
FLAGS = ("infinite", "ponder")


@dataclass(frozen=True)
class Go:
    """The command `go`: the limits of a search. Times are in seconds; None: not given."""

    wtime: float | None = None
    btime: float | None = None
    winc: float | None = None
    binc: float | None = None
    movetime: float | None = None
    depth: int | None = None
    nodes: int | None = None
    movestogo: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()
    """The moves to choose from, in UCI; empty: all."""

    def clock(self, seat: int) -> tuple[float, float] | None:
        """Seconds on the clock of a seat (0: White) and the increment; None if it has no clock."""
        left, increment = ((self.wtime, self.winc), (self.btime, self.binc))[seat]
        return None if left is None else (max(0.0, left), max(0.0, increment or 0.0))


def read_go(words: Sequence[str]) -> Go:
    """The words after `go`."""
    found: dict[str, float | int | bool | tuple[str, ...]] = {}
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in found:
            raise PlayoutError(f"go has {word} twice")
        if word in FLAGS:
            found[word] = True
        elif word in TIMES:
            found[word] = _number(word, words[at : at + 1]) / 1000
            at += 1
        elif word in COUNTS:
            number = _number(word, words[at : at + 1])
            if number < 1:
                raise PlayoutError(f"{word} has to be a whole number above 0, not {number}")
            found[word] = number
            at += 1
        elif word == "searchmoves":
            end = next((i for i in range(at, len(words)) if words[i] in (*FLAGS, *TIMES, *COUNTS)), len(words))
            found[word] = tuple(words[at:end])
            at = end
        else:
            raise PlayoutError(f"go does not know {shown(word)}")
    return Go(**found)  # type: ignore[arg-type]


def _number(name: str, words: Sequence[str]) -> int:
    text = words[0] if words else ""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 13 or abs(int(text)) > MAX_NUMBER:
        raise PlayoutError(f"{name} has to be followed by a whole number, not {shown(text)}")
    return int(text)


def read_setoption(text: str) -> tuple[str, str]:
    """The name and the value after `setoption`; both may contain blanks, and a button has no value."""
    words = text.split()
    if words[:1] != ["name"] or len(words) < 2:
        raise PlayoutError("setoption has to be 'setoption name NAME value VALUE'")
    at = words.index("value") if "value" in words else len(words)
    name = " ".join(words[1:at])
    if not name:
        raise PlayoutError("setoption has no name between 'name' and 'value'")
    return name, " ".join(words[at + 1 :])


@dataclass(frozen=True)
class Info:
    """One `info` line about a line of play."""

    depth: int = 0
    seldepth: int | None = None
    multipv: int | None = None
    centipawns: int | None = None
    """The score for the side to move, in hundredths of a pawn."""
    mate: int | None = None
    """Instead of a score, the moves to mate; negative if the side to move is mated."""
    bound: str = ""
    """`lowerbound` or `upperbound`; empty if the score is exact."""
    nodes: int = 0
    nps: int = 0
    hashfull: int | None = None
    """The used part of the table in thousandths."""
    time: float = 0.0
    """Seconds."""
    pv: tuple[str, ...] = ()
    """The moves, in UCI."""


def write_info(info: Info) -> str:
    parts = [f"info depth {info.depth}"]
    if info.seldepth is not None:
        parts.append(f"seldepth {info.seldepth}")
    if info.multipv is not None:
        parts.append(f"multipv {info.multipv}")
    if info.mate is not None:
        parts.append(f"score mate {info.mate}")
    elif info.centipawns is not None:
        parts.append(f"score cp {info.centipawns}")
    parts.append(f"nodes {info.nodes} nps {info.nps}")
    if info.hashfull is not None:
        parts.append(f"hashfull {info.hashfull}")
    parts.append(f"time {round(1000 * info.time)}")
    if info.pv:
        parts.append(f"pv {' '.join(info.pv)}")
    return " ".join(parts)


def read_info(line: str) -> Info | None:
    """An engine's `info` line; None if it is not about a line of play. Invalid parts are ignored."""
    words = line.split()
    if words[:1] != ["info"] or "pv" not in words or "string" in words[: words.index("pv")]:
        return None
    numbers: dict[str, int] = {}
    bound, end = "", words.index("pv")
    for i in range(1, end):
        if words[i] in ("lowerbound", "upperbound"):
            bound = words[i]
        elif words[i] in _NUMBERS and i + 1 < end:
            try:
                numbers[words[i]] = _number(words[i], words[i + 1 : i + 2])
            except PlayoutError:
                return None
    return Info(
        depth=numbers.get("depth", 0),
        seldepth=numbers.get("seldepth"),
        multipv=numbers.get("multipv"),
        centipawns=numbers.get("cp"),
        mate=numbers.get("mate"),
        bound=bound,
        nodes=numbers.get("nodes", 0),
        nps=numbers.get("nps", 0),
        hashfull=numbers.get("hashfull"),
        time=numbers.get("time", 0) / 1000,
        pv=tuple(words[end + 1 :]),
    )


_NUMBERS = ("depth", "seldepth", "multipv", "cp", "mate", "nodes", "nps", "hashfull", "time")


@dataclass(frozen=True)
class EngineOption:
    """An option of a UCI program."""

    name: str
    kind: str
    """check, spin, combo, string or button."""
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    """The values of a combo option."""

    def write(self) -> str:
        """The line that declares it."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        if self.kind == "spin":
            text += f" min {self.least} max {self.most}"
        return text + "".join(f" var {choice}" for choice in self.choices)

    def check(self, value: str) -> None:
        """Refuse an invalid value."""
        fault = _FAULTS[self.kind](self, value) if self.kind in _FAULTS else ""
        if fault:
            raise PlayoutError(f"the option {self.name} has to be {fault}, not {shown(value)}")


def _spin_fault(option: EngineOption, value: str) -> str:
    least, most = option.least or 0, MAX_NUMBER if option.most is None else option.most
    digits = value.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= 18
    return "" if is_number and least <= int(value) <= most else f"a whole number from {least} to {most}"


def _combo_fault(option: EngineOption, value: str) -> str:
    known = [choice.lower() for choice in option.choices]
    return "" if value.lower() in known else f"one of {', '.join(option.choices)}"


def _check_fault(option: EngineOption, value: str) -> str:
    return "" if value.lower() in ("true", "false") else "true or false"


_FAULTS: dict[str, Callable[[EngineOption, str], str]] = {
    "spin": _spin_fault,
    "combo": _combo_fault,
    "check": _check_fault,
}


def read_engine_option(line: str) -> EngineOption | None:
    """The option that an engine declares in a line; None if the line declares none."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    at = words.index("type")
    fields: dict[str, list[str]] = {"var": []}
    values: list[str] = []
    for word in words[at:]:
        if word in ("type", "default", "min", "max", "var"):
            values = fields.setdefault(word, [])
            values.append("")
        else:
            values[-1] = f"{values[-1]} {word}".strip()
    try:
        least, most = (_number(word, fields[word]) if word in fields else None for word in ("min", "max"))
    except PlayoutError:
        return None
    kind, default = fields["type"][0], fields.get("default", [""])[0]
    return EngineOption(" ".join(words[2:at]), kind, default, least, most, tuple(fields["var"]))
