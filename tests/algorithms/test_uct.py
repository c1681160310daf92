"""UCT: the mistakes people make in it, its invariants, what is certain, and where it must agree with others."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import playout
from playout import OptionError, PlayoutError
from playout.algorithms.limits import Limit
from playout.algorithms.running import drive
from playout.algorithms.uct import nodes as layout
from playout.algorithms.uct.search import Uct
from playout.algorithms.uct.tree import Node
from playout.pictures import Picture
from tests.algorithms.growing import grow
from tests.effort import effort, scaled

NIM = Path(__file__).parents[2] / "examples" / "nim.py"


def test_nim_is_played_right() -> None:
    """From 15 the only winning move leaves a multiple of four; a payoff in the wrong seat's frame plays another."""
    game = playout.load(NIM)
    for stones in (5, 6, 7, 9, 13, 14, 15):
        result = playout.search(playout.load(game, stones=stones).start(), "uct", simulations=3000, seed=1)
        assert result.move == stones % 4, stones
        assert result.proven and result.values == (1.0, 0.0)
    lost = playout.search(playout.load(game, stones=12).start(), "uct", simulations=5000, seed=1)
    assert lost.proven and lost.values == (0.0, 1.0)


def test_tic_tac_toe_against_itself_is_a_draw() -> None:
    agents = [playout.agent(f"uct(simulations=2000, seed={seed})") for seed in (1, 2)]
    state = playout.load("tic_tac_toe").start()
    while not state.over:
        state = state.play(agents[state.turn].choose(state))
    assert state.payoffs == (0.5, 0.5)


@pytest.mark.parametrize(
    "options",
    [{}, {"solver": False}, {"tactics": False}, {"playouts": 3}, {"c": 0.0}, {"fpu": 0.6}, {"history": 0.5}],
)
@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "pig"])
def test_a_node_is_visited_as_often_as_its_children(name: str, options: dict[str, object]) -> None:
    """Plus once when it was new; the root, which nothing was played out from, exactly as often."""
    search = grow(playout.load(name).start(), 3000, **options)
    root = search.tree.root
    assert root.visits == sum(child.visits for child in root.children) == search.work
    for _, node in root.walk():
        children = node.children
        if children and not node.proven and node.number:
            assert node.visits == 1 + sum(child.visits for child in children)
        assert all(child.number > node.number for child in children)
        assert len({child.move for child in children}) == len(children)


def test_values_are_means_of_what_was_backed_up() -> None:
    """Without a solver each node's sum is that of its children plus its own first playout, which is 0, 1/2 or 1."""
    search = grow(playout.load("tic_tac_toe").start(), 500, solver=False)
    for _, node in search.tree.root.walk():
        if node.number and node.children:
            own = node.values[0] * node.visits - sum(child.values[0] * child.visits for child in node.children)
            assert min(abs(own - payoff) for payoff in (0.0, 0.5, 1.0)) < 1e-6
        assert sum(node.values) == pytest.approx(1.0)


def immediate(state: playout.State, seat: int) -> set[int]:
    """The moves with which a seat would win at once, if it were to move."""
    wins = set()
    for move in state.moves():
        if state.turn == seat:
            after = state.play(move)
            if after.over and after.payoffs[seat] == 1.0:
                wins.add(move)
    return wins


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_every_immediate_win_and_block_at_fifty_simulations(name: str) -> None:
    game = playout.load(name)
    rng = playout.Rng(3)
    wins = blocks = 0
    while wins < 25 or blocks < 25:
        state = game.start()
        while not state.over:
            own = immediate(state, state.turn)
            # What the other would win with is found by handing them the move: play a move, see their wins.
            if own:
                wins += 1
                assert playout.search(state, "uct", simulations=50, seed=wins).move in own
            else:
                safe = [move for move in state.moves() if not immediate(state.play(move), 1 - state.turn)]
                if 0 < len(safe) < len(state.moves()):
                    blocks += 1
                    assert playout.search(state, "uct", simulations=50, seed=blocks).move in safe
            moves = state.moves()
            state = state.play(moves[rng.below(len(moves))])


