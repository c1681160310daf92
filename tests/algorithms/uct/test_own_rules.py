"""Rules of selection and backup of the user's own: what they read, what they decide, and how wrong ones are refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import OptionError, PlayoutError, RulesError
from playout.algorithms.rule_files import BACKUP, BOUND, read_rule, rule_names
from playout.algorithms.uct.node import Node
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from tests.algorithms.growing import grow
from tests.algorithms.own_rules import tenth_less

FOUR = playout.load("connect_four", rows=5, columns=6).start()
THREE = playout.load("k_in_a_row", size=4, dimensions=2, line=3, players=3).start()


def nodes(search: Uct) -> Any:
    return search.tree.blocks_in_use


def test_every_rule_that_comes_along_is_read() -> None:
    assert rule_names("selection") == ("careful", "drop_weak", "puct", "ucb1", "ucb1_tuned", "wary")
    assert rule_names("backup") == ("decay",)
    for contract in (BOUND, BACKUP):
        for name in rule_names(contract.option):
            rule = read_rule(contract, name, 3)
            assert rule.reads <= set(contract.values)


# The rules that come along, beside UCT's own bound, which was written before them


@pytest.mark.parametrize(
    ("state", "rule", "own"),
    [
        (FOUR, {"selection": "ucb1"}, {}),
        (FOUR, {"selection": "ucb1", "expand": "all", "solver": False}, {"expand": "all", "solver": False}),
        (FOUR, {"selection": "puct", "prior": "rank"}, {"prior": "rank"}),
        (THREE, {"selection": "ucb1", "c": 0.7}, {"c": 0.7, "wary": 0.0}),
        (THREE, {"selection": "wary", "c": 0.3}, {"wary": 0.3, "c": 0.3}),
    ],
    ids=str,
)
def test_a_rule_grows_the_tree_that_the_same_bound_grows(
    state: playout.State, rule: dict[str, Any], own: dict[str, Any]
) -> None:
    """Interpreted: compiled, every rule is a kernel of its own. Bounds differ in the last digits at most."""
    by_rule, by_own = (grow(state, 250, backend="python", **options) for options in (rule, own))
    for field in ("visits", "moves", "sums", "proven", "child"):
        assert (nodes(by_rule)[field] == nodes(by_own)[field]).all(), field


@pytest.mark.parametrize("name", ["careful", "wary", "ucb1"])
def test_a_rule_says_what_the_same_bound_says(name: str) -> None:
    """Of every child in a tree for three, which UCT's own bound has grown with the same weights."""
    weights = {"careful": {"a": 0.5, "b": 0.5}, "wary": {"wary": 0.3}, "ucb1": {}}[name]
    tree = grow(THREE, 400, backend="python", **({"wary": 0.0, "c": 0.4} | weights)).tree
    by_rule = Uct(THREE, UctOptions(selection=name, c=0.4), seed=7, memory=50, backend="python")
    compared = 0
    for _, node in tree.root.walk():
        for child in node.children:
            own = child.bound(node)
            assert own is not None and own.bound is not None
            known = {"visits": child.visits, "mean": child.values[node.seat], "means": np.array(child.values)}
            width = 0.0 if child.proven else math.sqrt(math.log(node.visits) / child.visits)
            known |= {"uncertainty": width, "seat": node.seat, "seats": 3, "proven": child.proven, "c": 0.4}
            assert by_rule.selection is not None
            found = by_rule.selection.value(dict.fromkeys(BOUND.values, 0) | known)
            assert found == pytest.approx(own.bound, abs=1e-6)
            compared += 1
    assert compared > 300


def test_dropped_moves_get_no_visits_late_in_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    from playout.algorithms.selection import drop_weak

    monkeypatch.setattr(drop_weak, "AFTER", 300)
    state = playout.load("connect_four").replay("ddcc")
    search = Uct(state, UctOptions(selection="drop_weak", solver=False, tactics=False), seed=7, backend="python")
    search.run(simulations=300)
    before = {child.move: (child.visits, child.values[0]) for child in search.tree.root.children}
    best = max(value for _, value in before.values())
    weak = [move for move, (_, value) in before.items() if 3.2 * value < best]
    search.run(simulations=300)
    after = {child.move: child.visits for child in search.tree.root.children}
    assert weak
    assert [after[move] for move in weak] == [before[move][0] for move in weak]


