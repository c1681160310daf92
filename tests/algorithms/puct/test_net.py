"""The search `net`: results, refusals, the tree kept through a match, everywhere that agents are spelt."""

from __future__ import annotations

import builtins
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import playout
from playout.algorithms.puct.network import open_network
from playout.algorithms.puct.search import Net
from playout.arena.entrants import Entrant
from playout.encoding.encoding import encode, encoding_of
from playout.encoding.facts import facts_for
from playout.game import State
from playout.rules import PlayoutError
from tests.algorithms.puct.networks import layer_weights, model_of, write_network

CONNECT_FOUR = playout.load("connect_four")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_network(tmp_path_factory.mktemp("net") / "connect four.onnx", CONNECT_FOUR, scale=0.1)


def net(path: Path, **words: Any) -> playout.Spec:
    return playout.Spec("net", file=str(path), **words)


def by_numpy(state: State, seed: int, scale: float) -> tuple[dict[int, float], np.ndarray[Any, Any]]:
    """Priors and values of the one-layer network, by definition."""
    encoding = encoding_of(state.game)
    weights, x = layer_weights(encoding, seed, scale), encode(state, encoding).ravel().astype(float)
    logits, shares = weights["policy"] @ x, np.exp(weights["value"] @ x)
    powers = {move: np.exp(logits[move]) for move in state.moves()}
    values = shares / shares.sum()
    return {move: float(p / sum(powers.values())) for move, p in powers.items()}, np.roll(values, state.turn)


def choices(state: State) -> int:
    """The moves that tactics leave."""
    out = np.zeros(state.game.rules.max_moves, np.int64)
    count: int = state.game.call("tactics", state.position, out)
    return count if count > 0 else 1 if count < 0 else len(state.moves())


def test_one_simulation_is_the_policy_alone(network: Path) -> None:
    state = CONNECT_FOUR.replay((3, 2))
    priors, values = by_numpy(state, 1, 0.1)
    result = playout.search(state, net(network), simulations=1)
    assert result.work == 1
    assert {item.move: item.prior for item in result.candidates} == pytest.approx(priors, rel=1e-4)
    assert result.move == max(priors, key=lambda move: priors[move])
    assert result.values == pytest.approx(tuple(values), rel=1e-4)


def test_candidates_add_up(network: Path) -> None:
    state = CONNECT_FOUR.replay((3, 3, 2))
    result = playout.search(state, net(network), simulations=300)
    assert result.work == 300 and result.simulations == 300
    assert sum(item.visits for item in result.candidates) == 299
    assert len(result.candidates) == 7
    assert result.candidates[0].visits == max(item.visits for item in result.candidates)
    for item in result.candidates:
        CONNECT_FOUR.replay((*state.history, *item.line))
    assert "net(" in str(result) and "prior" in str(result) and "network" in str(result)
    seen = 0
    for item in result.candidates:
        after = state.play(item.move)
        if item.network is not None and choices(after) > 1:  # where one move is forced, the network sees what follows
            _, values = by_numpy(after, 1, 0.1)
            assert item.network == pytest.approx(tuple(values), rel=1e-4)
            seen += 1
    assert seen > 0


def test_a_win_is_proven_whatever_the_network_thinks(network: Path) -> None:
    """X has three in column 3; by a network that knows nothing, and at once."""
    state = CONNECT_FOUR.replay((3, 0, 3, 0, 3, 1))
    result = playout.search(state, net(network), simulations=50)
    assert (result.move, result.proven, result.values) == (3, True, (1.0, 0.0))
    assert result.candidates[0].plies == 1
    assert result.work < 10


def test_the_tree_is_kept_through_a_match(network: Path) -> None:
    """After each move the root has the visits that its position had before; and play is legal to the end."""
    state = CONNECT_FOUR.start()
    search = playout.new_search(state, net(network))
    kept = 0
    while not state.over:
        search.run(simulations=60)
        assert isinstance(search, Net)
        children = {node.move: node.visits for node in search.tree.root.children}
        move = search.best()
        state = state.play(move)
        if state.over:
            break
        search.keep(state)
        if search.tree.used != 1:
            assert search.visits in (children[move], children[move] + 1), "one more where a forced move is left"
            kept += 1
        for _, node in search.tree.root.walk(depth=2):
            assert node.visits >= sum(child.visits for child in node.children)
    assert kept > 10


