"""The claims of the report on five in a row in a cube: pruning and merging, apart and together; decay and dropping;
whether the first of two is favoured, and three are balanced.

A match with a million simulations a move takes up to three minutes of processor time. So there are few of these, more
matches with fewer simulations, and single decisions with a million. `more` adds matches with any number of simulations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import playout
from experiments.backends import gpu, is_on_gpu, refusal
from experiments.common import Options
from experiments.pages import Page
from experiments.three_players.forced_blocks import Blocks, count_blocks, threatened, write_blocks
from experiments.three_players.variants import (
    CAREFUL,
    DROPPING,
    GAME,
    PLAIN,
    PRUNING,
    Score,
    against,
    agent,
    meet,
    trio,
)
from experiments.verdicts import effect, wilson
from playout.agents import Searcher
from playout.arena.cells import number, percent, span
from playout.arena.reporting.tables import ReportTable
from playout.arena.tournament import tournament

MERGING, TOGETHER, ADDED = "merging", "pruning and merging", "merging, where all prune"
WAYS = {
    "pruning": PRUNING,
    MERGING: f"{PLAIN}, shared=True",
    TOGETHER: f"{PRUNING}, shared=True",
}
"""Options of two seats; the third is plain, with a tree of its own. Merging: the two seats share one tree."""

PAIRS = {name: (PLAIN, words) for name, words in WAYS.items()} | {ADDED: (PRUNING, WAYS[TOGETHER])}
"""Options of one seat, and of the two others."""

WORSE = {
    "decay": f"{CAREFUL}, backup=decay",
    "dropping": DROPPING,
}
"""Options of one seat that the report found to be weaker; the other two play the report's UCT."""

LONG = 10_000
"""From this number of simulations a move on, a part of the results has three matches; below, six."""

ROUND = 3
"""Plies before a position in which a shared tree has already searched, once for each seat."""

MATCHED = {"plain": PLAIN}
SEATS = {"two players": 2, "three players": 3}


@dataclass(frozen=True)
class Sizes:
    """The size of the experiment."""

    simulations: int
    """Simulations a move in matches of WAYS and WORSE."""
    matches: int
    longer: dict[int, int]
    """By number of simulations a move: the matches of each of WAYS, ADDED and WORSE."""
    longest: dict[int, int]
    """The same for WAYS only: where all prune, such a match can take ten minutes."""
    same: dict[int, int]
    """Matches of merging alone, by simulations. It takes more matches to show that merging makes no difference."""
    many: int
    """Simulations of a single decision."""
    decisions: int
    positions: int
    """Positions in which forced blocks are counted, with the simulations in `few`."""
    few: list[int]
    kept: int
    """Simulations a move where the visits that a shared tree keeps are counted."""
    plies: int
    """Plies over which they are counted."""
    balance: int
    """Matches of equal players, for each number of players."""
    equal: int
    """Simulations of a move in these."""


FULL = Sizes(
    simulations=3000,
    matches=300,
    longer={100_000: 30},
    longest={1_000_000: 18},
    same={3000: 1200, 100_000: 120, 1_000_000: 18},
    many=1_000_000,
    decisions=6,
    positions=200,
    few=[1000, 3000, 10_000, 100_000],
    kept=100_000,
    plies=6,
    balance=600,
    equal=3333,
)
QUICK = Sizes(
    simulations=200,
    matches=3,
    longer={300: 3},
    longest={400: 3},
    same={200: 3, 300: 3, 400: 3},
    many=1000,
    decisions=2,
    positions=2,
    few=[100, 200],
    kept=1000,
    plies=4,
    balance=2,
    equal=66,
)


@dataclass(frozen=True)
class Looked:
    """The cell that a search chose, and the share of the visits that the block had."""

    chosen: str
    share: float


@dataclass(frozen=True)
class Decision:
    """A position in which the next player wins unless one cell is taken now."""

    block: str
    chosen: dict[str, str]
    """By `plain` and WAYS: the cell that was chosen."""
    share: dict[str, float]
    """The share of the visits that the block had."""


