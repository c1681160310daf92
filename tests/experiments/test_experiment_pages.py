"""The pages of docs/experiments: whole, of full runs, and drawn from their saved results."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from experiments.__main__ import EXPERIMENTS, main
from experiments.claims import Claim
from experiments.hearthstone import own
from experiments.three_players import report as three_report
from experiments.three_players.variants import Score
from experiments.verdicts import (
    Gain,
    about_nearly_all,
    effect,
    equal_shares,
    helps,
    hurts,
    makes_no_difference,
)

from experiments import common, pages, saved, sources
from playout.rules import PlayoutError
from tests.documents.pages import DOCS, ROOT

PAGES = DOCS / "experiments"
NAMES = ("article", "course_connect_four", "hearthstone", "lecture", "three_players")
"""One for each source."""
VERDICT = r"(confirmed|not confirmed|not decided|not comparable)(: .+)?"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments ask for silence, which must not outlast them."""
    monkeypatch.setenv("PLAYOUT_QUIET", "1")


def check_page(folder: Path, name: str) -> None:
    """A page opens with a sentence and a picture, has tables, and its pictures are there and are XML."""
    text = (folder / f"{name}.md").read_text()
    title, summary, opening = text.split("\n\n")[:3]
    assert title.startswith("# ")
    assert summary.removeprefix("A quick run, with too few data for conclusions. ").count(". ") == 0
    assert summary.endswith(".")
    assert opening.startswith("![")
    assert re.search(r"^\| --- \|.*---: \|$", text, re.MULTILINE)
    for part in EXPERIMENTS[name].parts:
        made = re.search(rf"^\| \[{part}\]\({name}_{part}\.json\) \|.*$", text, re.MULTILINE)
        assert made is not None
        for word in (f"`python -m experiments {name} --part {part}", "| 1 | 20", "cores"):
            assert word in made[0]
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
    """A page names its source, and has a verdict on every finding in the same four words."""
    section = text.partition(f"\n## {pages.CLAIMS}\n\n")[2].partition("\n## ")[0]
    known = {name for name, item in vars(sources).items() if isinstance(item, sources.Source)}
    assert " ".join(section.split()).startswith("Source: 《")
    assert any(getattr(sources, name).title in " ".join(section.split()) for name in known)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("|")]
    assert rows[0] == ["claimed", "where", "measured", "verdict"]
    assert len(rows) > 2, "a claim, below the heads and the rule"
    assert rows[2][0], "the first row names its claim"
    for _, _, measured, verdict in rows[2:]:
        assert measured
        assert re.fullmatch(VERDICT, verdict), verdict


def check_undecided(folder: Path, name: str) -> None:
    """A quick run confirms nothing, neither on its page nor in the plot."""
    text = (folder / f"{name}.md").read_text()
    assert text.split("\n\n")[1].startswith("A quick run, with too few data for conclusions. ")
    assert "not decided: a quick run has too few data |" in text
    assert not re.search(r"\| (not )?confirmed", text)
    for picture in folder.glob(f"{name}_claims.svg"):
        assert "confirmed" not in picture.read_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_of_the_documents_are_whole_and_of_full_runs(name: str) -> None:
    check_page(PAGES, name)
    assert "--quick" not in (PAGES / f"{name}.md").read_text()


def test_there_is_one_page_for_each_source() -> None:
    assert sorted(EXPERIMENTS) == sorted(NAMES)
    assert {path.stem for path in PAGES.glob("*.md")} == {*NAMES, "README"}
    results = {f"{name}_{part}" for name, one in EXPERIMENTS.items() for part in one.parts}
    assert {path.stem for path in PAGES.glob("*.json")} == results


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_a_quick_run_confirms_nothing(name: str, tmp_path: Path) -> None:
    """Even where the figures are those of a full run."""
    experiment = EXPERIMENTS[name]
    for part in experiment.parts:
        made, found = saved.load(experiment.file(PAGES, part), experiment.parts[part].found)
        saved.save(experiment.file(tmp_path, part), replace(made, command=f"{made.command} --quick"), found)
    common.redraw(experiment, tmp_path)
    check_undecided(tmp_path, name)


