"""Hearthstone on the command line: a scripted match, its commentary, and what a person is not shown."""

from __future__ import annotations

import re

from playout.arena.match import play_match
from playout.games.hearthstone.words.names import NAMES
from tests.cli.running import run

WORDS = ("play", "hearthstone", "--against", "random(seed=1)", "--seed", "5")


def test_a_person_plays_by_numbers_and_words() -> None:
    done = run(*WORDS, typed="castle\n1 3\n99\nboulderfist ogre\nend turn\nlog\nend\nundo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "type the numbers of the cards that go back" in text
    assert re.search(r"^You put back .+ and .+\.$", text, re.MULTILINE)
    assert re.search(r"^  end turn +\d+$", text, re.MULTILINE)
    assert "'99' is not a move; legal: end turn" in text
    assert re.search(r"Boulderfist Ogre is not in the hand|Boulderfist Ogre costs 6, and there is 1 mana", text)
    assert text.count("\nTurn 2 (the opponent, 1 mana):\n") == 2, "as it happens, and in the log"
    assert "\nTurn 3 (you, 2 mana):\n" in text and "\nTurn 5 (you, 3 mana):\n" in text
    assert text.count("\nTurn 3, you to move\n") == 2, "once more after undo"


def test_what_the_opponent_draws_is_not_said() -> None:
    done = run(*WORDS, typed="keep\n" + "end\n" * 60)
    assert done.returncode == 0
    assert re.search(r"You (win|lose): Player 1 has [01], Player 2 has [01]", done.stdout)
    drawn = set(re.findall(r"^The opponent draws (.+)\.$", done.stdout, re.MULTILINE))
    assert drawn == {"a card"}
    assert not re.search(r"^The opponent plays (Freezing|Explosive) Trap", done.stdout, re.MULTILINE)
    assert "chance:" not in done.stdout and "Player 2 plays" not in done.stdout


def test_chinese_names() -> None:
    done = run(*WORDS, typed="keep\nend\nquit\n", PLAYOUT_LANGUAGE="zh")
    assert done.returncode == 0
    assert any(f"你抽到{name}。" in done.stdout for name in NAMES["zh"])
    assert "You draw" not in done.stdout
    done = run(*WORDS, typed="keep\nquit\n", PLAYOUT_LANGUAGE="klingon")
    assert done.returncode == 1 and "cards have names in en and zh" in done.stderr


def test_a_number_of_the_menu_is_a_move() -> None:
    done = run(*WORDS, typed="keep\nquit\n")
    rows = re.findall(r"^  end turn +(\d+)$", done.stdout, re.MULTILINE)
    done = run(*WORDS, typed=f"keep\n{rows[-1]}\nquit\n")
    assert "\nTurn 3 (you, 2 mana):\n" in done.stdout


def test_a_match_reads_like_a_commentary() -> None:
    told = play_match("hearthstone", ["random", "random"], seed=2).commentary()
    lines = told.splitlines()
    assert lines[0] == "random (Player 1) against random (Player 2)."
    turns = [int(number) for number in re.findall(r"^Turn (\d+) \(Player [12], \d+ mana\):$", told, re.MULTILINE)]
    assert turns == list(range(1, turns[-1] + 1)), "every turn has its heading"
    assert re.search(r"^Player 1 draws (?!a card)", told, re.MULTILINE), "for all eyes, cards are named"
    assert re.fullmatch(r"Result: Player 1 has [01], Player 2 has [01]\.", lines[-1])


def test_the_commentary_for_a_seat() -> None:
    match = play_match("hearthstone", ["random", "random"], seed=2)
    told = match.commentary(seat=1)
    assert "The opponent draws a card." in told and "You draw a card." not in told
    winner = "Your" if match.payoffs[0] == 1 else "The enemy"
    assert told.splitlines()[-3] == f"{winner} hero falls."


def test_cards_are_looked_up_in_play_and_on_the_command_line() -> None:
    done = run(*WORDS, typed="card 火车王里艾诺\ncard nobody\ncards secret\nquit\n")
    assert done.returncode == 0
    assert "Leeroy Jenkins 火车王里诺艾, also 火车王里艾诺: neutral minion, 5 mana 6/2, legendary\n" in done.stdout
    assert "there is no card 'nobody'" in done.stdout
    assert re.search(r"Explosive Trap +hunter +\(2\)", done.stdout)
    found = run("cards", "arcane", "shot")
    assert found.stdout == "Arcane Shot 奥术射击: hunter spell, 1 mana\nDeal 2 damage.\n"
    refused = run("cards", "--game", "tic_tac_toe")
    assert refused.returncode == 1 and "tic_tac_toe has no cards to look up" in refused.stderr
