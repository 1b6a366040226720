"""Axe finds nothing on any page in any state: labels, names, headings, landmarks, contrast.

The pages follow the table of routes. A state is what a page becomes by being used: opened,
asked, filled in wrongly, looked back in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.chat.services import say
from games.clubs.services import board, members
from games.endpoints.models import PushDevice, Webhook
from games.endpoints.services.calendar import renew_feed
from games.leagues.services.enrolling import enrol
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from games.moderation.models import Report
from games.notes.services import keep_note
from games.notices import choices
from games.notices.models import Delivery, Notice
from games.notices.services.unsubscribing import link_token
from games.programs import services as programs
from games.tournaments.services import beginning, clubmatches
from games.tournaments.services.clubmatches import ClubMatchRequest
from games.tournaments.services.entering import enter
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, elsewhere, sign_in, square
from tests.kit import axe
from tests.kit.builders import PASSWORD, club_of, match_between, offers, person, play, terms
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tests.kit.staff import staff
from tests.kit.stages import ROUND, act, stage_of
from tests.plans.hidden import hidden_match
from tests.routes import ROLES, TABLE, address, routes
from tests.tiers import is_proving

NOT_PAGES = {
    *("healthz", "readyz", "games:counts", "games:board", "games:who", "games:suggest"),
    *("admin:jsi18n", "mfa_login_webauthn", "games:latest-notice"),
    *("games:calendar", "games:manifest", "games:robots", "games:sitemap", "games:worker"),
    *("games:event-as-json", "games:event-as-csv", "games:event-as-trf", "api:openapi"),
    *("discovery", "games:daily-puzzle-feed", "games:person-feed", "games:club-feed"),
    "games:news-feed",
    *("games:event-as-svg", "games:event-as-png"),
    *(f"games:ladder-as-{form}" for form in ("json", "csv", "svg", "png")),
}
"""What answers 200 and is no page of its own."""

DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 657}, "color_scheme": "light"}
NIGHT: dict[str, Any] = {**PHONE, "color_scheme": "dark", "locale": "ja"}
LIVES_BEHIND_THE_CURTAIN = ("operator", "senior")

States = Iterator[str]


class Inspector:
    """Looks at pages with axe, and keeps what it finds."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.looked = 0

    def look(self, page: Page, state: str, *, in_themes: bool = False) -> None:
        """The page as it stands, with all that is folded in it opened; by night in all themes."""
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        faults = axe.findings(page, in_themes=in_themes and is_proving())
        self.found += [f"{state}: {fault}" for fault in faults]
        self.looked += 1


@pytest.fixture
def inspector() -> Iterator[Inspector]:
    inspector = Inspector()
    yield inspector
    assert inspector.looked, "nothing was looked at"
    assert inspector.found == []


@pytest.mark.parametrize(
    "role", ["visitor", "south", "operator", pytest.param("senior", marks=pytest.mark.prove)]
)
def test_pages(new_visitor: NewVisitor, site: Any, inspector: Inspector, role: str) -> None:
    """Every address that answers this role with a page."""
    now = timezone.now()
    people: dict[str, User] = {name: person(name) for name in ("south", "north")}
    people |= {name: staff(name) for name in LIVES_BEHIND_THE_CURTAIN}
    arguments = house_of(people["south"], people["north"], now)
    page = new_visitor(**DESKTOP)
    if role != "visitor":
        sign_in(page, site, people[role])
    for name, pattern in sorted(set(routes())):
        behind = pattern.startswith("admin/")
        if name in NOT_PAGES or behind != (role in LIVES_BEHIND_THE_CURTAIN):
            continue
        if TABLE[name].get.split()[ROLES.index(role)] == "200":
            page.goto(address(pattern, arguments))
            inspector.look(page, f"{name} as {role}", in_themes=True)


def house_of(south: User, north: User, now: datetime) -> dict[str, object]:
    """What addresses are made of, in a site where something has happened."""
    RecoveryCodes.activate(south)
    over = match_between(south, north, now=now)
    play(over, "e3e4", now=now)
    ending.resign(uid=over.uid, user=north, now=now)
    match = match_between(south, north, now=now)
    invitation = opening.create_invitation(user=south, terms=terms(), now=now)
    return {
        "uid": match.uid,
        "slug": "xiongqi",
        "stage": "first-harvest",
        "step": "cannon",
        "moves": "c2c3",
        "secret": invitation.secret,
        "token": link_token(south.pk, "your-turn"),
        "name": "south",
        "key": "made:up",
        "uidb36": "1",
        "app_label": "match",
        **offers(south, north, now=now),
    }


