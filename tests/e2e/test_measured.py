"""How boards stand on small screens: measured in every game, as it is played and set up.

On a phone lying on its side the board is as high as the screen, with the row and the clock beside
it; on a laptop no board is lower than three fifths of the window; on a phone held upright the row
of actions is at the thumb. What plays the move is always in view. At every width nothing sticks out
of its panel, with all that can be opened in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.match.models import Match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, elsewhere, expect_settled, expect_to_say, open_match, sign_in
from tests.kit.builders import match_between, person, play
from tests.kit.gungi import BETRAYAL, CROWDED
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tests.kit.stages import stage_of

LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 657}}
UPRIGHT = PHONE
SIZES = {"lying": LYING, "laptop": LAPTOP, "upright": UPRIGHT}


def by_night(*values: Any) -> ParameterSet:
    """A width or a language that `make prove` alone looks at."""
    return pytest.param(*values, marks=pytest.mark.prove)


Scenes = Iterator[tuple[str, str]]
"""What is on the page, and what has to be in view to go on."""

PLAY = "#move-play"


class Visit:
    """A browser at one board after another, and the people it belongs to."""

    def __init__(self, page: Page, site: Any) -> None:
        self.page, self.site = page, site
        self.ann, self.bob = person("Ann"), person("Bob")

    def open(self, match: Match, user: User | None = None) -> None:
        """The match as Ann sees it, or *user*."""
        sign_in(self.page, self.site, user or self.ann)
        open_match(self.page, match)

    def pick(self, *squares: str) -> None:
        """Press one after the other."""
        for name in squares:
            self.page.locator(f'[id="sq-{name}"]').click()


def xiongqi(visit: Visit) -> Scenes:
    visit.open(match_between(visit.ann, visit.bob))
    visit.pick("e3", "e4")
    yield "to play", PLAY


def gunjin(visit: Visit) -> Scenes:
    visit.open(gunjin_match(visit.ann, visit.bob, is_placed=False))
    yield "set-up", "#row-text"
    yield from with_an_army(visit)
    visit.open(gunjin_match(visit.ann, visit.bob))
    visit.pick("b3", "b4")
    yield "to play", PLAY
    visit.open(gunjin_match(visit.ann, visit.bob, *OCCUPATION))
    yield "over, with everybody's eyes to look back with", '[data-row="over"] button'


def with_an_army(visit: Visit) -> Scenes:
    """The set-up with an army; taken from outside a match, the same."""
    visit.page.locator("button[value='army:fortress']").click()
    yield "set-up complete", "#ready"
    visit.page.locator("#ready").click()
    yield "asked whether ready", '[data-row="ready"] button'


def seichu(visit: Visit) -> Scenes:
    visit.open(match_between(visit.ann, visit.bob, game="seichu"))
    yield from with_an_army(visit)
    match = seichu_match(visit.ann, visit.bob)
    visit.open(match)
    visit.page.locator("#bluff-switch").click()
    visit.pick("b2")
    yield "a bluff thought of", "#row-text"
    elsewhere(play, match, *FOUL_CAPTURED, now=timezone.now())
    open_match(visit.page, match)
    yield "asked to doubt", '[data-row="check"] [data-ask="call-doubt"]'
    visit.page.locator('[data-row="check"] [data-ask="call-doubt"]').click()
    yield "asked back", '[data-row="call-doubt"] button'


def gungi(visit: Visit) -> Scenes:
    visit.open(match_between(visit.ann, visit.bob, game="gungi"))
    visit.pick("a3", "a4")
    yield "to play", PLAY
    visit.open(match_between(visit.ann, visit.bob, game="gungi", options={"rules": "advanced"}))
    visit.pick("m*")
    yield "picked in the hand", "#row-text"
    visit.pick("e1")
    yield "to place", PLAY


def nation(visit: Visit) -> Scenes:
    visit.open(stage_of(visit.ann))
    yield "opened", "#row-text"
    visit.page.locator(".n-end:not(.closed) .square").first.click()
    yield "to play", PLAY


def outside(visit: Visit) -> Scenes:
    sign_in(visit.page, visit.site, visit.ann)
    for game in ("gunjin", "seichu"):
        visit.page.goto(f"/set-ups/{game}/")
        yield f"{game} outside a match", "#row-text"


Box = dict[str, float]


MEASURE = """selector => {
    for (const one of document.querySelectorAll(selector)) {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const isThere = one.checkVisibility({ visibilityProperty: true }) && right > left;
        if (isThere) return { left, top, right, bottom };
    }
    return null;
}"""


def box(page: Page, selector: str) -> Box:
    """Where the first visible element of *selector* lies in the window, in pixels.

    Found and measured in one go: a fresh board may take its place in between.
    """
    found: Box = page.wait_for_function(MEASURE, arg=selector).json_value()
    return found


def faults_of(page: Page, size: str, goal: str) -> Iterator[str]:
    """What is wrong with where things lie; *goal* has to be in view."""
    height = SIZES[size]["viewport"]["height"]
    width = SIZES[size]["viewport"]["width"]
    expect_settled(page)
    wanted = box(page, goal)
    if wanted["top"] < 0 or wanted["bottom"] > height or wanted["right"] > width:
        yield f"{goal} is out of view: {wanted}"
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"the page is {wide} wide"
    parts = (".move-steps", ".panel-moves")
    lows = [box(page, part)["bottom"] for part in parts if page.locator(part).is_visible()]
    if lows and lows[0] > lows[-1]:
        yield "the steps stick out below their panel"
    row = box(page, ".action-row")
    if row["bottom"] > height + 1:
        yield f"the row ends at {row['bottom']}"
    if page.locator('.match[data-game="nation"]').count():
        return  # no board of squares: its two columns scroll below the row
    board = box(page, "#board-form")
    tall = board["bottom"] - board["top"]
    if size == "lying":
        yield from beside(page, board, tall / height)
    elif size == "laptop" and tall < 0.6 * height:
        yield f"the board takes {tall / height:.0%} of the height"


def beside(page: Page, board: Box, share: float) -> Iterator[str]:
    """The whole height is the board's, and row and clock stand at its side."""
    if not 0.86 <= share <= 1:
        yield f"the board takes {share:.0%} of the height"
    for part in (".action-row", ".seat.near .clock"):
        if page.locator(part).count() and box(page, part)["left"] < board["right"]:
            yield f"{part} is not beside the board"


