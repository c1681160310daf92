"""The schedule: each pairing has its tables, and every agent has every seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from playout.arena.schedule import Schedule, stream_key
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


def test_a_ladder_is_each_against_its_neighbours() -> None:
    seated = tables(Schedule(NAMES, 2, pairing="ladder"))
    assert set(seated) == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)}
    assert set(map(frozenset, tables(Schedule(NAMES, 3, pairing="ladder")))) == {
        frozenset({0, 1, 2}),
        frozenset({1, 2, 3}),
    }


def test_three_seats_go_through_all_permutations_of_one_group() -> None:
    schedule = Schedule(NAMES, 3)
    for group in range(8):
        seatings = [schedule.seating(number) for number in range(6 * group, 6 * group + 6)]
        assert {seating.group for seating in seatings} == {group}
        assert {seating.round for seating in seatings} == {group // 4}
        table = list(combinations(range(4), 3))[group % 4]
        assert sorted(seating.agents for seating in seatings) == sorted(permutations(table))


def test_a_group_is_completed() -> None:
    assert Schedule(NAMES, 2).whole(7) == 8
    assert Schedule(NAMES, 3).whole(7) == 12
    assert Schedule(["a"], 1).whole(7) == 7


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
        OptionError, match=r"2 seats, so at least 2 different agents are needed, not 1; one .* like random\(seed=2\)"
    ):
        Schedule(["a"], 2)
    with pytest.raises(OptionError, match="a seed is a whole number"):
        Schedule(NAMES, 2, seed=-1)
