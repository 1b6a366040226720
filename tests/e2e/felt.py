"""What a visit feels like on a slow phone: when the page is there, and how soon a press shows.

The network is that of Lighthouse's slow 4G, 1.6 Mbit/s with 150 ms to every answer, and the
processor four times slower than this machine's.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, Request

LATENCY = 150  # ms
DOWN, UP = 1_600_000 / 8, 750_000 / 8  # bytes a second
SLOWER = 4  # times
QUIET = 1_000  # ms

WATCHED = """() => {
    const felt = (window.felt = { paint: 0, press: 0 });
    const watch = (type, options, take) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take))
            .observe({ type, buffered: true, ...options });
    watch("largest-contentful-paint", {}, (one) => (felt.paint = one.startTime));
    watch("event", { durationThreshold: 16 }, (one) => {
        if (one.interactionId) felt.press = Math.max(felt.press, one.duration);
    });
}"""
PAINTED = """() => new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => requestIdleCallback(resolve), 100)))"""
"""Two frames on, when what was observed has been told."""


def slow_down(page: Page) -> None:
    """Give *page* the network and the processor, and watch what it paints."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    conditions = {"latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(f"({WATCHED})()")


def visit(page: Page, path: str) -> float:
    """Open *path*; after how many milliseconds its largest part was there (LCP)."""
    open_requests: set[Request] = set()
    page.on("request", lambda request: open_requests.add(request))
    page.on("requestfinished", lambda request: open_requests.discard(request))
    page.on("requestfailed", lambda request: open_requests.discard(request))
    page.goto(path)
    page.wait_for_timeout(QUIET)
    while open_requests:
        page.wait_for_timeout(QUIET)
    page.evaluate(PAINTED)
    return float(page.evaluate("window.felt.paint"))


def press(page: Page, selectors: Sequence[str]) -> float:
    """Press one after the other what is there of them; how long the slowest took to show, in
    milliseconds; 0 if all showed within a frame (INP)."""
    for selector in selectors:
        found = page.locator(selector).locator("visible=true")
        if found.count():
            found.first.click()
            page.evaluate(PAINTED)
    return float(page.evaluate("window.felt.press"))
