"""Several threads: trees of one position tell each other counts and proofs, and nothing is counted twice."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import PlayoutError
from playout.algorithms import saving
from playout.algorithms.results import SearchResult
from playout.algorithms.saved_search import SavedSearch
from playout.algorithms.tree.layout import LEAF, NONE, PROVEN, ROOT, block_of, slot_of
from playout.algorithms.tree.reading import children_of
from playout.algorithms.uct import team
from playout.algorithms.uct.exchange import message_type
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.algorithms.uct.tree import Tree

LECTURE = playout.load("lecture_tree").start()
FOUR = playout.load("connect_four").start()
TIC_TAC_TOE = playout.load("tic_tac_toe").start()
PIG = playout.load("pig", goal=20).start()
THREE = playout.load("k_in_a_row", dimensions=2, size=4, line=3, players=3).start()

EVERY = 1
"""Messages of all nodes that have new visits."""


def bare(result: SearchResult) -> tuple[list[tuple[Any, ...]], tuple[float, ...]]:
    """What a search has found: its moves, and the position's values."""
    rows = [(item.move, item.visits, item.values, item.proven, item.plies, item.line) for item in result.candidates]
    return rows, result.values


APART = 2 * team.FIRST - 2
"""Simulations of two trees before their first messages."""


def grown(state: playout.State, simulations: int, threads: int = 2, backend: str = "python", **options: Any) -> Uct:
    search = Uct(state, UctOptions(threads=threads, **options), seed=3, memory=20, backend=backend)
    search.run(simulations=simulations)
    return search


def swap(search: Uct, least: int = EVERY) -> int:
    """The first two trees read a message of each other; the number of nodes that the first one tells."""
    first, second = search.trees[:2]
    messages = first.collect(least), second.collect(least)
    second.receive(messages[0])
    first.receive(messages[1])
    return len(messages[0])


def assert_no_move_twice(search: Uct) -> None:
    for tree in search.trees:
        blocks = tree.blocks_in_use
        block, slot = np.nonzero((blocks["child"] != NONE) & (blocks["child"] < LEAF))
        parents, children = children_of(blocks, np.append(block * 8 + slot + 1, ROOT))
        edges = parents * (1 << 20) + blocks["moves"][block_of(children), slot_of(children)]
        assert len(np.unique(edges)) == len(edges)


def head(tree: Tree, move: int) -> int:
    """The block of the root's child by a move."""
    (node,) = [child for child in tree.root.children if child.move == move]
    assert node.block is not None
    return node.block


def counts(tree: Tree, block: int) -> tuple[int, float]:
    """Visits and the first seat's sum of scaled payoffs."""
    return int(tree.blocks["visits"][block]), float(tree.blocks["sums"][block][0])


def write(tree: Tree, block: int, visits: int, total: float) -> None:
    tree.blocks["visits"][block], tree.blocks["sums"][block][0] = visits, total


def test_counts_by_hand() -> None:
    """5 visits with a sum of 3 and 7 with one of 2 are 12 with 5; 3 more with 1, and 4 more with 4, are 19 with 10."""
    search = grown(LECTURE, APART, solver=False, c=0.5)
    trees = search.trees
    blocks = [head(tree, 1) for tree in trees]
    for tree, block, at_root, at_child in zip(trees, blocks, [(8, 4.5), (9, 3.0)], [(5, 3.0), (7, 2.0)], strict=True):
        write(tree, int(ROOT), *at_root)
        write(tree, block, *at_child)
    swap(search)
    for tree, block in zip(trees, blocks, strict=True):
        assert counts(tree, int(ROOT)) == (17, 7.5)
        assert counts(tree, block) == (12, 5.0)
        assert tree.blocks["growth"][ROOT] == np.float32(math.sqrt(math.log(17)))
        (child,) = [node for node in tree.root.children if node.move == 1]
        assert child.terms == pytest.approx((5 / 12, 0.5 / math.sqrt(12)))
    assert [tree.own_visits for tree in trees] == [8, 9]
    write(trees[0], int(ROOT), 17 + 3, 7.5 + 1)
    write(trees[0], blocks[0], 12 + 3, 5.0 + 1)
    write(trees[1], int(ROOT), 17 + 4, 7.5 + 4)
    write(trees[1], blocks[1], 12 + 4, 5.0 + 4)
    assert [tree.own_visits for tree in trees] == [11, 13]
    assert next(item for item in search.result().candidates if item.move == 1).visits == 19
    swap(search)
    assert [counts(tree, int(ROOT)) for tree in trees] == [(24, 12.5)] * 2
    assert [counts(tree, block) for tree, block in zip(trees, blocks, strict=True)] == [(19, 10.0)] * 2
    assert swap(search) == 1, "there is no news, and the root is always told"
    assert [counts(tree, int(ROOT)) for tree in trees] == [(24, 12.5)] * 2


