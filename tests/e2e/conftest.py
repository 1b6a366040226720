"""Browsers against the running site. Nothing a page does may break its policy or leave us."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

# Playwright keeps an event loop in the main thread, where the tests use the ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

CHROMIUM = shutil.which("chromium")
"""Debian's browser with all it has: profiles, windows, a session that is restored."""

BROWSER = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same browser without its windows, where it is there: half the work a page."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-domain-reliability",
    "--metrics-recording-only",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]

# Refused answers, and requests given up when a page is left: whether they are right is for
# the test to say.
ABOUT_REQUESTS = (
    "Failed to load resource",
    "htmx:afterRequest",
    "htmx:sendAbort",
    "htmx:sendError",
    "htmx:responseError",
    "Response Status Error Code",
)

NewVisitor = Callable[..., Page]

# How long, in milliseconds, a page may take until what is waited for is so. Waits end at once
# when it is; the rest is for machines with much else to do.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's browser, without anything that calls home."""
    if BROWSER is None or CHROMIUM is None:
        pytest.exit("Browser tests need Debian's browser: apt-get install chromium", 1)
    return {**browser_type_launch_args, "executable_path": BROWSER, "args": FLAGS}


@pytest.fixture(scope="session")
def whole_browser(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """The browser with its windows, which asks for the picture of a tab by itself."""
    browser = launch_browser(executable_path=CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def running_site(django_db_setup: None) -> Iterator[Any]:
    """The site, open for the whole run."""
    from tests.site import Site

    site = Site()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(running_site: Any, transactional_db: None, settings: Any) -> Iterator[Any]:
    """The site with empty tables; at rest again before they are emptied."""
    settings.SITE_URL = running_site.url
    yield running_site
    running_site.settle()


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext],
) -> Callable[..., BrowserContext]:
    """As the plugin's, with our patience."""

    def context(**options: Any) -> BrowserContext:
        made = new_context(**options)
        made.set_default_timeout(PATIENCE)
        return made

    return context


@pytest.fixture
def new_visitor(site: Any, new_context: Callable[..., BrowserContext]) -> Iterator[NewVisitor]:
    """Makes pages of separate people: `new_visitor(locale="ja", …)`, as for a new context.

    They may ask for addresses that begin with *also* besides ours.
    """
    faults: list[str] = []
    contexts: list[BrowserContext] = []

    def visitor(also: str = "data:", **options: Any) -> Page:
        context = new_context(base_url=site.url, **options)
        contexts.append(context)
        context.on("close", lambda closed: contexts.remove(closed))
        watch(context, site.url, faults, also)
        return context.new_page()

    yield visitor
    seen = list(faults)
    for context in contexts[:]:
        context.close()  # before the tables are emptied under an open page
    assert seen == []


@pytest.fixture
def page(new_visitor: NewVisitor) -> Page:
    """One person's page."""
    return new_visitor()


def watch(context: BrowserContext, home: str, faults: list[str], also: str = "data:") -> None:
    """Collects script errors, breaches of the policy, and requests that leave the site."""

    def received(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(ABOUT_REQUESTS):
            faults.append(f"console: {message.text}")

    def asked(url: str) -> None:
        if not url.startswith(
            (home, also, home.replace("http", "ws", 1), "data:", "blob:", "about:")
        ):
            faults.append(f"request to {url}")

    context.on("console", received)
    context.on("weberror", lambda error: faults.append(f"script: {error.error.stack}"))
    context.on("request", lambda request: asked(request.url))


@pytest.fixture
def match(site: Any) -> Any:
    """Xiongqi between Ann and Bob, just begun."""
    from tests.kit.builders import match_between, person

    return match_between(person("Ann"), person("Bob"), now=timezone.now())


@pytest.fixture
def over(site: Any) -> Any:
    """Gunjin Shogi, played to its end."""
    from tests.kit.builders import person
    from tests.kit.gunjin import OCCUPATION, gunjin_match

    return gunjin_match(person("Ann"), person("Bob"), *OCCUPATION)
