"""Information-set MCTS: right by brute force over what is hidden, the same on every backend, and blind to the truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import OptionError, SearchResult
from playout.algorithms.ismcts.search import Ismcts
from playout.algorithms.ismcts.tree import InformationNode
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.uct.options import IsmctsOptions
from tests import paths
from tests.algorithms.beliefs import move_values, values
from tests.algorithms.raid_game import DRAW, END, KNIGHT, SCOUT
from tests.algorithms.runs import run

RAID = playout.load(paths.GAMES / "raid_game.py")
KUHN = playout.load("kuhn_poker")

COIN = '''
"""A coin lies under a cup: be content, or say which side is up."""
import numpy as np
from playout.rng import below
from playout.rules import CHANCE, OVER
PLAYERS = 1
MAX_MOVES = 2
PAYOFF_SUM = None
State = np.dtype([("coin", np.int8), ("stage", np.int8), ("said", np.int8)], align=True)
def start(s): pass
def turn(s): return CHANCE if s.stage == 0 else OVER if s.stage == 3 else 0
def chance(s, rng): return below(rng, 2)
def moves(s, out):
    out[0] = 0
    out[1] = 1
    return 2
def play(s, move):
    if s.stage == 0:
        s.coin = move
    elif s.stage == 1 and move == 0:
        s.said = 2
        s.stage = 2
    elif s.stage == 2:
        s.said = move
    s.stage += 1
def payoffs(s, out): out[0] = 0.6 if s.said == 2 else 1.0 if s.said == s.coin else 0.0
def mask(s, seat):
    if s.stage != 3:
        s.coin = -1
def guess(s, seat, rng):
    if s.coin == -1:
        s.coin = below(rng, 2) if s.stage > 0 else 0
'''

THREE = '''
"""Three seats, a card of five each. Who leaves gets 0.3; of those who stay the highest card gets 1, the others 0."""
import numpy as np
from playout.rng import below
from playout.rules import CHANCE, OVER
PLAYERS = 3
MAX_MOVES = 2
MAX_OUTCOMES = 5
PAYOFF_SUM = None
State = np.dtype([("cards", np.int8, 3), ("dealt", np.int8), ("stays", np.int8, 3), ("moved", np.int8)], align=True)
def start(s):
    for k in range(3):
        s.cards[k] = -1
def turn(s): return CHANCE if s.dealt < 3 else s.moved if s.moved < 3 else OVER
def free(s, card):
    for k in range(3):
        if s.cards[k] == card:
            return False
    return True
def chance(s, rng):
    while True:
        card = below(rng, 5)
        if free(s, card):
            return card
def odds(s, outcomes, p):
    n = 0
    for card in range(5):
        if free(s, card):
            outcomes[n] = card
            p[n] = 1.0 / (5 - s.dealt)
            n += 1
    return n
def moves(s, out):
    out[0] = 0
    out[1] = 1
    return 2
def play(s, move):
    if s.dealt < 3:
        s.cards[s.dealt] = move
        s.dealt += 1
    else:
        s.stays[s.moved] = move == 1
        s.moved += 1
def payoffs(s, out):
    best = -1
    for k in range(3):
        if s.stays[k]:
            best = max(best, s.cards[k])
    for k in range(3):
        out[k] = 0.3 if not s.stays[k] else 1.0 if s.cards[k] == best else 0.0
def mask(s, seat):
    if s.moved < 3:
        for k in range(3):
            if k != seat:
                s.cards[k] = -1
def guess(s, seat, rng):
    for k in range(s.dealt):
        if s.cards[k] == -1:
            s.cards[k] = chance(s, rng)
'''


def written(folder: Path, name: str, text: str) -> playout.Game:
    path = folder / f"{name}.py"
    path.write_text(text)
    return playout.load(path)


def view(game: playout.Game, line: list[Any]) -> playout.State:
    """What the seat to move sees after some moves."""
    state = game.replay(line)
    return state.seen_by(state.turn)


def grow(state: playout.State, simulations: int, **options: Any) -> Ismcts:
    backend = options.pop("backend", None)
    search = Ismcts(state, IsmctsOptions(**options), seed=7, memory=50, backend=backend)
    search.run(simulations=simulations)
    return search


def bare(result: SearchResult) -> SearchResult:
    return replace(result, elapsed=0.0, choices=())


def test_of_equal_visits_the_higher_mean_counts() -> None:
    """Two simulations for the two moves of a king that was bet against: the call is worth more under every guess."""
    state = KUHN.replay(["K", "J", "pass", "bet"])
    for seed in range(10):
        search = Ismcts(state.seen_by(0), seed=seed, memory=1, backend="python")
        found = search.run(simulations=2)
        assert [item.visits for item in found.candidates] == [1, 1]
        assert state.format(search.best()) == state.format(found.move) == "bet"


def nodes(search: Ismcts) -> list[InformationNode]:
    """All nodes, variants and what is below them included."""
    return [InformationNode(search.tree, number) for number in range(search.tree.used)]


def shape(search: Ismcts) -> list[tuple[Any, ...]]:
    return [(n.move, n.visits, n.available, n.seat, n.values, len(n.children), len(n.variants)) for n in nodes(search)]


def raid_values(line: list[int]) -> dict[int, float]:
    """What each move of seat 0 is worth exactly; the trap is not seen, so each number of charges is as likely."""
    group = [(1 / 3, RAID.replay([charges, *line])) for charges in range(3)]
    return {move: found[0] for move, found in move_values(group, 2).items()}


def test_the_oracle_agrees_with_the_sums_by_hand() -> None:
    assert raid_values([]) == pytest.approx({SCOUT: 3 - 1, DRAW: 2.5 - 1, END: 2 - 1, KNIGHT: 5.5 / 3 - 1})
    assert values([(1 / 2, RAID.replay([2, SCOUT])), (1 / 2, RAID.replay([0, SCOUT]))], 2)[0] == pytest.approx(2)


def test_the_best_move_of_a_raid_is_found_and_worth_what_it_is() -> None:
    exact = raid_values([])
    result = playout.search(view(RAID, [1]), "ismcts", simulations=60_000, seed=1)
    assert result.move == SCOUT
    assert result.candidates[0].values is not None
    assert result.candidates[0].values[0] == pytest.approx(exact[SCOUT], abs=0.03)
    assert sum(result.values) == pytest.approx(3)
    assert not result.proven


@pytest.mark.parametrize(("charges", "best"), [(0, KNIGHT), (1, KNIGHT), (2, END)])
def test_what_the_scout_met_decides_what_follows(charges: int, best: int) -> None:
    assert playout.search(view(RAID, [charges, "scout"]), "ismcts", simulations=2_000, seed=1).move == best


def test_without_views_what_a_move_shows_is_not_told_apart() -> None:
    """The knight then attacks or stays whatever the scout met: (4 + 3 + 0) / 3 at best, and drawing looks better."""
    off = playout.search(view(RAID, [1]), "ismcts(views=False)", simulations=60_000, seed=1)
    assert off.move == DRAW
    scout = next(item for item in off.candidates if item.move == SCOUT)
    assert scout.values is not None and scout.values[0] == pytest.approx(7 / 3 - 1, abs=0.1)


def interpreted(algorithm: str, state: playout.State, simulations: int, **options: Any) -> SearchResult:
    """What a search makes of a tiny game, which would take much longer to compile."""
    kind = ALGORITHMS[algorithm]
    return run(kind(state, kind.option_type(**options), seed=1, backend="python"), simulations=simulations)


def test_nothing_is_planned_that_cannot_be_known(tmp_path: Path) -> None:
    """To say which side is up is worth 1 to who knows it, and 0.5 to who does not; to be content is worth 0.6."""
    coin = written(tmp_path, "coin", COIN)
    result = interpreted("ismcts", view(coin, [1]), 5_000)
    assert result.move == 0
    content, guessing = (item.values[0] for item in result.candidates if item.values)
    assert content == pytest.approx(0.6)
    assert guessing == pytest.approx(0.5, abs=0.1)
    whole_turns = interpreted("ucb", view(coin, [1]), 5_000, sequences=True)
    assert whole_turns.line == (0,)
    fused = interpreted("uct", view(coin, [1]), 5_000)
    assert fused.move == 1 and fused.values[0] > 0.9, "under each guess uct knows the coin: strategy fusion"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("line", "move"), [(["K", "J", "pass", "bet"], "bet"), (["J", "K", "pass", "bet"], "pass")])
def test_a_king_calls_and_a_jack_folds(line: list[str], move: str, seed: int) -> None:
    state = view(KUHN, line)
    result = playout.search(state, "ismcts", simulations=200, seed=seed)
    assert state.format(result.move) == move
    assert result.candidates[0].values == ((2.0, -2.0) if move == "bet" else (-1.0, 1.0))


@pytest.mark.parametrize(("cards", "move"), [("QK", "bet"), ("QJ", "pass")])
def test_seat_1_too_answers_a_bet_rightly(cards: str, move: str) -> None:
    state = view(KUHN, [*cards, "bet"])
    assert state.format(playout.search(state, "ismcts", simulations=200, seed=1).move) == move


def test_three_seats_each_go_for_their_own(tmp_path: Path) -> None:
    game = written(tmp_path, "three", THREE)
    best = interpreted("ismcts", view(game, [4, 1, 2]), 2_000)
    assert (best.move, best.candidates[0].values and best.candidates[0].values[0]) == (1, 1.0)
    assert len(best.values) == 3
    beaten = interpreted("ismcts", view(game, [3, 4, 0, 0, 1]), 2_000)
    assert beaten.move == 0
    assert beaten.candidates[0].values is not None and beaten.candidates[0].values[2] == pytest.approx(0.3)
    # Seat 0 was seen to stay, and holds more than a 0: seat 2 knows that it cannot win.
    assert beaten.candidates[1].values is not None and beaten.candidates[1].values[2] == 0.0


@pytest.mark.parametrize("options", [{}, {"views": False}, {"policy": "suggest", "c": 0.3, "choice": "mean"}], ids=str)
@pytest.mark.parametrize("game", ["raid", "kuhn"])
def test_native_equals_interpreted(game: str, options: dict[str, Any]) -> None:
    state = view(RAID, [2]) if game == "raid" else view(KUHN, ["Q", "J"])
    if game == "kuhn":
        options = {name: value for name, value in options.items() if name != "policy"}
    native, interpreted = (grow(state, 600, backend=backend, **options) for backend in ("cpu", "python"))
    assert shape(native) == shape(interpreted)
    assert bare(native.result()) == bare(interpreted.result())


def test_native_equals_interpreted_with_tactics_and_dice() -> None:
    for state in (playout.load("connect_four").replay("ddc"), playout.load("pig").replay(["roll", 4])):
        native, interpreted = (grow(state, 60, backend=backend) for backend in ("cpu", "python"))
        assert shape(native) == shape(interpreted)


@pytest.mark.parametrize("algorithm", ["ismcts", "ismcts(views=False)"])
def test_the_hidden_truth_makes_no_difference(algorithm: str) -> None:
    pairs = [[view(KUHN, ["Q", other]) for other in "JK"], [view(RAID, [charges]) for charges in range(3)]]
    for views in pairs:
        results = [playout.search(state, algorithm, simulations=400, seed=3) for state in views]
        assert all(bare(result) == bare(results[0]) for result in results)


def test_the_same_seed_gives_the_same_result_in_any_slices() -> None:
    state = view(RAID, [1])
    whole, parted = (Ismcts(state, seed=5, memory=50) for _ in range(2))
    expected = whole.run(simulations=1_000)
    for part in (1, 10, 489, 500):
        found = parted.run(simulations=part)
    assert bare(found) == bare(expected)
    assert bare(Ismcts(state, seed=6, memory=50).run(simulations=1_000)) != bare(expected)


@pytest.mark.parametrize("options", [{}, {"views": False}, {"tactics": False}], ids=str)
@pytest.mark.parametrize("name", ["raid", "kuhn", "connect_four"])
def test_visits_and_availability_add_up(name: str, options: dict[str, Any]) -> None:
    lines: dict[str, playout.State] = {"raid": view(RAID, [0]), "kuhn": view(KUHN, ["Q", "K"])}
    search = grow(lines.get(name) or playout.load("connect_four").replay("ddc"), 3_000, **options)
    root, count = search.tree.root, len(search.state.moves())
    assert root.visits == 3_000 == sum(child.visits for child in root.children)
    if name != "connect_four":  # there tactics may leave out what loses
        assert len(root.children) == count
    for node in nodes(search):
        children = node.children
        assert node.visits == 0 or node.number == 0 or node.visits >= sum(child.visits for child in children)
        assert all(child.available >= child.visits > 0 for child in children)
        assert all(child.available <= node.visits for child in children)
        assert all(child.visits > sum(variant.visits for variant in child.variants) for child in children)
    # At the root every move is legal under every guess: each was there from its first visit on.
    moves = [child for child in root.children if not child.is_drawn]
    assert sorted(3_000 - child.available for child in moves) == list(range(len(moves)))


def test_a_node_says_why_the_next_simulation_goes_there() -> None:
    for count in (40, 41, 100, 300):
        root, after = (grow(view(KUHN, ["Q", "K"]), n).tree.root for n in (count, count + 1))
        before = {child.move: child for child in root.children}
        (tried,) = (child.move for child in after.children if child.visits > before[child.move].visits)
        bounds = {move: terms.bound for move, child in before.items() if (terms := child.bound(root))}
        assert bounds[tried] == max(bound for bound in bounds.values() if bound is not None) and len(bounds) == 2


def test_chance_that_cannot_be_seen_does_not_split_the_tree() -> None:
    """Seat 1's card is one edge for seat 0, which does not see it; its own draw is two."""
    root = grow(view(RAID, [1]), 5_000).tree.root
    children = {child.move: child for child in root.children}
    assert [child.is_drawn for child in children[END].children] == [True]
    assert [child.is_drawn for child in children[DRAW].children] == [True, True]
    assert {child.move for child in children[DRAW].children} == {0, 1}
    assert len(children[SCOUT].variants) == 2, "no charge, none left, one left"


