"""What people do at their boards: move, plan, ask and answer, give up."""

from __future__ import annotations

import re
from typing import Any

from tests.town.people import Life, Person
from tests.walk.browser import Page


def turns(who: Person) -> Life:
    """Go from board to board, as far as one has time."""
    seen = set()
    for _board in range(who.habits.moves):
        page = who.get("/desk/next/")
        if "/matches/" not in page.path or page.path in seen:
            return
        seen.add(page.path)
        yield who.pause()
        yield from board(who, page)


def board(who: Person, page: Page) -> Life:
    """Move, or do something else that the board offers."""
    if who.chance.random() < who.habits.fiddles:
        yield from fiddle(who, page)
        page = who.get(page.path.partition("?")[0])
        yield who.pause()
    if who.chance.random() < who.habits.gives_up:
        page = who.get(f"{page.path.partition('?')[0]}?ask=resign")
        yield who.pause()
        who.press(page, "resign")
        return
    move(who, page)
    yield who.pause()


def move(who: Person, page: Page) -> bool:
    """Make one of the moves that the page offers; False if it offers none."""
    if page.offers("/setup/", "do", "random"):
        page = who.press(page, "setup do=random") or page
    offers: list[dict[str, Any]] = page.script("offers") or []
    ready = [
        deed
        for deed in who.window.deeds(page)
        if deed.kind.endswith("/move") or "/move " in deed.kind
    ]
    if not ready:
        return False
    filled = [deed for deed in ready if any(deed.form.fields.get("move", ()))]
    filled += [deed for deed in ready if deed.press and deed.press[0] == "move"]
    if filled and (not offers or who.chance.random() < 0.5):
        who.do(who.pick(filled))
        return True
    if not offers:
        return False
    action = str(who.pick([offer["action"] for offer in offers]))
    blank = [deed for deed in ready if not any(deed.form.fields.get("move", ()))]
    if who.habits.has_scripts and blank:
        who.do(blank[0], move=action)
        return True
    chosen = who.get(page.path.partition("?")[0] + f"?move={action}")
    for deed in who.window.deeds(chosen):
        if deed.kind.endswith("/move") and any(deed.form.fields.get("move", ())):
            who.do(deed)
            return True
    who.broken(f"{chosen.path}: {action} was offered, and cannot be chosen")
    return False


def fiddle(who: Person, page: Page) -> Life:
    """Do something that the board offers besides moves."""
    asks = [href for href, _text in page.links if href.startswith("?ask=")]
    if asks and who.chance.random() < 0.5:
        page = who.get(page.path.partition("?")[0] + who.pick(asks))
        yield who.pause()
    yield from who.something(page, besides=("/move", "/resign"))


def waiting(who: Person, desk: Page) -> Life:
    """Look at a board at which the other is to move: plan, ask, or read."""
    links = [href for href, _text in desk.links if re.match(r"/matches/[\w-]{10,}/$", href)]
    if not links:
        return
    page = who.get(who.pick(links))
    yield who.pause()
    if page.script("offers"):
        yield from board(who, page)
        return
    plans = [href for href, _text in page.links if href.endswith("/plan/")]
    if plans and who.chance.random() < 0.6:
        yield from plan(who, who.get(plans[0]))
    else:
        yield from fiddle(who, page)


def plan(who: Person, page: Page) -> Life:
    """Plan an answer to one of the moves that the other may make."""
    yield who.pause()
    for _ply in range(who.chance.choice((2, 2, 4))):
        if not move(who, page):
            break
        yield who.pause()
        page = who.window.page
    kept = who.press(page, "do=keep")
    yield who.pause()
    if kept is not None and who.chance.random() < 0.1:
        who.press(kept, "do=clear")
        yield who.pause()
