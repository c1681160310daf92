"""The options of `net`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.algorithms.puct.network import packaged_networks
from playout.options.fields import Options, option
from playout.options.kinds import NonEmptyText, Number

__all__ = ["NetOptions"]


@dataclass(frozen=True)
class NetworkFile(NonEmptyText):
    """The path of a network, or its name."""

    wanted: str = "the path of a network file, or the name of one that comes with Playout"

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
    c: float = option(Number(0, 100), "exploration: the weight of a prior against a value", default=0.7, kernel=True)
    reduction: float = option(
        Number(0, 1),
        "a move without visits has its node's value, minus this times the square root of the sum of the visited priors",
        default=0.1,
        kernel=True,
    )
