"""The pages of docs/experiments: whole, of full runs, and drawn from their saved results."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from experiments import common, hearthstone, saved, sources
from experiments.__main__ import EXPERIMENTS

PAGES = Path(__file__).parents[1] / "docs" / "experiments"


NAMES = (
    "alpha_beta",
    "bandits",
    "chess_and_go",
    "claims_course",
    "course_connect_four",
    "course_simulations",
    "game_sizes",
    "hearthstone",
    "claims_hearthstone",
    "three_players",
    "claims_three_players",
    "tic_tac_toe",
)


def check_page(folder: Path, name: str) -> None:
    """A page says what it is, has tables, and its pictures are there and are XML."""
    text = (folder / f"{name}.md").read_text()
    assert text.startswith("# ")
    assert re.search(r"^\| --- \|.*---: \|$", text, re.MULTILINE)
    for word in (f"`python -m experiments.{name}", "| seed | 1 |", "| machine | ", "cores", "| date | 20"):
        assert word in text
    assert "nan" not in text
    check_claims(text)
    named = set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text))
    assert named == {path.name for path in folder.glob(f"{name}_*.svg")}
    assert named
    for file in named:
        picture = ElementTree.parse(folder / file).getroot()
        assert picture.tag.endswith("svg")
        assert not any("nan" in value for shape in picture.iter() for value in shape.attrib.values())
    assert f"({name}.md): " in (folder / "README.md").read_text()


def check_claims(text: str) -> None:
    """A page names its source, and judges each of its claims in the same three words."""
    section = text.partition(f"\n## {common.CLAIMS}\n\n")[2].partition("\n## ")[0]
    known = {name for name, item in vars(sources).items() if isinstance(item, sources.Source)}
    assert " ".join(section.split()).startswith("Source: 《")
    assert any(getattr(sources, name).title in " ".join(section.split()) for name in known)
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    assert rows[0] == ["claimed", "measured", "judgement"]
    assert len(rows) > 2, "a claim, below the heads and the rule"
    for claimed, measured, judgement in rows[2:]:
        assert claimed and measured
        assert re.match(r"(confirmed|not confirmed|not comparable)(: | in |$)", judgement), judgement


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_of_the_documents_are_whole_and_of_full_runs(name: str) -> None:
    check_page(PAGES, name)
    assert "--quick" not in (PAGES / f"{name}.md").read_text()


def test_all_experiments_are_made_by_one_command() -> None:
    assert {module.__name__ for module in EXPERIMENTS} == {f"experiments.{name}" for name in NAMES}
    written = {path.stem for path in PAGES.glob("*.md")}
    assert written == {*NAMES, "README"}


def test_the_index_repeats_the_first_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\nIt is\nso.\n\nMore.\n")
    common.write_index(tmp_path)
    assert "- [One](one.md): It is so.\n" in (tmp_path / "README.md").read_text()


def rendered(name: str, target: Path) -> None:
    """A page drawn again from what is saved beside it in the docs."""
    experiment = next(one for one in EXPERIMENTS if one.__name__ == f"experiments.{name}")
    common.redraw(name, PAGES, experiment.Found, experiment.draw, target)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_what_its_saved_results_say(name: str, tmp_path: Path) -> None:
    """Every letter of the page and of its pictures comes from the results and from the script that draws them."""
    rendered(name, tmp_path)
    assert (tmp_path / f"{name}.md").read_text() == (PAGES / f"{name}.md").read_text(), (
        "this page was edited by hand, or its script was: python -m experiments --pages"
    )
    assert {path.name for path in tmp_path.glob("*.svg")} == {path.name for path in PAGES.glob(f"{name}_*.svg")}
    for path in tmp_path.glob("*.svg"):
        new, old = path.read_text(), (PAGES / path.name).read_text()
        assert _said(new) == _said(old)
        # Another version of matplotlib may place things otherwise.
        if _maker(new) == _maker(old):
            assert new == old


def _said(picture: str) -> list[str]:
    """Every text of a picture, what it says to those who cannot see it among them."""
    root = ElementTree.fromstring(picture)
    return [
        "".join(part.itertext()) for part in root.iter() if part.tag.rpartition("}")[2] in ("title", "desc", "text")
    ]


def _maker(picture: str) -> str:
    found = re.search(r"<metadata>(.*)</metadata>", picture)
    assert found is not None
    return found[1]


def test_the_index_is_made_from_the_pages(tmp_path: Path) -> None:
    for path in PAGES.glob("*.md"):
        if path.name != "README.md":
            (tmp_path / path.name).write_text(path.read_text())
    common.write_index(tmp_path)
    assert (tmp_path / "README.md").read_text() == (PAGES / "README.md").read_text()


def test_what_is_saved_is_what_was_found(tmp_path: Path) -> None:
    """Numbers in full, keys of their own kind, and nan, which JSON does not know."""
    duel = saved.Duel(1 / 3, float("nan"), 0.7, 3, [saved.SeatEntry(2, 0.1)])
    found = hearthstone.Found(hearthstone.QUICK, {"a": {10: duel}}, {"b": 1e-9}, {}, {"c": duel}, duel, {})
    made = saved.Made("command", 1, "machine", "2026-01-01", 2.5)
    saved.save(tmp_path / "x.json", made, found)
    assert repr(saved.load(tmp_path / "x.json", hearthstone.Found)) == repr((made, found))
