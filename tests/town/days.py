"""The days of a person: how they come to town, and what a visit is."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from tests.town import habits as ways
from tests.town import neighbours
from tests.town.boards import boards_on, turns, waiting
from tests.town.outings import begin_match, find_match, offers_on, stray
from tests.town.people import PASSWORD, Life, Person
from tests.walk.browser import Page


def life(who: Person) -> Life:
    """All of it."""
    yield from arrive(who)
    yield from come(who, visit)


def come(who: Person, visit: Callable[[Person], Life]) -> Life:
    """Visit the site, as habits and hours have it."""
    clock = who.town.scheduler.clock
    when = clock.now
    for number in count(1):
        who.begin_visit(number)
        when = ways.next_visit(who.habits, when, clock.began, who.chance)
        yield max((when - clock.now).total_seconds(), 60.0)
        if number not in who.skipped:
            who.town.visits.append((who.number, number))
            yield from visit(who)


def arrive(who: Person) -> Life:
    """Sign up; or be a guest, who plays a bot first and may stay with a name."""
    who.get("/")
    yield who.pause()
    if who.habits.is_guest:
        yield from play_as_guest(who)
    else:
        yield from sign_up(who)
    if who.is_up_to("choose_when_mail_comes", 0.3):
        yield from neighbours.choose_when_mail_comes(who)
    if who.chance.random() < 0.15:
        yield from neighbours.look_at_devices(who)
    if who.chance.random() < 0.8:
        yield from find_match(who)
    if who.chance.random() < 0.2:
        yield from begin_match(who)


def sign_up(who: Person) -> Life:
    """As the form has it."""
    page = who.get("/accounts/signup/")
    for deed in who.window.deeds(page):
        if "signup" in deed.kind:
            yield who.pause()
            email = f"{who.name.lower()}@example.org" if who.is_up_to("has_address", 0.7) else ""
            who.do(
                deed, username=who.name, password1=PASSWORD, email=email,
                time_zone=who.habits.zone,
            )  # fmt: skip
            yield who.pause()
            if email and who.is_up_to("confirm_address", 0.8):
                yield from confirm_address(who, email)
            return


def confirm_address(who: Person, email: str) -> Life:
    """Follow the link in the mail, if it has come by now."""
    yield who.chance.uniform(60, 600)
    for letter in who.town.world.mails():
        if email in letter.to:
            found = re.search(r"https?://[^/\s]+(/accounts/confirm-email/\S+)", letter.body)
            if found:
                who.get(found[1])
                for deed in who.window.deeds():
                    if "confirm-email" in deed.kind:
                        yield who.pause()
                        who.do(deed)
                        return
                return


def play_as_guest(who: Person) -> Life:
    """Begin a match with a bot, and one day save it in an account."""
    yield from begin_match(who, "bot")
    for _visit in range(who.chance.randint(1, 6)):
        yield from turns(who)
        yield who.chance.uniform(600, 90_000)
    page = who.get("/claim/")
    for deed in who.window.deeds(page):
        if deed.kind == "claim" and deed.form.has("username"):
            yield who.pause()
            who.do(deed, username=who.name, password1=PASSWORD)
            return


def visit(who: Person) -> Life:
    """Look at the desk, move where it is one's turn, and stray."""
    who.window = who.chance.choice(who.windows)
    page = who.get("/desk/")
    if page.offers("/accounts/login/", "login"):
        yield who.pause()
        page = sign_in(who, page)
        if who.town.was_restored and page.offers("/accounts/login/", "login"):
            yield from sign_up(who)  # nobody knows them any more
    yield who.pause()
    if who.kept and who.chance.random() < who.habits.stale * 5:
        yield from who.press_old()
    if who.chance.random() < 0.7:
        yield from offers_on(who, page)
    yield from turns(who)
    if len(boards_on(page)) < who.habits.wants:
        yield from find_match(who)
    if who.chance.random() < max(who.habits.fiddles, who.town.fashion.kind.ponders):
        yield from waiting(who, page)
    if who.chance.random() < who.habits.strays:
        yield from stray(who)


def sign_in(who: Person, page: Page) -> Page:
    """With one's name and password."""
    for deed in who.window.deeds(page):
        if deed.form.has("login"):
            return who.do(deed, login=who.name, password=PASSWORD)
    return page
