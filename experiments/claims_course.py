"""The claims of report 001 on the course's Connect Four: a ladder of opponents, c, wins and blocks as special cases,
longer thinking, and two of three seconds.

    python -m experiments.claims_course [--quick] [--resume FILE]

The course's AIs are not ours to ship: agents of Playout stand in for them. All agents have simulations instead of
seconds, so that hundreds of matches can be played and the load of the machine does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import playout
from experiments.common import Page, publish, read_options
from experiments.course_connect_four import report_uct
from experiments.duels import HEADS, cells, course_duel, score, verdict
from experiments.in_process import course_boards
from experiments.saved import Duel
from experiments.sources import COURSE, NOT_COMPARABLE, Claim, judged
from experiments.tic_tac_toe import wilson
from playout.arena.reporting.plots import bars
from playout.arena.reporting.tables import ReportTable, number, percent, span

BUDGET = 2000
"""Simulations a move of the report's UCT on the ladder: for its 2 s."""

RUNGS = {
    "random": "random",
    "flat, 100 playouts": "flat(simulations=100)",
    "rules": "rules",
    "flat, 1,000 playouts": "flat(simulations=1000)",
    "alphabeta to 4 plies": "alphabeta(depth=4)",
    "its own UCT, 100 simulations": report_uct().format(limit="simulations=100"),
    "its own UCT, 500 simulations": report_uct().format(limit="simulations=500"),
    "its own UCT, 2,000 simulations": report_uct().format(limit="simulations=2000"),
    "Playout's UCT, 500 simulations": "uct(simulations=500)",
    "its own UCT, 6,000 simulations": report_uct().format(limit="simulations=6000"),
    "Playout's UCT, 1,000 simulations": "uct(simulations=1000)",
    "Playout's UCT, 2,000 simulations": "uct(simulations=2000)",
}
"""The opponents."""
STRONGEST = 5
CLAIMED = (95, 92, 98)
CLAIMED_STRONGEST = (83, 36, 67, 77, 35)
VALUES = (0.3, 0.5, 0.7, 1.4)
"""Of c in Playout's units, each against the report's 0.99 (0.7 times sqrt 2)."""


@dataclass(frozen=True)
class Sizes:
    """The size of the experiment."""

    ladder: int
    """Boards for each rung; two matches on each."""
    c: int
    """Boards for each value of c."""
    c_simulations: int
    special: dict[int, int]
    """Simulations, and boards for the report's UCT with tactics against itself without."""
    positions: int
    """Of each kind, to look for wins and blocks."""
    budgets: tuple[int, ...]
    """Simulations with which they are looked for."""
    longer: list[tuple[int, int, int]]
    """Simulations of the shorter and of the longer search, and boards. Three against two stand for 3 s against 2 s."""


FULL = Sizes(
    ladder=20,
    c=40,
    c_simulations=3000,
    special={1000: 40, 3000: 40},
    positions=30,
    budgets=(100, 300, 1000, 3000, 10_000, 100_000),
    longer=[
        (1000, 3000, 40),
        (3000, 10_000, 40),
        (2000, 3000, 200),
        (200_000, 300_000, 40),
        (2_000_000, 3_000_000, 4),
    ],
)
QUICK = Sizes(2, 2, 100, {50: 2}, 3, (30, 300), [(50, 150, 2), (60, 90, 2)])


@dataclass(frozen=True)
class Seen:
    """How often the report's UCT plays what an expert would play at once."""

    positions: int
    wins: int
    """Of so many positions with an immediate win."""
    blocks: int
    """Of as many in which the opponent would win on one column."""


@dataclass(frozen=True)
class Found:
    """What the experiment measured. Every Duel is the score of the first of two agents."""

    sizes: Sizes
    ladder: dict[str, Duel]
    by_c: dict[float, Duel]
    """Each c against the report's."""
    special: dict[int, Duel]
    """With tactics against without, by simulations."""
    seen: dict[int, Seen]
    """By simulations."""
    longer: list[Duel]
    """The longer against the shorter search, by `sizes.longer`."""


