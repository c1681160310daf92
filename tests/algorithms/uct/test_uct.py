"""UCT: the mistakes people make in it, its invariants, what is certain, and where it must agree with others."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout import OptionError, PlayoutError
from playout.algorithms.running import drive
from playout.algorithms.uct.node import Node
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.limits import Limit
from tests import paths
from tests.algorithms.growing import grow

NIM = paths.NIM


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
@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", pytest.param("pig", marks=pytest.mark.slow)])
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
        native, interpreted = (tree.blocks_in_use for tree in trees)
        for field in native.dtype.names or ():
            assert (native[field] == interpreted[field]).all(), (name, field)


def test_a_seed_reproduces_and_slices_do_not_matter() -> None:
    state = playout.load("connect_four").start()
    whole = grow(state, 5000).tree
    parts = Uct(state, seed=7, memory=50)
    parts.prepare()
    for amount in (1, 10, 989, 4000):
        parts.advance(amount)
    assert whole.blocks_in_use.tobytes() == parts.tree.blocks_in_use.tobytes()
    other = Uct(state, seed=8, memory=50)
    other.prepare()
    other.advance(5000)
    assert whole.blocks[:100].tobytes() != other.tree.blocks[:100].tobytes()


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


def test_untried_moves_wait_in_the_tree() -> None:
    """The seven columns fit a block: the root's children and the moves that wait are always all seven."""
    search = Uct(playout.load("connect_four").start(), seed=1, backend="python")
    search.prepare()
    tree = search.tree
    for tried in range(1, 8):
        search.advance(1)
        waiting = tree.blocks["moves"][0, tried:].tolist()
        assert sorted([*waiting, *(child.move for child in tree.children(0))]) == list(range(7))


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


def test_a_root_that_has_all_visits_it_can_count_is_refused() -> None:
    search = Uct(playout.load("tic_tac_toe").start(), UctOptions(solver=False, tactics=False), seed=1, memory=10)
    search.run(simulations=100)
    search.tree.blocks["visits"][0] = (1 << 31) - 1 - 10
    assert search.run(simulations=10).work == 110
    with pytest.raises(playout.PlayoutError, match="2,147,483,647 visits, the most that it can count: begin a new"):
        search.run(simulations=1)
    assert search.visits == (1 << 31) - 1


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


def test_a_restarted_search_is_as_good_as_new() -> None:
    game = playout.load("connect_four")
    used = grow(game.replay("dd"), 2000, history=0.3)
    used.keep(game.replay("dde"))
    used.run(simulations=500)
    used.restart(game.replay("abc"), seed=7)
    used.run(simulations=1500)
    fresh = grow(game.replay("abc"), 1500, history=0.3)
    assert used.answer().candidates == fresh.answer().candidates
    assert used.tree.blocks_in_use.tobytes() == fresh.tree.blocks_in_use.tobytes()
