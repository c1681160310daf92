"""The pages' types are those of the server's schema."""

from __future__ import annotations

import hashlib
import json
import re

from playout.web.schema.json_schema import json_schema
from tests import paths

TYPES = paths.ROOT / "web" / "src" / "api" / "schema.ts"


def test_types_are_made_from_this_schema() -> None:
    """`npm --prefix web run types` makes them anew."""
    written = re.search(r"SHA-256 ([0-9a-f]{64})", TYPES.read_text(encoding="utf-8"))
    text = json.dumps(json_schema(), indent=2) + "\n"
    assert written is not None
    assert written[1] == hashlib.sha256(text.encode()).hexdigest()
