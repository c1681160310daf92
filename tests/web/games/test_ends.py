"""How a match ended, in the game's own words."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout.games.go.board_view import owners
from playout.loading import names
from playout.rules import CHANCE
from playout.web.games.positions import ending
from tests.web.conftest import Client, in_chinese

MATES = {
    "f3 e5 g4 Qh4#": ("Black wins: checkmate", "黑方 获胜：将死"),
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8": ("A draw: threefold repetition", "平局：三次重复局面"),
}


def ended(client: Client, game: str, moves: list[int], **options: Any) -> Any:
    made = client.post("/api/matches", {"game": game, "moves": moves, "options": options})
    return client.get(f"/api/matches/{made['id']}")["position"]


@pytest.mark.parametrize("text", MATES)
def test_chess(client: Client, text: str) -> None:
    moves = list(playout.load("chess").replay(text.split()).history)
    ending = ended(client, "chess", moves)["ending"]
    assert (ending["en"], in_chinese(ending)) == MATES[text]


@pytest.mark.parametrize(
    "fen, move, how",
    [
        ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6", "A draw: stalemate"),
        ("7k/8/8/8/8/8/6p1/K6R b - - 0 1", "gxh1=B", "A draw: insufficient material"),
        ("k7/8/1K6/8/8/8/8/6R1 w - - 99 120", "Rg2", "A draw: fifty moves without a capture or a pawn's move"),
    ],
)
def test_draws_of_chess(client: Client, fen: str, move: str, how: str) -> None:
    moves = list(playout.load("chess", fen=fen).start().play(move).history)
    assert ended(client, "chess", moves, fen=fen)["ending"]["en"] == how


def test_go_counts_points_and_shows_the_area(client: Client) -> None:
    """On 5 by 5 a black wall with a column behind it: 10 points. White has its wall and two columns: 15."""
    text = "b1 c1 b2 c2 b3 c3 b4 c4 b5 c5 pass pass"
    moves = list(playout.load("go", size=5, komi=0.5).replay(text.split()).history)
    position = ended(client, "go", moves, size=5, komi=0.5)
    assert position["ending"]["en"] == "White wins: 15.5 points (area 15 and komi 0.5) to 10"
    assert position["view"]["area"] == [0, 0, 1, 1, 1] * 5
    names = [counter["name"]["en"] for counter in position["view"]["counters"]]
    assert names == ["captured by Black", "captured by White", "komi"]


def test_the_area_is_the_score_of_the_rules() -> None:
    """Random boards: cells of Black minus cells of White, against the game's own score."""
    game = playout.load("go", size=5, komi=0)
    for seed in range(20):
        luck, state = playout.Rng(seed), game.start()
        while not state.over:
            moves = state.moves()
            state = state.play(moves[luck.below(len(moves))])
        view = state.view()
        assert view["area"] == owners(view["cells"], 5)
        assert view["area"].count(0) - view["area"].count(1) == int(state.position[0]["score"]) / 2


@pytest.mark.parametrize(
    "game, text, how",
    [
        ("tic_tac_toe", "a1 b1 a2 b2 a3", "X wins: three in a line"),
        ("tic_tac_toe", "b2 a1 c1 a3 a2 c2 b3 b1 c3", "A draw: the board is full"),
        ("connect_four", "a b a b a b a", "X wins: 4 in a line"),
        ("gomoku", "a1 a2 b1 b2 c1 c2 d1 d2 e1", "Black wins: 5 in a line"),
    ],
)
def test_lines(client: Client, game: str, text: str, how: str) -> None:
    moves = list(playout.load(game).replay(text.split()).history)
    assert ended(client, game, moves)["ending"]["en"] == how


@pytest.mark.parametrize("name", names())
def test_every_game_says_how_it_ended_in_both_languages(name: str) -> None:
    """A whole match at random: the ending says more than who won, in words of the game."""
    game, luck = playout.load(name), playout.Rng(3)
    state = game.start()
    while not state.over:
        moves = state.moves()
        state = state.sample(luck) if state.turn == CHANCE else state.play(moves[luck.below(len(moves))])
    end = state.view()["end"]
    assert end and end["en"] and end["zh"], "its view says how it ended"
    said = ending(state)
    assert said.en.endswith(f": {end['en']}")
    assert in_chinese(said.model_dump()).endswith(f"：{end['zh']}")


def test_the_end_of_kuhn_poker(client: Client) -> None:
    """King against jack: the jack bets and the king calls; or the king bets and the jack folds."""
    for moves, how in (([2, 0, 1, 0], "the other one folded"), ([0, 2, 1, 1], "the higher card")):
        assert ended(client, "kuhn_poker", moves)["ending"]["en"].endswith(f": {how}")