@pytest.mark.parametrize(
    ("state", "options"),
    [
        (FOUR, {}),
        (FOUR, {"prior": "rank", "tactics": False}),
        (THREE, {"a": 0.5, "b": 0.5}),
        (THREE, {"grave": 5, "wary": 0.3}),
        (PIG, {}),
        (TIC_TAC_TOE, {"selection": "ucb1_tuned", "backup": "decay"}),
    ],
)
def test_what_trees_know_together_is_the_sum_of_what_each_has_found(state: playout.State, options: Any) -> None:
    """Trees without an exchange, and the same ones after it: of every child of the root."""
    search = grown(state, APART, **options)
    assert all(not tree.ledger["received"].any() for tree in search.trees), "there was no message yet"
    moves = {node.move for tree in search.trees for node in tree.root.children}
    found = {}
    for move in moves:
        nodes = [node for tree in search.trees for node in tree.root.children if node.move == move and node.visits]
        visits = sum(node.visits for node in nodes)
        found[move] = visits, [sum(n.visits * n.values[k] for n in nodes) / max(1, visits) for k in (0, 1)]
    before = bare(search.result())
    swap(search)
    for tree in search.trees:
        assert tree.root.visits == APART
        for node in tree.root.children:
            if node.block is not None and tree.ledger["received"][node.block] > 0:
                visits, values = found[node.move]
                assert node.visits == visits
                assert node.values[:2] == pytest.approx(values)
    after = bare(search.result())
    assert [row[:2] for row in after[0]] == [row[:2] for row in before[0]], "the result says the same before and after"
    assert_no_move_twice(search)


def test_a_proof_of_one_tree_is_one_of_all() -> None:
    state = TIC_TAC_TOE.play(0).play(3).play(1).play(4).play(8)  # the second player wins by 5
    search = Uct(state, UctOptions(threads=2, tactics=False), seed=1, memory=10, backend="python")
    search.prepare()
    first, second = search.trees
    while not second.is_proven:
        second.simulate(1)
    first.simulate(3)
    assert [tree.is_proven for tree in search.trees] == [False, True]
    swap(search)
    assert [tree.is_proven for tree in search.trees] == [True, True]
    assert first.root.values == second.root.values == (0.0, 1.0)
    assert first.root.plies == second.root.plies == 1
    assert search.result().proven


def test_a_proven_child_is_proven_in_both_and_not_visited() -> None:
    """After d d c the second player has to stop an open three."""
    search = grown(playout.load("connect_four").replay("ddc"), APART, backend="cpu", tactics=False)
    first, second = search.trees
    while not any(node.proven for node in first.root.children):
        first.simulate(500)
    proven = {node.move: node for node in first.root.children if node.proven}
    assert proven and not first.is_proven
    assert not any(node.proven for node in second.root.children)
    swap(search)
    for node in second.root.children:
        assert node.proven == (node.move in proven)
        if node.proven:
            assert node.values == proven[node.move].values and node.plies == proven[node.move].plies
            assert node.terms[1] == 0.0, "its bound has no width"
            assert second.blocks["child"][block_of(node.number), slot_of(node.number)] & PROVEN
            assert not node.has_reason and proven[node.move].has_reason
    visits = {node.move: node.visits for node in second.root.children}
    second.simulate(100)
    assert all(node.visits == visits[node.move] for node in second.root.children if node.proven)


