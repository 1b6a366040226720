"""Contact sheets of every page: `make pages`. Not a test; its name keeps it out of a run.

A sheet shows one page in six sizes, light and dark, in both languages: `var/pages/empty` in a site
in which nothing has happened, `var/pages/full` in one with much of everything. PAGES names some of
them by parts of their addresses.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.http import HttpRequest
from playwright.sync_api import Browser, Page

from accounts.models import User
from engines.catalogue import GAMES, duels
from games.common.rownames import name_of as name_of_row
from games.moderation.models import Report
from games.reviews.saved import OPEN_GAMES
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import sign_in
from tests.kit.builders import QUICK_MATE, match_between, person, play, puzzle_of_the_house
from tests.kit.crowd import Crowd, Shares, Size
from tests.kit.holdings import Holdings
from tests.kit.staff import staff

SHEETS = Path(__file__).resolve().parents[2] / "var" / "pages"
SIZES = ((360, 740), (390, 844), (844, 390), (768, 1024), (1366, 657), (1440, 900))
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "ja")
MUCH = Size(users=60, finished=40, running=20, seeks=30, notices=40)

OF_GAMES = {
    "/rules/{game}/ /learn/{game}/": [meta.slug for meta in GAMES],
    "/analysis/{game}/": OPEN_GAMES,
    "/events/ladder-{game}/": duels(),
}
PUBLIC = """/ /lobby/ /learn/ /watch/ /events/ /campaign/ /campaign/skirmish/ /campaign/daily/
    /puzzles/ /clubs/ /ratings/ /news/ /statistics/ /search/ /search/?q=doubt /rules/ /fair-play/
    /privacy/ /terms/ /cookies/ /imprint/ /accessibility/ /accessibility/tell/ /accounts/login/
    /accounts/signup/ /accounts/password/reset/ /api/ /nowhere/
    /matches/new/ /campaign/first-harvest/ /events/league-xiongqi/ /learn/xiongqi/cannon/"""
ALLOW = (
    "/oauth/authorize?response_type=code&client_id=board&redirect_uri=https://board.example/"
    f"&scope=read+play&code_challenge={'a' * 43}&code_challenge_method=S256"
)
OWN = """/desk/ /archive/ /notices/ /notes/ /set-ups/ /set-ups/gunjin/ /analyses/ /people/
    /people/{me}/ /settings/ /settings/notices/ /settings/notices/sent/ /settings/security/
    /settings/tokens/ /settings/bots/ /settings/children/ /messages/
    /accounts/email/ /accounts/password/change/ /accounts/2fa/
    /accounts/2fa/totp/activate/ /accounts/logout/ /devices/ /vacation/ /my-data/ /reports/
    /standing/
    /events/new/ /clubs/new/ /events/?list=mine /clubs/?list=mine """
OWN += ALLOW
ONE_THING = """/matches/{match}/ /matches/{over}/ /matches/{match}/talk/ /clubs/{club}/
    /events/{event}/ /analyses/{analysis}/ /puzzles/xiongqi/{puzzle}/
    /standing/appeal/{sanction}/ /standing/appeal/{sanction}/?step=not-so"""

STAFF = """/admin/ /admin/moderation/report/ /admin/moderation/report/{report}/change/
    /admin/moderation/report/match/{match}/ /admin/moderation/report/person/{person}/
    /admin/moderation/report/events/ /admin/moderation/report/clubs/
    /admin/moderation/report/barriers/ /admin/moderation/report/site/ /admin/upkeep/
    /admin/moderation/modaction/ /admin/moderation/appeal/ /admin/match/match/ /admin/accounts/user/
    /admin/accounts/user/{person}/change/ /admin/notices/delivery/"""

VISITOR, OWNER, WORKER = "visitor", "owner", "worker"


class House:
    """Where pages are looked at: who looks, and what addresses are made of."""

    def __init__(self, me: User, **parts: object) -> None:
        worker = staff("senior", "Senior")
        worker.groups.add(*staff("operator").groups.all())
        self.people = {VISITOR: None, OWNER: me, WORKER: worker}
        self.parts = {"me": me.name, "person": me.pk, **parts}

    def pages(self) -> Iterator[tuple[str, str, str]]:
        """Every address, the name of its sheet, and as whom one looks at it."""
        of_games = " ".join(
            addresses.format(game=game) for addresses, games in OF_GAMES.items() for game in games
        )
        every = {f"{PUBLIC} {of_games}": VISITOR, f"{OWN} {ONE_THING}": OWNER, STAFF: WORKER}
        for addresses, who in every.items():
            for address in addresses.split():
                if is_wanted(address) and {*re.findall(r"\{(\w+)\}", address)} <= {*self.parts}:
                    yield address.format(**self.parts), name_of(address), who


def is_wanted(address: str) -> bool:
    """Whether PAGES names it, or nothing at all."""
    words = os.environ.get("PAGES", "").split()
    return not words or any(word in address for word in words)


def empty_house() -> House:
    """One person has come, and done nothing."""
    return House(person("Newcomer"))


def full_house() -> House:
    """Matches, seeks, clubs, events, notices by the dozen, and somebody who has of all."""
    crowd = Crowd(Shares())
    held = Holdings(crowd)
    crowd.grow(MUCH)
    held.grow(0, MUCH.seeks)
    me = crowd.collector
    for _number in range(9):
        play(match_between(me, crowd.one, now=crowd.now), *QUICK_MATE, now=crowd.now)
    match = match_between(me, crowd.one, now=crowd.now)
    play(match, "e3e4", "e6e5", now=crowd.now)
    return House(
        me,
        match=match.uid,
        over=crowd.finished.uid,
        club=held.club.uid,
        event=held.event.uid,
        analysis=held.analysis.uid,
        puzzle=puzzle_of_the_house().key,
        report=Report.objects.latest("pk").pk,
        sanction=name_of_row(held.sanction),
    )


HOUSES = {"empty": empty_house, "full": full_house}


@pytest.mark.parametrize("kind", HOUSES)
def test_sheets(new_visitor: NewVisitor, site: Any, browser: Browser, kind: str) -> None:
    """Take the pictures of every page, and put those of each on a sheet."""
    folder = SHEETS / kind
    folder.mkdir(parents=True, exist_ok=True)
    house = HOUSES[kind]()
    desks = {(lang, who): visitor(new_visitor, site, user, lang) for lang in LANGUAGES
             for who, user in house.people.items()}  # fmt: skip
    easel = browser.new_page(viewport={"width": 1900, "height": 900})
    for address, name, who in house.pages():
        pictures: dict[tuple[str, str], list[bytes]] = {}
        for language in LANGUAGES:
            page = desks[language, who]
            page.goto(address)
            for scheme in SCHEMES:
                pictures[scheme, language] = list(taken(page, scheme))
        easel.set_content(sheet_of(address, pictures))
        easel.screenshot(path=folder / f"{name}.png", full_page=True)
    easel.close()


def visitor(new_visitor: NewVisitor, site: Any, user: User | None, language: str) -> Page:
    """A browser in one language, signed in as somebody or nobody."""
    page = new_visitor(locale=language)
    if user is not None:
        sign_in(page, site, user)
        confirm(page, user)
    return page


def confirm(page: Page, user: User) -> None:
    """Open what asks for the password again, as if it had just been given."""
    (key,) = (one["value"] for one in page.context.cookies() if one["name"] == "sessionid")
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    record_authentication(request, user, method="password", reauthenticated=True)
    request.session.save()


def taken(page: Page, scheme: str) -> Iterator[bytes]:
    """The page as it stands, in every size."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        yield page.screenshot(type="jpeg", quality=80)


def name_of(address: str) -> str:
    """The name of its sheet."""
    return re.sub(r"\W+", "-", address).strip("-") or "front-page"


def sheet_of(address: str, pictures: dict[tuple[str, str], list[bytes]]) -> str:
    """The sheet as a page: a line a look, the sizes beside each other, all of one height."""
    lines = "".join(
        f"<h2>{scheme} · {language}</h2><div>{''.join(map(img, shots))}</div>"
        for (scheme, language), shots in pictures.items()
    )
    style = (
        "body{margin:8px;font:14px sans-serif;background:#999}h1,h2{font-size:14px;margin:4px 0}"
    )
    style += "div{display:flex;gap:8px}img{height:340px}"
    return f"<style>{style}</style><h1>{address}</h1>{lines}"


def img(picture: bytes) -> str:
    """A picture that lies in the page itself."""
    return f'<img src="data:image/jpeg;base64,{b64encode(picture).decode()}">'
