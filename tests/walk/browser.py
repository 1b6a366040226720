"""A browser without scripts: pages, links and forms, cookies, and nothing else."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import unescape
from typing import Any
from urllib.parse import unquote, urlencode, urljoin, urlsplit

from tests.running.houses import Door

MOST_REDIRECTS = 5
LONGEST = 180.0
"""Seconds until a request is given up, however busy the machine is."""


class Refused(AssertionError):
    """An answer that the walk did not expect."""


@dataclass(frozen=True)
class Asked:
    """One request, and how it was answered."""

    method: str
    path: str
    status: int
    seconds: float = 0.0


@dataclass
class Form:
    """A form of a page, filled in as the page has it."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    """Name and value of each."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    """What may be chosen, by the name of the field."""
    is_hidden: bool = False
    is_sendable: bool = False
    """Whether it has a button that can be pressed."""

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether there is such a field, or a button with that value."""
        if value is None:
            return name in self.fields or any(name == each for each, _value in self.buttons)
        values = (*self.fields.get(name, ()), *self.choices.get(name, ()))
        return (name, value) in self.buttons or value in values


TAG = re.compile(
    r"<!--.*?-->|<(/?)(a|button|form|input|option|script|select|textarea)\b"
    r"((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.IGNORECASE | re.DOTALL,
)
"""What of a page can be followed or sent, one tag at a time: a parser of all tags takes as long as
the application takes to write them."""
ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
ANY_TAG = re.compile(r"<[^>]*>")


class _Reader:
    """Collects what can be followed or sent."""

    def __init__(self, page: str) -> None:
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.scripts: dict[str, str] = {}
        self._form: Form | None = None
        self._named: dict[str, Form] = {}
        self._link: str | None = None
        self._script = ""
        self._select: str | None = None
        self._area: str | None = None
        self._page, self._since, at = page, 0, 0
        while found := TAG.search(page, at):
            at, tag = found.end(), (found[2] or "").lower()
            if found[1]:
                self._end(tag, found.start())
            elif tag:
                self._begin(tag, found[3], at)
                if tag in ("script", "textarea"):  # what stands in it is no tag
                    end = re.compile(f"</{tag}", re.IGNORECASE).search(page, at)
                    at = end.start() if end else len(page)

    def _begin(self, tag: str, attributes: str, at: int) -> None:
        values = {
            name.lower(): unescape(quoted or single or bare)
            for name, quoted, single, bare in ATTRIBUTE.findall(attributes)
        }
        if tag in ("a", "script", "textarea"):
            self._since = at
        handle: Callable[[dict[str, str]], None] = getattr(self, f"_on_{tag}")
        handle(values)

    def _on_form(self, at: dict[str, str]) -> None:
        self._form = Form(at.get("action", ""), at.get("method", "get").lower())
        self._form.is_hidden = "hidden" in at
        self.forms.append(self._form)
        if "id" in at:
            self._named[at["id"]] = self._form

    def _on_input(self, at: dict[str, str]) -> None:
        name, form = at.get("name"), self._form
        if form is None or not name or "disabled" in at:
            return
        kind = at.get("type", "text")
        value = at.get("value", "on" if kind == "checkbox" else "")
        if kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(value)
            if "checked" not in at:
                return
        if kind in ("submit", "image"):
            form.is_sendable = True
            form.buttons.append((name, value))
            return
        form.fields.setdefault(name, []).append(value)

    def _on_button(self, at: dict[str, str]) -> None:
        form = self._named.get(at["form"]) if "form" in at else self._form
        if form is None or at.get("type", "submit") != "submit" or "disabled" in at:
            return
        form.is_sendable = True
        if at.get("name"):
            form.buttons.append((at["name"], at.get("value", "")))
        if at.get("formaction"):  # the same fields, sent elsewhere
            self.forms.append(replace(form, action=at["formaction"]))

    def _on_select(self, at: dict[str, str]) -> None:
        self._select = at.get("name")

    def _on_option(self, at: dict[str, str]) -> None:
        if self._form is None or self._select is None:
            return
        known = self._form.choices.setdefault(self._select, [])
        known.append(at.get("value", ""))
        if "selected" in at or len(known) == 1:
            self._form.fields[self._select] = [at.get("value", "")]

    def _on_textarea(self, at: dict[str, str]) -> None:
        self._area = at.get("name")

    def _on_a(self, at: dict[str, str]) -> None:
        self._link = at.get("href")

    def _on_script(self, at: dict[str, str]) -> None:
        self._script = at.get("id", "")

    def _end(self, tag: str, until: int) -> None:
        text = self._page[self._since : until]
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area and self._form is not None:
            self._form.fields[self._area] = [unescape(text).removeprefix("\n")]
            self._area = None
        elif tag == "a" and self._link is not None:
            self.links.append((self._link, " ".join(unescape(ANY_TAG.sub("", text)).split())))
            self._link = None
        elif tag == "script" and self._script:
            self.scripts[self._script] = text
            self._script = ""