def test_used_pages(new_visitor: NewVisitor, site: Any, inspector: Inspector) -> None:
    """Menus opened, boards of the front door touched, forms refused, pages that are not there."""
    page, ann = new_visitor(**DESKTOP), person("Ann")
    page.goto("/")
    page.locator(".lesson .own .square").first.click()
    inspector.look(page, "a lesson picked")
    page.goto("/nowhere/")
    inspector.look(page, "not found")
    for path in ("/accounts/login/", "/accounts/signup/"):
        send_empty(page, path)
        inspector.look(page, f"{path} refused")
    sign_in(page, site, ann)
    for path in ("/accounts/password/change/", "/matches/new/?opponent=person"):
        send_empty(page, path)
        inspector.look(page, f"{path} refused")
    page.goto("/desk/")
    page.locator(".site-tools details.menu:not(.ways) summary").click()
    inspector.look(page, "the menu opened")
    page.goto("/matches/new/?game=gungi&opponent=bot")
    inspector.look(page, "a match against a bot")


def test_set_ups_outside_a_match(new_visitor: NewVisitor, site: Any, inspector: Inspector) -> None:
    page, ann = new_visitor(**NIGHT), person("Ann")
    sign_in(page, site, ann)
    page.goto("/set-ups/gunjin/")
    page.locator("#spares .spare").first.click()
    inspector.look(page, "a piece of the tray picked")
    page.locator("button[value='army:fortress']").click()
    page.locator("#keep-name").fill("Old wall")
    page.locator("#keep").click()
    expect(page.locator(".kept .ready-setup")).to_be_visible()
    page.locator("#ready").click()
    inspector.look(page, "asked whether to replace", in_themes=True)
    page.locator("label[for=tab-facts]").click()
    inspector.look(page, "the legend")
    page.goto("/set-ups/seichu/")
    inspector.look(page, "of Seichu")
    page.goto("/set-ups/")
    inspector.look(page, "all that are kept", in_themes=True)


def test_what_asks_for_the_password_again(
    new_visitor: NewVisitor, site: Any, inspector: Inspector
) -> None:
    """The question, refused and answered; then what lies behind it, passkeys among it."""
    page, ann = new_visitor(**DESKTOP), person("Ann")
    sign_in(page, site, ann)
    page.goto(reverse("mfa_activate_totp"))
    inspector.look(page, "asked for the password", in_themes=True)
    page.locator("#id_password").fill("wrong")
    page.locator("main form button").first.click()
    inspector.look(page, "a wrong password")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page).to_have_url(re.compile("totp"))
    inspector.look(page, "a second factor begun", in_themes=True)
    for name in (
        *("mfa_add_webauthn", "mfa_list_webauthn", "mfa_index", "account_change_password"),
        *("accounts:tokens", "games:bots"),
    ):
        page.goto(reverse(name))
        expect(page).to_have_url(re.compile(reverse(name)))
        inspector.look(page, name, in_themes=True)
    bots = reverse("games:bots")
    page.goto(bots)
    page.locator("[name=owner]").fill("nobody of that name")
    page.locator("button[value=ask]").click()
    inspector.look(page, "an owner whom there is not", in_themes=True)
    for name in ("Walker", "Runner"):
        asked = programs.ask(user=person(name), name=ann.name, now=timezone.now())
        if name == "Walker":
            programs.allow(owner=ann, key=asked.pk, now=timezone.now())
    page.goto(bots)
    expect(page.locator("main")).to_contain_text("Walker [bot]")
    expect(page.locator("button[value=allow]")).to_have_count(1)
    inspector.look(page, "an owner of bots", in_themes=True)
    RecoveryCodes.activate(ann)
    for name in ("mfa_view_recovery_codes", "mfa_generate_recovery_codes"):
        page.goto(reverse(name))
        inspector.look(page, name)


