"""Takes the pictures of docs/tour.md: `make tour`. Not a test; its name keeps it out of a run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.boards.cards import card_for
from games.campaign.services import start_stage
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.models import Match
from games.match.terms.opening import Terms, create_lesson_match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, elsewhere, open_match, sign_in, square
from tests.kit import gunjin, seichu
from tests.kit.builders import match_between, person, play, submit
from tests.kit.gungi import CROWDED

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "img"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}
HAND: dict[str, Any] = {**PHONE, "color_scheme": "dark", "locale": "ja"}


@pytest.fixture(params=["desktop", "phone"])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def kiku(site: Any) -> User:
    return person("Kiku")


@pytest.fixture
def tetsu(site: Any) -> User:
    return person("Tetsu")


class Camera:
    """Opens pages of people and takes pictures of them."""

    def __init__(self, new_visitor: NewVisitor, site: Any, size: str) -> None:
        self._new_visitor, self._site, self._size = new_visitor, site, size

    def visit(self, path: str, user: User | None = None) -> Page:
        """The page at *path* as *user* sees it, or a visitor."""
        page = self._new_visitor(**(DESKTOP if self._size == "desktop" else HAND))
        if user is not None:
            sign_in(page, self._site, user)
        page.goto(path)
        return page

    def open(self, match: Match, user: User) -> Page:
        """The match as *user* sees it."""
        page = self.visit("/rules/", user)
        open_match(page, match)
        return page

    def take(self, page: Page, name: str) -> None:
        """Keep what is seen under that name."""
        page.wait_for_timeout(600)  # until what moves has come to rest
        path = PICTURES / f"{name}-{self._size}.png"
        page.screenshot(path=path, scale="css")


@pytest.fixture
def camera(new_visitor: NewVisitor, site: Any, size: str) -> Iterator[Camera]:
    yield Camera(new_visitor, site, size)


def begun(south: User, north: User) -> Match:
    """Seichu, about to begin."""
    match = match_between(south, north, now=timezone.now(), game="seichu")
    for seat, user in enumerate((south, north)):
        action = f"setup:{seichu.ARMIES[seat]}"
        submit(match, user, action, key=f"army-of-{seat}", now=timezone.now())
    return match


def test_the_front_door(camera: Camera, site: Any) -> None:
    camera.take(camera.visit("/"), "home")


def test_the_lobby(camera: Camera, kiku: User, tetsu: User) -> None:
    offers = (("xiongqi", "live15", True), ("gunjin", "days3", True), ("gungi", "relaxed", False))
    for user, (game, time, rated) in zip((tetsu, tetsu, person("Ume")), offers, strict=True):
        terms = Terms(game, time, rated=rated)
        open_seek(user=user, asked=SeekRequest(terms, lasts=timedelta(days=7)), now=timezone.now())
    camera.take(camera.visit("/lobby/", kiku), "lobby")


def test_stacks(camera: Camera, kiku: User, tetsu: User) -> None:
    match = match_between(kiku, tetsu, now=timezone.now(), game="gungi")
    play(match, *CROWDED, now=timezone.now())
    page = camera.open(match, kiku)
    square(page, "f4").focus()
    camera.take(page, "stacks")


def test_a_campaign(camera: Camera, kiku: User) -> None:
    start_stage(user=kiku, stage="first-harvest", key="key-of-tour", now=timezone.now())
    page = camera.visit("/campaign/", kiku)
    camera.take(page, "campaign")


def test_a_round(camera: Camera, kiku: User) -> None:
    lesson = card_for("nation").lesson
    assert lesson is not None
    terms = Terms("nation", "none", options={"stage": "first-harvest"})
    match = create_lesson_match(
        user=kiku, terms=terms, plies=lesson.plies, level="npc", now=timezone.now()
    )
    camera.take(camera.open(match, kiku), "round")


def test_setting_up(camera: Camera, kiku: User, tetsu: User) -> None:
    match = gunjin.gunjin_match(kiku, tetsu, is_placed=False)
    page = camera.open(match, kiku)
    page.locator("button[value='army:fortress']").click()
    page.wait_for_load_state("networkidle")
    square(page, "c2").click()
    camera.take(page, "setup")


def test_a_battle(camera: Camera, kiku: User, tetsu: User) -> None:
    match = gunjin.gunjin_match(kiku, tetsu, "b3b4", "g4g3")
    page = camera.open(match, kiku)
    elsewhere(play, match, "b4b5", now=timezone.now())
    expect(page.locator(".move-now")).to_be_visible()
    camera.take(page, "battle")


def test_a_bluff(camera: Camera, kiku: User, tetsu: User) -> None:
    match = begun(kiku, tetsu)
    page = camera.open(match, kiku)
    page.locator("#bluff-switch").click()
    square(page, "b2").click()
    expect(page.locator("#board .cell.bluff").first).to_be_visible()
    camera.take(page, "bluff")


def test_a_doubt(camera: Camera, kiku: User, tetsu: User) -> None:
    match = begun(kiku, tetsu)
    elsewhere(play, match, "b2b3", "d6c4", "b3c4", now=timezone.now())
    page = camera.open(match, kiku)
    expect(page.locator("#check")).to_be_visible()
    camera.take(page, "doubt")


def test_the_end_and_looking_back(camera: Camera, kiku: User, tetsu: User) -> None:
    match = gunjin.gunjin_match(kiku, tetsu, *gunjin.OCCUPATION[:6])
    before = camera.open(match, kiku)
    for name, kind in (("a4", "T"), ("f4", "X"), ("h5", "T")):
        square(before, name).click()
        expect(before.locator("#palette-title")).to_contain_text(name)
        before.locator(f"#mark-{kind}").click()
        expect(square(before, name).locator(".guess use")).to_have_count(1)
    before.context.close()
    elsewhere(play, match, *gunjin.OCCUPATION[6:], now=timezone.now())
    page = camera.open(match, kiku)
    camera.take(page, "reveal")
    page.goto(f"/matches/{match.uid}/?as=all&ply=10")
    camera.take(page, "replay")