@dataclass(frozen=True)
class Kept:
    """What a shared tree keeps from move to move."""

    share: float
    """Mean share of the root's visits that earlier searches had made."""


@dataclass(frozen=True)
class Seats:
    """Matches of equal players."""

    matches: int
    draws: int
    wins: list[int]
    """By seat."""


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    sizes: Sizes
    ways: dict[str, dict[int, Score]]
    """By simulations: a plain player against two that have pruning, merging or both (below a third, they help); ADDED:
    one player that prunes against two that prune and merge (below a third, merging helps pruning)."""
    worse: dict[str, dict[int, Score]]
    """By simulations: one player with decay or dropping against two that play the report's UCT."""
    decisions: list[Decision]
    blocks: dict[int, Blocks]
    """Forced blocks by simulations."""
    kept: dict[str, Kept]
    """By `plain` and `pruning`, with one tree for all seats."""
    balance: dict[str, dict[str, Seats]]
    """By MATCHED and SEATS."""


def measure(options: Options) -> Found:
    sizes = QUICK if options.quick else FULL
    balance = {name: {seats: equal_players(options, sizes, name, seats) for seats in SEATS} for name in MATCHED}

    def scores_of(name: str, one: str, others: str, more: Mapping[int, int]) -> dict[int, Score]:
        planned = sizes.same if name == MERGING else {sizes.simulations: sizes.matches, **more}
        return {n: one_against(options, n, matches, one, others, name) for n, matches in planned.items()}

    ways = {
        name: scores_of(name, *pair, sizes.longer | (sizes.longest if name in WAYS else {}))
        for name, pair in PAIRS.items()
    }
    worse = {name: scores_of(name, words, CAREFUL, sizes.longer) for name, words in WORSE.items()}
    decisions = [decide(options, sizes, i) for i in range(sizes.decisions)]
    kept = {
        name: options.progress.part(f"kept: {name}", Kept, partial(kept_share, words, sizes))
        for name, words in (("plain", PLAIN), ("pruning", PRUNING))
        if sizes.plies
    }
    blocks = count_blocks(options, sizes.positions, sizes.few, PLAIN, PRUNING) if sizes.positions else {}
    return Found(sizes, ways, worse, decisions, blocks, kept, balance)


def more(options: Options, found: Found, simulations: int, matches: int) -> Found:
    """The results with more matches of each of WAYS, ADDED and WORSE, with `simulations` simulations a move.

    With a GPU, only the rows that it can play get more matches. On the CPU the other rows would take days.
    """

    def added(by: dict[int, Score], one: str, others: str, name: str) -> dict[int, Score]:
        trial = trio(agent(one, simulations), agent(others, simulations))
        reason = refusal(GAME, trial) if options.backend == "cuda" else ""
        if reason:
            print(f"{name}: left as it is; leave --backend out for it: {reason}", flush=True)
            return by
        before = by.get(simulations, Score(0, simulations, 0.0, 0.0, 1.0))
        new = one_against(options, simulations, matches, one, others, name, begin=before.matches)
        total, count = before.score * before.matches + new.score * matches, before.matches + matches
        row = Score(count, simulations, total / count, *wilson(total, count))
        return dict(sorted({**by, simulations: row}.items()))

    ways = {name: added(by, *PAIRS[name], name) for name, by in found.ways.items()}
    worse = {name: added(by, WORSE[name], CAREFUL, name) for name, by in found.worse.items()}
    return replace(found, ways=ways, worse=worse)