@dataclass(frozen=True)
class Page:
    """An answer: where it came from, and what stands there."""

    status: int
    path: str
    """With its query, after all redirections."""
    headers: Mapping[str, str]
    body: bytes

    @cached_property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @cached_property
    def _read(self) -> _Reader:
        return _Reader(self.text)

    @property
    def links(self) -> list[tuple[str, str]]:
        """Where each leads, and what it says."""
        return self._read.links

    def link(self, pattern: str) -> str:
        """Where the first link whose address fits leads. Raises Refused."""
        for href, _text in self.links:
            if re.search(pattern, href):
                return href
        raise Refused(f"{self.path}: no link like {pattern}")

    @property
    def scripts(self) -> Mapping[str, str]:
        """What stands in scripts, by their ids."""
        return self._read.scripts

    def script(self, name: str) -> Any:
        """The data in a script of that id; None if there is none."""
        text = self._read.scripts.get(name)
        return None if text is None else json.loads(text)

    def forms(self, action: str = "", name: str = "", value: str | None = None) -> Iterator[Form]:
        """Those that are sent to *action* (a pattern) and have a field or button called *name*."""
        for form in self._read.forms:
            if re.search(action, form.action) and (not name or form.has(name, value)):
                yield form

    def form(self, action: str = "", name: str = "", value: str | None = None) -> Form:
        """The first of `forms`. Raises Refused."""
        for form in self.forms(action, name, value):
            return form
        raise Refused(f"{self.path} ({self.status}): no form {action} with {name} {value or ''}")

    def offers(self, action: str = "", name: str = "", value: str | None = None) -> bool:
        """Whether there is such a form."""
        return next(self.forms(action, name, value), None) is not None

    def said(self) -> str:
        """What the page says of errors, for a report."""
        found = re.findall(r'(?s)role="alert"[^>]*>(.*?)<|class="error[^>]*>(.*?)</', self.text)
        texts = (" ".join(re.sub(r"<[^>]+>", " ", "".join(each)).split()) for each in found)
        return "; ".join(text for text in texts if text)[:300]


class Pace:
    """So many a minute and no more, from all threads together: the rest wait."""

    def __init__(self, most: int) -> None:
        self._most, self._times, self._lock = most, deque[float](), threading.Lock()

    def take(self) -> None:
        with self._lock:
            if len(self._times) == self._most:
                time.sleep(max(0.0, self._times.popleft() + MINUTE - time.monotonic()))
            self._times.append(time.monotonic())


MINUTE = 60.0  # seconds
LOOKS = Pace(900)
"""Behind no proxy all browsers have one address, from which the site is looked at 1,000 times a
minute at most."""


