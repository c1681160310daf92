"""Formulas of the site: TeX between dollars, or in a block ```math, becomes MathML when the site is built.

Browsers draw MathML themselves, so a page needs no script and no network. GitHub reads the same notation.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

SPACE = '<mspace width="0.1667em"/>'


def mathml(tex: str, display: str = "inline") -> str:
    """A formula as an element <math>, with the spaces that TeX puts after a function's name and around ±."""
    text = convert(tex, display=display).replace("<mi>&#x000B1;</mi>", "<mo>&#x000B1;</mo>")
    return re.sub(r"(<mi>(?:ln|log|exp)</mi>)(?=<m[inrsf])", rf"\1{SPACE}", text)


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="formula">{mathml(node.astext(), "block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"version": "1", "parallel_read_safe": True}
