"""What people do at their boards: move, plan, ask and answer, give up."""

from __future__ import annotations

import re

from tests.kit.offering import offers_of
from tests.town.people import Life, Person
from tests.town.windows import Deed
from tests.walk.browser import Page

BOARD = re.compile(r"/matches/[\w-]{10,}/$")

ANSWER = re.compile(
    r"matches/-/(draw|undo|time) do=(accept|refuse|decline|accept-pause|drop-pause)$"
)


def boards_on(page: Page) -> list[str]:
    """The matches that *page* leads to."""
    return list(dict.fromkeys(href for href, _text in page.links if BOARD.match(href)))


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
    if (answers := _answers(who, page)) and who.chance.random() < 0.6:
        yield from answer(who, page, answers)
        page = who.get(page.path.partition("?")[0])
        yield who.pause()
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


def _answers(who: Person, page: Page) -> list[Deed]:
    """What the other side waits for at this board: yes or no to a draw, a pause, a move back."""
    shown = [deed for deed in who.window.deeds(page) if not deed.form.is_hidden]
    found = [deed for deed in shown if ANSWER.search(deed.kind)]
    is_asked = any(deed.kind.endswith(("do=refuse", "accept", "accept-pause")) for deed in found)
    return found if is_asked else []


def answer(who: Person, page: Page, answers: list[Deed]) -> Life:
    """Say one or the other; a draw is asked back for before it is accepted."""
    deed = who.pick(answers, lambda deed: who.town.fashion.wanted(deed.kind))
    if deed.kind.endswith("draw do=refuse") and who.chance.random() < 0.5:
        page = who.get(f"{page.path.partition('?')[0]}?ask=accept")
        yield who.pause()
        who.press(page, "draw do=accept")
    else:
        who.do(deed)
    yield who.pause()


def move(who: Person, page: Page, besides: set[str] | None = None) -> bool:
    """Make one of the moves that the page offers, none of those *besides*, to which it is added;
    False if it offers none."""
    if page.offers("/setup/", "do", "random"):
        page = who.press(page, "setup do=random") or page
    actions = [str(offer["action"]) for offer in offers_of(page.script("offers"))]
    actions = [action for action in actions if action not in (besides or ())]
    ready = [deed for deed in who.window.deeds(page) if _is_move(deed)]
    if not ready:
        return False
    filled = [deed for deed in ready if any(deed.form.fields.get("move", ()))]
    filled += [deed for deed in ready if deed.press and deed.press[0] == "move"]
    if filled and (not actions or (who.chance.random() < 0.5 and besides is None)):
        who.do(who.pick(filled))
        return True
    if not actions:
        return False
    action = who.pick(actions, who.town.fashion.liked)
    if besides is not None:
        besides.add(action)
    blank = [deed for deed in ready if not any(deed.form.fields.get("move", ()))]
    if who.habits.has_scripts and blank:
        who.do(blank[0], move=action)
        return True
    place = page.path.partition("?")[0]
    chosen = who.get(f"{place}?move={action}")
    for deed in who.window.deeds(chosen):
        if _is_move(deed) and any(deed.form.fields.get("move", ())):
            who.do(deed)
            return True
    again = offers_of(who.get(place).script("offers"))
    if any(offer["action"] == action for offer in again):  # else the other has moved meanwhile
        who.broken(f"{chosen.path}: {action} was offered, and cannot be chosen")
    return False


def _is_move(deed: Deed) -> bool:
    """Whether a move is made by it: at the board, or in a plan."""
    return bool(re.match("matches/-/(move|plan)", deed.kind)) and deed.form.has("move")


def fiddle(who: Person, page: Page) -> Life:
    """Do something that the board offers besides moves: it asks back for some of it."""
    asks = [href for href, _text in page.links if href.startswith("?ask=")]
    asks = [href for href in dict.fromkeys(asks) if not href.endswith("=resign")]
    if asks and who.chance.random() < 0.5:
        shown = {deed.sign for deed in who.window.deeds(page) if not deed.form.is_hidden}
        page = who.get(page.path.partition("?")[0] + who.pick(asks))
        yield who.pause()
        asked = [deed for deed in who.window.deeds(page) if not deed.form.is_hidden]
        asked = [deed for deed in asked if deed.sign not in shown and not _is_move(deed)]
        if asked:
            who.do(who.pick(asked, lambda deed: who.town.fashion.wanted(deed.kind)))
            yield who.pause()
            return
    yield from who.something(page, besides=("/move", "/resign"))


def waiting(who: Person, desk: Page) -> Life:
    """Look at a board at which the other is to move: plan, ask, or read."""
    links = boards_on(desk)
    if not links:
        return
    page = who.get(who.pick(links))
    yield who.pause()
    if offers_of(page.script("offers")):
        yield from board(who, page)
        return
    if answers := _answers(who, page):
        yield from answer(who, page, answers)
    plans = [href for href, _text in page.links if href.endswith("/plan/")]
    if plans and who.is_up_to("plan", 0.6):
        place = page.path.partition("?")[0]
        yield from plan(who, who.get(plans[0]))
        if who.chance.random() >= who.habits.fiddles:
            return
        page = who.get(place)
        yield who.pause()
    yield from fiddle(who, page)


def plan(who: Person, page: Page) -> Life:
    """Plan answers to some of the moves that the other may make."""
    yield who.pause()
    kept, tried = None, set[str]()
    for _line in range(who.chance.choice(who.town.fashion.kind.lines)):
        for ply in range(who.chance.choice((2, 2, 4))):
            if not move(who, page, None if ply else tried):
                break
            yield who.pause()
            page = who.window.page
        kept = who.press(page, "do=keep")
        yield who.pause()
        if kept is None:
            return
        page = kept
    if kept is not None and who.chance.random() < 0.1:
        who.press(kept, "do=clear")
        yield who.pause()
