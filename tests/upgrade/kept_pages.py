"""Pages of one release that stay open, and what another answers when they are worked with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin, urlsplit

from tests.running.houses import Door
from tests.walk.browser import Asked, Browser, Form, Page

MOST_PAGES = 90
HTMX = {"HX-Request": "true", "HX-Target": "match"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LAST = re.compile(r"logout|delete|sessions|password|language")
"""What ends a sign-in, or an account, is sent when all else has been."""
NO_PAGE = re.compile(r"^/(static|ws|metrics|accounts/logout)|\.(txt|json|csv|ics|zip)$")


@dataclass(frozen=True)
class Kept:
    """Something that an open page can send: where it leads, filled in as it stood there."""

    page: str
    method: str
    path: str
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def shape(self) -> tuple[object, ...]:
        """The same for forms that differ in what they are about alone."""
        names = sorted(name for name, _value in self.fields)
        does = [value for name, value in self.fields if name in ("do", "action")]
        return self.method, shape_of(self.path), *names, *does


def shape_of(path: str) -> str:
    """An address without what it is about: the ids and numbers in it."""
    return re.sub(r"(?<=/)(?=[^/]*\d)[\w:.-]+(?=/|$)|\d+", "*", urlsplit(path).path)


class Window:
    """A browser of somebody who is signed in at *door*, and goes wherever links lead."""

    def __init__(self, door: Door, session: str) -> None:
        self.browser = Browser(door, self._note)
        self.browser.cookies[door.session_cookie] = session
        self.kept: dict[tuple[object, ...], Kept] = {}

    def _note(self, asked: Asked) -> None:
        assert asked.status < 500, asked

    def open_all(self, first: Iterable[str]) -> None:
        """Open a page of every kind, and keep what can be sent or followed from there."""
        waiting, seen = list(first), set[str]()
        while waiting and len(seen) < MOST_PAGES:
            path = waiting.pop(0)
            if shape_of(path) in seen or NO_PAGE.search(urlsplit(path).path):
                continue
            seen.add(shape_of(path))
            page = self.browser.get(path, expect=(200, 403, 404, 405, 410, 422))
            if page.status == 200 and "text/html" in page.headers.get("content-type", ""):
                for kept in what_it_sends(page):
                    self.kept.setdefault(kept.shape, kept)
                waiting += [each.path for each in what_it_leads_to(page)]

    def answers(self, door: Door) -> Iterator[tuple[Kept, str, Page]]:
        """What *door* answers to all that is kept: with a script's headers, and without.

        Those without come last: they are answered by what has been done already.
        """
        self.browser.door = door
        for kept in sorted(self.kept.values(), key=lambda kept: bool(LAST.search(kept.path))):
            yield kept, "script", self._ask(kept, HTMX)
            yield kept, "plain", self._ask(kept, {})

    def _ask(self, kept: Kept, headers: Mapping[str, str]) -> Page:
        origin = self.browser.door.origin
        told = {**headers, "Origin": origin, "Referer": f"{origin}{kept.page}"}
        if kept.method == "get":
            query = f"?{urlencode(kept.fields)}" if kept.fields else ""
            return self.browser.ask("GET", f"{kept.path}{query}", b"", told)
        body = urlencode(kept.fields).encode()
        return self.browser.ask("POST", kept.path, body, {**told, **FORM})


def what_it_sends(page: Page) -> Iterator[Kept]:
    """The forms of a page, by each of their buttons."""
    for form in page.forms():
        path = urljoin(page.path, form.action or page.path)
        if urlsplit(path).netloc:
            continue
        for button in form.buttons or [("", "")]:
            yield Kept(page.path, form.method, path, tuple(_filled(form, button)))


def _filled(form: Form, button: tuple[str, str]) -> Iterator[tuple[str, str]]:
    chosen = {name: values[:1] for name, values in form.choices.items()}
    for name, values in {**chosen, **form.fields}.items():
        yield from ((name, value) for value in values)
    if button[0]:
        yield button


def what_it_leads_to(page: Page) -> Iterator[Kept]:
    """The addresses in a page, those that its scripts ask for among them."""
    for path in re.findall(r'(?:href|hx-get|data-[a-z-]+)="(/[^"#]*)', page.text):
        clean = path.replace("&amp;", "&")
        if not NO_PAGE.search(urlsplit(clean).path):
            yield Kept(page.path, "get", clean)


def words_of(page: Page) -> str:
    """What can be read in an answer."""
    text = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", page.text)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())