class Browser:
    """One window with its own cookies. *note* is told of each request."""

    def __init__(
        self, door: Door, note: Callable[[Asked], None], address: str = "127.0.0.1"
    ) -> None:
        self.door, self._note, self.address = door, note, address
        self.cookies: dict[str, str] = {}
        self.page = Page(0, "/", {}, b"")

    @property
    def headers(self) -> dict[str, str]:
        """What is sent with everything."""
        told = {
            "Host": self.door.origin.partition("://")[2],
            "Accept-Language": "en",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        if self.door.is_proxied:
            told |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.address}
        return {name: value for name, value in told.items() if value}

    def get(self, path: str, expect: int | tuple[int, ...] = 200, **query: object) -> Page:
        """Go to *path*. Raises Refused for another status than expected."""
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        whole = f"{path}{'&' if '?' in path else '?'}{asked}" if asked else path
        return self._expected(self._follow("GET", whole, b"", {}), expect)

    def follow(self, pattern: str) -> Page:
        """Follow a link of the page."""
        return self.get(self.page.link(pattern))

    def send(
        self,
        form: Form,
        /,
        press: tuple[str, str] | None = None,
        expect: int | tuple[int, ...] = 200,
        **fields: object,
    ) -> Page:
        """Send *form* of the page with *fields* in place of its own, by the button *press*."""
        filled: dict[str, list[str]] = {**form.fields}
        for name, value in fields.items():
            values = value if isinstance(value, (list, tuple)) else [value]
            filled[name] = [str(each) for each in values if each is not None]
        if press is not None:
            filled[press[0]] = [press[1]]
        return self.submit(form.action or self.page.path, filled, form.method, expect)

    def submit(
        self,
        action: str,
        fields: Mapping[str, list[str]],
        method: str = "post",
        expect: int | tuple[int, ...] = 200,
    ) -> Page:
        """Send *fields* to *action*, seen from the page. Raises Refused."""
        where = urljoin(self.page.path, action)
        pairs = [(name, value) for name, values in fields.items() for value in values]
        if method == "get":
            path = f"{urlsplit(where).path}?{urlencode(pairs)}"
            return self._expected(self._follow("GET", path, b"", {}), expect)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self._follow("POST", where, urlencode(pairs).encode(), headers)
        return self._expected(answer, expect)

    def _expected(self, page: Page, expect: int | tuple[int, ...]) -> Page:
        if page.status not in ((expect,) if isinstance(expect, int) else expect):
            raise Refused(f"{page.path} answered {page.status}, not {expect}: {page.said()}")
        return page

    def _follow(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Page:
        for _hop in range(MOST_REDIRECTS):
            page = self.ask(method, path, body, {**headers, **self._origin()})
            if page.status not in (301, 302, 303) or "location" not in page.headers:
                self.page = page
                return page
            path = urljoin(page.path, page.headers["location"])
            path = path.removeprefix(self.door.origin)
            method, body, headers = "GET", b"", {}
        raise Refused(f"{path}: redirected too often")

    def _origin(self) -> dict[str, str]:
        return {"Origin": self.door.origin, "Referer": f"{self.door.origin}{self.page.path}"}

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Page:
        """The answer to one request, redirections as they are. Raises OSError."""
        if method == "GET" and not self.door.is_proxied:
            LOOKS.take()
        began = time.monotonic()
        wire = self.door.connection(LONGEST)
        try:
            wire.request(method, path, body or None, {**self.headers, **(headers or {})})
            answer = wire.getresponse()
            page = Page(
                answer.status,
                path,
                {name.lower(): value for name, value in answer.getheaders()},
                answer.read(),
            )
            for kept in answer.headers.get_all("Set-Cookie") or ():
                self._keep(kept)
        finally:
            wire.close()
        self._note(Asked(method, unquote(path), page.status, time.monotonic() - began))
        return page

    def _keep(self, kept: str) -> None:
        name, _equals, value = kept.partition(";")[0].partition("=")
        is_gone = re.search(r"max-age=0\b", kept, re.IGNORECASE)
        if is_gone or value in ("", '""'):
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = value