@pytest.mark.parametrize("size", ["laptop", "upright", by_night("lying")])
def test_boards_fit(new_visitor: NewVisitor, site: Any, size: str) -> None:
    page = new_visitor(**SIZES[size])
    visit = Visit(page, site)
    found = [
        f"{scenes.__name__}, {what}: {fault}"
        for scenes in (xiongqi, gunjin, seichu, gungi, nation, outside)
        for what, goal in scenes(visit)
        for fault in faults_of(page, size, goal)
    ]
    assert found == []


WIDTHS = (320, 390, 768, 844, 1024, 1120, 1280, 1366, 1440, 1920)
OPENED = ".panel details:not([open]) > summary"
LOADED = ".panel details [hx-trigger^='toggle once']"

STICKING_OUT = """() => {
    const panels = document.querySelectorAll('.panel, .seat, .actions, .match-head, .match-result');
    const isClipped = (one, panel) => {
        for (let at = one; at !== panel; at = at.parentElement)
            if (getComputedStyle(at).overflowX !== 'visible' && at !== one) return true;
        return false;
    };
    const found = [];
    for (const panel of panels) {
        const { left, right } = panel.getBoundingClientRect();
        for (const one of panel.querySelectorAll('*')) {
            const isThere = one.checkVisibility({ visibilityProperty: true });
            if (!isThere || isClipped(one, panel)) continue;
            const box = one.getBoundingClientRect();
            if (box.width > 1 && (box.left < left - 1 || box.right > right + 1))
                found.push(`${panel.className}: ${one.outerHTML.slice(0, 60)} to ${box.right}`);
        }
    }
    return found;
}"""


def open_all(page: Page) -> None:
    """Open whatever a panel holds closed, and wait until it is there."""
    for name in ("moves", "facts"):
        if page.locator(f"label[for=tab-{name}]").is_visible():
            page.locator(f"label[for=tab-{name}]").click()
        while (closed := page.locator(OPENED).locator("visible=true")).count():
            closed.first.click()
    expect(page.locator(LOADED)).to_have_count(0)


