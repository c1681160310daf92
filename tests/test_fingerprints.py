"""The fingerprint of a game: what changes it, what does not, and the files that a game is made of."""

from __future__ import annotations

import builtins
import io
import itertools
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import playout
from playout.rules import RulesError
from tests.test_loading import register

RULES = '''"""Count to ten by one or two; who says ten wins."""
from enum import IntEnum
import json
from pathlib import Path
import numpy as np
from playout.rules import OVER
from fingerprint_words import LAST
from fingerprint_helper import allowed
PLAYERS = 2
MAX_MOVES = 2
OPTIONS = ("SPARE",)
SPARE = 3
class Side(IntEnum):
    FIRST = 0
DATA = ("fingerprint_table.json",)
TABLE = np.array(json.loads((Path(__file__).parent / "fingerprint_table.json").read_text()))
State = np.dtype([("said", np.int16), ("turn", np.int8)], align=True)
def start(s, said=0):
    s.said = said
def turn(s):
    """Whose turn it is."""
    return OVER if s.said >= LAST else s.turn
def moves(s, out):
    n = allowed(LAST - s.said)
    for i in range(n):
        out[i] = i + 1
    return n
def play(s, move):
    s.said += move
    s.turn = 1 - s.turn
def payoffs(s, out):
    out[s.turn] = TABLE[Side.FIRST]
    out[1 - s.turn] = TABLE[1] + 0 * SPARE
def show(s):
    return f"said {s.said}"
'''

CLASS = '''"""The same as a class."""
import fingerprint_words
from fingerprint_helper import allowed
class Count:
    PLAYERS = 2
    MAX_MOVES = 2
    STEP = 1
    def __init__(self, said=0):
        self.said, self.seat = said, 0
    def turn(self):
        """Whose turn it is."""
        return -1 if self.said >= fingerprint_words.LAST else self.seat
    def moves(self):
        return [i + self.STEP for i in range(allowed(fingerprint_words.LAST - self.said))]
    def play(self, move):
        self.said += move
        self.seat = 1 - self.seat
    def payoffs(self):
        return [1.0 - (seat == self.seat) for seat in range(2)]
'''

FILES = {
    "game.py": RULES,
    "fingerprint_words.py": "LAST = 10\n",
    "fingerprint_helper.py": "def inner(n, most=2):\n    return min(n, most)\ndef allowed(n):\n    return inner(n)\n",
    "fingerprint_table.json": "[0.0, 1.0]",
}

_folders = itertools.count()


def load(tmp_path: Path, *edits: tuple[str, str, str], rules: str = RULES, **options: int) -> playout.Game:
    """The game after edits (file, old, new), in a folder of its own, with its helpers imported anew."""
    files = {**FILES, "game.py": rules}
    for file, old, new in edits:
        assert old in files[file]
        files[file] = files[file].replace(old, new)
    folder = tmp_path / str(next(_folders))
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
        sys.modules.pop(name.removesuffix(".py"), None)
    return playout.load(folder / "game.py", **options)


@pytest.mark.parametrize("rules", [RULES, CLASS])
def test_words_for_people_leave_it_as_it_is(tmp_path: Path, rules: str) -> None:
    plain = load(tmp_path, rules=rules).fingerprint
    assert len(plain) == 64 and int(plain, 16)
    assert load(tmp_path, rules=rules).fingerprint == plain, "in another folder"
    for edit in (
        ("game.py", "Whose turn it is.", "Who is to move."),
        ("game.py", '"""Whose turn it is."""', "# who is to move"),
        ("game.py", "move):", "move):  # a remark\n"),
        (
            "fingerprint_helper.py",
            "def inner(n, most=2):",
            'def inner(n: int, most: int = 2) -> int:\n    """A docstring."""',
        ),
        ("fingerprint_words.py", "LAST = 10", "# the last number\nLAST = 5 + 5"),
    ):
        assert load(tmp_path, edit, rules=rules).fingerprint == plain, edit
    assert load(tmp_path, rules=rules, said=0).fingerprint == plain, "an option's default, said aloud"


def test_texts_of_a_record_game_are_not_in_it(tmp_path: Path) -> None:
    assert load(tmp_path, ("game.py", "said {s.said}", "at {s.said}")).fingerprint == load(tmp_path).fingerprint