def test_ucb1_tuned_is_the_formula_of_its_paper() -> None:
    """Auer and others: mean + sqrt(ln N / n * min(1/4, V)), V = variance + sqrt(2 ln N / n)."""
    rule = read_rule(BOUND, "ucb1_tuned", 2)
    for visits, total, mean in ((3, 40, 0.2), (50, 200, 0.5), (1, 2, 1.0)):
        payoffs = np.array([1.0] * round(mean * 10) + [0.0] * round(10 - mean * 10))
        variance = payoffs.var() + math.sqrt(2 * math.log(total) / visits)
        expected = mean + math.sqrt(math.log(total) / visits * min(0.25, variance))
        given = dict.fromkeys(BOUND.values, 0) | {"mean": mean, "uncertainty": math.sqrt(math.log(total) / visits)}
        assert rule.value(given) == pytest.approx(expected)


# What a rule reads


SEEN: dict[str, list[Any]] = {}


def look(
    visits: Any,
    mean: Any,
    uncertainty: Any,
    means: Any,
    prior: Any,
    parent_visits: Any,
    seat: Any,
    seats: Any,
    proven: Any,
    best_mean: Any,
    root_seat: Any,
    root_visits: Any,
    c: Any,
) -> Any:
    """Interpreted, a rule may do what it likes: it writes down what it is told."""
    SEEN.setdefault("rows", []).append(
        (visits, mean, uncertainty, tuple(means), prior, parent_visits, seat, seats, proven, best_mean)
    )
    SEEN.setdefault("root", []).append((root_seat, root_visits, c))
    return mean + c * uncertainty if visits else 2.0


def even(s: Any, moves: Any, n: Any, scores: Any) -> None:
    for i in range(n):
        scores[i] = 1.0


def test_what_a_rule_is_told_is_what_the_tree_holds() -> None:
    """Three seats, at the root: after k simulations the values of the next selection are those of its children."""
    for simulations in (30, 60, 90):
        options = UctOptions(selection=look, prior=even, c=0.5, tactics=False)
        search = Uct(THREE, options, seed=3, backend="python")
        search.run(simulations=simulations)
        root = search.tree.root
        children = search.tree.children(0)
        expected = [(child if child.visits else root).values for child in children]
        best = max(child.values[root.seat] for child in children if child.visits)
        SEEN.clear()
        search.run(simulations=1)
        for child, values, row in zip(children, expected, SEEN["rows"], strict=False):
            assert row[0] == child.visits
            assert row[3] == pytest.approx(values, abs=1e-6)
            assert row[1] == pytest.approx(row[3][root.seat], abs=1e-6)
            assert row[4] == pytest.approx(1 / 16)
            assert row[5:] == (root.visits, root.seat, 3, child.proven, pytest.approx(best, abs=1e-6))
            width = math.sqrt(math.log(root.visits) / child.visits) if child.visits else math.inf
            assert row[2] == pytest.approx(0.0 if child.proven else width, rel=1e-6)
        assert SEEN["root"][0] == (root.seat, root.visits, 0.5)
        assert len(children) == 16


def seat_after_seat(visits: Any, seat: Any, seats: Any, means: Any) -> Any:
    return means[(seat + 1) % seats] - 0.01 * visits


@pytest.mark.parametrize(
    ("state", "options"),
    [
        (THREE, {"selection": seat_after_seat, "backup": tenth_less}),
        pytest.param(FOUR, {"selection": "drop_weak", "expand": "all"}, marks=pytest.mark.slow),
    ],
    ids=["three seats", "all children"],
)
def test_native_and_interpreted_rules_grow_the_same_tree(state: playout.State, options: dict[str, Any]) -> None:
    native, interpreted = (grow(state, 200, backend=backend, **options) for backend in ("cpu", "python"))
    for field in nodes(native).dtype.names or ():
        assert (nodes(native)[field] == nodes(interpreted)[field]).all(), field