def test_a_kept_tree_is_walked_by_legal_moves(network: Path) -> None:
    """The tree of a position with forced moves: every node is the position that its moves lead to."""
    state = CONNECT_FOUR.replay((3, 3, 3, 2, 2, 4))
    search = playout.new_search(state, net(network))
    search.run(simulations=400)
    for move in (*search.result().line[:2],):
        state = state.play(move)
    search.keep(state)
    search.run(simulations=200)
    assert isinstance(search, Net)
    waiting, seen = [(search.tree.root, state)], 0
    while waiting:
        node, here = waiting.pop()
        assert node.seat == here.turn
        seen += 1
        waiting += [(child, here.play(child.move)) for child in node.children]
    assert seen > 300


def test_a_run_in_pieces_ends_as_one(network: Path) -> None:
    state = CONNECT_FOUR.replay((3,))
    whole, pieces = (playout.new_search(state, net(network)) for _ in range(2))
    whole.run(simulations=200)
    for amount in (1, 49, 150):
        pieces.run(simulations=amount)
    assert whole.result().candidates == pieces.result().candidates


def test_interpreted_rules_give_the_same_result(network: Path) -> None:
    state = CONNECT_FOUR.replay((3, 3, 4))
    results = [playout.search(state, net(network), simulations=40, backend=backend) for backend in ("cpu", "python")]
    assert results[0].candidates == results[1].candidates


def test_three_seats(tmp_path: Path) -> None:
    game = playout.load("k_in_a_row", size=3, line=3, players=3)
    path = write_network(tmp_path / "three.onnx", game)
    state = game.replay((4,))
    result = playout.search(state, net(path), simulations=80, backend="python")
    priors, values = by_numpy(state, 1, 0.3)
    assert {item.move: item.prior for item in result.candidates} == pytest.approx(priors, rel=1e-4)
    assert sum(result.values) == pytest.approx(1)
    once = playout.search(state, net(path), simulations=1, backend="python")
    assert once.values == pytest.approx(tuple(values), rel=1e-4), "the seat to move first, then the others in turn"


def test_agents_arenas_and_texts_take_it(network: Path) -> None:
    spelling = f"net({str(network)!r}, simulations=8)"
    assert str(playout.Spec.read(spelling)) == spelling
    assert playout.Spec.read("net(nets/game.onnx, c=1.0)").options == {"file": "nets/game.onnx", "c": 1.0}
    agent = playout.agent(spelling)
    assert agent.choose(CONNECT_FOUR.start()) in range(7)
    assert pickle.loads(pickle.dumps(agent)).choose(CONNECT_FOUR.start()) == agent.choose(CONNECT_FOUR.start())
    entrant = Entrant(spelling)
    entrant.check(CONNECT_FOUR)
    assert entrant.identity == f"{network.name} [{open_network(str(network)).digest[:12]}]"
    assert entrant.deterministic(CONNECT_FOUR)
    assert pickle.loads(pickle.dumps(entrant)).spelling == spelling


def test_the_tree_can_be_drawn(network: Path) -> None:
    search = playout.new_search(CONNECT_FOUR.replay((3, 3, 3, 2, 2, 4)), net(network))
    search.run(simulations=100)
    assert isinstance(search, Net)
    assert "<svg" in search.draw()._repr_html_()
    assert search.graphviz().startswith("digraph")
    node = search.tree.root.children[0]
    terms = node.bound(search.tree.root)
    assert terms is not None and terms.formula
    assert node.network is not None and sum(node.network) == pytest.approx(1, abs=1e-6)


def refusal(state: State, spec: playout.Spec | str) -> str:
    with pytest.raises(PlayoutError) as error:
        playout.search(state, spec, simulations=2)
    return str(error.value)


def test_networks_of_other_games_are_refused(network: Path, tmp_path: Path) -> None:
    assert "it is a network of connect_four, not of tic_tac_toe" in refusal(
        playout.load("tic_tac_toe").start(), net(network)
    )
    larger = playout.load("connect_four", rows=7).start()
    assert "trained with rows=6, and this game has rows=7; give a network of this game" in refusal(larger, net(network))
    changed = write_network(tmp_path / "changed.onnx", CONNECT_FOUR, encoding="0" * 64)
    assert "other planes of connect_four" in refusal(CONNECT_FOUR.start(), net(changed))
    rules = write_network(tmp_path / "rules.onnx", CONNECT_FOUR, rules="0" * 64)
    assert "other rules of connect_four" in refusal(CONNECT_FOUR.start(), net(rules))
    hexagons = write_network(tmp_path / "hex.onnx", playout.load("examples/games/hex.py"))
    wider = playout.load("examples/games/hex.py", size=7).start()  # a constant of the file, which is in the rules' hash
    assert "trained with size=5, and this game has size=7" in refusal(wider, net(hexagons))
    seats = write_network(tmp_path / "seats.onnx", CONNECT_FOUR, seats="3")
    assert "its inputs and outputs do not fit its metadata" in refusal(CONNECT_FOUR.start(), net(seats))
    newer = write_network(tmp_path / "newer.onnx", CONNECT_FOUR, format="9")
    assert "another version of Playout" in refusal(CONNECT_FOUR.start(), net(newer))


