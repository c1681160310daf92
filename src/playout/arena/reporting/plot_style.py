"""The style of all plots, and reproducible SVG text from a matplotlib figure.

matplotlib is an extra, `playout[plots]`, and is imported when the first plot is drawn. The colours are the Okabe-Ito
palette, which is safe for colour-blind readers.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any, cast

from playout.rules import PlayoutError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "BLUE",
    "COLOURS",
    "GREY",
    "INK",
    "MISSING",
    "ORANGE",
    "check_plots",
    "drawing",
    "has_plots",
    "label_of",
    "to_svg",
    "wrapped",
]

BLUE, ORANGE = "#0072b2", "#d55e00"
COLOURS = (BLUE, ORANGE, "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
INK, GREY = "#1c2733", "#5b6875"

MISSING = "plots are drawn by matplotlib, which is not installed here: pip install 'playout[plots]'"

STYLE: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "font.size": 10.0,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#dfe4e8",
    "xtick.color": GREY,
    "ytick.color": GREY,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "hatch.linewidth": 0.8,
    "lines.linewidth": 1.8,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "playout",
}


def has_plots() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def check_plots() -> None:
    """Refuse to plot without matplotlib."""
    if not has_plots():
        raise PlayoutError(MISSING)


@contextmanager
def drawing(width: float, height: float, title: str) -> Iterator[Figure]:
    """A figure (size in inches) in the common style, with a title. Call `to_svg` within this context."""
    check_plots()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(cast("Any", STYLE)):
        figure = Figure((width, height), layout="constrained")
        lines = wrapped(title, int(width * 10.5))
        figure.suptitle(lines, x=0.01, horizontalalignment="left", fontsize=11.5, fontweight="bold")
        yield figure


def to_svg(figure: Figure, title: str, about: str) -> str:
    """The figure as SVG text that is the same on every run; `about` is its text alternative."""
    import matplotlib

    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    content = text.getvalue()
    content = re.sub(r"<metadata>.*?</metadata>\s*", "", content[content.index("<svg") :], flags=re.DOTALL)
    # The numbered ids of groups are not needed, and would not be unique on a page with two plots.
    content = re.sub(r' id="[A-Za-z0-9.]+_[0-9]+"', "", content)
    content = re.sub(r"[ \t]+\n", "\n", content)
    begin = content.index(">") + 1
    words = f"<title>{escape(title)}</title><desc>{escape(about)}</desc>"
    made = f"<metadata>matplotlib {matplotlib.__version__}</metadata>"
    return f'{content[: begin - 1]} role="img">{words}{made}{content[begin:]}'.rstrip()


def wrapped(text: str, width: int) -> str:
    """The text broken into lines of at most `width` characters."""
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False)) or " "


def label_of(number: float, *, signed: bool = False) -> str:
    """A number as the label of an axis tick."""
    if abs(number) < 1e-12:
        return "0"
    if abs(number) >= 1e9 or abs(number) < 1e-4:
        mantissa, _, power = f"{number:.0e}".partition("e")
        return f"{mantissa}e{int(power)}"
    text = f"{number:,.10g}" if abs(number) < 1000 else f"{number:,.0f}"
    return f"+{text}" if signed and number > 0 else text