def test_the_workbenches(new_visitor: NewVisitor, site: Any, inspector: Inspector) -> None:
    """What staff work at once there is something to work on: a report, a match, a person."""
    ann, bob = person("ann"), person("bob")
    match = match_between(ann, bob, now=timezone.now())
    for text in ("Good luck!", "You play like a fool."):
        say(uid=match.uid, user=bob, room="players", text=text, now=timezone.now())
    page = new_visitor(**DESKTOP)
    sign_in(page, site, ann)
    page.goto(f"/matches/{match.uid}/report/")
    page.locator("[name=category]").select_option("throwing")
    page.locator("[name=text]").fill("He does not answer.")
    inspector.look(page, "a report filled in")
    page.locator("main form button").last.click()
    report = Report.objects.get()
    sign_in(page, site, staff("senior"))
    for name, argument in (
        ("admin:moderation_report_changelist", None),
        ("admin:moderation_report_change", report.pk),
        ("admin:moderation_match", match.uid),
        ("admin:moderation_person", bob.pk),
    ):
        page.goto(reverse(name, args=[] if argument is None else [argument]))
        inspector.look(page, name, in_themes=True)
    expect(page.locator("blockquote")).to_have_count(2)


def test_what_was_told(new_visitor: NewVisitor, site: Any, inspector: Inspector) -> None:
    """The matrix, refused and with an address that takes no mail; bell, ledger, devices filled."""
    page = new_visitor(**{**NIGHT, "color_scheme": "light"})
    ann = person("Ann", email="ann@example.org")
    now = timezone.now()
    match = match_with_everything(ann, person("Bob"), now)
    sign_in(page, site, ann)
    page.goto("/settings/notices/")
    inspector.look(page, "the matrix", in_themes=True)
    page.locator("#id_quiet_from").fill("22:00")
    page.locator("main form:last-of-type button.primary").click()
    expect(page.locator(".errorlist, [aria-invalid=true]").first).to_be_visible()
    inspector.look(page, "half a window refused", in_themes=True)
    for path in ("/notices/", "/settings/notices/sent/", "/devices/"):
        page.goto(path)
        inspector.look(page, path, in_themes=True)
    page.goto(f"/matches/{match.uid}/")
    show = "name => { document.getElementById('device-note').hidden = false;"
    show += " document.querySelector('#device-note p').textContent = name }"
    page.evaluate(show, "Shall this device tell you when a board waits?")
    inspector.look(page, "what the device asks", in_themes=True)


def test_notes_clubs_and_leagues_in_use(
    new_visitor: NewVisitor, site: Any, inspector: Inspector
) -> None:
    """Notes found and not found; a club with a request and an announcement, for its owner and for
    others; a league somebody is in."""
    ann, bob, now = person("Ann"), person("Bob"), timezone.now()
    keep_note(uid=match_between(ann, bob, now=now).uid, user=ann, text="Hold the file. #endgame")
    club = club_of(ann, now=now)
    members.join(uid=club.uid, user=bob, now=now)
    board.announce(uid=club.uid, officer=ann, text="We meet on Sunday.", now=now)
    enrol(game="xiongqi", user=ann, now=now)
    page = new_visitor(**{**NIGHT, "color_scheme": "light"})
    for user in (ann, bob):
        sign_in(page, site, user)
        for path in (
            *("/analyses/", "/analysis/xiongqi/?moves=c2c6"),
            *("/notes/", "/notes/?q=file", "/notes/?q=nothing", "/clubs/", "/clubs/new/"),
            *(f"/clubs/{club.uid}/", "/events/league-xiongqi/"),
        ):
            answer = page.goto(path)
            assert answer
            assert answer.status == 200, path
            inspector.look(page, f"{path} as {user.name}", in_themes=True)


