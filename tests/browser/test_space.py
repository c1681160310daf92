"""Boards in space: the slices beside them show the same cells, by the same names, and lines of stones can be shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import playout
from tests.browser.conftest import Server
from tests.browser.steps import PERSON, open_match

pytestmark = pytest.mark.browser


def open_cube(page: Page, server: Server, text: str) -> None:
    moves = list(playout.load("qubic").replay(text.split()).history)
    page.set_viewport_size({"width": 1280, "height": 720})
    open_match(page, server.new_match(page, "qubic", [PERSON, PERSON], moves=moves))
    expect(page.locator("canvas[aria-label]")).to_be_visible()


def test_a_slice_under_the_mouse_lights_its_layer_in_space(page: Page, server: Server) -> None:
    open_cube(page, server, "a1-1 b2-3")
    canvas = page.locator("canvas[aria-label]")
    page.get_by_role("grid", name=re.compile(", 3$")).hover()
    expect(canvas).to_have_attribute("data-lit", "2")
    page.get_by_role("grid", name=re.compile(", 1$")).hover()
    expect(canvas).to_have_attribute("data-lit", "0")
    page.locator(".status").hover()
    expect(canvas).to_have_attribute("data-lit", "")


def test_a_place_under_the_mouse_in_space_is_lit_in_its_slice_and_named(page: Page, server: Server) -> None:
    """Through the middle of the board the mouse meets several places, also stones; each has the name of its move."""
    open_cube(page, server, "b2-2 c2-2 b3-2 c3-2 b2-3 c2-3 b3-3 c3-3")
    box = page.locator("canvas[aria-label]").bounding_box()
    assert box
    named = set()
    for step in range(40):
        page.mouse.move(box["x"] + box["width"] * (0.3 + step / 100), box["y"] + box["height"] * 0.5)
        name = page.locator("output").inner_text()
        if not name:
            continue
        named.add(name)
        lit = page.locator("[data-cell].lit")
        expect(lit).to_have_count(1)
        assert playout.load("qubic").start().parse(name) == int(lit.get_attribute("data-cell") or -1)
    assert len(named) >= 2
    assert named & {"b2-2", "c2-2", "b3-2", "c3-2", "b2-3", "c2-3", "b3-3", "c3-3"}, "a stone is met"


def test_lines_of_three_are_shown_for_each_seat(page: Page, server: Server) -> None:
    """Black has three through the layers and three in a row with one place free; White has none."""
    open_cube(page, server, "a1-1 d4-1 a1-2 d4-2 a1-3 b4-4 a2-1 c1-2 a4-1")
    page.get_by_label("Lines of three and more").check()
    expect(page.locator(".counted")).to_have_text(["Black stone: 2 × 3"])
    expect(page.locator("line.run")).to_have_count(1)  # a1, a2 and a4 lie in one slice
    expect(page.locator("circle.run")).to_have_count(3)  # a1 in the first, second and third
