"""`python -m tests.browser.serve PORT FOLDER`: a server for browser tests, with interpreted searches and own data.

Files of games in the folder are served as well.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from playout.web.http.app import make_app
from playout.web.settings import ServerSettings
from tests import paths

NIM = paths.NIM


def main() -> None:
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    app = make_app(
        ServerSettings(port=port, data=folder, backend="python", files=(str(NIM), *map(str, folder.glob("*.py"))))
    )
    uvicorn.run(app, port=port, log_level="warning", ws="websockets-sansio", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main()