def test_a_match_of_clubs_proposed_and_played(
    new_visitor: NewVisitor, site: Any, inspector: Inspector
) -> None:
    """For the officer who has asked and the one who answers, and then its boards."""
    now = timezone.now()
    people = [person(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    ann, bob, cat, dan = people
    home, guests = club_of(ann, now=now), club_of(bob, now=now)
    for club, user in ((home, cat), (guests, dan)):
        members.join(uid=club.uid, user=user, link=club.link, now=now)
    asked = ClubMatchRequest(home.uid, guests.name, replace(terms(), key="k" * 12), boards=2)
    meeting = clubmatches.propose(user=ann, asked=asked, now=now)
    page = new_visitor(**{**NIGHT, "color_scheme": "light"})
    path = f"/events/{meeting.uid}/"
    for user, seen in ((ann, (f"/clubs/{home.uid}/challenge/", path)), (bob, (path,))):
        sign_in(page, site, user)
        for shown in seen:
            page.goto(shown)
            inspector.look(page, f"{shown} as {user.name}", in_themes=True)
    clubmatches.accept(uid=meeting.uid, user=bob, now=now)
    for user in people:
        enter(uid=meeting.uid, user=user, now=now)
    beginning.begin_due(now)
    for shown in (path, f"/events/?club={home.uid}"):
        page.goto(shown)
        inspector.look(page, f"{shown} begun", in_themes=True)


@pytest.mark.parametrize("look", [DESKTOP, NIGHT], ids=["desktop", "phone by night"])
def test_boards_between_moves(
    new_visitor: NewVisitor, site: Any, inspector: Inspector, look: dict[str, Any]
) -> None:
    """Trying moves by the rules and by hand, and planning where pieces are hidden."""
    hidden = hidden_match("gunjin")
    north = hidden.players.get(seat=1).user
    match = match_between(person(), north, now=timezone.now())
    page = new_visitor(**look)
    sign_in(page, site, north)
    for path in (
        *("", "0/0/?at=e3", "0/0/?at=e3&at=e4"),
        *(f"../../{hidden.uid}/try/", f"../../{hidden.uid}/try/2/0/b3"),
        *(f"../../{hidden.uid}/plan/", f"../../{hidden.uid}/plan/moved-g3/"),
    ):
        answer = page.goto(f"/matches/{match.uid}/try/{path}")
        assert answer
        assert answer.status == 200, path
        inspector.look(page, path or "moves to try", in_themes=True)


def match_with_everything(ann: User, bob: User, now: datetime) -> Match:
    """A match of two; news of it by each channel, whatever came of it, to *ann*, whose address
    takes no more mail and who has a device and a webhook."""
    match = match_between(ann, bob, now=now)
    outcomes = [*Delivery.Outcome.values, ""]
    for number, kind in enumerate(("your-turn", "draw-offered", "clock-last", "match-over")):
        read = now if number % 2 else None
        notice = Notice.objects.create(
            user=ann, match=match, kind=kind, subject=f"{number}", made_at=now, read_at=read
        )
        for place, channel in enumerate(("mail", "push", "webhook")):
            outcome = outcomes[(number + place) % len(outcomes)]
            Delivery.objects.create(
                notice=notice,
                channel=channel,
                reader_id=ann.pk,
                due_at=now + timedelta(days=1),
                hinted_until=now + timedelta(days=1),
                settled_at=now if outcome else None,
                outcome=outcome,
                detail="503",
            )
    PushDevice.objects.create(
        user=ann,
        endpoint="https://fcm.googleapis.com/1",
        browser="Chrome",
        made_at=now,
        seen_at=now,
    )
    Webhook.objects.create(
        user=ann, url="https://example.org/hook", form="ntfy", made_at=now, stopped_at=now
    )
    renew_feed(user=ann, now=now)
    choices.stop_address(ann.pk, ann.email, "550 unknown", now)
    return match


def send_empty(page: Page, path: str) -> None:
    """Send the form of a page with nothing in it, and see it refused."""
    page.goto(path)
    with page.expect_navigation() as sent:
        page.locator("main form").first.evaluate(
            "form => { form.noValidate = true; form.requestSubmit() }"
        )
    assert sent.value
    assert sent.value.status == 422


# Boards


class Visit:
    """A browser at one board after another."""

    def __init__(self, page: Page, site: Any) -> None:
        self.page, self._site = page, site

    def open(self, match: Match, user: User, query: str = "") -> States:
        """The match page of *user* as it opens, and each of its tabs."""
        sign_in(self.page, self._site, user)
        self.go(f"/matches/{match.uid}/{query}")
        yield "opened"
        tabs = self.page.locator(".panel-tabs label:visible").all()
        for tab in [*tabs[1:], *tabs[:1]]:
            tab.click()
            yield f"tab {tab.get_attribute('for')}"

    def go(self, path: str) -> None:
        """Another page, or the same anew."""
        self.page.goto(path)
        if self.page.locator("#match-live").count():
            expect(self.page.locator("#match-live")).to_have_attribute("data-live", "on")


def xiongqi(visit: Visit, ann: User, bob: User) -> States:
    page, match = visit.page, match_between(ann, bob)
    yield from visit.open(match, ann)
    square(page, "c2").click()
    yield "picked"
    square(page, "c6").click()
    yield "asked to play"
    page.locator("#move-cancel").click()
    page.locator("#actions [data-ask=resign]").click()
    yield "asked to resign"
    elsewhere(play, match, "c2c6", "a8a7", "c6c8", now=timezone.now())
    visit.go(f"/matches/{match.uid}/")
    yield "moves"
    for name, path in (("paths", ""), ("a path", "xiongqi/"), ("a step", "xiongqi/cannon/?hint=2")):
        page.goto(f"/learn/{path}")
        yield name
    visit.go(f"/matches/{match.uid}/?ply=2")
    yield "looking back"
    elsewhere(ending.offer_draw, uid=match.uid, user=bob, now=timezone.now())
    visit.go(f"/matches/{match.uid}/")
    yield "a draw offered"
    elsewhere(ending.resign, uid=match.uid, user=bob, now=timezone.now())
    yield from visit.open(match, ann)


def gunjin(visit: Visit, ann: User, bob: User) -> States:
    page, match = visit.page, gunjin_match(ann, bob, is_placed=False)
    yield from visit.open(match, ann)
    page.locator("#spares .spare").first.click()
    yield "a piece of the tray picked"
    page.locator("button[value='army:fortress']").click()
    expect(page.locator("#ready")).to_be_visible()
    page.locator("#keep-name").fill("Old wall")
    page.locator("#keep").click()
    expect(page.locator(".kept .ready-setup")).to_be_visible()
    yield "a set-up kept"
    page.locator("#ready").click()
    yield "asked whether ready"
    match = gunjin_match(ann, bob, "b3b4", "g4g3")
    yield from visit.open(match, ann)
    square(page, "g3").click()
    page.locator("#mark-G").click()
    expect(page.locator("#mark-G")).to_have_attribute("aria-pressed", "true")
    yield "the palette"
    elsewhere(ending.resign, uid=match.uid, user=bob, now=timezone.now())
    yield from visit.open(match, ann, "?as=all")


def seichu(visit: Visit, ann: User, bob: User) -> States:
    page = visit.page
    yield from visit.open(match_between(ann, bob, game="seichu"), ann)
    match = seichu_match(ann, bob)
    yield from visit.open(match, ann)
    page.locator("#bluff-switch").click()
    square(page, "b2").click()
    yield "a bluff thought of"
    elsewhere(play, match, *FOUL_CAPTURED, now=timezone.now())
    visit.go(f"/matches/{match.uid}/")
    yield "asked whether it was a foul"
    page.locator('[data-row="check"] [data-ask="call-doubt"]').click()
    yield "asked back"


STACKED = ("m@e1", "m@e9", "r@d3", "d@d7", "n@d3", "s@a9", "done", "done", "d3d6", "a9b8")


def gungi(visit: Visit, ann: User, bob: User) -> States:
    page = visit.page
    match = match_between(ann, bob, game="gungi", options={"rules": "advanced"})
    yield from visit.open(match, ann)
    page.locator('[id="sq-m*"]').click()
    yield "picked in the hand"
    elsewhere(play, match, *STACKED, now=timezone.now())
    visit.go(f"/matches/{match.uid}/")
    square(page, "d6").focus()
    yield "a stack opened"
    square(page, "d6").click()
    square(page, "d7").click()
    expect(page.locator("#chooser")).to_be_visible()
    yield "the chooser"


def nation(visit: Visit, ann: User, _bob: User) -> States:
    page, match = visit.page, stage_of(ann)
    yield from visit.open(match, ann)
    page.locator(".n-end:not(.closed) .square").first.click()
    yield "asked to play"
    for action in ROUND:
        elsewhere(act, match, action)
    yield from visit.open(match, ann)
    visit.go("/campaign/")
    yield "the map"
    page.goto("/learn/nation/order/")
    yield "a step of its lessons"


@pytest.mark.parametrize("options", [DESKTOP, NIGHT], ids=["desktop", "night"])
@pytest.mark.parametrize("states", [xiongqi, gunjin, seichu, gungi, nation])
def test_boards(
    new_visitor: NewVisitor,
    site: Any,
    inspector: Inspector,
    states: Callable[[Visit, User, User], States],
    options: dict[str, Any],
) -> None:
    """Every game, from the first look to the end."""
    page = new_visitor(**options)
    for state in states(Visit(page, site), person("Ann"), person("Bob")):
        in_themes = options is DESKTOP and not state.startswith("tab")
        inspector.look(page, f"{states.__name__}: {state}", in_themes=in_themes)