def test_a_carried_proof_keeps_its_reason() -> None:
    """A later search of a proven position knows the move that proves it, from the tree that has proven it."""
    search = grown(playout.load("connect_four").replay("ddc"), APART, backend="cpu", tactics=False)
    while not any(node.proven for node in search.trees[1].root.children):
        search.trees[1].simulate(500)
    swap(search)
    move = next(node.move for node in search.trees[0].root.children if node.proven)
    search.keep(search.state.play(move))
    assert [tree.is_proven and tree.root.has_reason for tree in search.trees] == [False, True]
    result = search.run(simulations=100)
    assert result.proven and result.work == 0
    best = result.candidates[0]
    assert best.proven and best.values == result.values == (1.0, 0.0)
    assert len(best.line) == best.plies, "it goes on to the end of the match"


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_visits_add_up_at_any_time(threads: int) -> None:
    search = Uct(FOUR, UctOptions(threads=threads), seed=3, memory=30)
    done = 0
    for amount in (1, 30, 64, 1, 500, 4_000, 77, 1):
        result = search.run(simulations=amount)
        done += amount
        assert result.work == search.visits == sum(item.visits for item in result.candidates) == done
        assert sum(tree.simulations for tree in search.trees) == done
    mean = sum(item.visits * item.values[0] for item in result.candidates if item.values) / done
    assert result.values[0] == pytest.approx(mean)


def test_every_tree_knows_what_the_others_had_told_one_message_ago() -> None:
    search = Uct(FOUR, UctOptions(threads=5), seed=3, memory=30)
    each = 2 * team.FIRST + 1  # it has read the others' first messages
    search.run(simulations=5 * each)
    assert [tree.own_visits for tree in search.trees] == [each] * 5
    assert [tree.root.visits for tree in search.trees] == [each + 4 * team.FIRST] * 5


@pytest.mark.parametrize(
    ("state", "options"),
    [(THREE, {}), (THREE, {"expand": "all"}), (FOUR, {"prior": "rank", "tactics": False}), (PIG, {})],
)
def test_a_move_that_another_tree_has_tried_is_not_tried_again(state: playout.State, options: dict[str, Any]) -> None:
    search = grown(state, 600, threads=3, **options)
    assert_no_move_twice(search)
    if state is THREE and not options:
        tried = [len(tree.root.children) for tree in search.trees]
        assert tried == [16] * 3, "all moves of the empty board"


def test_untried_moves_are_shared_among_trees() -> None:
    """After 9 simulations each, two trees have tried more than 9 of the 16 moves together, and both know them all."""
    search = grown(THREE, 18, solver=False)
    found = [{child.move for child in tree.root.children} for tree in search.trees]
    assert [len(moves) for moves in found] == [9, 9] and len(found[0] | found[1]) > 9
    swap(search)
    assert [{child.move for child in tree.root.children} for tree in search.trees] == [found[0] | found[1]] * 2
    while len(search.trees[0].root.children) < 16:
        search.trees[0].simulate(1)
    assert_no_move_twice(search)


def test_the_result_does_not_depend_on_which_thread_is_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bare(grown(FOUR, 1_000, threads=3).result())
    simulate, rng = Tree.simulate, playout.Rng(5)

    def slowly(tree: Tree, count: int, *steps: int) -> int:
        time.sleep(0.004 * (rng.below(10) == 0))
        return simulate(tree, count, *steps)

    monkeypatch.setattr(Tree, "simulate", slowly)
    for _ in range(3):
        assert bare(grown(FOUR, 1_000, threads=3).result()) == whole


def test_an_error_in_one_thread_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    search = grown(FOUR, 100, threads=3)
    simulate, failing = Tree.simulate, search.trees[1]

    def fail(tree: Tree, count: int, *steps: int) -> int:
        if tree is failing:
            raise PlayoutError("on purpose")
        return simulate(tree, count, *steps)

    monkeypatch.setattr(Tree, "simulate", fail)
    with pytest.raises(PlayoutError, match="on purpose"):
        search.run(simulations=100_000)