def test_a_rule_may_forbid_every_child() -> None:
    """-inf means: only if there is no other. With all of them so, the search goes on nevertheless."""

    search = grow(FOUR, 50, selection=never, backend="python")
    assert search.tree.root.visits == 50


def never(mean: Any) -> Any:
    return -math.inf


# Backup


def test_a_decayed_playout_counts_less_the_longer_it_is() -> None:
    """One playout of n plies from a new node: a win is worth 0.9^n, a draw half of that."""
    state = playout.load("tic_tac_toe").start()
    options = UctOptions(backup=tenth_less, solver=False, tactics=False)
    search = Uct(state, options, seed=1, backend="python")
    tracer = search.tracer()
    search.run(simulations=40)
    ends = [event for event in tracer.events if event.kind == "simulate" and event.facts["moves"]]
    for event in ends:
        assert sum(event.facts["values"]) == pytest.approx(0.9 ** len(event.facts["moves"]))
    assert len(ends) > 30
    assert 0.0 < sum(search.result().values) < 1.0


def to_the_root(payoff: Any, payoffs: Any, seat: Any, seats: Any, length: Any, depth: Any) -> Any:
    """Mixes all seats' payoffs, less the deeper the playout began."""
    total = 0.0
    for other in range(seats):
        total += payoffs[other]
    return (0.9 * payoff + 0.1 * total / seats) / (1 + depth + 0 * length + 0 * seat)


def test_backup_is_told_the_payoffs_of_all_seats_and_the_depth() -> None:
    search = Uct(THREE, UctOptions(backup=to_the_root, solver=False, tactics=False), seed=1, backend="python")
    tracer = search.tracer()
    search.run(simulations=60)
    depth = 0
    for event in tracer.events:
        if event.kind == "simulate" and event.facts["moves"]:
            depth = event.ply
            assert sum(event.facts["values"]) == pytest.approx(1 / (1 + depth), abs=1e-9)
    assert depth > 1


# Told: explained, traced, drawn


def test_a_bound_by_a_rule_is_told_as_it_decides() -> None:
    """Selection takes the child whose `bound` says the most, and the trace says the same."""
    for simulations in (20, 45, 46, 80):
        options = UctOptions(selection="careful", solver=False, tactics=False)
        search = Uct(THREE, options, seed=5, backend="python")
        search.run(simulations=simulations)
        root = search.tree.root
        told = {child.number: child.bound(root) for child in root.children}
        tracer = search.tracer()
        search.run(simulations=1)
        first = next(event for event in tracer.events if event.kind in ("select", "expand"))
        if first.kind != "select":
            continue
        for row in first.facts["children"]:
            terms = told[row["node"]]
            assert terms is not None and terms.kind == "rule"
            assert terms.bound == pytest.approx(row["bound"], abs=1e-6)
            assert terms.formula.startswith(f"{terms.bound:.3f} by the rule, with a mean of ")
        assert first.facts["node"] == max(first.facts["children"], key=lambda row: row["bound"])["node"]
    assert "careful" in str(search.spec) or search.options.selection == "careful"
    assert search.draw(depth=1).svg.startswith("<svg")


def test_a_trace_of_a_forbidden_child_is_json() -> None:
    search = Uct(FOUR, UctOptions(selection=never, tactics=False), seed=1, backend="python")
    tracer = search.tracer()
    search.run(simulations=20)
    told = playout.algorithms.trace.Trace("uct", search.result(), tuple(tracer.events), whole=True).to_json()
    assert "Infinity" not in told


# Files


RULE = """import math

WEIGHT = {weight}


def bound(mean, visits, parent_visits, c, weight=WEIGHT):
    return mean + weight * c * math.sqrt(math.log(parent_visits) / visits)
"""