@pytest.mark.parametrize("name", NAMES)
def test_every_verdict_on_a_score_follows_from_its_interval(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What decisions.md says: all of the interval on one side of even, or no end more than 10 points from even."""
    shown = list[Claim]()
    monkeypatch.setattr(pages.Page, "claims", lambda page, claims, *about: shown.extend(claims))
    common.redraw(EXPERIMENTS[name], PAGES, tmp_path)
    assert shown
    for finding in (one for claim in shown for one in claim.findings):
        if finding.gain is None:
            continue
        low, high = finding.gain.low, finding.gain.high
        is_one_sided, is_narrow = low > 0 or high < 0, low >= -0.1 and high <= 0.1
        assert (finding.verdict.word == "not decided") == (not is_one_sided and not is_narrow), finding


def test_one_tree_is_judged_by_the_rule() -> None:
    """40.0 % (30.5 to 50.3) leaves room for 17 points beside 33.3 %, and confirms nothing."""
    row = Score(90, 3000, 0.4, 0.305, 0.503)
    assert str(makes_no_difference(row.gain)) == "not decided: the interval leaves room for 17.0 points"


def test_a_verdict_by_hand() -> None:
    gain, loss, narrow, wide = Gain(0.2, 0.1, 0.3), Gain(-0.2, -0.3, -0.1), Gain(0, -0.05, 0.1), Gain(0, -0.05, 0.11)
    assert [effect(one) for one in (gain, loss, narrow, wide)] == ["helps", "hurts", "no difference", "not decided"]
    assert [helps(one).word for one in (gain, loss, narrow, wide)] == [
        "confirmed",
        "not confirmed",
        "not confirmed",
        "not decided",
    ]
    assert [hurts(one).word for one in (loss, gain, narrow, wide)] == [
        "confirmed",
        "not confirmed",
        "not confirmed",
        "not decided",
    ]
    assert [makes_no_difference(one).word for one in (narrow, gain, loss, wide)] == [
        "confirmed",
        "not confirmed",
        "not confirmed",
        "not decided",
    ]
    assert str(makes_no_difference(Gain(0.06, 0.01, 0.09))) == "not confirmed: it helps"
    assert makes_no_difference(narrow).why == "no difference of more than 10.0 points"


def test_nearly_always_is_within_ten_points() -> None:
    """Wilson: the least of 30 of 30 is 88.6 %, of 60 of 60 94.0 %; the most of 40 of 60 is 77.3 %."""
    assert [about_nearly_all(*one).word for one in ((60, 60), (30, 30), (40, 60))] == [
        "confirmed",
        "not decided",
        "not confirmed",
    ]


def test_three_seats_win_equally_often_by_a_chi_square_test() -> None:
    """By hand: 222, 172, 206 of 600 have x = 6.52, p = exp(-3.26) = 0.038."""
    assert "p = 0.038" in equal_shares([222, 172, 206], 600).why
    assert equal_shares([222, 172, 206], 600).word == "not confirmed"
    assert equal_shares([222, 172, 206], 600, looks=2).word == "not decided"
    assert equal_shares([200, 205, 195], 600).word == "confirmed"
    assert equal_shares([10, 11, 9], 30).word == "not decided"


def test_the_ratio_of_the_times_is_computed() -> None:
    """The report's UCT with five times the simulations: as measured, not as somebody once thought."""
    rows = json.loads((PAGES / "course_connect_four_variants.json").read_text())["found"]["variants"]
    ratio = rows["Playout's own"]["seconds_per_move"] / rows["as in the report"]["seconds_per_move"]
    text = " ".join((PAGES / "course_connect_four.md").read_text().split())
    assert f"Playout's UCT takes {ratio:.1f} times as long" in text
    assert f"has 5 times as many simulations, and so {5 / ratio:.1f} times the time" in text
    assert f"if the report's UCT has {5 / ratio:.1f} times the time." in text
    assert "same time" not in text


def test_readers_see_sources_by_name() -> None:
    numbered = re.compile(r"(?i)\b(?:seeds?|reports?|lectures?|articles?|documents?|sources?|by|of|and) 00[0-4]\b")
    files = [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("experiments/**/*.py"), *ROOT.glob("src/**/*.py")]
    files += [*ROOT.glob("web/src/**/*.ts"), *ROOT.glob("web/src/**/*.svelte"), *ROOT.glob("examples/*.py")]
    found = [(path.name, match[0]) for path in files for match in numbered.finditer(path.read_text(encoding="utf-8"))]
    assert not found


def test_matches_are_added_to_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six matches with a score of 1/2 and then three with 1 are nine with 2/3; the new ones have seeds of their own."""
    seeds = list[tuple[int, int]]()

    def against(one: str, others: str, simulations: int, matches: int, seed: int) -> Score:
        seeds.append((matches, seed))
        return Score(matches, simulations, 1.0, 0.0, 1.0)

    monkeypatch.setattr(three_report, "against", against)
    part = EXPERIMENTS["three_players"].parts["report"]
    _, found = saved.load(PAGES / "three_players_report.json", part.found)
    assert part.more is not None
    small = replace(
        found, ways={"pruning": {50: Score(6, 50, 0.5, 0.0, 1.0)}}, worse={"decay": {50: found.worse["decay"][3000]}}
    )
    more = part.more(common.Options(), small, 50, 3)
    assert (more.ways["pruning"][50].matches, more.ways["pruning"][50].score) == (9, pytest.approx(2 / 3))
    assert seeds[0] == (3, 1 + 6 // 3)
    scales = part.more(common.Options(), small, 7, 3).ways["pruning"]
    assert list(scales) == [7, 50]
    assert (scales[7].matches, scales[7].score) == (3, 1.0)


def test_added_matches_are_saved_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(three_report, "against", lambda one, others, n, matches, seed: Score(matches, n, 0.0, 0.0, 1.0))
    for path in PAGES.glob("three_players_*.json"):
        (tmp_path / path.name).write_text(path.read_text())
    main(["three_players", "--simulations", "5,000,000", "--matches", "60", "--out", str(tmp_path)])
    text = " ".join((tmp_path / "three_players.md").read_text().split())
    # Nobody without pruning wins a match of 60: by Wilson at most 6.0 %, far below a third.
    assert (
        "| 5,000,000 simulations (60 matches) | one without it against two with it: 0.0 % (0.0 to 6.0) | confirmed |"
        in text
    )
    assert "60 matches of each row with 5,000,000 simulations were added on 20" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["three_players", "--simulations", "10"], "belong together"),
        (["hearthstone", "--simulations", "10", "--matches", "3"], "add to the saved results of three_players"),
        (["three_players", "--simulations", "10", "--matches", "0"], "argument --matches"),
        (["three_players", "--simulations", "10", "--matches", "4"], "a multiple of three"),
        (["lecture", "--part", "chess_and_go"], "--part: one of alpha_beta, bandits, tic_tac_toe"),
        (["lecture", "--quick"], "would replace the results of full runs"),
        (["chess"], "there is no experiment chess; there are lecture, "),
    ],
)
def test_what_cannot_be_run_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert words in capsys.readouterr().err


def test_a_page_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match=r"hearthstone_report\.json is missing; .*hearthstone --part report"):
        main(["hearthstone", "--pages", "--out", str(tmp_path)])


def test_the_index_repeats_the_first_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\nIt is\nso.\n\nMore.\n")
    pages.write_index(tmp_path)
    assert "- [One](one.md): It is so.\n" in (tmp_path / "README.md").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_what_its_saved_results_say(name: str, tmp_path: Path) -> None:
    """Every letter of the page and of its pictures comes from the results and from the script that draws them."""
    common.redraw(EXPERIMENTS[name], PAGES, tmp_path)
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
    pages.write_index(tmp_path)
    assert (tmp_path / "README.md").read_text() == (PAGES / "README.md").read_text()


def test_results_are_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full while new results are written leaves the old ones."""
    path, made = tmp_path / "x.json", saved.Made("command", 1, "machine", "2026-01-01", 2.5)
    saved.save(path, made, saved.SeatEntry(1, 0.5))

    def write_half(file: Path, text: str, encoding: str) -> None:
        file.write_bytes(text[: len(text) // 2].encode(encoding))
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "write_text", write_half)
    with pytest.raises(OSError, match="no space left"):
        saved.save(path, made, saved.SeatEntry(2, 0.25))
    assert saved.load(path, saved.SeatEntry) == (made, saved.SeatEntry(1, 0.5))


def test_what_is_saved_is_what_was_found(tmp_path: Path) -> None:
    """Numbers in full, keys of their own kind, and nan, which JSON does not know."""
    duel = saved.Duel(1 / 3, float("nan"), 0.7, 3, [saved.SeatEntry(2, 0.1)])
    found = own.Found(own.QUICK, {"a": {10: duel}}, {"b": 1e-9}, {}, {"c": duel}, {0.5: duel}, {})
    made = saved.Made("command", 1, "machine", "2026-01-01", 2.5)
    saved.save(tmp_path / "x.json", made, found)
    assert repr(saved.load(tmp_path / "x.json", own.Found)) == repr((made, found))