def one_against(options: Options, n: int, matches: int, one: str, others: str, name: str, begin: int = 0) -> Score:
    """The score of one player against two others with n simulations a move, in parts of some matches.

    begin: the number of the first match, on which its seed depends; a multiple of three, as is `matches`.
    """
    play = partial(meet, options, agent(one, n), agent(others, n), n)
    if is_on_gpu(options, GAME, trio(agent(one, n), agent(others, n))):
        name = f"matches on a GPU: {name}, {n}, {begin}, {matches}"
        return options.progress.part(name, Score, partial(play, matches, options.seed + begin // 3))
    total, size = 0.0, min(6 if n < LONG and matches % 6 == 0 else 3, matches)
    for first in range(begin, begin + matches, size):
        part = options.progress.part(
            f"matches: {name}, {n}, {first}",
            Score,
            partial(against, agent(one, n), agent(others, n), n, size, options.seed + first // 3),
        )
        total += part.score * part.matches
    return Score(matches, n, total / matches, *wilson(total, matches))


def equal_players(options: Options, sizes: Sizes, name: str, seats: str) -> Seats:
    """Matches of equal players, by who wins."""
    count = SEATS[seats]
    spelt = agent(MATCHED[name], sizes.equal)
    alike = [f"{spelt[:-1]}, seed={seed})" for seed in range(count)]
    if is_on_gpu(options, playout.load(GAME, players=count), alike):
        return options.progress.part(
            f"balance on a GPU: {name}, {seats}", Seats, partial(equal_on_gpu, options, alike, sizes.balance)
        )
    size = min(10, sizes.balance)
    wins, draws = [0] * count, 0

    def play(begin: int) -> Seats:
        game = playout.load(GAME, players=count)
        payoffs = [
            playout.play_match(game, [spelt] * count, seed=options.seed + i).payoffs for i in range(begin, begin + size)
        ]
        won = [sum(payoff[seat] == 1 for payoff in payoffs) for seat in range(count)]
        return Seats(size, size - sum(won), won)

    for begin in range(0, sizes.balance, size):
        part = options.progress.part(f"balance: {name}, {seats}, {begin}", Seats, partial(play, begin))
        wins = [a + b for a, b in zip(wins, part.wins, strict=True)]
        draws += part.draws
    return Seats(sizes.balance, draws, wins)


def equal_on_gpu(options: Options, agents: list[str], matches: int) -> Seats:
    """Matches of equal players on a GPU, by who wins."""
    game = playout.load(GAME, players=len(agents))
    payoffs = tournament(game, agents, matches=matches, seed=options.seed, executor=gpu()).results.payoffs
    won = [int((payoffs[:, seat] == 1).sum()) for seat in range(len(agents))]
    return Seats(len(payoffs), len(payoffs) - sum(won), won)


def decide(options: Options, sizes: Sizes, i: int) -> Decision:
    """Whether plain UCT and UCT with pruning, merging or both block, with `many` simulations."""
    state, block = threatened(options.seed + i)

    def look(words: str) -> Looked:
        player = playout.agent(f"uct({words}, simulations={sizes.many}, seed={options.seed + i})")
        assert isinstance(player, Searcher)
        before = ROUND if player.shared else 0
        for ply in range(len(state.history) - before, len(state.history) + 1):
            chosen = player.choose(state.game.replay(state.history[:ply]))
        assert player.result is not None
        visits = {state.format(item.move): item.visits for item in player.result.candidates}
        return Looked(state.format(chosen), visits[block] / sum(visits.values()))

    found = {
        name: options.progress.part(f"decision {i}, {name}", Looked, partial(look, words))
        for name, words in {"plain": PLAIN, **WAYS}.items()
    }
    return Decision(
        block, {name: one.chosen for name, one in found.items()}, {n: one.share for n, one in found.items()}
    )


def kept_share(words: str, sizes: Sizes) -> Kept:
    """The share of a shared tree's root visits that come from earlier searches, over the plies from the second on."""
    player = playout.agent(f"uct({words}, simulations={sizes.kept}, seed=1)")
    assert isinstance(player, Searcher)
    state, shares = playout.load(GAME).start(), []
    for _ in range(sizes.plies):
        move = player.choose(state)
        assert player.result is not None
        visits = sum(item.visits for item in player.result.candidates)
        shares.append((visits - player.result.work) / visits)
        state = state.play(move)
    return Kept(sum(shares[1:]) / len(shares[1:]))


def write(page: Page, found: Found) -> None:
    sizes = found.sizes
    page.heading("Pruning and merging, apart and together")
    page.text(
        "One plain seat against two with the variant; in every three matches the plain player has each seat once. "
        "Merging: the two search in one tree. In the last rows the single player prunes as well. 95 % intervals "
        "(Wilson). The variant helps where the whole interval is below 33.3, and makes no difference where no end of "
        "the interval is more than 10 points from 33.3. Matches with many simulations take long, so there are few of "
        "them. One interval in twenty misses the true score by chance."
    )
    rows = [
        [name, number(n), *_cells(row), effect(-row.gain)] for name, by in found.ways.items() for n, row in by.items()
    ]
    page.table(ReportTable(["the two have", "simulations a move", "matches", "the one's score, %", "95 %", "it"], rows))
    if found.blocks:
        write_blocks(page, found.blocks)
    if found.decisions and found.kept:
        _write_many(page, found)
    page.heading("Decay and dropping")
    page.text(
        "One seat with the variant against two that play the report's UCT (careful, both prunings). `decay`: a "
        "playout's result times 0.99 for each of its plies. `dropping`: in the second half of a search, moves below a "
        "third of the best get no more visits. When this was measured, moves were compared by their worth with a and "
        "b; today's rule, experiments/three_players/dropping.py, compares their means."
    )
    rows = [
        [name, number(n), *_cells(row), effect(row.gain)] for name, by in found.worse.items() for n, row in by.items()
    ]
    page.table(ReportTable(["one seat has", "simulations a move", "matches", "score, %", "95 %", "it"], rows))
    page.heading("Who is favoured")
    page.text(
        f"Equal players on the cube, {sizes.equal:,} simulations a move, by the seat that won; 95 % intervals (Wilson)."
    )
    rows = [
        [players, name, number(row.matches), number(row.draws), *(won(row, seat) for seat in range(3))]
        for players, by in found.balance.items()
        for name, row in by.items()
    ]
    page.table(ReportTable(["UCT", "", "matches", "drawn", "first won, %", "second", "third"], rows, left=2))


def _cells(row: Score) -> list[str]:
    return [number(row.matches), percent(row.score), span(percent(row.low), percent(row.high))]


def _write_many(page: Page, found: Found) -> None:
    sizes = found.sizes
    page.heading(f"Forced blocks with {sizes.many:,} simulations")
    page.text(
        f"The table has, for {len(found.decisions)} of these positions, the share of the visits that the forced cell "
        f"has after {sizes.many:,} simulations, and whether it is played. With merging, the tree has also searched "
        f"{sizes.many:,} simulations for each of the {ROUND} moves before."
    )
    rows = [
        [str(i + 1), *(f"{percent(item.share[name])}{_played(item, name)}" for name in item.share)]
        for i, item in enumerate(found.decisions)
    ]
    names = list(found.decisions[0].share)
    page.table(ReportTable(["position", f"{names[0]}: % of visits that block", *names[1:]], rows))
    page.text(
        f"With one tree for all three seats and {sizes.kept:,} simulations for each of {sizes.plies} moves from the "
        f"empty board, earlier searches made {percent(found.kept['plain'].share)} % of the root's visits without "
        f"pruning, and {percent(found.kept['pruning'].share)} % with it."
    )


def _played(item: Decision, name: str) -> str:
    return ", played" if item.chosen[name] == item.block else f", {item.chosen[name]} played"


def won(row: Seats, seat: int, unit: str = "") -> str:
    """The share of the matches that this seat won, in per cent."""
    if seat >= len(row.wins):
        return ""
    low, high = wilson(row.wins[seat], row.matches)
    return f"{percent(row.wins[seat] / row.matches)}{unit} ({percent(low)} to {percent(high)})"
