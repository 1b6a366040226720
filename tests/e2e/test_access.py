"""Matches of every game by people who do not look, point or press as most do.

By reading alone, by one switch, at 400 % zoom, without motion, and with keys that are held down too
long: each plays the same short matches to their ends, sets up, doubts and looks back. In the
colours of the system, what is to be told apart on each board is.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.match.models import Match
from tests.e2e.assisted import PLAY, Hands, HeldKeys, OneSwitch, Reader
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import elsewhere, expect_move_shown, open_match, sign_in, square
from tests.kit.builders import match_between, match_from, person, play
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tests.kit.stages import ROUND, act, stage_of

ONE_FROM_MATE = "m8/9/1N7/9/9/9/9/7G1/8M -/- 0 guide -"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

Game = Callable[[Hands, User, User], None]


def opened(hands: Hands, match: Match) -> None:
    open_match(hands.page, match)
    hands.look("opened")


def won(hands: Hands) -> None:
    expect(hands.page.get_by_role("heading", name="You have won")).to_be_visible()
    hands.look("won")


def xiongqi(hands: Hands, ann: User, bob: User) -> None:
    """A match of three moves, and a look back at the board before its end."""
    match = match_between(ann, bob, now=timezone.now())
    opened(hands, match)
    hands.press("^c2, South Cannon")
    hands.hear("c2, South Cannon")
    hands.press("^c6, North Soldier", PLAY)
    expect_move_shown(hands.page, "c2c6")
    elsewhere(play, match, "f7e7", now=timezone.now())
    hands.hear("North: Cannon f7 to e7")
    hands.press("^c6, South Cannon", "^c8, North Bear", PLAY)
    won(hands)
    hands.press("^Previous move$")
    expect(hands.named("^c8, North Bear")).to_be_visible()
    hands.press("^Current position$")
    expect(hands.named("^c8, South Cannon")).to_be_visible()


def gunjin(hands: Hands, ann: User, bob: User) -> None:
    """A set-up, begun piece by piece; and a general before the headquarters."""
    opened(hands, gunjin_match(ann, bob, is_placed=False))
    hands.press("^General, 1 left to place", "^a2, empty")
    hands.hear("General .*a2")
    hands.press("^Fortress", "^Ready$", "^Ready$")
    expect(hands.page.locator("#actions")).to_contain_text("You are ready")
    opened(hands, gunjin_match(ann, bob, *OCCUPATION[:-1]))
    hands.press("^c6, South General", "^d6, ", PLAY)
    won(hands)


def seichu(hands: Hands, ann: User, bob: User) -> None:
    """A piece that moved by a foul is taken, and doubted."""
    opened(hands, seichu_match(ann, bob, *FOUL_CAPTURED[:-1]))
    hands.press("^b3, South Gold", "^c4, ", PLAY)
    hands.hear("foul")
    hands.press("^Doubt$", "^Doubt$")
    won(hands)


def gungi(hands: Hands, ann: User, bob: User) -> None:
    """One move from mate."""
    match = match_from(ONE_FROM_MATE, ann, bob, game="gungi", options={"rules": "guide"})
    opened(hands, match)
    hands.press("^h2, ", "^a2, ", PLAY)
    won(hands)


def nation(hands: Hands, ann: User, _bob: User) -> None:
    """A round: a command, one with a unit to choose, and what ends the turn; and the last one."""
    opened(hands, stage_of(ann, now=timezone.now()))
    hands.press("^Tax", PLAY, "^Drill", "^vanguard, Infantry", PLAY)
    hands.press(r"^\W*Training", PLAY)
    expect(hands.page.locator(".n-round")).to_have_text("Round 2 of 6")
    hands.look("the next round")
    match = stage_of(ann, now=timezone.now())
    for text in ROUND * 5:
        while not match.players.filter(user=ann, is_to_act=True).exists():
            hands.page.wait_for_timeout(50)  # the site has taken up its neighbours' turns itself
        act(match, text, now=timezone.now())
    opened(hands, match)
    hands.press("^Tax", PLAY, "^Market", PLAY, r"^\W*Battle against Village", PLAY)
    won(hands)


GAMES: tuple[Game, ...] = (xiongqi, gunjin, seichu, gungi, nation)


@pytest.fixture
def play_all(new_visitor: NewVisitor, site: Any) -> Callable[..., None]:
    """Play a match of each game with the hands that are made for the page."""

    def played(make: Callable[[Page], Hands], **options: Any) -> None:
        ann, bob = person("Ann"), person("Bob")
        page = new_visitor(**{**DESKTOP, **options})
        sign_in(page, site, ann)
        hands = make(page)
        for game in GAMES:
            game(hands, ann, bob)

    return played


def test_by_reading_alone(play_all: Callable[..., None]) -> None:
    play_all(Reader)


def test_by_one_switch(play_all: Callable[..., None]) -> None:
    play_all(OneSwitch)


def test_with_keys_that_are_held_too_long(play_all: Callable[..., None]) -> None:
    play_all(HeldKeys)


WIDER = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} too wide`);
  for (const one of document.querySelectorAll("body *")) {
    if (one.closest("#board, .unseen, svg, option, [hidden]") || !one.checkVisibility()) continue;
    const { left, right, width } = one.getBoundingClientRect();
    const isOut = width > 1 && (right > innerWidth + 1 || left < -1) && !one.matches(".skip");
    const flow = getComputedStyle(one).overflowX;
    const scrolls = ["auto", "scroll"].includes(flow) && one.scrollWidth > one.clientWidth + 1;
    const fault = scrolls ? "scrolls" : isOut ? "sticks out" : "";
    if (fault) found.push(`${fault}: ${one.outerHTML.slice(0, 80)}`);
  }
  return found;
}"""


