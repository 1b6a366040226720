"""Two people at one browser, one after the other: what does the second find of the first?"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.request import urlopen

from playwright.sync_api import BrowserType, Error

from tests.kit.builders import PASSWORD
from tests.running.processes import Running
from tests.secrecy.canaries import Canary, Leak
from tests.secrecy.house import House

PATIENCE = 60.0  # seconds
STEPS = 10
"""How often the second person goes back."""

FIRST, SECOND = "south", "north"
"""Opponents: what one of them hides, the other may look for at the same addresses."""


class PageLeft(Exception):
    """Something was asked of a page that is being left."""


class Engine(Protocol):
    """A browser with a profile of its own."""

    profile: Path

    def go(self, path: str) -> None: ...
    def type(self, field: str, text: str) -> None: ...
    def press(self, button: str) -> None: ...
    def run(self, script: str) -> Any:
        """What an expression comes to; a promise is awaited."""

    def restart(self) -> None:
        """Close, and open again what was open."""

    def close(self) -> None: ...
    def kill(self) -> None:
        """If it is still there."""


def until(engine: Engine, condition: str) -> None:
    """Wait until it holds on a page that is complete."""
    complete = f"document.readyState === 'complete' && ({condition})"
    wait_for(lambda: holds(engine, complete), condition)


def wait_for(condition: Callable[[], object], fault: str) -> None:
    """Until it holds; TimeoutError with the *fault* after a minute."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(fault)
        time.sleep(0.05)


def holds(engine: Engine, condition: str) -> bool:
    """Whether it does; not on a page that is just being left."""
    try:
        return bool(engine.run(condition))
    except PageLeft:
        return False


def steadily(engine: Engine, script: str) -> Any:
    """What it comes to; on the next page, if this one leaves, as pages of other people do."""
    for _page in range(3):
        try:
            return engine.run(script)
        except PageLeft:
            until(engine, "true")
    return engine.run(script)


def go(engine: Engine, path: str) -> None:
    """Open a page, live if it can be."""
    engine.go(path)
    until(engine, "!document.querySelector('#match-live[data-live=lost]')")


def sign_in(engine: Engine, name: str) -> None:
    """By the form, as people do."""
    go(engine, "/accounts/login/")
    engine.type("[name=login]", name)
    engine.type("[name=password]", PASSWORD)
    engine.press("main form .primary")
    until(engine, f"document.querySelector('.who')?.textContent === '{name}'")


def sign_out(engine: Engine) -> None:
    """By the menu."""
    engine.press(".site-tools details.menu:not(.ways) summary")
    engine.press(".site-tools form[action*=logout] button")
    until(engine, "!document.querySelector('.who')")


def play_and_leave(engine: Engine, house: House) -> list[Canary]:
    """The first person's visit; what they typed and did not send."""
    assert house.placing is not None
    sign_in(engine, FIRST)
    match, placing = (f"/matches/{one.uid}/" for one in (house.running, house.placing))
    go(engine, match)
    own = engine.run(NAMED_PIECES)
    engine.type("#typed", TYPED["#typed"])
    go(engine, placing)
    engine.type("#keep-name", TYPED["#keep-name"])
    engine.press("[name=do][value=random]")
    until(engine, "document.querySelector('#board-form').dataset.saved")
    letters = engine.run("document.querySelector('#board-form').dataset.saved")
    for path in ("knowledge/", "note/"):
        go(engine, f"{match}{path}")
    engine.type("#note-text", TYPED["#note-text"])
    go(engine, "/settings/")
    zone = engine.run(CHOSEN_ZONE)
    assert zone == house.people[FIRST].time_zone  # type: ignore[union-attr]
    for path in ("/settings/security/", "/desk/", "/archive/", "/notices/", match):
        go(engine, path)
    sign_out(engine)
    known = (*TYPED.values(), letters, *own)
    return [Canary(f"typed or seen: {text}", text.encode(), frozenset({FIRST})) for text in known]


TYPED = {
    "#typed": "CANARYmove",
    "#note-text": "CANARY-note-half-written",
    "#keep-name": "CANARY-name-half-written",
}
"""Where nothing is sent of what is typed."""

NAMED_PIECES = """[...document.querySelectorAll("#board .own .square")]
    .map((one) => one.getAttribute("aria-label")).filter(Boolean).map((name) => `"${name}"`)"""

PAGE = """[document.documentElement.outerHTML, document.title,
    ...[...document.querySelectorAll("input, textarea, select")].map((one) => one.value),
].join("\\n")"""

CHOSEN_ZONE = """(() => {
    const field = document.querySelector("[name=time_zone]");
    const listed = [...(field?.list?.options ?? [])].find((one) => one.value === field.value);
    return listed?.label.split(" · ")[0] ?? field?.value ?? "";
})()"""

STORES = """(async () => JSON.stringify({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    caches: await Promise.all((await caches.keys()).map(async (name) =>
        [name, (await (await caches.open(name)).keys()).map((one) => one.url)])),
    databases: (await indexedDB.databases()).map((one) => one.name),
    workers: (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope),
    state: [history.state, window.name],
}))()"""