def test_native_equals_interpreted_visit_for_visit() -> None:
    for name, moves in (("connect_four", "ddde"), ("tic_tac_toe", ["b2"]), ("pig", [])):
        state = playout.load(name).replay(moves)
        trees = [grow(state, 300, backend=backend).tree for backend in ("cpu", "python")]
        for tree in trees:
            assert tree.used > 200
        native, interpreted = (tree.nodes[: tree.used] for tree in trees)
        for field in native.dtype.names or ():
            assert (native[field] == interpreted[field]).all(), (name, field)


def test_a_seed_reproduces_and_slices_do_not_matter() -> None:
    state = playout.load("connect_four").start()
    whole = grow(state, 5000).tree
    parts = Uct(state, seed=7, memory=50)
    parts.prepare()
    for amount in (1, 10, 989, 4000):
        parts.advance(amount)
    assert np.array_equal(whole.nodes[: whole.used], parts.tree.nodes[: parts.tree.used])
    other = Uct(state, seed=8, memory=50)
    other.prepare()
    other.advance(5000)
    assert not np.array_equal(whole.nodes[:100], other.tree.nodes[:100])


def test_a_continued_search_equals_an_uninterrupted_one() -> None:
    state = playout.load("connect_four").start()
    search = Uct(state, seed=7, memory=50)
    for limit in (1000, 4000):
        *_, last = drive(search, Limit(simulations=limit))
    assert last.work == 5000
    whole = grow(state, 5000).result()
    assert last.candidates == whole.candidates


def picture(node: Node) -> object:
    return node.move, node.visits, node.values, node.proven, [picture(child) for child in node.children]


def test_the_real_moves_child_becomes_the_root() -> None:
    game = playout.load("connect_four")
    search = grow(game.start(), 20_000)
    below = next(child for child in search.tree.root.children if child.move == 3)
    below = next(child for child in below.children if child.move == 3)
    wanted = [picture(child) for child in below.children]
    count = sum(1 for _ in below.walk())
    search.keep(game.replay("dd"))
    assert search.tree.used == count
    assert [picture(child) for child in search.tree.root.children] == wanted
    *_, result = drive(search, Limit(simulations=5000))
    assert search.tree.root.visits > 5000
    for _, node in search.tree.root.walk():
        moves = [child.move for child in node.children]
        assert len(moves) == len(set(moves)), "a move was tried again after the root moved"
    assert result.state == game.replay("dd")


def test_a_move_outside_the_tree_starts_anew() -> None:
    game = playout.load("connect_four")
    search = grow(game.start(), 5)
    search.keep(game.replay("abcdefg"))
    assert search.tree.used == 1
    *_, result = drive(search, Limit(simulations=2000))
    assert result.state.history == (0, 1, 2, 3, 4, 5, 6)
    with pytest.raises(PlayoutError, match="does not follow"):
        search.keep(game.replay("g"))


def test_untried_moves_wait_in_the_tree_and_not_in_a_file() -> None:
    """The seven columns fit a block: the root's children and the moves that wait are always all seven."""
    search = Uct(playout.load("connect_four").start(), seed=1, backend="python")
    search.prepare()
    tree = search.tree
    for tried in range(1, 8):
        search.advance(1)
        first = int(tree.nodes["block"][0]) * layout.BLOCK
        waiting = [word ^ int(layout.UNTRIED) for word in tree.blocks[first + tried : first + 7].tolist()]
        assert sorted([*waiting, *(child.move for child in tree.children(0))]) == list(range(7))
        saved = tree.contents()[1]["blocks"].tolist()
        assert sorted(word for word in saved if word) == [child.number for child in tree.children(0)]


def test_the_memory_bound_stops_growth_not_the_search() -> None:
    state = playout.load("connect_four").start()
    search = Uct(state, seed=1, memory=0.1)
    *_, result = drive(search, Limit(simulations=50_000))
    assert result.work == 50_000
    assert search.tree.memory <= 100_000 + 100
    assert search.tree.root.visits == 50_000
    assert result.state.format(result.move) == "d"


@pytest.mark.slow
def test_a_million_simulations_fit_into_48_megabytes() -> None:
    search = grow(playout.load("connect_four").start(), 1_000_000)
    assert search.tree.memory < 48_000_000
    assert search.tree.root.visits == 1_000_000


