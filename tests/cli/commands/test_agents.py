"""`playout agents`: who can play, and with what options."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from playout import OptionError
from playout.algorithms.puct.network import packaged_networks
from playout.algorithms.registry import ALGORITHMS
from playout.cli.app import make_app
from playout.presets import PRESETS


def shown(*words: str) -> str:
    found = CliRunner().invoke(make_app(["agents"]), ["agents", *words], catch_exceptions=False)
    assert found.exit_code == 0
    assert max(len(line) for line in found.output.splitlines()) <= 80
    return found.output


def test_all_agents_are_listed() -> None:
    text = shown()
    begins = [line.split()[0] for line in text.splitlines() if line[:1].strip()]
    assert begins[:-1] == ["random", "rules", *ALGORITHMS, "uci", "gtp", "program", "saiblo", *PRESETS]
    assert "information-set Monte Carlo tree search" in text


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_options_and_limits_of_an_agent_are_shown(name: str) -> None:
    kind, text = ALGORITHMS[name], shown(name)
    heads = [line.strip().split(":")[0] for line in text.splitlines() if line.startswith("  ") and line[2] != " "]
    assert sorted(heads) == sorted([*kind.option_type.names(), *kind.limits, "memory", "proven"])


def test_an_option_has_its_values_its_default_and_a_sentence() -> None:
    text = shown("uct")
    assert (
        "  c: a number from 0 to 100 (default: the game's own, else 0.4; 1.0 with prior)\n      how much to explore;"
        in text
    )
    assert "  choice: one of visits, mean, total (default: visits)\n" in text
    assert text.index("Options only to reproduce reports:") < text.index("  prune_ends: ") < text.index("Limits:")
    assert "`" not in text


def test_the_networks_that_come_with_playout_are_listed() -> None:
    for text in (shown(), shown("net")):
        listed = "Playout comes with " + ", ".join(f"net({name})" for name in packaged_networks())
        assert "net(tic_tac_toe)" in listed and listed in " ".join(text.split())


def test_agents_that_do_not_search_have_a_seed() -> None:
    assert shown("random") == "random has one option, seed: a whole number; the same seed gives the same moves.\n"


def test_rules_have_a_policy() -> None:
    assert shown("rules").splitlines()[1:] == [
        "policy: suggest, or another policy of the game, like document in hearthstone.",
        "seed: a whole number; the same seed gives the same moves.",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_says_what_it_stands_for(name: str) -> None:
    text = " ".join(shown(name).split())
    assert text.startswith(f"{name} is {PRESETS[name].spec}: ")
    assert text.endswith(f"Its options are those of {PRESETS[name].spec.name}.")


def test_an_unknown_agent_is_refused() -> None:
    with pytest.raises(
        OptionError, match=r"there is no agent 'utc' \(did you mean uct\?\); there are random, rules, uct"
    ):
        shown("utc")
