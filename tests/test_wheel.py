"""What is released: a source archive, and a wheel that is built from it alone.

The wheel is installed with the extra `web` into an empty environment, with the packages that it names and no others.
There, without sources and Node.js, for a new user with an empty home, `playout` opens the web app.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
from pathlib import Path

import pytest

from tests import paths

ROOT = paths.ROOT
PAGES = ROOT / "src" / "playout" / "web" / "static" / "index.html"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not PAGES.exists() and "PLAYOUT_CI" not in os.environ, reason="the pages are not built: make pages"
    ),
]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive and the wheel, as `python -m build` makes them."""
    assert PAGES.exists(), "the pages are not built: make pages"
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], check=True, timeout=300)
    return folder


@pytest.fixture(scope="module")
def installed(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new virtual environment, in which the wheel and what it needs are installed."""
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = released.glob("playout-*.whl")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    words = ["--python", str(python), "install", "--quiet", f"{wheel}[web]"]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True, timeout=300)
    return python.parent


def environment(installed: Path, home: Path) -> dict[str, str]:
    """That of a new user, to whom nothing is set that this process has set."""
    home.mkdir(exist_ok=True)
    return {"PATH": str(installed), "HOME": str(home), "TMPDIR": str(home), "PYTHONUNBUFFERED": "1"}


def test_the_archives_are_fit_for_the_package_index(released: Path) -> None:
    archives = sorted(map(str, released.iterdir()))
    assert [Path(name).suffix for name in archives] == [".whl", ".gz"]
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *archives], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_is_said_in_one_place(released: Path) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert all(f"playout-{declared}" in path.name for path in released.iterdir())
    assert re.findall(r"^## (\d[\d.]*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == declared
    assert f"version: {declared}" in (ROOT / "CITATION.cff").read_text()


def test_it_is_the_wheel_that_is_tried(installed: Path, tmp_path: Path) -> None:
    script = "import playout.web; print(playout.web.__file__)"
    told = subprocess.run(
        [installed / "python", "-c", script], env=environment(installed, tmp_path), capture_output=True, text=True
    )
    assert Path(told.stdout.strip()).is_relative_to(installed.parent), told.stdout + told.stderr


def test_playout_opens_the_web_app(installed: Path, tmp_path: Path) -> None:
    """The browser here is a script that writes down which page it should open."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    new = {**environment(installed, tmp_path / "home"), "BROWSER": str(browser)}
    process = subprocess.Popen(
        [installed / "playout"], env=new, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said + process.stdout.read()
        with urllib.request.urlopen(found[0], timeout=60) as answer:
            page = answer.read().decode()
        (script,) = re.findall(r'<script[^>]* src="/?([^"]+)"', page)
        with urllib.request.urlopen(found[0] + script, timeout=60) as answer:
            assert answer.status == 200 and len(answer.read()) > 10_000
        deadline = time.monotonic() + 30
        while not (opened.exists() and opened.read_text()) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert opened.read_text().strip() == found[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode in (0, 130)


def test_doctor_is_content(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed / "playout", "doctor", "--seconds", "0.2"],
        env=environment(installed, tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^web pages +built$", done.stdout, re.MULTILINE)
    assert re.search(r"^notebook board +built$", done.stdout, re.MULTILINE)
    assert f"compiled code  {tmp_path}/.cache/playout: 0 entries" in done.stdout
    assert list((tmp_path / ".cache" / "playout").glob("*.compiled")), "what was compiled is kept"


def test_the_tables_of_games_are_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    script = "import playout; print(playout.load('hearthstone').cards('fireball'))"
    done = subprocess.run(
        [installed / "python", "-c", script], env=environment(installed, tmp_path), capture_output=True, text=True
    )
    assert done.stdout.startswith("Fireball 火球术: mage spell, 4 mana"), done.stdout + done.stderr
