"""Two matches that differ in hidden things only are one match to a real browser.

`make leaks` looks at more pairs (JINYA_PAIRS_IN_BROWSERS).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from games.matchpage.views import matches
from tests.e2e.conftest import NewVisitor
from tests.secrecy.browsers import Moves, differing, moves_after, twins_in_a_browser
from tests.secrecy.comparing import Pair, pair_of, unlike_received
from tests.secrecy.leaking import truth, wrap
from tests.secrecy.scripts import Received
from tests.secrecy.worlds import HIDDEN_GAMES

GATE = {"gunjin": (2, 9), "seichu": (3, 1068)}
"""A battle; a set-up, then an attack; a bluff and an answer; an answer of the viewer's own."""

BATTLE = ("gunjin", 2)
AT_LENGTH = range(1000, 1000 + int(os.environ.get("JINYA_PAIRS_IN_BROWSERS", "0")))

PAIRS = [
    *((game, GATE[game][0]) for game in HIDDEN_GAMES),
    *(
        pytest.param(game, number, marks=pytest.mark.prove)
        for game in HIDDEN_GAMES
        for number in (*GATE[game][1:], *AT_LENGTH)
    ),
]
"""In the gate the first of each game; the others by night."""


def how(game: str, number: int) -> tuple[Pair, Moves]:
    """The pair of that number, and how its match goes on."""
    pair = pair_of(game, number)
    if pair is None:
        pytest.skip("nothing there can be exchanged unnoticed")
    return pair, moves_after(game, number)


@pytest.fixture(scope="session")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


@pytest.mark.parametrize(("game", "number"), PAIRS)
def test_twins_are_one_to_a_browser(
    game: str, number: int, new_visitor: NewVisitor, site: Any
) -> None:
    assert differing(site, new_visitor, *how(game, number)) == []


def lines_of(noted: list[Received], stream: str, sign: str) -> list[str]:
    """What was noted in a stream of all pages, as far as it has that sign."""
    blobs = [
        received.blob.decode() for received in noted if f": {stream} of the " in received.place
    ]
    return [line for blob in blobs for line in blob.splitlines() if sign in line]


# The comparison is worth nothing until it finds leaks

LEAKY_SCRIPT = """document.addEventListener("match:shown", () => {
    const truth = Number(document.querySelector("[data-truth]")?.dataset.truth);
    const squares = document.querySelectorAll("#board .square");
    const one = squares[truth % squares.length];
    new Audio(`data:audio/wav;base64,${btoa(truth)}`).play().catch(() => {});
    new AudioContext({ sampleRate: 8000 + (truth % 1000) });
    navigator.vibrate(truth % 1000);
    one.animate([{ opacity: 0.9 }, { opacity: 1 }], { duration: 20 });
    scrollTo(0, truth % 100);
    one.focus({ preventScroll: true });
    one.parentElement.style.transition = "opacity 20ms";
    getComputedStyle(one.parentElement).opacity;
    one.parentElement.style.opacity = 0.9;
    document.getElementById("live").textContent = `Be careful: ${truth}`;
    sessionStorage.setItem("truth", truth);
});"""

LEAKS = {
    "pictures": ("kanji.svg?",),
    "sounds and motion": (
        "new Audio ",
        "play ",
        "new AudioContext ",
        "vibrate ",
        "animate ",
        "scrollTo ",
        "focus ",
    ),
    "transitions": ("transitionrun",),
    "words read out": ("Be careful",),
    "stores": ('"truth"',),
    "accessibility tree": ("A strong piece",),
}
"""What is planted, by the stream in which it must show."""


def plant(patch: pytest.MonkeyPatch) -> None:
    """Pages that name a drawing by what is hidden, describe it, and hand it to scripts."""

    def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
        response = answer(request, uid, *args, **kwargs)
        found = b"%d" % truth(uid)
        for honest, careless in (
            (b"/gunjin/kanji.svg", b"/gunjin/kanji.svg?" + found),
            (b'<div class="match"', b'<div class="match" data-truth="%s"' % found),
            (b"<h1>", b'<h1 aria-description="A strong piece: %s">' % found),
        ):
            is_rest = b" data-rest>" in response.content  # which has no heading
            # visitors see backs alone
            assert honest in response.content or b"kanji" in honest or is_rest
            response.content = response.content.replace(honest, careless)
        return response

    wrap(patch, matches, "_answer", leaky)


@pytest.mark.rotating("leaks")
def test_planted_leaks_are_found(
    new_context: Callable[..., BrowserContext], site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair, moves = how(*BATTLE)
    plant(monkeypatch)

    def leaky_page(**options: Any) -> Page:
        page = new_context(base_url=site.url, **options).new_page()
        page.add_init_script(LEAKY_SCRIPT)
        return page

    ones, others = twins_in_a_browser(site, leaky_page, pair, moves)
    missed = [
        (stream, sign)
        for stream, signs in LEAKS.items()
        for sign in signs
        if lines_of(ones, stream, sign) == lines_of(others, stream, sign)
    ]
    assert missed == []
    assert unlike_received(ones, others) != []
