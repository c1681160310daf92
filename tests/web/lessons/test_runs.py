"""Training runs on pages: curves, exams, and what each snapshot believes, by the network itself."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import playout
from playout.algorithms.puct.network import packaged_networks, packaged_runs
from playout.cli.app import make_app as make_commands
from playout.web.http.app import make_app
from tests.web.conftest import Client, TestClient, in_chinese, settings

pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'playout[net]'")

RUN = "/api/runs/tic_tac_toe"


def test_the_run_that_comes_with_playout(client: Client) -> None:
    run = client.get(RUN)
    assert run["share"] == 1 and run["game"]["zh"] == "井字棋" and run["seats"] == ["X", "O"]
    assert run["snapshots"][0] == 0 and run["snapshots"][-1] == run["matches"]
    assert [exam["matches"] for exam in run["exams"]] == run["snapshots"]
    assert all(exam["low"] <= exam["elo"] <= exam["high"] for exam in run["exams"])
    first, last = (exam["mistakes"][0] for exam in (run["exams"][0], run["exams"][-1]))
    assert first["simulations"] == 1 and last["wrong"] < first["wrong"] / 5, "it has learned something"
    losses = [moment["policy_loss"] for moment in run["moments"]]
    assert len(losses) > 50 and sum(losses[-10:]) < sum(losses[:10]) / 5
    assert {"name": "tic_tac_toe", "share": 1.0}.items() <= client.get("/api/runs")[-1].items()
    size = sum(file.stat().st_size for file in packaged_runs()["tic_tac_toe"].rglob("*") if file.is_file())
    assert size < 300_000


def test_beliefs_are_the_priors_and_values_of_the_networks(client: Client) -> None:
    """As `net` with one evaluation tells them of each file."""
    found = client.post(f"{RUN}/beliefs", {"moves": [7]})
    assert [belief["matches"] for belief in found["beliefs"]] == client.get(RUN)["snapshots"]
    moves = [move["move"] for move in found["position"]["legal"]]
    state = playout.load("tic_tac_toe").replay([7])
    files = {int(file.stem): file for file in packaged_runs()["tic_tac_toe"].glob("snapshots/*.onnx")}
    for belief in (found["beliefs"][0], found["beliefs"][-2], found["beliefs"][-1]):
        file = files.get(belief["matches"], packaged_networks()["tic_tac_toe"])
        result = playout.search(state, f"net({str(file)!r})", simulations=1, backend="python")
        priors = {item.move: item.prior for item in result.candidates}
        assert belief["priors"] == pytest.approx([priors[move] for move in moves], abs=1e-5)
        assert sum(belief["priors"]) == pytest.approx(1)
        assert belief["values"] == pytest.approx(list(result.values), abs=1e-5)
    best = max(range(len(moves)), key=lambda i: found["beliefs"][-1]["priors"][i])
    assert found["position"]["legal"][best]["text"] == "b2", (
        "against the side only some replies draw; this is the usual one"
    )


def test_an_end_has_no_beliefs_and_a_wrong_line_is_refused(client: Client) -> None:
    end = client.post(f"{RUN}/beliefs", {"moves": [0, 3, 1, 4, 2]})
    assert end["position"]["over"] and end["beliefs"] == []
    refused = client.post(f"{RUN}/beliefs", {"moves": [0, 0]}, 400)
    assert "0" in refused["error"]
    missing = client.post("/api/runs/chess/beliefs", {}, 404)
    assert missing["error"].startswith("there is no training run 'chess'; there are tic_tac_toe")
    assert "没有名为“chess”的训练" in in_chinese(missing)
    gone = client.post(f"{RUN}/search", {"matches": 77}, 404)
    assert "no network of 77 matches any more" in gone["error"]
    assert client.post(f"{RUN}/search", {"moves": [0, 3, 1, 4, 2], "matches": 0}, 409)["code"] == "lesson.no_turn"


def test_the_next_simulation_goes_where_pucts_sum_is_largest(client: Client) -> None:
    matches = client.get(RUN)["snapshots"][4]
    for simulations in (4, 16, 30):
        now, later = (
            client.post(f"{RUN}/search", {"moves": [7], "matches": matches, "simulations": count})
            for count in (simulations, simulations + 1)
        )
        assert now["visits"] == 1 + sum(child["visits"] for child in now["children"])
        sums = [
            child["mean"] + now["c"] * child["prior"] * math.sqrt(now["visits"]) / (1 + child["visits"])
            for child in now["children"]
        ]
        grown = [
            after["visits"] - before["visits"] for before, after in zip(now["children"], later["children"], strict=True)
        ]
        assert grown.index(1) == sums.index(max(sums))


def test_a_run_that_goes_on_is_read_anew(tmp_path: Path) -> None:
    """The folder that `serve --run` names; its network and its snapshots come while the page is open."""
    folder = tmp_path / "mine"
    shutil.copytree(packaged_runs()["tic_tac_toe"], folder)
    record = json.loads((folder / "run.json").read_text())
    half = record | {"evaluations": 2 * record["progress"]["evaluations"]}
    (folder / "run.json").write_text(json.dumps(half))
    late = max(int(file.stem) for file in folder.glob("snapshots/*.onnx"))
    kept = folder / "snapshots" / f"{late}.onnx"
    kept.rename(tmp_path / "later.onnx")
    with TestClient(make_app(settings(tmp_path / "data", runs=(folder,))), base_url="http://127.0.0.1") as http:
        run = http.get("/api/runs/mine").json()
        assert run["share"] == pytest.approx(0.5) and late not in run["snapshots"]
        (tmp_path / "later.onnx").rename(kept)
        shutil.copy(packaged_networks()["tic_tac_toe"], folder / "network.onnx")
        (folder / "run.json").write_text(json.dumps(record))
        run = http.get("/api/runs/mine").json()
        assert run["share"] == 1 and run["snapshots"][-2:] == [late, record["progress"]["matches"]]
        assert [one["name"] for one in http.get("/api/runs").json()] == ["mine", "tic_tac_toe"]


def test_a_folder_without_a_run_is_refused_at_the_start(tmp_path: Path) -> None:
    done = CliRunner().invoke(make_commands(["serve"]), ["serve", "--run", str(tmp_path), "--port", "0"])
    assert done.exit_code != 0
    assert "there is no training run in" in str(done.exception) + done.output


def test_pages_of_runs_need_no_torch() -> None:
    code = """
import sys
sys.modules["torch"] = sys.modules["onnx"] = None
from playout.web import schema
from playout.web.lessons.training_runs import TrainingRuns
runs = TrainingRuns()
assert len(runs.beliefs("tic_tac_toe", schema.BeliefsRequest()).beliefs) > 5
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
