"""`playout serve`: it starts, says where it is, answers, and ends; what cannot be is refused in a sentence."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from playout.web.settings import local_address
from tests import paths
from tests.cli.running import run

NIM = str(paths.NIM)


def _ask(address: str, token: str = "") -> object:
    request = urllib.request.Request(address, headers={"authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def test_a_server_starts_and_ends(tmp_path: Path) -> None:
    """On an address that others could reach, so with a token that it makes up."""
    words = ["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path), "--game", NIM, "--no-browser"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "playout", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(rf"http://{re.escape(local_address())}:(\d+)/\?token=(\S+)", said)
        assert found, said
        about = f"http://127.0.0.1:{found[1]}/api/about"
        assert isinstance(_ask(about, found[2]), dict)
        with pytest.raises(urllib.error.HTTPError, match="401"):
            _ask(about)
        games = _ask(f"http://127.0.0.1:{found[1]}/api/games", found[2])
        assert isinstance(games, list) and games[0]["name"] == "nim" and games[0]["own"]
        assert (tmp_path / "web.sqlite").exists()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


@pytest.mark.slow
def test_a_game_that_never_returns_keeps_nobody_waiting(tmp_path: Path) -> None:
    """The server says that, and where it is; it has the other games, and a signal ends it."""
    path = tmp_path / "endless.py"
    path.write_text(paths.NIM.read_text().replace("    s.stones -= move", "    while True:\n        pass"))
    words = ["serve", "--port", "0", "--data", str(tmp_path), "--game", str(path), "--no-browser"]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "playout", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("endless.py: play did not return in 5 s")
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        games = _ask(f"{found[0]}/api/games")
        assert isinstance(games, list) and {"chess", "go"} <= {game["name"] for game in games}
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
        assert process.returncode == -signal.SIGTERM
    finally:
        process.kill()


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    short = run("serve", "--token", "abc", "--data", str(tmp_path))
    assert short.returncode == 2 and "a token has to have at least 8 characters" in short.stderr
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = run("serve", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    assert busy.returncode == 1 and "cannot listen on 127.0.0.1" in busy.stderr and "--port" in busy.stderr
    missing = run("serve", "--port", "0", "--game", "nowhere.py", "--data", str(tmp_path))
    assert missing.returncode == 1 and "nowhere.py" in missing.stderr
    engine = run("serve", "--port", "0", "--engine", "uci(no_such_program)", "--data", str(tmp_path))
    assert engine.returncode == 1 and "no_such_program" in engine.stderr


def test_without_its_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    done = run("serve")
    assert done.returncode == 1 and "pip install 'playout[web]'" in done.stderr