def test_where_nothing_is_hidden_it_plays_as_uct_does() -> None:
    game = playout.load("tic_tac_toe")
    for line, best in ((["a1", "b2", "c3", "a3"], "c1"), (["a1", "c3", "b1"], "c1"), (["b2", "a2", "a1"], "c3")):
        state = game.replay(line)
        for algorithm in ("ismcts", "ismcts(tactics=False)", "uct"):
            assert state.format(playout.search(state, algorithm, simulations=4_000, seed=1).move) == best, algorithm


def test_dice_are_taken_by_their_mean() -> None:
    """Pig: one point short of the goal, with points on the table, hold."""
    state = playout.load("pig", goal=10).replay(["roll", 6, "roll", 6])
    assert state.format(playout.search(state, "ismcts", simulations=2_000, seed=1).move) == "hold"


def test_memory_stops_growth_and_not_the_search() -> None:
    state = playout.load("connect_four").start()
    search = Ismcts(state, seed=1, memory=0.05)
    result = search.run(simulations=20_000)
    assert search.tree.used == len(search.tree.nodes) < 1_000
    assert search.tree.root.visits == result.work == 20_000 == sum(item.visits for item in result.candidates)
    hidden = Ismcts(view(RAID, [1]), seed=1, memory=0.004)
    assert hidden.run(simulations=5_000).work == 5_000
    assert hidden.tree.used == len(hidden.tree.nodes) < 50