def test_at_four_times_the_size(play_all: Callable[..., None]) -> None:
    """A window of 1280 by 1024 is one of 320 by 256 then; nothing but the board is any wider."""
    found: list[str] = []

    def look(page: Page, state: str) -> None:
        found.extend(f"{state}: {fault}" for fault in page.evaluate(WIDER))

    play_all(lambda page: Hands(page, look), viewport={"width": 320, "height": 256})
    assert found == []


MOTION = """
  window.moved = [];
  const note = (what) => window.moved.push(what);
  const fly = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    note(`animate ${this.outerHTML.slice(0, 60)}`);
    return fly.apply(this, how);
  };
  for (const name of ["transitionrun", "animationstart"]) {
    addEventListener(name, ({ target }) => {
      for (const motion of target.getAnimations()) {
        const { duration, iterations } = motion.effect.getComputedTiming();
        if (duration > 1 || iterations > 1) note(`${name} ${target.outerHTML.slice(0, 60)}`);
      }
    }, true);
  }
  for (const name of ["scrollIntoView", "scrollTo", "scrollBy"]) {
    const scroll = Element.prototype[name];
    Element.prototype[name] = function (...how) {
      if (how[0]?.behavior === "smooth") note(name);
      return scroll.apply(this, how);
    };
  }
"""


def test_without_motion(play_all: Callable[..., None]) -> None:
    found: list[str] = []

    def look(page: Page, state: str) -> None:
        found.extend(f"{state}: {what}" for what in page.evaluate("window.moved.splice(0)"))

    def make(page: Page) -> Hands:
        page.add_init_script(MOTION)
        return Hands(page, look)

    play_all(make, reduced_motion="reduce")
    assert found == []


APART = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(60, 60).getContext("2d");
    canvas.drawImage(picture, 0, 0, 60, 60);
    return canvas.getImageData(0, 0, 60, 60).data;
  }));
  const linear = (part) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const parts = [0.2126, 0.7152, 0.0722];
  const light = (data, at) =>
    parts.reduce((sum, part, index) => sum + part * linear(data[at + index]), 0.05);
  let count = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [light(one, at), light(other, at)];
    if (Math.max(a, b) / Math.min(a, b) >= 3) count += 1;
  }
  return count / 36;
}"""
"""In how many of a hundred points two pictures are told apart: a contrast of 3 to 1."""


def picture(one: Locator) -> str:
    return b64encode(one.screenshot()).decode()


def apart(page: Page, one: str, other: str) -> float:
    return float(page.evaluate(APART, [one, other]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_the_colours_of_the_system(new_visitor: NewVisitor, site: Any, scheme: str) -> None:
    """Own and other pieces, what is picked and where it can go."""
    ann, bob = person("Ann"), person("Bob")
    page = new_visitor(**DESKTOP, forced_colors="active", color_scheme=scheme)
    sign_in(page, site, ann)
    found = {}
    for match, pick, goal, own, other in (
        (match_between(ann, bob, now=timezone.now()), "a3", "a4", "a3", "a6"),
        (gunjin_match(ann, bob, *OCCUPATION[:-1]), "c6", "d6", "a1", "a6"),
        (seichu_match(ann, bob), "b2", "b3", "a1", "a7"),
        (match_between(ann, bob, game="gungi", now=timezone.now()), "a3", "a4", "e1", "e9"),
        (stage_of(ann, now=timezone.now()), "F", "M", "F", ""),
    ):
        open_match(page, match)
        game, names = match.game, [name for name in (pick, goal, own, other) if name]
        around = "li" if game == "nation" else ".cell"
        cells = {name: page.locator(f"{around}:has(#sq-{name})") for name in names}
        before = {name: picture(cell) for name, cell in cells.items()}
        if other:
            found[f"{game}: own and other"] = apart(page, before[own], before[other])
        square(page, pick).click()
        page.mouse.move(0, 0)
        after = {name: picture(cells[name]) for name in (pick, goal)}
        found[f"{game}: picked"] = apart(page, before[pick], after[pick])
        found[f"{game}: target"] = apart(page, before[goal], after[goal])
        found[f"{game}: picked and target"] = apart(page, after[pick], after[goal])
    assert {what: points for what, points in found.items() if points < 1} == {}