def panels(visit: Visit) -> Scenes:
    """Every game as it is played, set up and over, with all panels open."""
    ann, bob = visit.ann, visit.bob
    for match in (
        match_between(ann, bob, rated=True),
        gunjin_match(ann, bob, is_placed=False),
        gunjin_match(ann, bob, *OCCUPATION),
        seichu_match(ann, bob),
        match_between(ann, bob, game="gungi", options={"rules": "advanced"}),
        stage_of(ann),
    ):
        visit.open(match)
        open_all(visit.page)
        yield f"{match.game}, {match.status}", ""


def widths_of(page: Page) -> Iterator[tuple[int, str]]:
    """Each width, and each panel that is shown in its turn there."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for tab in page.locator(".panel-tabs label").all():
            if tab.is_visible():
                tab.click()
                yield width, tab.inner_text()
        if width >= 1120:
            yield width, "all"


def test_nothing_sticks_out_of_its_panel(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor()
    found = [
        f"{what} at {width}, {shown}: {fault}"
        for what, _goal in panels(Visit(page, site))
        for width, shown in widths_of(page)
        for fault in page.evaluate(STICKING_OUT)
    ]
    assert found == []


def test_the_front_page_on_a_phone_shows_one_board_and_tiles(new_visitor: NewVisitor) -> None:
    page = new_visitor(**UPRIGHT)
    page.goto("/")
    tiles, boards = page.locator(".tile"), page.locator(".lesson")
    assert tiles.count() == boards.count() == 5
    for index in range(5):
        tiles.nth(index).click()
        assert [one.is_visible() for one in boards.all()].index(True) == index
        assert page.locator(".lesson:visible").count() == 1
        assert page.evaluate("document.documentElement.scrollHeight") < 2700
    assert len({round(tile.bounding_box()["y"]) for tile in tiles.all()}) == 1


def test_the_front_page_lying_has_a_board_on_its_first_screen(new_visitor: NewVisitor) -> None:
    page = new_visitor(**LYING)
    page.goto("/")
    for index in range(4):  # Nation has no board but a list
        page.locator(".tile").nth(index).click()
        assert box(page, ".lesson-board .board:not(.lesson[hidden] *)")["bottom"] <= 390


UNDER_ARROWS = """() => [...document.querySelectorAll('.form select')]
    .filter((one) => one.checkVisibility())
    .filter((one) => parseFloat(getComputedStyle(one).paddingInlineEnd) < 26)
    .map((one) => one.name)"""


def test_no_text_of_a_list_runs_under_its_arrow(new_visitor: NewVisitor, site: Any) -> None:
    """The arrow takes the last 23 pixels."""
    page = new_visitor(**LAPTOP)
    sign_in(page, site, person("Ann"))
    for address in ("/lobby/", "/matches/new/", "/settings/"):
        page.goto(address)
        assert page.evaluate(UNDER_ARROWS) == [], address


TAKEN = """() => [...document.querySelectorAll('.seat.far .captured li')].map((one) => {
    const [own, piece, count] = [one, one.querySelector('.piece'), one.querySelector('.pile-count')]
        .map((part) => part?.getBoundingClientRect());
    const isInside = !count || (count.left >= piece.left - 2 && count.right <= own.right);
    return { seen: Math.min(own.width, piece.width), isInside };
})"""


def test_what_lies_beside_the_board_can_be_read(new_visitor: NewVisitor, site: Any) -> None:
    """Captured pieces, and the other side's hand: large enough, no count over the next piece."""
    visit = Visit(new_visitor(**LAPTOP), site)
    match = match_between(visit.ann, visit.bob, game="gungi")
    play(match, *CROWDED)
    visit.open(match)
    for width, height in ((1366, 657), (1440, 900)):
        visit.page.set_viewport_size({"width": width, "height": height})
        taken = visit.page.evaluate(TAKEN)
        assert len(taken) >= 7
        assert [one for one in taken if one["seen"] < 28 or not one["isInside"]] == []


def test_a_tap_shows_what_lies_beside_the_board(new_visitor: NewVisitor, site: Any) -> None:
    visit = Visit(new_visitor(**UPRIGHT), site)
    match = match_between(visit.ann, visit.bob, game="gungi")
    play(match, *CROWDED)
    visit.open(match)
    visit.page.locator(".seat.far .tray-open").tap()
    sheet = visit.page.locator(".seat.far .tray-sheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Major General × 2")
    sizes = [piece.bounding_box() for piece in sheet.locator(".piece").all()]
    assert min(size["width"] for size in sizes if size) >= 36