BOTH = [
    ("fingerprint_words.py", "LAST = 10", "LAST = 11"),
    ("fingerprint_helper.py", "min(n, most)", "min(most, n)"),
    ("fingerprint_helper.py", "most=2", "most=1"),
    ("game.py", "MAX_MOVES = 2", "MAX_MOVES = 3"),
    ("game.py", "said=0", "said=1"),
]
RECORD = [
    ("fingerprint_table.json", "1.0", "0.5"),
    ("game.py", "FIRST = 0", "FIRST = 1"),
    ("game.py", "np.int16", "np.int32"),
    ("game.py", "MAX_MOVES = 2", "MAX_MOVES = 2\nMAX_LENGTH = 99"),
    ("game.py", "SPARE = 3", "SPARE = 4"),
    ("game.py", "MAX_MOVES = 2", 'MAX_MOVES = 2\nTUNED = {"uct": {"c": 0.5}}'),
]
OBJECT = [("game.py", "STEP = 1", "STEP = 0"), ("game.py", "1.0 - (seat", "0.9 - (seat")]


@pytest.mark.parametrize(("rules", "edits"), [(RULES, BOTH + RECORD), (CLASS, BOTH + OBJECT)])
def test_every_edit_of_the_rules_changes_it(tmp_path: Path, rules: str, edits: list[tuple[str, str, str]]) -> None:
    prints = [load(tmp_path, rules=rules).fingerprint]
    prints += [load(tmp_path, edit, rules=rules).fingerprint for edit in edits]
    prints.append(load(tmp_path, rules=rules, said=2).fingerprint)
    if rules == RULES:
        prints.append(load(tmp_path, spare=5).fingerprint)
    assert len(set(prints)) == len(prints), prints


def test_it_is_of_the_rules_that_were_loaded_not_of_the_file_as_it_is_now(tmp_path: Path) -> None:
    game, again = load(tmp_path), load(tmp_path)
    path = Path(str(game.source))
    path.write_text(RULES.replace("s.said += move", "s.said += 2 * move"))
    assert game.fingerprint != playout.load(path).fingerprint
    assert again.fingerprint != playout.load(path).fingerprint


