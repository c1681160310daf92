"""The schedule: each pairing has its tables, and every agent has every seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations
from math import factorial

import pytest

from playout.arena.schedule import PAIRINGS, Schedule
from playout.arena.seatings import ALL, DESIGNS, SQUARES, group_seatings
from playout.arena.seeds import stream_key
from playout.rules import OptionError

NAMES = ["a", "b", "c", "d"]


def tables(schedule: Schedule, rounds: int = 1) -> list[tuple[int, ...]]:
    count = len(schedule.tables) * schedule.seatings * rounds
    return [schedule.seating(number).agents for number in range(count)]


def test_round_robin_is_everybody_against_everybody_in_both_seats() -> None:
    assert Counter(tables(Schedule(NAMES, 2), 3)) == dict.fromkeys(permutations(range(4), 2), 3)


def test_a_gauntlet_is_the_first_against_all_others() -> None:
    seated = tables(Schedule(NAMES, 2, pairing="gauntlet"))
    assert set(seated) == {(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)}


def test_a_field_is_the_first_agents_against_each_other_one() -> None:
    assert tables(Schedule(NAMES, 2, pairing="field")) == tables(Schedule(NAMES, 2, pairing="gauntlet"))
    seated = tables(Schedule(NAMES, 3, pairing="field"))
    assert set(map(frozenset, seated)) == {frozenset({0, 1, 2}), frozenset({0, 1, 3})}


def test_a_ladder_is_each_against_its_neighbours() -> None:
    seated = tables(Schedule(NAMES, 2, pairing="ladder"))
    assert set(seated) == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)}
    assert set(map(frozenset, tables(Schedule(NAMES, 3, pairing="ladder")))) == {
        frozenset({0, 1, 2}),
        frozenset({1, 2, 3}),
    }


def test_three_seats_go_through_all_permutations_of_one_group_in_stores_of_older_versions() -> None:
    schedule = Schedule(NAMES, 3, design=ALL)
    for group in range(8):
        seatings = [schedule.seating(number) for number in range(6 * group, 6 * group + 6)]
        assert {seating.group for seating in seatings} == {group}
        assert {seating.round for seating in seatings} == {group // 4}
        table = list(combinations(range(4), 3))[group % 4]
        assert [seating.agents for seating in seatings] == list(permutations(table))


@pytest.mark.parametrize("seats", range(1, 13))
def test_a_group_is_a_latin_square(seats: int) -> None:
    """Each seating has each agent once, and each seat has each agent once."""
    for turn in range(2 * seats):
        square = group_seatings(SQUARES, seats, turn)
        everyone = list(range(seats))
        assert all(sorted(line) == everyone for line in [*square, *zip(*square, strict=True)])
    assert group_seatings(SQUARES, seats, 0)[0] == tuple(range(seats)), "play_match seats agents as they are named"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7, 8, 11])
def test_each_two_agents_have_each_two_seats_once_in_a_cycle_of_squares(seats: int) -> None:
    for cycle in range(3):
        turns = range(cycle * (seats - 1), (cycle + 1) * (seats - 1))
        found = Counter(
            (row[i], row[j], i, j)
            for turn in turns
            for row in group_seatings(SQUARES, seats, turn)
            for i, j in permutations(range(seats), 2)
        )
        assert found == dict.fromkeys(product_of_pairs(seats), 1)


def product_of_pairs(seats: int) -> list[tuple[int, int, int, int]]:
    pairs = list(permutations(range(seats), 2))
    return [(*agents, *places) for agents in pairs for places in pairs]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7])
def test_every_seating_comes_once_before_any_comes_again(seats: int) -> None:
    turns = range(factorial(seats - 1))
    found = [row for turn in turns for row in group_seatings(SQUARES, seats, turn)]
    assert sorted(found) == list(permutations(range(seats)))


@pytest.mark.parametrize("seats", [6, 9, 10, 12])
def test_without_a_field_two_rounds_balance_who_sits_after_whom(seats: int) -> None:
    orders = set()
    for turn in range(0, 12, 2):
        rows = [row for part in (turn, turn + 1) for row in group_seatings(SQUARES, seats, part)]
        assert Counter(pair for row in rows for pair in pairwise(row)) == dict.fromkeys(
            permutations(range(seats), 2), 2
        )
        orders.add(rows[0])
    assert len(orders) == 6, "the agents are renamed"


def test_two_seats_play_what_they_have_always_played() -> None:
    for pairing in PAIRINGS:
        old, new = (Schedule(NAMES, 2, pairing=pairing, seed=3, design=design) for design in DESIGNS)
        for number in range(48):
            seating = new.seating(number)
            assert seating == old.seating(number)
            assert new.agent_seeds(seating) == old.agent_seeds(seating)


def test_the_same_agents_in_the_same_seats_have_the_same_seeds_in_both_designs() -> None:
    """One round of squares is a part of the same round of all seatings."""
    old, new = (Schedule(NAMES, 3, seed=3, design=design) for design in (ALL, SQUARES))
    known = {}
    for number in range(24):
        seating = old.seating(number)
        known[seating.agents] = old.agent_seeds(seating), old.chance_seed(seating)
    for number in range(12):
        seating = new.seating(number)
        assert known[seating.agents] == (new.agent_seeds(seating), new.chance_seed(seating))


@pytest.mark.parametrize(("agents", "seats"), [(5, 3), (7, 3), (8, 4), (6, 5), (9, 3)])
def test_more_agents_than_seats_play_equally_often_block_by_block(agents: int, seats: int) -> None:
    names = [f"agent {number}" for number in range(agents)]
    schedule = Schedule(names, seats)
    assert sorted(schedule.tables) == list(combinations(range(agents), seats))
    played = Counter[int]()
    for place, table in enumerate(schedule.tables, 1):
        played.update(table)
        assert max(played.values()) - min(played[agent] for agent in range(agents)) <= seats
        if place == agents:
            assert played == dict.fromkeys(range(agents), seats)
    seated = Counter((seat, agent) for table in tables(schedule) for seat, agent in enumerate(table))
    assert len(set(seated.values())) == 1, "in a round each agent has each seat equally often"


def test_a_gauntlet_of_three_seats_has_the_others_equally_often() -> None:
    schedule = Schedule([f"agent {number}" for number in range(6)], 3, pairing="gauntlet")
    assert sorted(schedule.tables) == [(0, *others) for others in combinations(range(1, 6), 2)]
    assert Counter(agent for table in schedule.tables[:5] for agent in table[1:]) == dict.fromkeys(range(1, 6), 2)


def test_a_group_is_completed() -> None:
    assert Schedule(NAMES, 2).whole(7) == 8
    assert Schedule(NAMES, 3).whole(7) == 9
    assert Schedule(NAMES, 3, design=ALL).whole(7) == 12
    assert Schedule(["a"], 1).whole(7) == 7
    assert len(Schedule([*NAMES, "e"], 5).numbers(10)) == 10


def seeds(schedule: Schedule, names: tuple[str, ...], turn: int) -> tuple[list[int], int]:
    for number in range(1000):
        seating = schedule.seating(number)
        if seating.round == turn and tuple(schedule.agents[i] for i in seating.agents) == names:
            return schedule.agent_seeds(seating), schedule.chance_seed(seating)
    raise AssertionError


def test_one_more_agent_changes_nobody_elses_match() -> None:
    few, many = Schedule(["a", "c"], 2, seed=5), Schedule(NAMES, 2, seed=5)
    for turn in range(3):
        assert seeds(few, ("a", "c"), turn) == seeds(many, ("a", "c"), turn)
        assert seeds(few, ("c", "a"), turn) == seeds(many, ("c", "a"), turn)
    few, many = Schedule(["a", "c", "d"], 3, seed=5), Schedule(NAMES, 3, seed=5)
    for number in range(24):
        seating = few.seating(number)
        names = tuple(few.agents[i] for i in seating.agents)
        assert (few.agent_seeds(seating), few.chance_seed(seating)) == seeds(many, names, seating.round)


def test_every_agent_of_every_match_has_a_stream_of_its_own() -> None:
    schedule = Schedule(NAMES, 2, seed=5)
    drawn = [seed for number in range(200) for seed in schedule.agent_seeds(schedule.seating(number))]
    assert len(set(drawn)) == 400
    other = Schedule(NAMES, 2, seed=6)
    assert not set(drawn) & {seed for number in range(200) for seed in other.agent_seeds(other.seating(number))}


def test_two_who_are_spelt_alike_draw_differently() -> None:
    schedule = Schedule(["a", "a"], 2)
    first, second = schedule.agent_seeds(schedule.seating(0))
    assert first != second


def test_swapped_seats_have_the_same_chance_seed() -> None:
    schedule = Schedule(NAMES, 2, seed=5)
    seeds = [schedule.chance_seed(schedule.seating(number)) for number in range(24)]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 12


def test_a_key_is_the_same_in_every_process_and_fits() -> None:
    """The first 8 bytes of SHA-256 of the words, least byte first, halved."""
    assert stream_key("abc") == int.from_bytes(bytes.fromhex("ba7816bf8f01cfea"), "little") >> 1
    assert stream_key("ab", "c") != stream_key("a", "bc")


def test_what_cannot_be_paired_is_refused() -> None:
    with pytest.raises(OptionError, match=r"there is no pairing 'ladde' \(did you mean ladder\?\)"):
        Schedule(NAMES, 2, pairing="ladde")
    with pytest.raises(
        OptionError,
        match=r"2 seats, so at least 2 different agents are needed, not 1; an agent .* like random\(seed=2\)",
    ):
        Schedule(["a"], 2)
    with pytest.raises(OptionError, match="there is no design 'latin'; there are squares, permutations"):
        Schedule(NAMES, 2, design="latin")
    with pytest.raises(OptionError, match="a seed is a whole number"):
        Schedule(NAMES, 2, seed=-1)
