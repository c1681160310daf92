"""Moves and positions in words: every text is read back, and a seat is shown nothing that it cannot see."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

import playout
from playout import CHANCE, Rng
from playout.games.hearthstone.cards.tables import TABLE
from playout.games.hearthstone.cards.vocabulary import FROZEN
from playout.games.hearthstone.words import board_text
from playout.games.hearthstone.words.names import NAMES
from playout.languages import VARIABLE
from tests.games.hearthstone.scene import Scene


def match(seed: int, **options: str) -> Iterator[playout.State]:
    """The positions of a random match."""
    rng, state = Rng(seed), playout.load("hearthstone", **options).start()
    yield state
    while not state.over:
        moves = state.moves()
        state = state.sample(rng) if state.turn == CHANCE else state.play(moves[rng.below(len(moves))])
        yield state


@pytest.mark.parametrize("tongue", ["en", "zh"])
def test_every_text_is_read_back_in_both_languages(tongue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"en": "zh", "zh": "en"}[tongue]
    for state in list(match(1 if tongue == "en" else 2))[::3]:
        monkeypatch.setenv(VARIABLE, tongue)
        texts = {state.format(move): move for move in state.moves()}
        assert len(texts) == len(state.moves()), "no two moves have the same text"
        monkeypatch.setenv(VARIABLE, other)
        for text, move in texts.items():
            assert state.parse(text) == move
            assert state.parse(text.upper().replace("THE ", "").replace("'", "")) == move


def test_the_language_is_one_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("chillwind_yeti", "chillwind_yeti", "fireball")
    monkeypatch.setenv(VARIABLE, "zh_CN.UTF-8")
    assert "冰风雪人" in str(scene.state) and "Yeti" not in str(scene.state)
    assert scene.state.format(scene._move("fireball", 8, None)) == "火球术 → 敌方冰风雪人"
    assert scene.state.tell(scene._move("fireball", 8, None), 0)[0] == "你打出火球术，目标是敌方冰风雪人。"
    monkeypatch.setenv(VARIABLE, "french")
    with pytest.raises(playout.OptionError, match="PLAYOUT_LANGUAGE is 'french', and cards have names in en and zh"):
        str(scene.state)


def test_no_two_cards_have_the_same_name() -> None:
    for names in NAMES.values():
        assert len(set(names)) == len(names)


def test_sides_may_be_left_out_where_one_move_remains() -> None:
    state = Scene("wolfrider", "chillwind_yeti", "fireball").state
    assert state.parse("fireball on chillwind yeti") == state.parse("Fireball on the enemy Chillwind Yeti")
    assert state.parse("wolfrider attacks hero") == state.parse("your Wolfrider attacks the enemy hero")
    for text in ("wolfrider attacks your hero", "enemy wolfrider attacks hero", "fireball on your chillwind yeti"):
        with pytest.raises(playout.MoveError):
            state.parse(text)
    assert state.parse("end") == state.parse("end turn")
    with pytest.raises(playout.MoveError, match="that may be Fireball on the enemy hero or Fireball on your hero"):
        state.parse("fireball on hero")


def test_a_full_position_says_what_is_to_come_in_words() -> None:
    text = " ".join(str(playout.load("hearthstone").start()).split())
    assert "To come: Player 1 draws 3 cards; Player 2 draws 4 cards; Player 1 puts cards back; Player 2" in text
    assert "Player 2 gets the Coin; the turn of Player 1 begins." in text
    assert "Deck of Player 1: 2 Hunter's Mark, 2 Arcane Shot," in text
    assert "then:" not in text and "(0, 3, 0, 0)" not in text


def test_a_finished_match_says_who_won() -> None:
    *_, last = match(4)
    winner = last.payoffs.index(1.0)
    title = str(last).splitlines()[0]
    assert title.startswith("The match is over after turn ") and title.endswith(f"; Player {winner + 1} has won")
    assert str(last.seen_by(winner)).splitlines()[0].endswith("; you have won")
    assert str(last.seen_by(1 - winner)).splitlines()[0].endswith("; the opponent has won")


def test_the_mulligan_takes_numbers_and_names() -> None:
    state = playout.load("hearthstone").start()
    for card in ("Arcane Shot", "Kill Command", "Kill Command", *("Spider Tank",) * 2, *("Chillwind Yeti",) * 2):
        state = state.play(f"draw {card}")
    texts = {text: state.format(state.parse(text)) for text in ("1 3", "put back 2", "keep", "kill command", "3, 1")}
    assert texts == {
        "1 3": "put back Arcane Shot, Kill Command",
        "put back 2": "put back Kill Command",
        "keep": "keep all",
        "kill command": "put back Kill Command",
        "3, 1": "put back Arcane Shot, Kill Command",
    }
    for text in ("4", "0", "spider tank", "1 9"):
        with pytest.raises(playout.MoveError, match="type the numbers of the cards that go back"):
            state.parse(text)
    assert "  1. (1) Arcane Shot " in str(state.seen_by(0))
    assert "Which cards go back?" in str(state.seen_by(0)) and "Which cards" not in str(state.seen_by(1))


def test_a_seat_is_shown_the_same_whatever_is_hidden() -> None:
    """A guess differs from the truth in hidden things only, and looks the same to the seat."""
    differ = 0
    for number, state in enumerate(match(4)):
        for seat in range(2):
            seen = state.seen_by(seat)
            other = seen.guess(Rng(number))
            differ += str(other) != str(state)
            assert str(other.seen_by(seat)) == str(seen)
    assert differ > 20, "the guesses are not the truth"


def test_hidden_cards_are_counted_and_known_ones_named() -> None:
    scene = Scene(enemy_hand="fireball boulderfist_ogre", secrets="freezing_trap", heroes="mage hunter")
    scene.s.notes[10] = 1
    shown = str(scene.state.seen_by(0))
    assert "2 in hand" in shown and "secret: ?" in shown and "Freezing" not in shown
    known = TABLE.rows[scene.s.hand[10]].name
    hidden = ({"Fireball", "Boulderfist Ogre"} - {known}).pop()
    assert f"in hand: {known}" in shown and hidden not in shown
    assert hidden in str(scene.state.seen_by(1))


def test_the_own_side_stands_below() -> None:
    scene = Scene("wolfrider", "chillwind_yeti")
    for seat, names in ((0, ("Chillwind Yeti", "Wolfrider")), (1, ("Wolfrider", "Chillwind Yeti"))):
        shown = str(scene.state.seen_by(seat))
        assert shown.index("ENEMY") < shown.index(names[0]) < shown.index(names[1]) < shown.index("YOU")


def test_what_a_board_says() -> None:
    scene = Scene("worgen_infiltrator wolfrider chillwind_yeti", "senjin_shieldmasta", heroes="hunter warrior")
    scene.hurt(8, 2).armed("eaglehorn_bow").do("your Chillwind Yeti attacks the enemy Sen'jin Shieldmasta")
    scene.s.marks[1] |= FROZEN
    text = str(scene.state.seen_by(0))
    assert "Worgen Infiltrator     2/1        stealth, ready\n" in text
    assert "Wolfrider              3/1        charge, frozen\n" in text
    assert "Chillwind Yeti         4/2 of 5   has attacked\n" in text
    assert "Eaglehorn Bow 3/2; ready\n" in text
    assert "Sen'jin Shieldmasta" not in text, "it had 3 health left"
    assert "YOU  Rexxar   20 health   mana 10 of 10   0 in hand   5 in deck   Steady Shot\n" in text


def test_lines_and_menus_fit_into_a_hundred_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    for tongue in ("en", "zh"):
        monkeypatch.setenv(VARIABLE, tongue)
        for state in match(6):
            if state.turn >= 0:
                for line in str(state.seen_by(state.turn)).splitlines():
                    assert sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line) <= 100


@pytest.mark.parametrize("columns", [36, 44, 60])
def test_a_narrow_page_breaks_lines_between_words(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for state in match(6):
        if state.turn >= 0:
            seen = state.seen_by(state.turn)
            words = [word for word in str(seen).split() if not word.startswith("---")]
            with monkeypatch.context() as narrow:
                narrow.setattr(board_text, "page_width", lambda: columns)
                text = str(seen)
            assert [word for word in text.split() if not word.startswith("---")] == words
            assert max(map(len, text.splitlines())) <= columns


def test_the_menu_lists_every_move_once() -> None:
    for state in match(5):
        if state.turn >= 0 and state.menu():
            chosen = [(f"{heading} {words}".strip(), move) for heading, row in state.menu() for words, move in row]
            assert sorted(move for _, move in chosen) == sorted(state.moves())
            for text, move in chosen:
                assert state.parse(text) == move
            assert chosen[-1] == ("end turn", 0)
