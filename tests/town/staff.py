"""Staff: they answer reports and appeals and rule on matches, by what the admin site offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

from django.core.management import call_command

from tests.town.boards import turns
from tests.town.days import come, find_match, sign_in, sign_up
from tests.town.people import Life, Person
from tests.town.windows import Deed
from tests.walk.browser import Form, Page
from tests.walk.second_factor import PERIOD, code_of

ROLES = ("senior", "moderator", "senior", "operator", "helper")
"""Who is appointed, in that order: one for every `CARED_FOR` people."""
CARED_FOR = 6

QUEUE = "/admin/moderation/report/"
SITE = f"{QUEUE}site/"
ROOMS = (
    r"/admin/(moderation/(report/\d+/|report/(match|person)/|appeal/|report/(clubs|events)/)"
    r"|match/match/|accounts/user/|notices/)"
)

WANTS: dict[str, float] = {
    # what a page of staff offers, by the end of its kind
    "next": 6.0,
    "work do=take": 2.0,
    "work do=close": 3.0,
    "work do=note": 0.3,
    "work do=snooze": 0.3,
    "work do=pass-on": 0.3,
    "person do=sanction": 0.5,
    "person do=lift": 1.0,
    "person do=note": 0.2,
    "person do=factor": 0.02,
    "person sure=yes": 3.0,
    "rule verb=freeze": 0.5,
    "rule verb=resume": 4.0,
    "rule": 6.0,  # the page that says what it will change
    "hide": 2.0,
    "consent do=approve": 4.0,
    "appeal/change": 6.0,  # its answer
    "appeal": 0.0,  # what is chosen in the list
    "modaction": 0.0,
    "consent": 0.0,
    "clubs do=hide": 1.0,
    "clubs do=close": 0.3,
    "clubs do=open": 2.0,
    "clubs do=settle": 1.0,
    "site do=set": 0.0,
    "site do=time": 0.5,
    "site do=sign-up": 1.0,
}
OTHERWISE = 0.15
NOT_THEIRS = ("logout", "language", "accounts", "theme", "webauthn")
WORDS = ("as reported", "seen on the board", "looked into", "説明のとおり")
WRITTEN = {
    **dict.fromkeys(("note", "text", "answer", "message"), WORDS),
    "days": ("1", "2", "3"),
    "hours": ("1", "12", "24", "48"),
}


def staff(role: str) -> Callable[[Person], Life]:
    """The life of somebody who is appointed to that *role*, and plays as well."""

    def life(who: Person) -> Life:
        yield from sign_up(who)
        yield 3600.0
        yield from set_up(who, role)
        yield from come(who, shift)

    def shift(who: Person) -> Life:
        yield from enter(who, SITE if role == "operator" else QUEUE)
        yield from work(who)
        if who.chance.random() < 0.3:
            yield from find_match(who)
        yield from turns(who)

    return life


def set_up(who: Person, role: str) -> Life:
    """The operator gives a role and a code at the shell; with it, an app for codes is set up."""
    _command("staff_role", who.name, role)
    given = _command("staff_code", who.name).split()[-1]
    yield from enter(who, "/admin/")
    page = who.get("/admin/")
    yield who.pause()
    for href, _text in page.links:
        if "/totp/activate/" in href:
            page = who.confirm(who.get(href))
            break
    found = re.search(r"\b[A-Z2-7]{32}\b", page.text)
    if found is None:
        who.broken(f"{page.path} shows no secret to set up a second factor")
        return
    who.secret = found[0]
    yield who.pause()
    for deed in who.window.deeds(page):
        if "totp/activate" in deed.kind:
            more: dict[str, Any] = {
                name: given
                for name in deed.form.fields
                if name not in ("code", "csrfmiddlewaretoken")
            }
            who.do(deed, code=code_of(who.secret), **more)
            yield who.pause()
            return


def _command(*words: str) -> str:
    said = StringIO()
    call_command(*words, stdout=said)
    return said.getvalue()


def enter(who: Person, path: str) -> Life:
    """Go to a page of staff, through the door and with a code where one is asked for."""
    page = who.get(path)
    if "/login/" in page.path:
        yield who.pause()
        page = sign_in(who, page)
    for _try in range(3):
        if "/2fa/authenticate/" not in page.path or not who.secret:
            return
        yield who.pause() + PERIOD  # a code is good once
        for deed in who.window.deeds(page):
            if "2fa/authenticate" in deed.kind and deed.form.has("code"):
                page = who.do(deed, code=code_of(who.secret))
                break


def work(who: Person) -> Life:
    """Look at what waits and do something about it, here and there."""
    for _step in range(who.chance.randint(2, 10)):
        page = who.window.page
        if page.status == 403 or not page.path.startswith("/admin/"):
            page = who.get(QUEUE)
            if not page.path.startswith("/admin/"):
                return
        yield who.pause()
        deeds = list(_offered(page))
        weights = [_wanted(deed) for deed in deeds]
        links = [
            href
            for href in dict.fromkeys(href for href, _text in page.links)
            if re.match(ROOMS, href)
        ]
        if any(weights) and (not links or who.chance.random() < 0.6):
            (deed,) = who.chance.choices(deeds, weights)
            act(who, deed)
        elif links:
            who.get(who.chance.choice(links))
        else:
            who.get(who.chance.choice((QUEUE, "/admin/", "/admin/moderation/appeal/")))


def act(who: Person, deed: Deed) -> None:
    """Send it, filled in; whatever is refused by a sentence is counted by that."""
    page = who.do(deed, told_as=kind_of(deed), **filled(who, deed.form))
    if said := page.said():
        sentence = re.sub(r"\d+", "0", said)[:90]
        who.town.done[f"{kind_of(deed)}: {sentence}"] += 1


def filled(who: Person, form: Form) -> dict[str, Any]:
    """What they write into the form: a choice where one is to be made, words elsewhere."""
    fields: dict[str, Any] = {}
    for name in form.fields:
        choices = WRITTEN.get(name) or [choice for choice in form.choices.get(name, ()) if choice]
        if choices:
            fields[name] = who.chance.choice(choices)
    return fields


def _offered(page: Page) -> Iterator[Deed]:
    """All that a page of staff offers to send; what asks first is a form that is looked up."""
    for form in page.forms():
        if form.method == "get" and "/rule/" not in form.action:
            continue
        for press in list(dict.fromkeys(form.buttons)) or [None]:
            yield Deed(form, press, page.path)


def kind_of(deed: Deed) -> str:
    """What is done, whatever it is done to."""
    kind = re.sub(r"/(match|person|line)/[\w-]+", r"/\1", deed.kind)
    return re.sub(r"/\d+", "", kind).removeprefix("admin/moderation/")


def _wanted(deed: Deed) -> float:
    kind = kind_of(deed)
    if kind.startswith(NOT_THEIRS) or any(part in kind for part in NOT_THEIRS):
        return 0.0
    for ending, weight in WANTS.items():
        if kind == ending or kind.endswith(f"/{ending}"):
            return weight
    return OTHERWISE