def test_the_result_depends_on_the_seed_and_the_number_alone() -> None:
    whole = bare(Uct(FOUR, UctOptions(threads=3), seed=8, memory=30).run(simulations=3_000))
    parted = Uct(FOUR, UctOptions(threads=3), seed=8, memory=30)
    parted.prepare()
    while parted.work < 3_000:
        parted.step(3_000 - parted.work, 40 + parted.work % 100)
    assert bare(parted.result()) == whole
    parted.restart(FOUR, 8)
    assert bare(parted.run(simulations=3_000)) == whole
    assert bare(Uct(FOUR, UctOptions(threads=3), seed=9, memory=30).run(simulations=3_000)) != whole


def test_native_equals_interpreted() -> None:
    found = [
        bare(Uct(FOUR, UctOptions(threads=2), seed=2, memory=30, backend=name).run(simulations=1_500))
        for name in ("cpu", "python")
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("choice", ["visits", "mean", "total"])
@pytest.mark.parametrize("options", [{"threads": 3}, {"threads": 2, "tactics": False, "solver": False}])
def test_the_best_move_is_that_of_the_answer(choice: str, options: dict[str, Any]) -> None:
    game = playout.load("connect_four")
    for seed, line in enumerate(("", "ddc", "ddcc", "abcabcabc", "dddddd")):
        search = Uct(game.replay(line), UctOptions(choice=choice, **options), seed=seed, memory=30)
        for amount in (1, 7, 100, 900):
            assert search.run(simulations=amount).move == search.best()
    view = playout.load("kuhn_poker").replay(["Q", "J"]).seen_by(0)
    guesses = Uct(view, UctOptions(guesses=5, choice=choice), seed=1, memory=30)
    assert guesses.run(simulations=50).move == guesses.best()


def test_only_trees_of_one_position_exchange_anything() -> None:
    poker = playout.load("kuhn_poker").replay(["Q", "J"]).seen_by(0)
    for state, options in (
        (poker, UctOptions(threads=2)),
        (TIC_TAC_TOE, UctOptions(threads=1)),
        (TIC_TAC_TOE, UctOptions(threads=2, prune_ends=True)),
        (TIC_TAC_TOE, UctOptions(threads=2, prune_playouts=True)),
    ):
        search = Uct(state, options, seed=1, memory=20, backend="python")
        result = search.run(simulations=400)
        assert all(len(tree.ledger) == 0 for tree in search.trees)
        assert sum(item.visits for item in result.candidates) == result.work


def test_if_a_tree_lacks_a_position_all_learn_what_one_of_the_others_knows() -> None:
    search = grown(FOUR, 900, threads=3)
    assert search._team is not None
    search._team.deliver()
    visits = [next(node.visits for node in tree.root.children if node.move == 3) for tree in search.trees]
    search.trees[0].begin_anew()
    search.keep(FOUR.play(3))
    known = max(visits[1:])
    assert search.visits == known
    assert [tree.root.visits for tree in search.trees] == [known] * 3
    assert sorted(tree.own_visits for tree in search.trees) == [0, 0, known]
    assert all(len(tree.root.children) == 7 for tree in search.trees)
    assert search.run(simulations=200).work == 200
    assert search.visits == 200 + known


def forged(search: Uct, change: Any, path: Path) -> Path:
    """A saved search with other contents than it had."""
    content = saving.unpack(search._packed())
    values: Any = content._values
    arrays = {name: np.frombuffer(data, np.uint8).copy() for name, data in content._arrays.items()}
    change(values["inside"], arrays)
    path.write_bytes(saving.pack(values, arrays))
    return path


def test_saved_and_loaded_it_goes_on_as_before(tmp_path: Path) -> None:
    whole = bare(grown(FOUR, 1_000, threads=3).result())
    half = grown(FOUR, 567, threads=3)
    half.save(tmp_path / "half")
    loaded = playout.load_search(tmp_path / "half")
    assert isinstance(loaded, SavedSearch)
    assert bare(loaded.run(simulations=433)) == whole


def test_a_search_of_an_older_version_is_refused(tmp_path: Path) -> None:
    def older(values: Any, arrays: Any) -> None:
        del values["team"]
        values["exchange_at"] = 512

    with pytest.raises(PlayoutError, match="by another version of Playout, whose threads exchanged"):
        playout.load_search(forged(grown(FOUR, 300), older, tmp_path / "forged"))


def test_forged_counts_are_refused(tmp_path: Path) -> None:
    search = grown(FOUR, 300)
    kind = search.trees[1].ledger.dtype
    entries = message_type(search.trees[1].stored)

    def too_many(values: Any, arrays: Any) -> None:
        arrays["1.ledger"].view(kind)["told"][0] = 301

    def below_none(values: Any, arrays: Any) -> None:
        arrays["1.ledger"].view(kind)["received"][1] = -1

    def endless(values: Any, arrays: Any) -> None:
        arrays["1.ledger"].view(kind)["told_sums"][0] = np.inf

    def too_early(values: Any, arrays: Any) -> None:
        values["team"]["written"] = [[99, 99]]

    def none_written(values: Any, arrays: Any) -> None:
        values["team"]["messages"] = []

    def other_length(values: Any, arrays: Any) -> None:
        values["team"]["messages"][0][2] += 1

    def changed(name: str, value: float) -> Any:
        def change(values: Any, arrays: Any) -> None:
            tree, number, _ = values["team"]["messages"][-1]
            arrays[f"team.{tree}.{number}"].view(entries)[name][1] = value

        return change

    wrong = [changed(*item) for item in (("move", 7), ("depth", 9), ("depth", -1), ("seat", 0), ("visits", -1))]
    wrong += [changed("plies", -2), changed("sums", np.nan)]
    for change in (too_many, below_none, endless, too_early, none_written, other_length, *wrong):
        with pytest.raises(PlayoutError, match="is damaged: "):
            playout.load_search(forged(search, change, tmp_path / "forged"))
    assert playout.load_search(forged(search, lambda values, arrays: None, tmp_path / "honest")).work == 300


STRESS: list[tuple[playout.State, dict[str, Any], float]] = [
    (FOUR, {"threads": 2}, 0.3),
    (FOUR, {"threads": 3, "tactics": False}, 0.3),
    (FOUR, {"threads": 4, "solver": False, "grave": 20}, 0.3),
    (TIC_TAC_TOE, {"threads": 2, "tactics": False}, 0.1),
    (PIG, {"threads": 3}, 5.7),
    (THREE, {"threads": 2, "history": 0.5}, 0.3),
    (THREE, {"threads": 3, "expand": "all", "solver": False}, 0.3),
    (FOUR, {"threads": 2, "prior": "rank"}, 0.3),
]
"""With a memory in megabytes that is soon full."""


@pytest.mark.slow
@pytest.mark.parametrize(("state", "options", "little"), STRESS)
@pytest.mark.parametrize("is_full", [False, True])
def test_matches_with_exchanges_keep_sound_trees(
    state: playout.State, options: dict[str, Any], little: float, is_full: bool, tmp_path: Path
) -> None:
    """Whole matches of many slices, each position kept, saved and loaded, whose trees are then checked by `restore`."""
    for seed in range(6):
        rng = playout.Rng(seed)
        search = Uct(state, UctOptions(**options), seed=seed, memory=little if is_full else 30)
        here = state
        while not here.over:
            before = search.visits
            search.prepare()
            done = 0
            for _ in range(1 + rng.below(6)):
                done += search.step(1 + rng.below(3_000), 1 + rng.below(20_000))
            done += search.complete_unit()
            assert search.visits == before + done
            assert_no_move_twice(search)
            result = search.result()
            assert search.visits >= sum(item.visits for item in result.candidates)
            assert search.best() == result.move
            least, most = state.game.rules.payoff_bounds
            for values in [result.values, *(item.values for item in result.candidates if item.values)]:
                assert all(least - 1e-9 <= value <= most + 1e-9 for value in values)
            search.save(tmp_path / "search")
            again = playout.load_search(tmp_path / "search", here)
            assert isinstance(again, Uct)
            assert again.visits == search.visits
            more = 1 + rng.below(500)
            assert bare(again.run(simulations=more)) == bare(search.run(simulations=more))
            move = result.move if rng.below(3) else result.candidates[rng.below(len(result.candidates))].move
            here = here.play(move)
            while not here.over and here.turn < 0:
                here = here.sample(rng.below(1 << 30))
            if here.over:
                break
            search.keep(here)
        if state is not THREE:  # of three seats one may choose between moves that are worth the same to it alone
            assert len({tree.root.values for tree in search.trees if tree.is_proven}) <= 1
