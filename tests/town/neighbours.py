"""What people do to one another and to their accounts: report, block, mute, leave, come back."""

from __future__ import annotations

import re
from typing import Any

from tests.town import habits as ways
from tests.town.boards import boards_on
from tests.town.outings import meet, outing
from tests.town.people import Life, Person
from tests.walk.browser import Page

COMPLAINTS = ("He is rude.", "This is the third time.", "Slow on purpose", "ひどいです")


@outing(3)
def report(who: Person) -> Life:
    """Tell the moderators of something: at a board, of a line said there, or of a person."""
    desk = who.get("/desk/")
    boards = boards_on(desk)
    people = who.known
    yield who.pause()
    if boards and who.chance.random() < 0.7:
        page = who.get(who.pick(boards))
        if who.chance.random() < 0.5:
            page = who.get(f"{page.path.partition('?')[0]}talk/")
    elif people:
        page = who.get(f"/people/{who.pick(people)}/")
    else:
        meet(who, who.get("/people/"))
        return
    yield who.pause()
    links = [href for href, _text in page.links if "/report/" in href]
    if links:
        page = who.get(who.pick(links))
        yield who.pause()
        yield from complain(who, page)


def complain(who: Person, page: Page) -> Life:
    """Fill in the form of a report."""
    for deed in who.window.deeds(page):
        if deed.form.has("category"):
            offered = [one for one in deed.form.choices.get("category", ()) if one]
            if offered:
                text = who.chance.choice(COMPLAINTS)
                who.do(deed, category=who.pick(offered), text=text)
                yield who.pause()
            return


@outing(1)
def look_at_somebody(who: Person) -> Life:
    """Follow, block, note: whatever a profile offers."""
    meet(who, who.get("/people/"))
    yield who.pause()
    if who.known:
        page = who.get(f"/people/{who.pick(who.known)}/")
        yield who.pause()
        for deed in who.window.deeds(page):
            if deed.press == ("do", "block") and who.chance.random() < 0.3:
                boxes = {name: values[0] for name, values in deed.form.choices.items()}
                some: dict[str, Any] = {
                    name: value for name, value in boxes.items() if who.chance.random() < 0.5
                }
                who.do(deed, **some)
                yield who.pause()
                return
        yield from who.something(page)


@outing(1.5)
def look_at_standing(who: Person) -> Life:
    """Read what is limited; appeal, by the questions, and read what came of one's reports."""
    who.get("/reports/")
    yield who.pause()
    page = who.get("/standing/")
    yield who.pause()
    appeals = [href for href, _text in page.links if "/appeal/" in href]
    if not appeals or who.chance.random() < 0.3:
        for deed in who.window.deeds(page):
            if deed.kind == "standing":
                who.do(deed)
                yield who.pause()
        return
    page = who.get(who.pick(appeals))
    for _question in range(4):
        yield who.pause()
        for deed in who.window.deeds(page):
            if deed.form.has("happened"):
                who.do(deed, happened="It was not me.", request="Please look again.")
                yield who.pause()
                return
        answers = [href for href, _text in page.links if href.startswith("?step=")]
        if not answers:
            return
        page = who.get(page.path.partition("?")[0] + who.pick(answers))


@outing(0.5)
def look_at_own_data(who: Person) -> Life:
    """Have the file of all one's data made, fetch it, or ask to be deleted and think again."""
    page = who.get("/my-data/")
    yield who.pause()
    for href, _text in page.links:
        if href.endswith("/my-data/export.json"):
            who.confirm(who.get(href))
            yield who.pause()
            return
    for deed in who.window.deeds(page):
        if deed.kind.endswith("my-data/export"):
            who.do(deed)
        elif deed.press == ("do", "stay") and who.chance.random() < 0.4:
            who.confirm(who.do(deed))
        elif deed.press == ("do", "leave") and who.chance.random() < 0.15:
            yield from leave(who, page)
            return
        yield who.pause()


def leave(who: Person, page: Page) -> Life:
    """Ask to be deleted; whoever is asked for the password has to press once more after it."""
    for _time in range(2):
        for deed in who.window.deeds(page):
            if deed.press == ("do", "leave"):
                page = who.confirm(who.do(deed))
                yield who.pause()
                break
    if "/my-data/" in page.path and who.chance.random() < 0.5:
        yield who.chance.choice((15.0, 20.0, 40.0)) * ways.DAY  # and comes back when it is over


@outing(0.7)
def look_at_devices(who: Person) -> Life:
    """Let a calendar and a program of one's own be told."""
    page = who.get("/devices/")
    yield who.pause()
    for deed in who.window.deeds(page):
        if deed.press == ("do", "webhook") and who.chance.random() < 0.6:
            form = who.pick(deed.form.choices["form"])
            who.do(deed, url=f"https://hooks.example.org/{who.number}", form=form)
            yield who.pause()
            return
    yield from who.something(page)
    feeds = re.findall(r"https?://[^/\s\"<]+(/calendar/[\w./-]+)", who.window.page.text)
    if feeds:
        who.get(feeds[0])
        yield who.pause()


@outing(0.8)
def choose_when_mail_comes(who: Person) -> Life:
    """Once a day, mostly."""
    page = who.confirm(who.get("/settings/notices/"))
    yield who.pause()
    for deed in who.window.deeds(page):
        if deed.form.has("rhythm"):
            who.do(deed, rhythm=who.chance.choice(("", "morning", "morning", "twice")))
            yield who.pause()
            return


@outing(2)
def look_at_bots(who: Person) -> Life:
    """Say yes or no to a program that asks to be one's bot."""
    page = who.confirm(who.get("/settings/bots/"))
    for deed in who.window.deeds(page):
        if deed.press and deed.press[1] in ("allow", "drop"):
            yield who.pause()
            who.do(deed)
            yield who.pause()
            return
