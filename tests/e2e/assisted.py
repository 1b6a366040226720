"""Hands and ears of people who do not look, point or press as most do, for `test_access.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.e2e.visits import expect_settled

MOST_TABS = 90
PLAY = "^Play$"
HEARD = """() => {
  window.heard = [];
  const regions = "[aria-live], [role=status], [role=alert], output";
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions);
      const text = region?.checkVisibility() && region.textContent.trim();
      if (text && window.heard.at(-1) !== text) window.heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Keeps what live regions say, as a screen reader is told of it."""


class Hands:
    """Presses what is named, by mouse; after each press `look` sees the page."""

    def __init__(self, page: Page, look: Callable[[Page, str], None] | None = None) -> None:
        self.page = page
        self._look = look
        page.add_init_script(f"addEventListener('DOMContentLoaded', {HEARD})")

    def named(self, name: str) -> Locator:
        """What can be pressed and is called so, by a pattern of its name."""
        pattern = re.compile(name)
        main = self.page.locator("main")
        buttons = main.get_by_role("button", name=pattern)
        return buttons.or_(main.get_by_role("link", name=pattern)).first

    def press(self, *names: str) -> None:
        """One after another, each once it is there."""
        for name in names:
            expect(self.named(name)).to_be_visible()
            self.take(name)
            if name == PLAY:
                expect(self.named(name)).to_be_hidden()
            expect_settled(self.page)
            self.look(name)

    def take(self, name: str) -> None:
        self.named(name).click()

    def look(self, state: str) -> None:
        if self._look is not None:
            self._look(self.page, state)

    def hear(self, words: str) -> None:
        """Wait until a live region has said it, and forget what was said before."""
        said = "words => window.heard.some((text) => new RegExp(words).test(text))"
        self.page.wait_for_function(said, arg=words)
        self.page.evaluate("window.heard = []")


class OneSwitch(Hands):
    """Tab and Enter are all the keys there are."""

    def take(self, name: str) -> None:
        wanted = self.named(name)
        for _press in range(MOST_TABS):
            if wanted.evaluate("one => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        expect(wanted).to_be_focused(timeout=1)
        self.enter()

    def enter(self) -> None:
        self.page.keyboard.press("Enter")


class HeldKeys(OneSwitch):
    """Lets no key go before it has repeated: five times in a second."""

    def take(self, name: str) -> None:
        self.named(name).focus()
        self.enter()

    def enter(self) -> None:
        for _repetition in range(4):
            self.page.keyboard.down("Enter")  # the second and later ones are repetitions
            expect_settled(self.page)
        self.page.keyboard.up("Enter")


class Node(NamedTuple):
    """Something a screen reader comes by."""

    role: str
    name: str
    description: str
    key: int
    """By which the browser knows it."""
    states: dict[str, Any]


class Reader(Hands):
    """Reads the accessibility tree from top to bottom and presses what it has read.

    NVDA's way: one thing after another, or the next of a kind. VoiceOver's: by lists of headings,
    landmarks and controls, and within a grid by rows. What is not in the tree is not there.
    """

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._tree = page.context.new_cdp_session(page)

    def nodes(self) -> Iterator[Node]:
        """What there is, in the order in which it is read."""
        nodes = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        waiting = [nodes[0]]
        while waiting:
            node = waiting.pop()
            waiting += [known[key] for key in reversed(node.get("childIds", ())) if key in known]
            if not node["ignored"]:
                said = [str(node.get(part, {}).get("value", "")) for part in _TEXTS]
                key = node.get("backendDOMNodeId", 0)
                states = {one["name"]: one["value"].get("value") for one in node["properties"]}
                yield Node(said[0], said[1], said[2], key, states)

    def look(self, state: str) -> None:
        """What has been opened, or has come to its end, is one page, in order."""
        if state in ("opened", "won"):
            nodes = list(self.nodes())
            check_places(nodes)
            if any(node.role == "grid" for node in nodes):
                check_grid(nodes)

    def take(self, name: str) -> None:
        nodes = list(self.nodes())
        node = find(nodes, name)
        is_picked = any(one.description == "picked" for one in nodes)
        if is_picked and re.match(r"[a-i]\d, ", node.name):
            assert node.description, node
        assert not node.states.get("disabled"), node
        resolved = self._tree.send("DOM.resolveNode", {"backendNodeId": node.key})
        self._tree.send(
            "Runtime.callFunctionOn",
            {
                "objectId": resolved["object"]["objectId"],
                "functionDeclaration": "function () { this.focus(); this.click(); }",
            },
        )


def find(nodes: Sequence[Node], name: str) -> Node:
    """The first control of that name in the main part."""
    main = next(at for at, node in enumerate(nodes) if node.role == "main")
    found = [node for node in nodes[main:] if node.role in _CONTROLS]
    there = [node for node in found if re.search(name, node.name)]
    assert there, (name, [node.name for node in found])
    return there[0]


def check_places(nodes: Sequence[Node]) -> None:
    """One main part, one first heading; landmarks of a kind are told apart by name."""
    places = [(node.role, node.name) for node in nodes if node.role in _LANDMARKS]
    assert len(places) == len(set(places)), places
    assert [role for role, _name in places].count("main") == 1
    levels = [node.states["level"] for node in nodes if node.role == "heading"]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert [node for node in nodes if node.role in _CONTROLS and not node.name.strip()] == []


def check_grid(nodes: Sequence[Node]) -> None:
    """The first row has the names of the files; each other begins with its own."""
    rows: list[list[str]] = []
    for node in nodes:
        if node.role == "row":
            rows.append([])
        elif node.role in ("columnheader", "rowheader", "gridcell"):
            rows[-1].append(node.role)
    assert {*rows[0]} == {"columnheader"}
    for head, *cells in rows[1:]:
        assert (head, {*cells}) == ("rowheader", {"gridcell"})


_TEXTS = ("role", "name", "description")
_CONTROLS = ("button", "link", "textbox", "combobox", "slider", "searchbox", "checkbox", "radio")
_LANDMARKS = ("banner", "main", "navigation", "contentinfo", "region", "search")