def test_a_file_is_a_rule_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(RULE.format(weight=1.0))
    board = playout.load("tic_tac_toe").start()

    def visits(spelling: str) -> list[int]:
        result = playout.search(board, spelling, simulations=300, seed=2, backend="python")
        assert result.algorithm == str(playout.spelling.Spec.read(spelling))
        return [item.visits for item in result.candidates]

    own = visits("uct")
    assert visits("uct(selection=mine.py)") == own == visits(f"uct(selection='{tmp_path}/mine.py')")
    Path("mine.py").write_text(RULE.format(weight=9.0))
    assert visits("uct(selection=./mine.py)") != own, "an edit counts"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "x = 1",
            r"mine.py has no function bound: selection= calls bound\(\.\.\.\), whose parameters are some of visits,",
        ),
        ("bound = 3", "bound has to be a plain function, not 3"),
        (
            "def bound(visit): return 1.0",
            r"line 1, bound: there is no value 'visit' \(did you mean visits\?\); it may",
        ),
        ("def bound(*all): return 1.0", "line 1, bound: write its parameters one by one, without"),
        ("def bound(visits, w=1, mean=0): return 1.0", "its own constant w has to come after mean"),
        (
            "def bound(mean): return 'high'",
            "for mean=0.0 it returned 'high'; it has to return a number; the",
        ),
        ("def bound(mean): return None", "for mean=0.0 it returned None"),
        ("def bound(mean): return (mean, 1)", r"it returned \(0.0, 1\)"),
        ("def bound(mean): return mean > 0.5", "it returned False"),
        ("def bound(mean): return float('nan')", "it returned nan"),
        ("def bound(visits): return 1 / (visits - 1)", "line 1, bound: ZeroDivisionError: .* \\(for visits=1\\)"),
        ("def bound(mean:\n", "mine.py, line 1: "),
        ("import nothing_like_it", "mine.py, line 1: ModuleNotFoundError"),
    ],
)
def test_a_wrong_rule_is_refused_before_the_search(tmp_path: Path, source: str, words: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(PlayoutError, match=words):
        playout.search(FOUR, f"uct(selection='{path}')", simulations=1)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "def backup(payoff): return 2 * payoff",
            "for payoff=1.0 it returned 2.0; it has to return a number from",
        ),
        ("def backup(mean): return 0.5", "there is no value 'mean'"),
        ("def bound(mean): return 0.5", r"has no function backup: backup= calls backup\(\.\.\.\)"),
    ],
)
def test_a_wrong_rule_of_backup_too(tmp_path: Path, source: str, words: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(PlayoutError, match=words):
        playout.search(FOUR, f"uct(backup='{path}')", simulations=1)


def late_nan(mean: Any, visits: Any) -> Any:
    return math.nan if visits == 11 else mean


def late_two(payoff: Any, length: Any) -> Any:
    return 2.0 if length == 7 else payoff


NO_NUMBER = r"test_own_rules.py, line \d+, bound: it returned a value that cannot be compared \(NaN\)"
NO_SHARE = r"test_own_rules.py, line \d+, backup: it returned a value that is not from 0 to 1"


@pytest.mark.parametrize(
    ("backend", "options", "words"),
    [
        ("cpu", {"selection": late_nan}, NO_NUMBER),
        ("python", {"selection": late_nan}, NO_NUMBER),
        ("python", {"backup": late_two}, NO_SHARE),
    ],
)
def test_a_rule_that_fails_late_is_refused_by_its_place(backend: str, options: dict[str, Any], words: str) -> None:
    state = playout.load("tic_tac_toe").start()
    with pytest.raises(RulesError, match=words):
        grow(state, 400, solver=False, tactics=False, backend=backend, **options)


TEXT = {"a": 1}


def with_a_dict(mean: Any) -> Any:
    return mean + TEXT["a"]


def test_what_cannot_be_compiled_is_refused_by_its_line() -> None:
    words = r"test_own_rules.py, line \d+, with_a_dict: cannot be compiled: the global TEXT"
    with pytest.raises(RulesError, match=words):
        grow(FOUR, 10, selection=with_a_dict)
    assert grow(FOUR, 10, selection=with_a_dict, backend="python").work == 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"selection": "ucb2"},
            r"there is no selection 'ucb2' \(did you mean ucb1\?\); there are careful, drop_weak",
        ),
        ({"selection": "puct"}, "reads prior: write prior=rank as well"),
        (
            {"selection": "ucb1", "prior": "rank"},
            "does not read prior: leave prior out, or add it to",
        ),
        ({"selection": "ucb1_tuned", "c": 0.4}, "does not read c: leave c out"),
        *(
            ({"selection": "ucb1", word: 0.3}, f"and {word} would have no part in it")
            for word in ("a", "b", "wary", "fpu")
        ),
        *(({"selection": "ucb1", word: 9}, f"and {word} would have no part in it") for word in ("history", "grave")),
    ],
)
def test_options_that_contradict_a_rule_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(PlayoutError, match=words):
        grow(FOUR, 1, backend="python", **options)