def test_a_forced_win_is_certain_and_the_shortest() -> None:
    """X on b1, c1, d1 with both ends open has won, though it is O's move: e1 or a1 comes next."""
    game = playout.load("connect_four")
    state = game.replay("dcdcb")
    result = playout.search(game.replay("ddcc"), "uct", simulations=20_000, seed=1)
    assert result.proven and result.values == (1.0, 0.0)
    assert result.candidates[0].plies == 3
    assert state.turn == 1
    for _, node in grow(game.replay("ddcc"), 5000).tree.root.walk():
        if node.proven:
            assert set(node.values) <= {0.0, 0.5, 1.0}


def test_values_converge_to_minimax() -> None:
    game = playout.load("tic_tac_toe")
    for moves in ([], ["b2"], ["a1", "b2"], ["a1", "a2"], ["a1", "b2", "c3"], ["b1", "a3", "b2"]):
        state = game.replay(moves)
        exact = playout.search(state, "minimax")
        found = playout.search(state, "uct", proven=True, seed=1)
        assert found.proven
        assert found.values == exact.values
        assert state.play(found.move).over or playout.search(state.play(found.move), "minimax").values == exact.values


def test_chance_is_weighed_by_its_odds() -> None:
    """Pig to 2 with a roll behind: rolling wins unless it is a 1; holding is not allowed. Then it repeats."""
    game = playout.load("pig", goal=2)
    result = playout.search(game.start(), "uct", simulations=60_000, seed=1)
    # p = 5/6 + 1/6 (1 - p), since any roll but 1 makes 2 points, which are held at once: p = 6/7.
    assert result.values[0] == pytest.approx(6 / 7, abs=0.02)


def test_more_threads_do_more_and_agree() -> None:
    state = playout.load("connect_four").start()
    result = playout.search(state, "uct(threads=2)", simulations=40_000, seed=1)
    assert result.work == 40_000
    assert sum(item.visits for item in result.candidates) == 40_000
    assert state.format(result.move) == "d"
    again = playout.search(state, "uct(threads=2)", simulations=40_000, seed=1)
    assert again.candidates == result.candidates


def test_choices() -> None:
    state = playout.load("connect_four").replay("dd")
    by = {
        choice: playout.search(state, f"uct(choice={choice!r})", simulations=3000, seed=1)
        for choice in ("visits", "mean", "total")
    }
    visits, means, totals = by["visits"].candidates, by["mean"].candidates, by["total"].candidates
    assert [item.visits for item in visits] == sorted((item.visits for item in visits), reverse=True)
    assert all(a.values[0] >= b.values[0] for a, b in pairwise(means) if a.values and b.values)
    assert all(a.values[0] * a.visits >= b.values[0] * b.visits for a, b in pairwise(totals) if a.values and b.values)


