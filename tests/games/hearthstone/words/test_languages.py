"""The tables of phrases: what is refused in one, and that a new language is one more file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.games.hearthstone.cards.vocabulary import MARKS, NEEDS
from playout.games.hearthstone.rules.pending import KINDS_OF_WORK
from playout.games.hearthstone.words.board_text import SILENT
from playout.games.hearthstone.words.languages import LANGUAGES, read_language

Sections = dict[str, dict[str, Any]]

ENGLISH = LANGUAGES["en"]

GERMAN: Sections = {
    "verbs": {**ENGLISH.sections["verbs"], "t": ["t", "st"]},
    "nouns": ENGLISH.sections["nouns"],
    "common": {
        "you": "du",
        "opponent": "der Gegner",
        "seat": "Platz {player}",
        "your": "dein",
        "enemy": "feindlich",
        "of": "von {who}",
        "hero": "Held",
        "character": "{whose} {name}",
        "several": "{count} mal {name}",
        "comma": ", ",
        "and": " und ",
        "or": " oder ",
    },
    "moves": {
        "end": "Zug beenden",
        "keep": "alle behalten",
        "put_back": "tausche",
        "on": "{what} auf",
        "attacks": "{name} greift an:",
        "more": "{card} (teurer)",
        "place": "{card} an Platz {place}",
        "begins": "Platz {player} beginnt",
        "draw": "ziehe {card}",
        "discard": "wirf {card} ab",
    },
    "telling": {**ENGLISH.sections["telling"], "plays_on": "{who} spiel{t} {card} auf {target}"},
    "marks": ENGLISH.sections["marks"],
    "names": {"fireball": "Feuerball", "chillwind_yeti": "Frostwindyeti"},
    "classes": {"mage": "Magier"},
}

SPEAK = """
import playout
from playout.games.hearthstone.decks.deck import read_list
from tests.games.hearthstone.scene import Scene

assert playout.__file__.startswith(FOLDER), playout.__file__
scene = Scene("", "chillwind_yeti", "fireball")
move = scene._move("fireball", 8, None)
assert scene.state.format(move) == "Feuerball auf feindlich Frostwindyeti"
assert scene.state.tell(move, 0)[0] == "Du spielst Feuerball auf feindlich Frostwindyeti."
assert scene.state.tell(move, 1)[0] == "Der Gegner spielt Feuerball auf dein Frostwindyeti."
assert [heading for heading, _ in scene.state.menu()][-1] == "Zug beenden"
for text in (
    "Feuerball auf feindlich Frostwindyeti",
    "Feuerball on the enemy Frostwindyeti",
    "Fireball on the enemy Chillwind Yeti",
    "火球术 → 敌方冰风雪人",
):
    assert scene.state.parse(text) == move, text
shown = str(scene.state.seen_by(0))
assert "Frostwindyeti" in shown and "you to move" in shown, "no section [board]: English"
assert read_list("Magier\\n2 Feuerball").cards == {"fireball": 2}
"""


def write(path: Path, sections: Sections) -> Path:
    lines = []
    for section, phrases in sections.items():
        lines += [f"[{section}]", *(f"{key} = {json.dumps(value)}" for key, value in phrases.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_third_language_is_a_third_file_and_nothing_else(tmp_path: Path) -> None:
    source = Path(playout.__file__).parent
    folder = tmp_path / "playout"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__", "static"))
    write(folder / "games" / "hearthstone" / "words" / "de.toml", GERMAN)
    places = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[4])])
    done = subprocess.run(
        [sys.executable, "-c", SPEAK.replace("FOLDER", repr(str(tmp_path)))],
        env={**os.environ, "PYTHONPATH": places, "PLAYOUT_LANGUAGE": "de_DE.UTF-8"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_a_table_in_order_is_read(tmp_path: Path) -> None:
    german = read_language(write(tmp_path / "de.toml", GERMAN), ENGLISH)
    assert german.listed(["a", "b", "c"]) == "a, b und c"
    assert german("moves", "begins", player=1) == "Platz 1 beginnt"


@pytest.mark.parametrize(
    ("section", "changes", "message"),
    [
        ("moves", {"end": None}, r"de\.toml: \[moves\] has no end"),
        ("moves", {"stop": "halt"}, r"de\.toml: \[moves\] has the unknown key stop"),
        ("moves", {"draw": "ziehe {what}"}, r"de\.toml: \[moves\] draw cannot fill in 'what'"),
        ("moves", {"draw": "zieh{t2} {card}"}, r"de\.toml: \[moves\] draw cannot fill in 't2'"),
        ("verbs", {"s": None}, r"de\.toml: \[telling\] \w+ cannot fill in 's'"),
        ("sayings", {"a": "b"}, r"de\.toml: there is no section \[sayings\]"),
        ("common", None, r"de\.toml: \[common\] has no you"),
        ("marks", None, r"de\.toml: \[marks\] has no taunt"),
    ],
)
def test_a_table_that_differs_from_english_is_refused(
    section: str, changes: dict[str, str | None] | None, message: str, tmp_path: Path
) -> None:
    table = {**GERMAN, section: {**GERMAN.get(section, {}), **(changes or {})}}
    table[section] = {key: value for key, value in table[section].items() if value is not None}
    if changes is None:
        del table[section]
    with pytest.raises(ValueError, match=message):
        read_language(write(tmp_path / "de.toml", table), ENGLISH)


def test_a_file_that_is_no_table_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "de.toml"
    path.write_text("[moves\n")
    with pytest.raises(ValueError, match=r"^de\.toml: "):
        read_language(path, ENGLISH)


def test_the_english_table_has_a_phrase_for_every_word_of_the_rules() -> None:
    sections = ENGLISH.sections
    assert set(sections["marks"]) == set(MARKS) - set(SILENT)
    assert set(sections["needs"]) == set(NEEDS) - {"place"}
    assert set(sections["pending"]) == {*KINDS_OF_WORK, "draw_one"}