OVER_BOARD = """() => {
    const [one, board] = ['.chooser', '.board'].map((part) =>
        document.querySelector(part).getBoundingClientRect());
    const wide = Math.min(one.right, board.right) - Math.max(one.left, board.left);
    const high = Math.min(one.bottom, board.bottom) - Math.max(one.top, board.top);
    return Math.max(0, wide) * Math.max(0, high) / (board.width * board.height);
}"""


@pytest.mark.parametrize(
    ("size", "most"), [(UPRIGHT, 0), (LAPTOP, 0.2), by_night(LYING, 0), by_night({}, 0.2)]
)
def test_the_chooser_shows_the_stacks_and_little_of_the_board_is_covered(
    new_visitor: NewVisitor, site: Any, size: dict[str, Any], most: float
) -> None:
    visit = Visit(new_visitor(**size), site)
    match = match_between(visit.ann, visit.bob, game="gungi")
    play(match, *CROWDED)
    visit.open(match)
    visit.pick("f4", "e6")
    capture, stack = visit.page.locator(".chooser-option").all()
    expect(capture).to_have_text("Capture Samurai, Spear")
    expect(capture.locator(".piece.black")).to_have_count(1)
    expect(stack.locator(".piece.white + .piece.white + .piece.black")).to_have_count(1)
    assert visit.page.evaluate(OVER_BOARD) <= most


@pytest.mark.parametrize("size", [UPRIGHT, LYING, by_night(LAPTOP)])
def test_every_way_to_win_over_a_stack_is_in_view(
    new_visitor: NewVisitor, site: Any, size: dict[str, Any]
) -> None:
    visit = Visit(new_visitor(**size), site)
    match = match_between(visit.ann, visit.bob, game="gungi", options={"rules": "advanced"})
    play(match, *BETRAYAL)
    visit.open(match)
    visit.pick("h3", "e6")
    options = visit.page.locator(".chooser-option")
    expect(options).to_have_count(5)
    for option in options.all():
        expect(option).to_be_in_viewport(ratio=1)
    assert visit.page.evaluate(OVER_BOARD) == 0
    options.last.click()
    expect_to_say(visit.page, "level 1, Spear on level 2")


UNNAMED = """() => [...document.querySelectorAll('.spare')].filter((one) => {
    const name = one.querySelector('.spare-name');
    return !name.checkVisibility() || name.scrollWidth > name.clientWidth + 1
        || name.getBoundingClientRect().right > one.getBoundingClientRect().right + 1;
}).map((one) => one.id)"""


@pytest.mark.parametrize("size", [UPRIGHT, LAPTOP, by_night({})])
def test_the_tray_names_its_pieces_and_the_picked_one(
    new_visitor: NewVisitor, site: Any, size: dict[str, Any]
) -> None:
    visit = Visit(new_visitor(**size), site)
    visit.open(gunjin_match(visit.ann, visit.bob, is_placed=False))
    page, said = visit.page, visit.page.locator("#placing-left")
    assert page.evaluate(UNNAMED) == []
    page.locator("#spare-S").click()
    expect(said).to_have_text("Spy picked: where to?")
    visit.pick("a1")
    expect(said).to_have_text("Still to place: 22")
    visit.pick("a1")  # what stands on the board as well
    expect(said).to_have_text("Spy picked: where to?")


IN_SIGHT = """() => [...document.querySelectorAll('.match-row')].filter((one) => {
    const own = one.getBoundingClientRect();
    return own.top >= 0 && own.bottom <= innerHeight && one.scrollWidth <= one.clientWidth + 1;
}).length"""


@pytest.mark.parametrize(("query", "fewest"), [("", 6), ("?compact=on", 12)])
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_many_boards_of_a_desk_are_in_sight(
    new_visitor: NewVisitor, site: Any, query: str, fewest: int, locale: str
) -> None:
    page, ann, bob = new_visitor(**LAPTOP, locale=locale), person("Annika"), person("Bartholomew")
    for _match in range(16):
        match_between(ann, bob)
    sign_in(page, site, ann)
    page.goto(f"/desk/{query}")
    assert page.evaluate(IN_SIGHT) >= fewest
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
