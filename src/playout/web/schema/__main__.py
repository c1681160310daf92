"""Writes the models as one JSON Schema to standard output."""

from __future__ import annotations

import json
import sys

from playout.web.schema.json_schema import json_schema

sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")