def test_mirrored_positions_mirror_their_values() -> None:
    game = playout.load("connect_four")
    left = playout.search(game.replay("ab"), "uct", simulations=100_000, seed=1)
    right = playout.search(game.replay("gf"), "uct", simulations=100_000, seed=2)
    assert left.values[0] == pytest.approx(right.values[0], abs=0.02)


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("uct(c=-1)", "c has to be a number from 0 to 100, not -1"),
        ("uct(playouts=0)", "playouts has to be a whole number of at least 1"),
        ("uct(choice='best')", "choice has to be one of visits, mean, total, not 'best'"),
        ("uct(thread=2)", r"uct has no option 'thread' \(did you mean threads\?\)"),
    ],
)
def test_options_are_checked(spelling: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        playout.search(playout.load("tic_tac_toe").start(), spelling, simulations=1)


def test_a_saved_search_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    state = playout.load("connect_four", rows=9, columns=10, blocked=(3, 4)).replay("ab")
    path = tmp_path / "search.tree"
    first = playout.search(state, "uct(c=0.9)", simulations=3000, seed=5)
    assert isinstance(first.search, Uct)
    first.search.save(path)
    assert path.stat().st_size < 1_000_000, "only what is in use is saved"
    continued = playout.load_search(path).run(simulations=4000)
    whole = playout.search(state, "uct(c=0.9)", simulations=7000, seed=5)
    assert continued.candidates == whole.candidates
    assert continued.work == 7000
    assert first.search.run(simulations=4000).candidates == whole.candidates


def test_a_file_that_is_no_search_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search.tree"
    with pytest.raises(PlayoutError, match=r"cannot read .*No such file"):
        playout.load_search(path)
    path.write_bytes(b"something else")
    with pytest.raises(PlayoutError, match="is not a search saved by this version"):
        playout.load_search(path)
    grow(playout.load("tic_tac_toe").start(), 10).save(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(PlayoutError, match="is damaged"):
        playout.load_search(path)
    with pytest.raises(PlayoutError, match="cannot be saved"):
        grow(playout.load("tic_tac_toe").start(), 10).save(tmp_path / "no" / "folder")


def test_the_tree_is_drawn() -> None:
    search = grow(playout.load("connect_four").start(), 2000)
    text = search.graphviz(top=2, depth=2)
    assert text.count("->") - text.count("[style=dashed]") == 2 + 4
    assert text.startswith("digraph tree {")
    picture_of = search.draw(top=2, depth=2)
    assert picture_of.count('rx="6"') == 7
    assert search._repr_svg_().startswith("<svg")
    best = search.tree.root.children[0]
    assert f"{best.visits:,}" in picture_of
    assert isinstance(picture_of, Picture) and picture_of.svg == picture_of == picture_of._repr_svg_()
    assert "SVG" in repr(picture_of) and "<svg" not in repr(picture_of)


def test_a_picture_says_what_the_table_says(tmp_path: Path) -> None:
    """Lengths of proofs as in the table, how many moves are left out, and a legend."""
    state = playout.load("connect_four").replay("ddddddccccab")
    result = playout.search(state, "uct", simulations=20_000, seed=1)
    assert isinstance(result.search, Uct)
    proven = {state.format(item.move): item.plies for item in result.candidates if item.proven}
    for top, depth in ((None, 1), (2, 1), (2, 2)):
        picture = result.search.draw(top=top, depth=depth)
        boxes = re.findall(
            r'font-weight="bold">(\w+)</text><text[^>]*>([\d,]+)</text><text[^>]*>([^<]*)</text>', picture
        )
        assert len(boxes) == picture.count('rx="6"')
        first = boxes[1:] if depth == 1 else []
        assert [(move, int(visits.replace(",", ""))) for move, visits, _ in first] == sorted(
            ((move, int(visits.replace(",", ""))) for move, visits, _ in first), key=lambda pair: -pair[1]
        )
        for move, _, value in first:
            assert (f"in {proven[move]}" in value) if move in proven else "in" not in value
        left_out = len(state.moves()) - (0 if top is None else top)
        assert (f"+ {left_out} more" in picture) == (top is not None)
        drawn = "all moves" if top is None else "the 2 most visited moves"
        plies = "1 ply" if depth == 1 else "2 plies"
        assert f"drawn are {drawn} of each node, {plies} deep" in picture
        assert "move of seat 0" in picture and ("move of seat 1" in picture) == (depth == 2)
    picture.save(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text() == picture
    with pytest.raises(PlayoutError, match=r"the picture cannot be saved to .*No such file"):
        picture.save(tmp_path / "no" / "tree.svg")
    assert result.search.graphviz(top=2, depth=1).count("+ 4 more") == 1


def test_a_proven_picture_counts_the_move_itself() -> None:
    """X wins at once on d: a match that ends by this very move ends in 1."""
    search = grow(playout.load("connect_four").replay("dadada"), 200)
    assert search.complete
    row = search.result().table()[0]
    assert (row["move"], row["plies"]) == ("d", 1)
    assert "1.000 in 1<" in search.draw(top=None, depth=1)


def test_playouts_by_suggestion_play_better_in_both_seats() -> None:
    """Tic-tac-toe's suggest wins and blocks, so the first seat's lead from random play shrinks towards a draw."""
    state = playout.load("tic_tac_toe").start()
    uniform = playout.search(state, "uct(c=50, policy='uniform')", simulations=5000, seed=1)
    advised = playout.search(state, "uct(c=50, policy='suggest')", simulations=5000, seed=1)
    assert abs(advised.values[0] - 0.5) < abs(uniform.values[0] - 0.5)
    with pytest.raises(PlayoutError, match="pig has no playout policy 'suggest'; it has uniform"):
        playout.search(playout.load("pig").start(), "uct(policy='suggest')", simulations=1)
    with pytest.raises(OptionError, match="tic_tac_toe has no playout policy 'best'; it has uniform, suggest, tactics"):
        playout.search(state, "uct(policy='best')", simulations=1)


SWITCHES: list[dict[str, object]] = [
    {},
    {"expand": "all"},
    {"expand": "all", "fpu": 0.7, "playouts": 2},
    {"fpu": 0.7},
    {"prior": "rank"},
    {"history": 0.5, "policy": "uniform"},
    {"grave": 20, "history": 0.2},
    {"policy": "towards_middle", "solver": False},
    {"policy": "middle_weighted", "tactics": False},
    {"b": 0.5, "a": 0.7, "decay": 0.99},
    {"prune_ends": True, "prune_playouts": True, "solver": False, "tactics": False},
    {"drop_weak": True},
]


@scaled
@pytest.mark.parametrize("options", SWITCHES, ids=str)
def test_every_switch_is_the_same_interpreted(options: dict[str, object]) -> None:
    state = playout.load("connect_four", rows=5, columns=6).start()
    trees = [grow(state, effort(150, 400), backend=backend, **options).tree for backend in ("cpu", "python")]
    native, interpreted = (tree.nodes[: tree.used] for tree in trees)
    assert len(native) == len(interpreted)
    for field in native.dtype.names or ():
        assert (native[field] == interpreted[field]).all(), field


@pytest.mark.parametrize("options", SWITCHES, ids=str)
def test_every_switch_finds_the_forced_win_and_proves_it(options: dict[str, object]) -> None:
    state = playout.load("connect_four").replay("ddcc")
    search = grow(state, 20_000, **({"solver": True} | options))
    assert search.result().move in (1, 4), "b or e: three in a row with both ends open"
    if options.get("solver", True):
        assert search.complete and search.result().values == (1.0, 0.0)


@pytest.mark.parametrize("options", [{"expand": "all"}, {"prior": "rank"}, {"grave": 10}])
def test_all_children_come_at_the_second_visit(options: dict[str, object]) -> None:
    search = grow(playout.load("connect_four").start(), 3000, tactics=False, solver=False, **options)
    assert search.tree.root.visits == 1 + sum(child.visits for child in search.tree.root.children)
    for _, node in search.tree.root.walk():
        if node.visits == 1 or node.seat == playout.OVER:
            assert not node.children
        elif node.visits > 1:
            assert node.visits == 1 + sum(child.visits for child in node.children)
            assert len(node.children) in range(1, 8)


def test_untried_moves_come_first_unless_urgency_says_otherwise() -> None:
    """With the lowest urgency one good move is looked at alone; without it every move is tried."""
    state = playout.load("connect_four").start()
    for expand in ("one", "all"):
        tried = {
            fpu: sum(child.visits > 0 for child in grow(state, 200, fpu=fpu, expand=expand, c=0.1).tree.root.children)
            for fpu in (None, 0.05)
        }
        assert tried[None] == 7
        assert tried[0.05] < 7


def prefer_the_edge(s: object, moves: object, n: int, scores: object) -> None:
    """Kernel: a prior that believes in column 0 and nothing else."""
    for i in range(n):
        scores[i] = 8.0 if moves[i] == 0 else 0.0  # type: ignore[index]


def test_priors_from_a_function_lead_the_search() -> None:
    state = playout.load("connect_four").start()
    search = grow(state, 100, prior=prefer_the_edge, c=3.0)
    assert max(search.tree.root.children, key=lambda child: child.visits).move == 0
    table = {row["move"]: row["prior"] for row in search.result().table()}
    assert table["a"] == pytest.approx(1 / (1 + 6 * 2.718281828459045**-8), abs=1e-3)
    assert sum(float(str(prior)) for prior in table.values()) == pytest.approx(1.0, abs=1e-6)
    kept = grow(state, 20_000, prior="rank")
    priors = {node.number: node.prior for _, node in kept.tree.root.walk(depth=3)}
    below = kept.tree.root.children[0]
    expected = [(node.move, node.visits, priors[node.number]) for _, node in below.walk(depth=2)][1:]
    kept.keep(state.play(below.move))
    assert [(node.move, node.visits, node.prior) for _, node in kept.tree.root.walk(depth=2)][1:] == expected


def test_history_and_grave_change_what_is_looked_at() -> None:
    state = playout.load("tic_tac_toe").start()
    plain = [child.visits for child in grow(state, 500, expand="all", solver=False).tree.root.children]
    for options in ({"history": 1.0}, {"grave": 5}):
        told = grow(state, 500, expand="all", solver=False, **options).tree.root.children
        assert sum(child.visits for child in told) == 499
        assert [child.visits for child in told] != plain


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"prior": "rank", "expand": "one"}, "with prior a node's children come all at once"),
        ({"prior": "best"}, "prior has to be 'rank' or a plain function"),
        ({"expand": "two"}, "expand has to be one of one, all, not 'two'"),
        ({"fpu": -1.0}, "fpu has to be a number from 0 to 100, not -1.0"),
        ({"grave": 1.5}, "grave has to be a whole number of at least 0, not 1.5"),
    ],
)
def test_switches_are_checked(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        grow(playout.load("connect_four").start(), 1, **options)
    with pytest.raises(PlayoutError, match="tic_tac_toe has no function rank"):
        grow(playout.load("tic_tac_toe").start(), 1, prior="rank")


@scaled
@pytest.mark.parametrize("choice", ["visits", "mean", "total"])
def test_the_best_move_is_that_of_the_answer(choice: str) -> None:
    """Whatever is proven, at any budget, to the end of many matches."""
    rng = playout.Rng(8)
    for name, options in (("tic_tac_toe", {}), ("connect_four", {"rows": 4, "columns": 4}), ("pig", {"goal": 10})):
        game = playout.load(name, **options)
        for _ in range(effort(4, 15)):
            state = game.start()
            while not state.over:
                if state.turn == playout.CHANCE:
                    state = state.sample(rng)
                    continue
                search = grow(state, (1, 5, 20, 100, 2000)[rng.below(5)], choice=choice)
                assert search.best() == search.answer().move
                moves = state.moves()
                state = state.play(moves[rng.below(len(moves))])


def test_a_restarted_search_is_as_good_as_new() -> None:
    game = playout.load("connect_four")
    used = grow(game.replay("dd"), 2000, history=0.3)
    used.keep(game.replay("dde"))
    used.run(simulations=500)
    used.restart(game.replay("abc"), seed=7)
    used.run(simulations=1500)
    fresh = grow(game.replay("abc"), 1500, history=0.3)
    assert used.answer().candidates == fresh.answer().candidates
    assert (used.tree.nodes[: used.tree.used] == fresh.tree.nodes[: fresh.tree.used]).all()


FORTY_NINE = """
from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 4
MAX_LENGTH = 12
PAYOFF_BOUNDS = (0.0, 49.0)
PAYOFF_SUM = 49.0

State = np.dtype([("ply", np.int8), ("won", np.int8)], align=True)


def start(s: Any) -> None:
    s.won = -1


def turn(s: Any) -> Any:
    return OVER if s.won >= 0 or s.ply == 12 else s.ply % 2


def moves(s: Any, out: Any) -> Any:
    for i in range(4):
        out[i] = i
    return 4


def play(s: Any, move: Any) -> None:
    if move == 3:
        s.won = s.ply % 2
    s.ply += 1


def payoffs(s: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = 24.5 if s.won < 0 else 49.0 if s.won == seat else 0.0
"""


def test_a_win_is_certain_whatever_it_pays(tmp_path: Path) -> None:
    """Move 3 wins at once. It pays 49, and 49 times 1 / 49 is less than 1: a win has to count as exactly 1."""
    path = tmp_path / "forty_nine.py"
    path.write_text(FORTY_NINE)
    result = Uct(playout.load(path).start(), seed=1, memory=1, backend="python").run(simulations=100)
    assert result.proven
    assert result.move == 3
    assert result.values == (49.0, 0.0)
    assert result.work <= 4, "at the latest when each move was tried once"


@pytest.mark.parametrize("visits", [*range(40, 60), 98, 103, 107])
def test_a_certain_loss_is_not_played_however_often_it_was_visited(visits: int) -> None:
    """The second seat's mean follows from the first's. A loss after 49 visits is 1 - 49 / 49, exactly 0."""
    search = Uct(playout.load("tic_tac_toe").replay(["b2"]), seed=1, memory=1, backend="python")
    search.prepare()
    tree = search.trees[0]
    tree.simulate(8)
    lost, other = tree.root.children[0].number, tree.root.children[1].number
    tree.nodes["visits"][[lost, other]] = visits, 5
    tree.nodes["sums"][[lost, other]] = [[visits], [4.5]]
    tree.nodes["proven"][lost] = True
    tree.nodes["remaining"][lost] = 3
    assert search.best() == tree.node(other).move == search.answer().move