def left_for_the_next(engine: Engine, house: House) -> set[Leak]:
    """What the second person comes across."""
    canaries = [*house.canaries, *play_and_leave(engine, house)]
    sign_in(engine, SECOND)
    found: set[Leak] = set()
    for place, text in looked_at(engine, house):
        found |= plainly(canaries, SECOND, place, text.encode())
    engine.close()
    for place, blob in on_disk(engine.profile):
        found |= plainly(canaries, SECOND, place, blob)
    return found


def plainly(canaries: Iterable[Canary], viewer: str, place: str, blob: bytes) -> set[Leak]:
    """What *viewer* can read there as it is; the leak tests see through disguises."""
    return {
        Leak(canary.name, viewer, place)
        for canary in canaries
        if canary.value in blob and not canary.may_be_seen(viewer, place)
    }


def looked_at(engine: Engine, house: House) -> Iterator[tuple[str, str]]:
    """Every page there is a way back to, as it is and loaded anew, and the stores."""
    for number in range(STEPS):
        step(engine, "back")
        yield from here(engine, house, f"{number + 1} times back")
    step(engine, "go")  # to where one is
    yield from here(engine, house, "loaded anew")
    engine.restart()
    yield from here(engine, house, "restored")
    step(engine, "back")
    yield from here(engine, house, "restored, and back")


def step(engine: Engine, way: str) -> None:
    """Press the button, and wait for another page."""
    here = "performance.timeOrigin + location.href"
    before = steadily(engine, here)
    engine.run(f"void setTimeout(() => history.{way}(), 0)")
    until(engine, f"({here}) !== {json.dumps(before)}")


def here(engine: Engine, house: House, place: str) -> Iterator[tuple[str, str]]:
    """The page and the stores, by the route of the page."""
    at = steadily(engine, "location.pathname")
    route = "accounts:settings" if at == "/settings/" else at
    yield f"{place}: {route}", re.sub(r"\s+", " ", steadily(engine, PAGE))
    yield f"{place}: zone chosen", steadily(engine, CHOSEN_ZONE)
    yield f"{place}: stores", steadily(engine, STORES)


def on_disk(profile: Path) -> Iterator[tuple[str, bytes]]:
    """All that the browser has written down, as it is and with two bytes a letter."""
    for path in profile.rglob("*"):
        if path.is_file() and not path.is_symlink():
            blob = path.read_bytes()
            yield f"on disk: {path.relative_to(profile)}", blob + b"\n" + blob.replace(b"\0", b"")


class Program:
    """A browser with a profile, which writes in the file *address* at which port it listens."""

    def __init__(self, profile: Path, address: str, *command: str) -> None:
        port = profile / address
        port.unlink(missing_ok=True)
        env = {**os.environ, "HOME": str(profile.parent), "MOZ_CRASHREPORTER_DISABLE": "1"}
        self._running = Running(command, env, profile.parent / "browser.log")
        wait_for(lambda: port.exists() and port.read_text(), "the browser did not open")
        self.port = int(port.read_text().split()[0])

    def end(self) -> None:
        """Until it has ended by itself, as it was asked to."""
        wait_for(lambda: not self._running.is_alive, "the browser did not end")
        self.kill()

    def kill(self) -> None:
        """Whatever there is left of it."""
        self._running.kill_all()


class Chromium:
    """Debian's Chromium, which may keep whole pages; never spoken to while it restores them."""

    def __init__(self, kind: BrowserType, profile: Path, home: str, *command: str) -> None:
        self._kind, self.profile, self._home, self._command = kind, profile, home, command
        self._open("about:blank", at="about:blank")

    def _open(self, what: str, at: str) -> None:
        how = ("--headless", "--window-size=1280,800", "--password-store=basic")
        where = ("--remote-debugging-port=0", f"--user-data-dir={self.profile}")
        self._program = Program(
            self.profile, "DevToolsActivePort", *self._command, *how, *where, what
        )
        door = f"http://127.0.0.1:{self._program.port}"
        wait_for(lambda: at in addresses(door), f"{at} was not opened")
        self._browser = self._kind.connect_over_cdp(door)
        (context,) = self._browser.contexts
        context.set_default_timeout(PATIENCE * 1000)
        self._page = next(page for page in context.pages if page.url == at)

    def go(self, path: str) -> None:
        self._page.goto(f"{self._home}{path}")

    def type(self, field: str, text: str) -> None:
        self._page.locator(field).first.fill(text)

    def press(self, button: str) -> None:
        self._page.locator(button).first.click()

    def run(self, script: str) -> Any:
        try:
            return self._page.evaluate(script)
        except Error as error:
            if "context was destroyed" in error.message:
                raise PageLeft from error
            raise

    def restart(self) -> None:
        home = self._page.url
        self.close()
        self._open("--restore-last-session", at=home)

    def close(self) -> None:
        self._browser.new_browser_cdp_session().send("Browser.close")
        self._program.end()

    def kill(self) -> None:
        self._program.kill()


def addresses(door: str) -> list[str]:
    """Where the pages of a Chromium are that is spoken to there."""
    with urlopen(f"{door}/json/list", timeout=PATIENCE) as answer:
        return [str(page["url"]) for page in json.load(answer)]