def test_it_is_the_same_in_every_process(tmp_path: Path) -> None:
    game = load(tmp_path)
    script = "import sys, playout; print(*(playout.load(name).fingerprint for name in sys.argv[1:]))"
    names = [str(game.source), "tic_tac_toe", "kuhn_poker"]
    done = subprocess.run(
        [sys.executable, "-c", script, *names],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [game.fingerprint, *(playout.load(name).fingerprint for name in names[1:])]


@pytest.mark.parametrize("rules", [RULES, CLASS])
def test_the_files_of_a_game(tmp_path: Path, rules: str) -> None:
    game = load(tmp_path, rules=rules)
    read = sorted(FILES) if rules == RULES else sorted({*FILES} - {"fingerprint_table.json"})
    assert [path.name for path in game.files] == read
    assert {path.parent for path in game.files} == {Path(str(game.source)).parent}
    assert playout.load("kuhn_poker").files == playout.load("gomoku").files == ()


def test_the_files_of_a_game_whose_helpers_another_has_loaded(tmp_path: Path) -> None:
    first = load(tmp_path)
    second = Path(str(first.source)).with_name("second.py")
    second.write_text("from fingerprint_helper import *\n" + RULES)
    assert {path.name for path in playout.load(second).files} == {*FILES, "second.py"} - {"game.py"}


def test_the_files_of_a_variant(tmp_path: Path) -> None:
    base = load(tmp_path)
    variant = Path(str(base.source)).with_name("variant.py")
    variant.write_text('"""From three on."""\nVARIANT_OF = "game.py"\nOPTIONS = {"said": 3}\n')
    game = playout.load(variant)
    assert {path.name for path in game.files} == {*FILES, "variant.py"}
    assert game.fingerprint == playout.load(str(base.source), said=3).fingerprint != base.fingerprint


UNDECLARED = RULES.replace('DATA = ("fingerprint_table.json",)\n', "")


def test_data_that_is_read_undeclared_is_refused(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(RulesError, match=r"game\.py, line 15: it reads fingerprint_table\.json .*; add DATA = \('"):
            load(tmp_path, rules=UNDECLARED)
    assert builtins.open is io.open and isinstance(open, types.BuiltinFunctionType)


def test_a_helper_declares_what_it_reads_itself(tmp_path: Path) -> None:
    read = "from pathlib import Path\nLAST = len(Path(__file__).with_name('fingerprint_table.json').read_text())\n"
    text = '["0.0"]'
    table = ("fingerprint_table.json", "[0.0, 1.0]", text)
    rules = UNDECLARED.replace(UNDECLARED[UNDECLARED.index("TABLE = ") :].splitlines()[0], "TABLE = (0.0, 1.0)")
    helper = ("fingerprint_words.py", "LAST = 10\n", read)
    for _ in range(2):
        with pytest.raises(RulesError, match=r"fingerprint_words\.py, line 2: it reads fingerprint_table\.json"):
            load(tmp_path, helper, table, rules=rules)
    declared = ("fingerprint_words.py", "LAST = 10\n", "DATA = ('fingerprint_table.json',)\n" + read)
    game = load(tmp_path, declared, table, rules=rules)
    assert [path.name for path in game.files] == sorted(FILES)
    assert game.call("turn", game.start().position) == 0


def test_a_data_file_that_is_read_later_belongs_to_the_game_as_well(tmp_path: Path) -> None:
    later = 'DATA = ("fingerprint_table.json",)\n' + CLASS
    prints = {load(tmp_path, rules=later).fingerprint, load(tmp_path, rules=CLASS).fingerprint}
    prints.add(load(tmp_path, ("fingerprint_table.json", "1.0", "0.5"), rules=later).fingerprint)
    assert len(prints) == 3
    assert [path.name for path in load(tmp_path, rules=later).files] == sorted(FILES)


def test_data_may_have_a_type(tmp_path: Path) -> None:
    typed = RULES.replace("DATA = ", "DATA: tuple[str, ...] = ")
    assert load(tmp_path, rules=typed).fingerprint == load(tmp_path).fingerprint


def test_its_data_is_as_it_was_when_the_game_was_loaded(tmp_path: Path) -> None:
    game, again = load(tmp_path), load(tmp_path)
    Path(str(game.source)).with_name("fingerprint_table.json").write_text("[0.5, 0.5]")
    assert game.fingerprint == again.fingerprint


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("DATA = ['fingerprint_table.json']", "DATA is a tuple of the names"),
        ("DATA = tuple(['fingerprint_table.json'])", "DATA is a tuple of the names"),
        ("DATA = ('fingerprint_table.json', 'other.json')", "DATA names other.json, but there is no file"),
    ],
)
def test_a_data_that_names_no_files_is_refused(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        load(tmp_path, rules=RULES.replace('DATA = ("fingerprint_table.json",)', line))


def test_files_that_are_written_or_read_by_a_library_need_no_declaration(tmp_path: Path) -> None:
    reads = (
        "import json.tool\nopen('/dev/null', 'w').close()\nfrom importlib import metadata\nmetadata.version('numpy')\n"
    )
    assert load(tmp_path, rules=reads + CLASS).start().moves() == [1, 2]


def test_an_openspiel_game_is_its_name_and_version() -> None:
    one, other = playout.load("openspiel:tic_tac_toe"), playout.load("openspiel:breakthrough(rows=6,columns=6)")
    assert one.fingerprint != other.fingerprint
    assert one.files == other.files == ()


def test_the_rules_of_an_installed_package_are_in_it_and_its_files_are_not_the_author_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "site-packages"
    home.mkdir()
    register(home, "counted = counted_game\n")
    monkeypatch.syspath_prepend(str(home))
    prints = []
    for last in (10, 11, 10):
        text = RULES.replace("from fingerprint_words import LAST", f"LAST = {last}")
        text = text.replace("from fingerprint_helper", "from counted_helper")
        (home / "counted_game.py").write_text(text)
        (home / "counted_helper.py").write_text(FILES["fingerprint_helper.py"])
        (home / "fingerprint_table.json").write_text(FILES["fingerprint_table.json"])
        for name in ("counted_game", "counted_helper"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        game = playout.load("counted")
        prints.append(game.fingerprint)
        assert game.files == ()
    assert prints[0] == prints[2] != prints[1]
