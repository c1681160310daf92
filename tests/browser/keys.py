"""Keys only: the Tab key to a board or a group of buttons, arrow keys inside it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

AROUND = '[role="grid"], .table, [aria-label="Moves"][role="group"], [aria-label="Choose a move"]'
"""What has one stop of the Tab key, or a few buttons."""

WAY = """(target, around) => {
    const box = target.closest(around), now = document.activeElement;
    if (!box.contains(now)) {
        const back = now.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_PRECEDING;
        return { tab: back ? "Shift+Tab" : "Tab" };
    }
    const kinds = [['[role="grid"]', '[role="gridcell"]'], [".table", "[data-place]"], ["*", "button"]];
    const inside = kinds.find(([kind]) => box.matches(kind))[1];
    const items = [...box.querySelectorAll(inside)];
    const columns = Number(box.getAttribute("aria-colcount") ?? 0);
    return { from: items.indexOf(now.closest(inside)), to: items.indexOf(target), columns };
}"""
"""How to go on: a press of the Tab key, or two numbers of things of the same board."""


def reach(page: Page, target: Locator) -> None:
    """Give the focus to a thing that can be touched."""
    way: dict[str, Any] = target.evaluate(WAY, AROUND)
    presses = 0
    while "tab" in way:
        page.keyboard.press(way["tab"])
        presses += 1
        assert presses < 100, "the Tab key does not reach the board"
        way = target.evaluate(WAY, AROUND)
    columns = way["columns"] or 10_000
    down, right = way["to"] // columns - way["from"] // columns, way["to"] % columns - way["from"] % columns
    for key, count in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
        for _ in range(count):
            page.keyboard.press(key)
    assert target.evaluate("target => target === document.activeElement"), "the arrow keys lead elsewhere"
