"""How Sphinx makes a site of these pages. The navigation is in _toc.yml, so that pages stay plain Markdown."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "_site"))

project = "Playout"
author = "the authors of Playout"
copyright = "the authors of Playout, MIT licence"
version = release = tomllib.loads((DOCS.parent / "pyproject.toml").read_text())["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_external_toc", "commands", "formulas"]
external_toc_path = "_toc.yml"
exclude_patterns = ["_site"]
myst_enable_extensions = ["dollarmath"]
myst_fence_as_directive = ["math"]  # as GitHub writes a formula on lines of its own
html_math_renderer = "mathml"
myst_heading_anchors = 4  # links such as hooks.md#for-a-page, as GitHub names the headings

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
default_role = "code"  # docstrings write `name`
add_module_names = False
python_display_short_literal_types = True
python_maximum_signature_line_length = 100

html_theme = "furo"
html_static_path = ["_site/static"]
html_css_files = ["wide.css", "formulas.css"]
html_title = f"Playout {version}"
html_copy_source = False
html_show_sphinx = False