def test_saved_and_loaded_equals_uninterrupted(tmp_path: Path) -> None:
    for backend, count in (("cpu", 4_000), ("python", 200)):
        whole = new_search(view(RAID, [1]), "ismcts", seed=5, backend=backend, simulations=1)
        parted = new_search(view(RAID, [1]), "ismcts", seed=5, backend=backend, simulations=1)
        expected = whole.run(simulations=count)
        parted.run(simulations=count // 3)
        parted.save(tmp_path / "search")
        assert (tmp_path / "search").stat().st_size < 1_000_000, "only what is in use is saved"
        loaded = playout.load_search(tmp_path / "search", view(RAID, [1]))
        assert bare(loaded.run(simulations=count - count // 3)) == bare(expected)


def test_a_class_of_objects_can_hide_things_too() -> None:
    pytest.importorskip("pyspiel")
    state = playout.load("openspiel:kuhn_poker").replay([0, 2, "Pass", "Bet"])
    result = playout.search(state.seen_by(0), "ismcts", simulations=200, seed=1)
    assert state.format(result.move) == "Pass", "a jack folds"


def test_the_final_choice() -> None:
    state = view(RAID, [1])
    for choice in ("visits", "mean", "total"):
        result = playout.search(state, f"ismcts(choice='{choice}')", simulations=200, seed=2)
        rows = [(item.visits, item.values[0] if item.values else 0.0) for item in result.candidates]
        scores = [{"visits": float(n), "mean": mean, "total": n * (mean + 2)}[choice] for n, mean in rows]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("ismcts(c=-1)", "c has to be a number from 0 to 100, not -1"),
        ("ismcts(choice='best')", "choice has to be one of visits, mean, total, not 'best'"),
        ("ismcts(policy='best')", "kuhn_poker has no playout policy 'best'; it has uniform"),
        ("ismcts(view=True)", r"ismcts has no option 'view' \(did you mean views\?\)"),
        ("ismcts(views=3)", "views has to be True or False, not 3"),
        ("ismcts(tactics='yes')", "tactics has to be True or False, not 'yes'"),
        ("ismcts(proven=True)", "ismcts cannot prove a value with these options"),
    ],
)
def test_options_are_checked(spelling: str, words: str) -> None:
    limit: dict[str, Any] = {} if "proven" in spelling else {"simulations": 1}
    with pytest.raises(OptionError, match=words):
        playout.search(view(KUHN, ["Q", "J"]), spelling, **limit)


@pytest.mark.parametrize("backend", ["cpu", "python"])
def test_the_guesses_that_are_kept_change_nothing_and_are_fair(backend: str) -> None:
    """Of a queen's two possible opponents, jack and king, each is guessed in half of the simulations."""
    seen = KUHN.replay(["Q", "J", "pass"]).seen_by(1)  # seat 1 has the jack
    count = 400 if backend == "python" else 4000
    plain = new_search(seen, "ismcts", seed=3, backend=backend)
    keeping = new_search(seen, "ismcts", seed=3, backend=backend)
    assert isinstance(keeping, Ismcts)
    keeping.kept_guesses = count // 2
    found = [search.run(simulations=count) for search in (plain, keeping)]
    assert found[0].candidates == found[1].candidates and found[0].values == found[1].values
    kept = keeping.guesses
    assert len(kept) == count // 2 and all(position.seen_by(1) == seen for position in kept)
    hands = [str(position).splitlines()[0] for position in kept]
    assert set(hands) == {"hands: Q J", "hands: K J"}
    deviation = abs(hands.count("hands: Q J") - len(hands) / 2) / (len(hands) ** 0.5 / 2)
    assert deviation < 4
    assert plain.memory_in_use is not None and keeping.memory_in_use is not None
    position = KUHN.rules.dtype.itemsize
    assert keeping.memory_in_use - plain.memory_in_use == pytest.approx(len(kept) * position / 1e6)


def test_a_search_of_an_open_game_guesses_nothing() -> None:
    search = new_search(playout.load("tic_tac_toe").start(), "ismcts", seed=1, backend="python")
    assert isinstance(search, Ismcts)
    search.kept_guesses = 10
    search.run(simulations=20)
    assert search.guesses == []
