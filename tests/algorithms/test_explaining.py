"""Every sentence of an explanation is read back and held against the numbers of the result."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import SearchResult, State
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.results import Candidate
from tests import paths
from tests.algorithms.runs import tree

TIC_TAC_TOE = playout.load("tic_tac_toe")
NUMBER = r"([\d,]+)"
UNIT = r"(?:simulations?|nodes?)"


def count(text: str) -> int:
    return int(text.replace(",", ""))


class Reader:
    """Checks the sentences of one explanation; each method is one kind of sentence."""

    def __init__(self, result: SearchResult) -> None:
        self.result = result
        self.state, self.seat = result.state, result.state.turn
        self.best = result.candidates[0]
        self.name = self.state.format(result.move)

    def candidate(self, name: str) -> Candidate:
        (found,) = [item for item in self.result.candidates if self.state.format(item.move) == name]
        return found

    def value(self, item: Candidate) -> float:
        assert item.values is not None
        return item.values[self.seat]

    def unknown(self, work: str, seat: str, name: str) -> None:
        assert all(item.values is None for item in self.result.candidates[:1])
        assert (count(work), seat, name) == (self.result.work, self.state.game.seat_name(self.seat), self.name)

    def estimate(self, name: str, value: str, seat: str, work: str, tail: str) -> None:
        assert name == self.name and not self.best.proven and not self.result.proven
        assert float(value) == pytest.approx(self.value(self.best), abs=0.0006)
        assert (seat, count(work)) == (self.state.game.seat_name(self.seat), self.result.work)
        assert (tail == "nothing is proven") == (not any(item.proven for item in self.result.candidates))

    def proof(self, name: str, kind: str, plies: str | None, tail: str) -> None:
        assert name == self.name and self.best.proven
        least, most = self.state.game.rules.payoff_bounds
        value = self.value(self.best)
        if kind in ("wins", "loses"):
            assert value == (most if kind == "wins" else least)
        else:
            assert least < value < most and float(kind.split()[-1]) == pytest.approx(value, abs=0.0006)
        assert plies is None if self.best.plies is None else int(str(plies)) == self.best.plies
        assert (tail == "; that is proven") == self.result.proven

    def only(self) -> None:
        assert len(self.state.moves()) == 1

    def behind(self, lead: str, name: str, margin: str) -> None:
        others = [item for item in self.result.candidates if item is not self.best]
        least = min(100, self.best.visits / 100)  # with fewer visits a mean is mostly luck
        known = [item for item in others if item.values is not None and (item.proven or item.visits >= least)]
        assert (lead == "The second best") == (len(known) == len(others))
        other = self.candidate(name)
        assert self.value(other) == max(map(self.value, known))
        assert float(margin) == pytest.approx(self.value(self.best) - self.value(other), abs=0.0006)
        assert float(margin) > 0

    def equal(self, name: str, more: str | None, looked: str) -> None:
        other = self.candidate(name)
        assert other is not self.best
        lead = self.value(other) - self.value(self.best)
        assert abs(lead) <= 0.0006 if more is None else lead == pytest.approx(float(more), abs=0.0006) and lead > 0
        if both := re.fullmatch(rf"both were looked at equally often \({NUMBER}\)", looked):
            assert self.best.visits == other.visits == count(both[1])
            return
        told = re.fullmatch(rf"(.+) was looked at (more|less) \({NUMBER} against {NUMBER}\)", looked)
        assert told is not None and told[1] == self.name
        assert (count(told[3]), count(told[4])) == (self.best.visits, other.visits)
        assert (told[2] == "more") == (self.best.visits > other.visits) and self.best.visits != other.visits

    def line(self) -> tuple[list[str], list[int], State]:
        state, texts, movers = self.state.guess(0), [], []
        for move in self.best.line:
            texts.append(state.format(move))
            movers.append(state.turn)
            state = state.play(move)
        return texts, movers, state

    def answer(self, name: str, line: str) -> None:
        texts, movers, _ = self.line()
        assert movers[1] != movers[0] and name == texts[1] and line == " ".join(texts[:8])

    def turn(self, how: str, line: str) -> None:
        texts, movers, after = self.line()
        own = next((i for i, mover in enumerate(movers) if mover != movers[0]), len(movers))
        assert line == " ".join(texts[:own]) and own > 1
        assert (how == "whole turn is") == (own < len(movers) or after.turn != movers[0])

    def steady(self) -> None:
        assert {move for _, move in self.result.choices} == {self.result.move}

    def changed(self, earlier: str | None, changes: str) -> None:
        told = [text.rsplit(" at ", 1) for text in changes.split(", then ")]
        rows = [(self.state.format(move), work) for work, move in self.result.choices]
        assert [(name, count(work)) for name, work in told] == rows[-len(told) :]
        assert len(rows) - len(told) == int(earlier or 0)
        assert rows[-1][0] == self.name and all(a[0] != b[0] for a, b in pairwise(rows))


SENTENCES: list[tuple[str, Callable[..., None]]] = [
    (
        rf"After {NUMBER} {UNIT} it is not known what any move is worth to ([^;]+); (.+) is what would be played\.",
        Reader.unknown,
    ),
    (
        rf"(\S+) is worth about (-?[\d.]+) to ([^,]+), by {NUMBER} {UNIT}; (nothing is proven|that is not proven)\.",
        Reader.estimate,
    ),
    (
        r"(\S+) (wins|loses|is worth exactly -?[\d.]+)(?: in (\d+) (?:ply|plies))? with best play"
        r"(; that is proven|, which is proven; whether another move is better is not)\.",
        Reader.proof,
    ),
    (r"It is the only legal move\.", Reader.only),
    (r"(The second best|Of the others that were looked at enough the best) is (\S+), ([\d.]+) behind\.", Reader.behind),
    (r"(\S+) (?:is worth as much|has a value ([\d.]+) higher); ([^;.]+)\.", Reader.equal),
    (r"The best answer to it is (\S+); play may go on ([^.]+)\.", Reader.answer),
    (r"The (whole turn is|turn may go on) ([^.]+)\.", Reader.turn),
    (r"It was ahead at every checkpoint\.", Reader.steady),
    (rf"The choice changed with the budget(?: \(after (\d+) earlier\))?: (.+) {UNIT}\.", Reader.changed),
]


def hold(result: SearchResult) -> set[str]:
    """Read an explanation sentence by sentence; the kinds that were met."""
    reader, rest, met = Reader(result), result.explain(), set()
    while rest:
        for pattern, check in SENTENCES:
            if found := re.match(rf"{pattern}(?: |$)", rest):
                check(reader, *found.groups())
                met.add(check.__name__)
                rest = rest[found.end() :]
                break
        else:
            pytest.fail(f"nobody knows what this means: {rest}")
    return met


def run(state: State, algorithm: str, work: int, seed: int) -> SearchResult:
    """Interpreted, so that nothing is compiled."""
    unit = "nodes" if ALGORITHMS[algorithm.partition("(")[0]].solves else "simulations"
    limit: dict[str, Any] = {unit: work}
    return new_search(state, algorithm, seed=seed, backend="python", **limit).run(**limit)


def random_position(game: playout.Game, rng: random.Random) -> State:
    state = game.start()
    for _ in range(rng.randrange(9)):
        after = state.play(rng.choice(state.moves()))
        if after.over:
            break
        state = after
    return state


@pytest.mark.slow
def test_every_sentence_is_so() -> None:
    rng, met = random.Random(4), set()
    spellings = [
        "uct",
        "uct(choice='mean', solver=False)",
        "flat",
        "ucb",
        "ismcts",
        "alphabeta",
        "alphabeta(every=True)",
    ]
    for number in range(108):
        state = random_position(TIC_TAC_TOE, rng)
        spelling = [*spellings, "minimax", "paranoid"][number % 9]
        met |= hold(run(state, spelling, rng.choice((1, 9, 30, 200, 600)), number))
    wanted = {"unknown", "estimate", "proof", "behind", "equal", "answer", "steady", "changed", "only"}
    assert met >= wanted, f"not met: {wanted - met}"


def test_the_sentences_about_a_turn_are_so() -> None:
    """A tree in which the first seat moves several times."""
    met: set[str] = set()
    game = playout.load(paths.GAMES / "errands_game.py")
    for seed in range(6):
        met |= hold(run(game.start(), "uct", 200 * (seed + 1), seed))
        met |= hold(run(game.start(), "ucb(sequences=True)", 200, seed))
    assert "turn" in met
    assert hold(run(tree(leaves=(1.0, 2.0, 3.0, -1.0), branching=2), "alphabeta", 100, 1)) & {"proof"}


def test_moves_of_several_words_have_commas_between(tmp_path: Path) -> None:
    """Of three errands the first and the last should be done, in any order."""
    source = (paths.GAMES / "errands_game.py").read_text(encoding="utf-8")
    words = '\n\ndef format(s, move):\n    return "end turn" if move == s.count else f"errand {int(move)}"\n'
    (tmp_path / "words_game.py").write_text(source + words, encoding="utf-8")
    told = run(playout.load(tmp_path / "words_game.py").start(), "uct", 400, 1).explain()
    assert re.search(r"turn (is|may go on) (errand 0, errand 2|errand 2, errand 0)[.,]", told), told


def test_a_move_that_was_hardly_looked_at_is_not_compared() -> None:
    """Its one playout was won; that says less than 200 of another."""
    state = TIC_TAC_TOE.start()
    moves, (first, second, third) = state.moves()[:3], ((300, 0.5), (200, 0.4), (1, 1.0))
    found = tuple(
        Candidate(move, visits, (value, 1 - value), line=(move,))
        for move, (visits, value) in zip(moves, (first, second, third), strict=True)
    )
    made = replace(run(state, "flat", 9, 1), move=moves[0], candidates=found, choices=((64, moves[0]),))
    name = state.format(moves[1])
    assert f"Of the others that were looked at enough the best is {name}, 0.100 behind." in made.explain()
    hold(made)


def test_equal_counts_are_called_equal() -> None:
    """Two moves of the same value that had as many simulations: neither was looked at more."""
    state = TIC_TAC_TOE.start()
    made = run(state, "flat", 9, 1)
    even = tuple(Candidate(move, 68, (0.5, 0.5), line=(move,)) for move in state.moves())
    result = replace(made, move=even[0].move, candidates=even, choices=((64, even[0].move),))
    assert "both were looked at equally often (68)" in result.explain()
    assert "more" not in result.explain()
    hold(result)


def test_nothing_known_is_not_called_a_half() -> None:
    """alpha-beta without an evaluation that was stopped before it knew anything."""
    result = run(TIC_TAC_TOE.start(), "alphabeta", 30, 1)
    assert not result.known and not result.proven
    assert result.explain().startswith("After 30 nodes it is not known what any move is worth to X;")
    assert "of unknown worth" in str(result).splitlines()[0] and "0.500" not in str(result)


@pytest.mark.parametrize("algorithm", ["uct", "flat", "ismcts", "alphabeta"])
def test_the_same_seed_and_work_tell_the_same_history(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the clock cut the work into slices, and whoever asked for results on the way."""
    state = TIC_TAC_TOE.start()
    limit: dict[str, Any] = {"nodes" if algorithm == "alphabeta" else "simulations": 300}
    part: dict[str, Any] = dict.fromkeys(limit, 100)
    told = []
    for cut in (10**9, 1, 7):
        search = new_search(state, algorithm, seed=3, backend="python", **limit)
        advance = search.advance

        def cut_short(amount: int, steps: int = 1, cut: int = cut, advance: Any = advance) -> int:
            return int(advance(min(amount, cut), min(steps, cut)))

        monkeypatch.setattr(search, "advance", cut_short)
        done = 0
        while done < 300 and not search.complete:
            before = search.work
            search.run(**part)
            search.result()
            done += search.work - before
        told.append((search.result().choices, search.result().explain()))
    assert all(one == told[0] for one in told)
    assert all(work & (work - 1) == 0 or work == search.work for work, _ in told[0][0])
