"""The options of `net`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.algorithms.puct.network import packaged_networks
from playout.notices import shown
from playout.options.fields import Options, option
from playout.options.kinds import Kind, Number
from playout.rules import OptionError

__all__ = ["NetOptions"]


@dataclass(frozen=True)
class NetworkFile(Kind):
    """The path of a network, or its name."""

    @property
    def words(self) -> str:
        return "the path of a network file, or the name of one that comes with Playout"

    def read(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise OptionError(f"{name} has to be {self.words}, not {shown(value)}")
        return value

    def names_file(self, value: Any) -> bool:
        return value not in packaged_networks()


@dataclass(frozen=True, kw_only=True)
class NetOptions(Options):
    """The options of `net`."""

    file: str | None = option(
        NetworkFile(),
        "the network, a file that `playout learn` wrote or the name of one that comes with Playout, such as "
        "`connect_four`; it comes first: `net(FILE)`",
    )
    c: float = option(Number(0, 100), "exploration: what a prior counts against a value", default=0.7, kernel=True)
    reduction: float = option(
        Number(0, 1),
        "a move without visits is worth as much as its node, less this times the root of the priors visited so far",
        default=0.1,
        kernel=True,
    )
