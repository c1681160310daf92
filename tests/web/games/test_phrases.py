"""The words of games on the Chinese pages: moves, menus, choices of options and lessons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import playout
from playout.game import State
from playout.loading import names
from playout.rng import Rng
from playout.rules import CHANCE
from playout.sentences import in_language
from playout.web.games.phrases import move_item, own_text, say_move
from playout.web.games.positions import move_models
from tests import paths
from tests.web.conftest import Client, Page, in_chinese

WORD = re.compile("[a-z]{3,}")
"""An English word; coordinates and the signs of chess pieces are shorter."""

NIM = paths.NIM


def chinese_of_move(state: State, move: int) -> str:
    return in_language(move_item(state, move), "zh")


def read_move(state: State, typed: str) -> int:
    return state.parse(own_text(state.game.rules, typed))


def positions(game: str) -> list[State]:
    """The positions of a random match, as seen by who is to move."""
    state, luck, found = playout.load(game).start(), Rng(5), list[State]()
    while not state.over and len(found) < 15:
        if state.turn == CHANCE:
            state = state.sample(luck)
            continue
        found.append(state.seen_by(state.turn))
        moves = state.moves()
        state = state.play(moves[luck.below(len(moves))])
    return found


@pytest.mark.parametrize("game", sorted({*names()} - {"chess"}))
def test_no_english_word_is_left_in_the_moves(game: str) -> None:
    for state in positions(game):
        for move in move_models(state):
            shown = (move.words.zh if move.words else move.text) or ""
            heading = (move.group.zh if move.group else "") or ""
            assert not WORD.search(shown) and not WORD.search(heading), (move.text, shown, heading)
            assert not WORD.search(chinese_of_move(state, move.move)), move.text
            about = move.about
            assert about is None or (about.en and about.zh and not WORD.search(about.zh)), about


@pytest.mark.parametrize("game", ["pig", "kuhn_poker", "hearthstone", "go"])
def test_choices_that_no_card_and_no_board_explains_are_explained(game: str) -> None:
    for state in positions(game)[:6]:
        for move in move_models(state):
            is_button = move.places[-1].startswith("button:")
            is_power = any(place.endswith(".power.0") for place in move.places[:1])
            assert (move.about is not None) == (is_button or is_power), move


@pytest.mark.parametrize("game", ["pig", "kuhn_poker", "hearthstone", "go"])
def test_what_is_shown_can_be_typed(game: str) -> None:
    for state in positions(game)[:12]:
        for move in state.moves():
            assert read_move(state, chinese_of_move(state, move)) == read_move(state, state.format(move)) == move


def test_a_file_names_its_words(tmp_path: Path) -> None:
    text = NIM.read_text(encoding="utf-8")
    path = tmp_path / "words.py"
    path.write_text(text + '\n\nPHRASES = {"en": {"1": "one stone"}, "zh": {"1": "一颗"}}\n', encoding="utf-8")
    state = playout.load(path).start()
    one, two = (say_move(state, state.parse(move))[1] for move in ("1", "2"))
    assert one is not None and (one.en, one.zh) == ("one stone", "一颗") and two is None
    assert read_move(state, "一颗") == read_move(state, "One stone") == state.parse("1")
    for given in ("3", "{'zh': 'one'}", "{'zh': {1: 'one'}}", "{'zh': {'1': 1}}"):
        path.write_text(f"{text}\n\nPHRASES = {given}\n", encoding="utf-8")
        with pytest.raises(playout.RulesError, match="PHRASES are translations by language"):
            playout.load(path)


def test_pages_get_both_languages(client: Client) -> None:
    known = next(item for item in client.get("/api/games/hearthstone")["options"] if item["name"] == "known")
    assert known["labels"]["class"] == {"en": "its class", "zh": "仅职业"}
    made = client.post("/api/matches", {"game": "pig", "moves": [0, 3], "seats": []})
    with client.page() as socket:
        page = Page(socket)
        page.do("join", match=made["id"])
        assert page.do("move", text="收手")["type"] == "done"
    held = client.get(f"/api/matches/{made['id']}")["moves"][2]
    assert held["text"] == "hold" and held["words"] == {"en": "hold", "zh": "收手"}


def test_a_lesson_speaks_chinese(client: Client) -> None:
    """MAX moves first in the lecture's tree, whose value is 3; no English is left in the steps."""
    trace = client.post("/api/lessons/minimax/trace", {"game": "lecture_tree"})
    assert in_chinese(trace["result"]) == "minimax：a1，对 玩家 1 的价值为 3.000（已证明）；13 个节点，深度 2"
    assert in_chinese(trace["steps"][0]["words"]) == "根节点：轮到 MAX"
    assert not any(WORD.search(in_chinese(step["words"])) for step in trace["steps"])