def main(arguments: Sequence[str] | None = None) -> Found:
    options = read_options("claims_course", __doc__, arguments)
    sizes, seed = QUICK if options.quick else FULL, options.seed
    budget = 100 if options.quick else BUDGET

    def play(name: str, one: str, other: str, boards: int, offset: int) -> Duel:
        return course_duel(options.progress, name, one, other, boards, seed + offset)

    report = report_uct().format(limit=f"simulations={budget}, seed=1")
    ladder = {name: play(f"ladder: {name}", report, rung, sizes.ladder, 0) for name, rung in RUNGS.items()}
    seen = {n: options.progress.part(f"seen: {n}", Seen, partial(look, n, sizes, seed)) for n in sizes.budgets}
    longer = [
        play(f"{long} against {short}", timed(long), timed(short), boards, 2) for short, long, boards in sizes.longer
    ]
    special = {
        n: play(f"tactics, {n}", timed(n, tactics=True), timed(n), boards, 3) for n, boards in sizes.special.items()
    }
    by_c = {
        c: play(f"c = {c}", timed(sizes.c_simulations, c=c), timed(sizes.c_simulations), sizes.c, 4) for c in VALUES
    }
    found = Found(sizes, ladder, by_c, special, seen, longer)
    publish(options, found, draw)
    return found


def timed(simulations: int, c: float = 0.99, tactics: bool = False) -> str:
    """The report's UCT with so many simulations a move."""
    return report_uct(c, tactics=tactics).format(limit=f"simulations={simulations}")


def look(simulations: int, sizes: Sizes, seed: int) -> Seen:
    """How many of the wins and blocks the report's UCT finds."""
    wins, blocks = examples(sizes.positions, seed)
    return Seen(sizes.positions, *(sum(finds(item, simulations) for item in kind) for kind in (wins, blocks)))


def finds(item: tuple[playout.State, int], simulations: int) -> bool:
    state, move = item
    agent = playout.agent(report_uct().format(limit=f"simulations={simulations}, seed=1"))
    return agent.choose(state) == move


@lru_cache(maxsize=1)
def examples(count: int, seed: int) -> tuple[list[tuple[playout.State, int]], list[tuple[playout.State, int]]]:
    """Positions of weak players' matches with one immediate win, and with one column on which the opponent would win
    and no win of one's own; each with that column. At most one of each kind of a match.
    """
    wins, blocks = list[tuple[playout.State, int]](), list[tuple[playout.State, int]]()
    for i, board in enumerate(course_boards(20 * count, seed)):
        if min(len(wins), len(blocks)) >= count:
            break
        state, has_win, has_block = board.start(), False, False
        player = playout.agent(report_uct().format(limit=f"simulations=30, seed={seed + i}"))
        while not state.over:
            own, other = winning(state), threats(state)
            if len(own) == 1 and not has_win:
                wins.append((state, own[0]))
                has_win = True
            elif not own and len(other) == 1 and not has_block:
                blocks.append((state, other[0]))
                has_block = True
            state = state.play(player.choose(state))
    return wins[:count], blocks[:count]


def winning(state: playout.State) -> list[int]:
    """The moves that win at once."""
    after = [(move, state.play(move)) for move in state.moves()]
    return [move for move, end in after if end.over and end.payoffs[state.turn] == 1]


def threats(state: playout.State) -> list[int]:
    """The columns on which the opponent would win if the player to move did nothing there."""
    moves, found = state.moves(), []
    for move in moves:
        after = next((end for end in (state.play(other) for other in moves if other != move) if not end.over), None)
        if after is not None and move in winning(after):
            found.append(move)
    return found


