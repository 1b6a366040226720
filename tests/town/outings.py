"""Where people go on the site besides their boards, as a table of outings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.town.boards import move
from tests.town.people import Life, Person
from tests.town.windows import Deed
from tests.walk.browser import Page

Outing = Callable[..., Life]
OUTINGS: list[tuple[Outing, float]] = []


def outing(weight: float) -> Callable[[Outing], Outing]:
    """Put a function into the table."""

    def enter(go: Outing) -> Outing:
        OUTINGS.append((go, weight))
        return go

    return enter


def stray(who: Person) -> Life:
    """Go somewhere, as chance has it."""
    yield from _go(who, {go.__name__: weight for go, weight in OUTINGS})


def _go(who: Person, weights: Mapping[str, float]) -> Life:
    """Go for one of these, as they are weighed and as the town has it."""
    keenness = who.town.fashion.keenness
    chosen = who.pick(list(weights), lambda name: weights[name] * keenness(name))
    yield from next(go for go, _weight in OUTINGS if go.__name__ == chosen)(who)


FOR_MATCHES = {"seek": 2.0, "challenge": 3.0, "begin_match": 0.3, "look_at_events": 1.0}
"""Outings that may lead to a match."""


def find_match(who: Person) -> Life:
    """Take an offer of somebody who waits, or else go where matches come from."""
    page = who.get("/lobby/")
    yield who.pause()
    if who.chance.random() < 0.9 and who.press(page, "lobby/seeks/- do=take"):
        yield who.pause()
    else:
        yield from _go(who, FOR_MATCHES)


@outing(2)
def seek(who: Person) -> Life:
    """Offer a match to anybody."""
    page = who.get("/matches/new/?opponent=here")
    for deed in who.window.deeds(page):
        if deed.kind == "matches/new":
            yield who.pause()
            who.do(deed, opponent="here", **terms(who), **besides(who, deed))
            return


BESIDES = ("days", "side")
"""What else the form of a match asks, that leads to a match whatever is chosen. Histories are read
as if onlookers saw a turn at once, so when they do is left as it is."""


def besides(who: Person, deed: Deed) -> dict[str, Any]:
    """What they choose of it, now and then."""
    return {
        name: who.pick(deed.form.choices[name])
        for name in BESIDES
        if deed.form.choices.get(name) and who.chance.random() < 0.3
    }


def terms(who: Person) -> dict[str, Any]:
    """What they like to play."""
    time = who.chance.choice(who.habits.times)
    rated = who.chance.choice(("usual", "yes", "no"))
    return {
        "game": who.chance.choice(who.habits.games),
        "time": time,
        "rated": "no" if time == "none" else rated,
    }


@outing(3)
def look_at_lobby(who: Person) -> Life:
    """Take an offer that fits."""
    page = who.get("/lobby/")
    seeks = [href for href, _text in page.links if re.match(r"/lobby/seeks/[\w-]+/", href)]
    yield who.pause()
    if seeks and who.chance.random() < 0.8:
        page = who.get(who.pick(seeks))
        yield who.pause()
    yield from who.something(page)


@outing(1)
def begin_match(who: Person, opponent: str = "") -> Life:
    """Begin a match with a bot, or for whoever follows a link."""
    page = who.get("/matches/new/")
    for deed in who.window.deeds(page):
        if deed.kind == "matches/new":
            yield who.pause()
            asked = terms(who)
            asked["rated"] = "yes" if asked["rated"] == "yes" else "no"
            opponent = opponent or "bot"
            who.do(deed, opponent=opponent, level="easy", **asked)
            yield who.pause()
            if "/matches/" in who.window.page.path:
                move(who, who.window.page)
            return


@outing(2)
def challenge(who: Person) -> Life:
    """Ask somebody that one has seen on the site."""
    meet(who, who.get("/people/"))
    yield who.pause()
    others = [name for name in who.known if name != who.name]
    if not others:
        return
    to = who.pick(others)
    page = who.get(f"/matches/new/?opponent=person&to={to}")
    for deed in who.window.deeds(page):
        if deed.kind == "matches/new":
            yield who.pause()
            who.do(deed, opponent="person", to=to, **terms(who), **besides(who, deed))
            return


def meet(who: Person, page: Page) -> None:
    """Remember whom the page names."""
    for href, _text in page.links:
        found = re.match(r"/people/([^/?]+)/$", href)
        if found and found[1] not in who.known:
            who.known.append(found[1])


@outing(3)
def look_at_events(who: Person) -> Life:
    """Enter one, or make one."""
    page = who.get("/events/")
    yield who.pause()
    if who.is_up_to("events/new", 0.3):
        page = who.get("/events/new/")
        for deed in who.window.deeds(page):
            if deed.kind == "events/new":
                yield who.pause()
                fields = {**terms(who), "name": f"Cup of {who.name}", "rated": "no"}
                kind = who.town.fashion.kind
                size = who.chance.choice(kind.cups)
                # bots that meet each other play on and on: there are few of them in a cup of four
                takes_bots = size == kind.cups[0]
                who.do(deed, size=size, takes_bots="on" if takes_bots else None, **fields)
                return
    if events := events_on(page):
        page = who.get(who.pick(events, lambda href: 1.0 if STANDING.match(href) else 4.0))
        yield who.pause()
        yield from who.something(page)


def events_on(page: Page) -> list[str]:
    """The events that *page* leads to."""
    events = [href for href, _text in page.links if re.match(r"/events/[\w-]+/$", href)]
    return [href for href in dict.fromkeys(events) if "new" not in href]


@outing(1)
def look_at_own_events(who: Person) -> Life:
    """See how one stands in what one has entered, and perhaps leave it."""
    page = who.get("/events/?list=mine")
    yield who.pause()
    if events := [event for event in events_on(page) if not STANDING.match(event)]:
        page = who.get(who.pick(events))
        yield who.pause()
        yield from who.something(page)


STANDING = re.compile(r"/events/(ladder|league)-")
"""Events that nobody begins, and that are there every day."""


@outing(2)
def look_at_clubs(who: Person) -> Life:
    """Join one, or found one."""
    page = who.get("/clubs/")
    yield who.pause()
    if who.chance.random() < 0.15:
        page = who.get("/clubs/new/")
        for deed in who.window.deeds(page):
            if deed.kind == "clubs/new":
                yield who.pause()
                who.do(deed, name=f"Club {who.name}", about="Slow")
                return
    clubs = [href for href, _text in page.links if re.match(r"/clubs/[\w-]+/$", href)]
    clubs = [href for href in dict.fromkeys(clubs) if "new" not in href]
    if clubs:
        page = who.get(who.pick(clubs))
        yield who.pause()
        yield from who.something(page)


@outing(1)
def look_at_vacation(who: Person) -> Life:
    """Go on vacation, or come back."""
    page = who.get("/vacation/")
    yield who.pause()
    yield from who.something(page)


@outing(1)
def campaign(who: Person) -> Life:
    """Play a stage of Nation for a while."""
    page = who.get("/campaign/")
    starts = [deed for deed in who.window.deeds(page) if deed.kind == "campaign/start"]
    yield who.pause()
    if starts:
        page = who.do(who.pick(starts))
        yield who.pause()
        for _turn in range(who.chance.randint(1, 5)):
            if "/matches/" not in page.path or not move(who, page):
                return
            yield who.pause()
            page = who.get(page.path.partition("?")[0])


@outing(1)
def change_settings(who: Person) -> Life:
    """Look at the settings, and save them as they are, or with another night."""
    page = who.get("/settings/")
    yield who.pause()
    for deed in who.window.deeds(page):
        if deed.kind == "settings" and deed.form.has("theme"):
            fields: dict[str, Any] = {}
            if who.chance.random() < 0.3:
                fields["plays_forced"] = "on"
            who.do(deed, **fields)
            return


@outing(3)
def follow_links(who: Person) -> Life:
    """Go where links lead, for a while, and do what is offered there."""
    for _step in range(who.chance.randint(1, 4)):
        links = [
            href
            for href, _text in who.window.page.links
            if href.startswith("/") and not href.startswith(("/static/", "/accounts/", "/my-data"))
        ]
        if not links:
            return
        page = who.get(who.pick(links))
        meet(who, page)
        yield who.pause()
        if who.chance.random() < 0.3:
            yield from who.something(page)
            return


def offers_on(who: Person, page: Page) -> Life:
    """Answer what the desk asks: challenges, invitations."""
    links = [href for href, _text in page.links if re.match(r"/challenges/[\w-]{6,}/", href)]
    for href in dict.fromkeys(links):
        page = who.get(href)
        yield who.pause()
        yield from who.something(page)