def test_a_rule_replaces_what_a_game_sets_for_the_bound() -> None:
    """gomoku3d sets `wary` in TUNED; c stays, since rules read it."""
    rules = playout.load("gomoku3d", size=3, line=3).rules
    plain, own = (UctOptions(selection=rule).resolve(rules, "uct") for rule in (None, "ucb1"))
    assert (plain.wary, own.wary, own.c) == (0.3, 0.0, plain.c)


# The identity of a rule, saved searches, closures


def closed(weight: float) -> Callable[..., Any]:
    def bound(mean: Any) -> Any:
        return weight * mean

    return bound


def test_a_closure_is_refused() -> None:
    with pytest.raises(RulesError, match="it is a closure; define it at the top of its module"):
        grow(FOUR, 1, selection=closed(1.0), backend="python")


def test_the_digest_of_a_rule_is_that_of_what_it_does(tmp_path: Path) -> None:
    def digest(name: str, source: str) -> str:
        (tmp_path / name).write_text(source)
        return read_rule(BOUND, str(tmp_path / name), 2).digest

    first = digest("one.py", RULE.format(weight=1.0))
    assert digest("two.py", "# a comment\n" + RULE.format(weight=1.0)) == first
    assert digest("three.py", RULE.format(weight=2.0)) != first


def test_a_saved_search_does_not_run_the_file_that_it_names(tmp_path: Path) -> None:
    mine, saved = tmp_path / "mine.py", tmp_path / "one.search"
    mine.write_text(RULE.format(weight=1.5))
    board = playout.load("tic_tac_toe").start()
    search = playout.new_search(board, f"uct(selection='{mine}', c=0.5)", seed=4, backend="python")
    search.run(simulations=60)
    search.save(saved)
    expected = search.run(simulations=60).candidates
    mine.write_text("raise SystemExit('it was run')")
    words = r"holds a search with a rule of your own: give its file as well, load_search\(path, selection=FILE\)"
    with pytest.raises(PlayoutError, match=words):
        playout.load_search(saved)
    other = tmp_path / "other.py"
    other.write_text(RULE.format(weight=1.5))
    assert playout.load_search(saved, selection=str(other)).run(simulations=60).candidates == expected
    other.write_text(RULE.format(weight=1.6))
    with pytest.raises(PlayoutError, match="it was made with another rule"):
        playout.load_search(saved, selection=str(other))


def test_a_search_with_a_rule_that_comes_along_is_loaded_as_it_is(tmp_path: Path) -> None:
    board = playout.load("tic_tac_toe").start()
    search = playout.new_search(board, "uct(selection=ucb1_tuned, backup=decay)", seed=4, backend="python")
    search.run(simulations=60)
    search.save(tmp_path / "one.search")
    expected = search.run(simulations=60).candidates
    assert playout.load_search(tmp_path / "one.search").run(simulations=60).candidates == expected


def test_a_function_is_not_saved(tmp_path: Path) -> None:
    search = grow(FOUR, 5, selection=never, backend="python")
    with pytest.raises(PlayoutError, match="this uct search cannot be saved: <function never"):
        search.save(tmp_path / "one.search")


def test_a_kept_tree_goes_on_with_the_rule() -> None:
    search = grow(FOUR, 200, selection="careful", backend="python", solver=False)
    child = search.tree.root.children[0]
    search.keep(FOUR.play(child.move))
    below: Node = search.tree.root
    assert below.visits == child.visits
    search.run(simulations=50)
    assert search.tree.root.visits == child.visits + 50


def test_options_take_a_function_or_a_text() -> None:
    assert UctOptions(selection=never).selection is never
    with pytest.raises(OptionError, match="selection has to be the path of a file with a function bound"):
        UctOptions(selection=len)