def draw(page: Page, found: Found) -> None:
    sizes = found.sizes
    page.title = "The course's Connect Four: the report's claims"
    whole, top = _mean(found.ladder, len(found.ladder)), _mean(found.ladder, STRONGEST)
    page.summary = (
        f"The report's UCT scores {percent(whole)} % over a ladder of {len(found.ladder)} agents and {percent(top)} % "
        f"against the strongest {STRONGEST} of them. 3 s against 2 s score {_words(_seconds(found))}."
    )
    page.claims(_claims(found), COURSE)
    page.heading("A ladder")
    page.text(
        f"The report's UCT, {BUDGET:,} simulations a move, against agents of Playout, which stand in for the course's "
        f"AIs, on {sizes.ladder} boards of 9 to 12 rows and columns with a blocked cell, from both sides; from the "
        "weakest to the strongest opponent by score. Scores in per cent with 95 % intervals."
    )
    ordered = dict(sorted(found.ladder.items(), key=lambda item: -item[1].score))
    page.table(ReportTable(["opponent", *HEADS], [[name, *cells(row)] for name, row in ordered.items()]))
    columns = [[100 * getattr(row, word) for row in ordered.values()] for word in ("score", "score_low", "score_high")]
    title = "The report's UCT against each opponent; 50 is even"
    svg = bars(list(ordered), *columns, title=title, x_label="score in per cent", signed=False, even=50.0)
    page.picture("ladder", svg, "score of the report's UCT against each agent of the ladder")
    page.heading("Wins and blocks")
    page.text(
        f"{sizes.positions} positions with an immediate win, and as many in which the opponent would win on one "
        "column: how often the report's UCT plays there, without any special case."
    )
    rows = [
        [number(n), _part(row.wins, row.positions), _part(row.blocks, row.positions)] for n, row in found.seen.items()
    ]
    page.table(ReportTable(["simulations", "wins played, %", "blocks played, %"], rows))
    page.text("The report's UCT with immediate wins and blocks at every node of the tree, against itself without:")
    rows = [[number(n), *cells(row), verdict(row)] for n, row in found.special.items()]
    page.table(ReportTable(["simulations a move", *HEADS, "the special case"], rows))
    page.heading("Longer thinking")
    page.text(
        "The report's UCT against itself with fewer simulations a move. In 2 s Playout does about two million of them; "
        "how many the report's program did is not said, so three against two stand for 3 s against 2 s at each number."
    )
    rows = [
        [f"{long:,} against {short:,}", *cells(row), verdict(row)]
        for (short, long, _), row in zip(sizes.longer, found.longer, strict=True)
    ]
    page.table(ReportTable(["simulations a move", *HEADS, "more of them"], rows))
    page.heading("c")
    page.text(
        f"The report's UCT with another c against itself with its own, {sizes.c_simulations:,} simulations a move. Its "
        "0.7 multiplies sqrt(2 ln N / n), which is c = 0.99 here."
    )
    rows = [[f"{c:g}", f"{c / 2**0.5:.2g}", *cells(row)] for c, row in found.by_c.items()]
    page.table(ReportTable(["c", "in the report's units", *HEADS], rows))