def test_damaged_files_are_refused(network: Path, tmp_path: Path) -> None:
    start, content = CONNECT_FOUR.start(), network.read_bytes()
    path = tmp_path / "damaged.onnx"
    for broken in (b"", b"not a network", content[: len(content) // 2], content[:-9]):
        path.write_bytes(broken)
        assert "is damaged, or not a network file" in refusal(start, net(path)) or "cannot play" in refusal(
            start, net(path)
        )
    assert "there is no network" in refusal(start, net(tmp_path / "none.onnx"))
    assert "cannot be read" in refusal(start, net(tmp_path))
    assert "which network? write its file first" in refusal(start, "net")
    model = onnx.load(str(network))
    del model.metadata_props[:]
    onnx.save(model, str(path))
    assert "does not name its game" in refusal(start, net(path))


def test_answers_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    encoding = encoding_of(CONNECT_FOUR)
    weights = layer_weights(encoding, 1)
    weights["policy"][0, 0] = weights["policy"][:, -7:] = np.nan
    path = tmp_path / "nan.onnx"
    onnx.save(model_of(encoding, weights, facts_for(CONNECT_FOUR, encoding, {}).texts()), str(path))
    assert "numbers that are not finite; train it anew" in refusal(CONNECT_FOUR.replay((0,)), net(path))


def test_games_that_it_cannot_search_are_refused(network: Path) -> None:
    assert "net takes no chance, and pig has some: use uct" in refusal(playout.load("pig").start(), net(network))
    assert "write planes(s, seat, out) and PLANES" in refusal(playout.load("chess").start(), net(network))


def test_without_onnxruntime_it_says_what_to_install(
    network: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "onnxruntime":
            raise ImportError(name)
        return original(name, *rest)

    copy = tmp_path / "copy.onnx"
    copy.write_bytes(network.read_bytes())
    monkeypatch.setattr(builtins, "__import__", without)
    assert "pip install playout[net]" in refusal(CONNECT_FOUR.start(), net(copy))


def test_a_network_of_several_sizes_plays_them_all(tmp_path: Path) -> None:
    """Trained on boards up to 8 by 9: its planes are those of the largest."""
    largest = playout.load("connect_four", rows=8, columns=9)
    options = {"rows": [6, 7, 8], "columns": None, "blocked": None}
    encoding = encoding_of(largest)
    path = tmp_path / "several.onnx"
    texts = facts_for(largest, encoding, {}, options).texts()
    onnx.save(model_of(encoding, layer_weights(encoding, 1), texts), str(path))
    for rows, columns, blocked in ((6, 7, None), (8, 9, (2, 3))):
        state = playout.load("connect_four", rows=rows, columns=columns, blocked=blocked).start()
        assert playout.search(state, net(path), simulations=5).move in range(columns)
    assert "rows=[6, 7, 8], and this game has rows=9" in refusal(
        playout.load("connect_four", rows=9).start(), net(path)
    )
    assert "it takes planes of" in refusal(playout.load("connect_four", columns=12).start(), net(path))


def test_facts_are_read_as_written(network: Path) -> None:
    facts = open_network(str(network)).facts
    assert (facts.game, facts.planes, facts.policy_size, facts.seats) == ("connect_four", (7, 6, 7), 7, 2)
    assert facts.options["rows"] == 6 and facts.training == {"minutes": 0}
    assert json.loads(facts.texts()["playout.planes"]) == [7, 6, 7]


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    path = write_network(tmp_path / "a.onnx", CONNECT_FOUR, seed=1)
    before = open_network(str(path))
    assert open_network(str(path)) is before
    write_network(path, CONNECT_FOUR, seed=2, training='{"minutes": 10}')
    assert open_network(str(path)).digest != before.digest


def test_it_is_not_saved_and_says_so(network: Path, tmp_path: Path) -> None:
    search = playout.new_search(CONNECT_FOUR.start(), net(network))
    search.run(simulations=3)
    with pytest.raises(PlayoutError, match="it is deterministic, so search again"):
        search.save(tmp_path / "search")
