"""A browser of a person in the town: the walk's, in this process and with no expectations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.running.houses import Door
from tests.town.histories import Histories
from tests.town.world import ORIGIN, World, cookies_of
from tests.walk.browser import Browser, Form, Page

NAMED = ("matches", "lobby", "challenges", "events", "clubs", "take", "people", "analyses", "learn")
"""Where addresses go on with what a thing is called."""
FIXED = ("new", "next", "daily", "start", "skirmish", "fork", "quick", "filters", "mark", "seeks")


@dataclass(frozen=True)
class Deed:
    """One thing that a page offers: a form of it, and by which of its buttons."""

    form: Form
    press: tuple[str, str] | None
    page: str
    """Where it is offered."""

    @property
    def kind(self) -> str:
        """What is done, whatever it is done to: `matches/-/draw do=offer`."""
        path = urlsplit(urljoin(self.page, self.form.action or self.page)).path
        parts = [part for part in path.split("/") if part]
        for number, part in enumerate(parts[1:3], 1):
            if parts[0] in NAMED and part not in FIXED:
                parts[number] = "ladder" if part.startswith("ladder-") else "-"
                break
        asked = self.form.fields.get("do", ())
        press = self.press or (("do", asked[0]) if len(asked) == 1 else None)
        said = f" {press[0]}={press[1]}" if press else ""
        if len(said) > 24 or (self.press and self.press[0] in ("star", "mute", "plain", "at")):
            said = f" {self.press[0]}" if self.press else ""
        return "/".join(parts) + said

    @property
    def sign(self) -> str:
        """What is done, and to what, but for what is new on each page."""
        fixed = {
            name: values
            for name, values in self.form.fields.items()
            if name not in ("csrfmiddlewaretoken", "key")
        }
        return f"{self.kind} {self.press} {fixed}"


@dataclass
class Noted:
    """What all windows were answered."""

    answers: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    histories: Histories = field(default_factory=Histories)

    def note(self, method: str, path: str, status: int) -> None:
        """One request more."""
        kind = f"{method} {status}"
        self.answers[kind] = self.answers.get(kind, 0) + 1
        if status >= 500:
            self.faults.append(f"{method} {path} answered {status}")


class Window(Browser):
    """One window with its own cookies; a page is kept as it was until it is looked at again."""

    def __init__(self, world: World, noted: Noted, address: str, *, has_scripts: bool) -> None:
        super().__init__(Door(8000, ORIGIN), lambda _asked: None, address)
        self.world, self.noted, self.has_scripts = world, noted, has_scripts
        self._by_script: dict[str, str] = {}

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Page:
        """The answer to one request, redirections as they are."""
        answer = self.world.ask(
            method, path, body, {**self.headers, **(headers or {})}, self.address
        )
        for name, value, is_gone in cookies_of(answer):
            if is_gone:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        self.noted.note(method, path, answer.status)
        page = Page(answer.status, path, answer.headers, answer.body)
        who = self.address.rpartition(".")[0]
        self.noted.histories.note(self.address, who, method, body, page)
        return page

    def _expected(self, page: Page, expect: int | tuple[int, ...]) -> Page:
        return page

    def do(self, deed: Deed, /, **fields: Any) -> Page:
        """Send what *deed* is; its fields are those of the page, but for *fields*.

        A move is sent as scripts send it, where there are any: the answer is the board alone, and
        the page it came to stays.
        """
        action = urljoin(deed.page, deed.form.action or deed.page)
        form, before = replace(deed.form, action=action), self.page
        if not (self.has_scripts and deed.kind == "matches/-/move"):
            return self.send(form, deed.press, **fields)
        self._by_script = {"HX-Request": "true", "HX-Current-URL": f"{ORIGIN}{deed.page}"}
        try:
            return self.send(form, deed.press, **fields)
        finally:
            self._by_script, self.page = {}, before

    def _origin(self) -> dict[str, str]:
        return {**super()._origin(), **self._by_script}

    def deeds(self, page: Page | None = None) -> list[Deed]:
        """All that *page* offers to send."""
        page = page or self.page
        found: list[Deed] = []
        for form in page.forms():
            if form.method != "post" or not form.is_sendable:
                continue
            presses = list(dict.fromkeys(form.buttons)) or [None]
            found += [Deed(form, press, page.path) for press in presses]
        return found