def _claims(found: Found) -> list[Claim]:
    sizes = found.sizes
    most = max(found.seen)
    seen, special = found.seen[most], found.special[max(found.special)]
    better = [c for c, row in found.by_c.items() if row.score_low > 0.5]
    worse = [c for c, row in found.by_c.items() if row.score_high < 0.5]
    strongest = sorted(found.ladder.values(), key=lambda row: row.score)[:STRONGEST]
    is_worse, seconds = any(row.score_high < 0.5 for row in found.longer), _seconds(found)
    return [
        Claim(
            f"{', '.join(f'{n} %' for n in CLAIMED)} over the course's ladder of AIs.",
            f"{percent(_mean(found.ladder, len(found.ladder)))} % over {len(found.ladder)} agents of Playout.",
            f"{NOT_COMPARABLE}: the AIs of the course are not ours to ship, so agents of our own stand in for them.",
        ),
        Claim(
            f"{', '.join(f'{n}' for n in CLAIMED_STRONGEST)} % against the strongest five.",
            f"{', '.join(percent(row.score) for row in strongest)} % against the strongest five of ours.",
            f"{NOT_COMPARABLE} in numbers. In both, the strongest cost it much of its score over the whole ladder.",
        ),
        Claim(
            "c = 0.7 (0.99 in Playout's units), rather aggressive.",
            f"Against it {', '.join(f'c = {c:g}: {score(row)}' for c, row in found.by_c.items())}.",
            judged(
                len(worse) == len(found.by_c),
                f"{' and '.join(f'{c:g}' for c in better)} {'is' if len(better) == 1 else 'are'} stronger at "
                f"{sizes.c_simulations:,} simulations"
                if better
                else "not decided by them; [at 1,000 simulations](course_connect_four.md) a smaller c is better",
            ),
        ),
        Claim(
            "A special case for winning and blocking is unnecessary: the search finds these moves nearly always.",
            f"With {most:,} simulations it plays {seen.wins} of {seen.positions} wins and {seen.blocks} of "
            f"{seen.positions} blocks. With wins and blocks at every node it scores {score(special)} against itself "
            f"at {max(found.special):,} simulations.",
            _judged_special(seen, special),
        ),
        Claim(
            "Longer thinking overfits.",
            f"More against fewer score {_words(_by_simulations(found))}.",
            judged(is_worse, "" if is_worse else "none of the longer searches was weaker"),
        ),
        Claim(
            "2 s of the 3 s allowed is a good limit; the slowest move took 2.7 s.",
            f"3 s against 2 s score {_words(seconds)}.",
            judged(any(row.score_high < 0.5 for row in seconds.values()), _third_second(seconds)),
        ),
    ]


def _judged_special(seen: Seen, special: Duel) -> str:
    """Whether the search finds wins and blocks by itself, and whether the special case adds anything."""
    finds_all = min(seen.wins, seen.blocks) >= 0.95 * seen.positions
    root = "the search finds the move that has to be played" if finds_all else "the search misses some"
    tree = {"helps": "at every node it helps", "hurts": "at every node it hurts"}
    return judged(
        finds_all and special.score_low <= 0.5,
        f"{root}; {tree.get(verdict(special), f'at every node not decided by {special.matches} matches')}",
    )


def _by_simulations(found: Found) -> dict[tuple[int, int], Duel]:
    """The longer against the shorter search, by the simulations of both."""
    return {(short, long): row for (short, long, _), row in zip(found.sizes.longer, found.longer, strict=True)}


def _seconds(found: Found) -> dict[tuple[int, int], Duel]:
    """Those that stand for 3 s against 2 s."""
    return {pair: row for pair, row in _by_simulations(found).items() if 2 * pair[1] == 3 * pair[0]}


def _words(rows: dict[tuple[int, int], Duel]) -> str:
    """The scores by simulations."""
    first, *rest = (f"{score(row)} as {long:,} against {short:,}" for (short, long), row in rows.items())
    return ", ".join([f"{first} simulations", *rest])


def _third_second(rows: dict[tuple[int, int], Duel]) -> str:
    """What 3 s against 2 s show, by simulations."""
    words = {"helps": "the third second gains, if the clock can be kept", "hurts": "the third second costs strength"}
    return "; ".join(
        f"with {long:,} simulations {words.get(verdict(row), 'nothing is decided')}" for (_, long), row in rows.items()
    )


def _mean(ladder: dict[str, Duel], strongest: int) -> float:
    """The mean score against so many of the strongest."""
    scores = sorted(row.score for row in ladder.values())[:strongest]
    return sum(scores) / len(scores)


def _part(count: int, total: int) -> str:
    low, high = wilson(count, total)
    return f"{percent(count / total)} ({span(percent(low), percent(high))})"


if __name__ == "__main__":
    main()
