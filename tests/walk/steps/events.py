"""Tournaments, ladders, clubs, offers in the lobby."""

from __future__ import annotations

import re

from tests.walk.board import Board
from tests.walk.people import Member
from tests.walk.steps.games import begin
from tests.walk.walking import Walk, step

NEEDED = 10
"""Matches one has to have ended before one makes a tournament or a club."""


def seasoned(walk: Walk) -> Member:
    """Somebody with ten matches behind them."""
    who = Member(walk)
    for _match in range(NEEDED):
        board = begin(walk, who.browser, "xiongqi")
        board.take_turn()
        board.wait_for_turn()
        board.resign()
    return who


@step("a tournament from entry to trophy, with a bot; a club with a second member", 80)
def tournament(walk: Walk) -> None:
    maker = seasoned(walk)
    others = [Member(walk), Member(walk)]
    club(maker, others[0])
    page = maker.browser.get("/events/new/")
    maker.browser.send(
        page.form("/events/new/", "name"),
        name="Walk cup", game="seichu", rated="no", takes_bots="on", size="4",
    )  # fmt: skip
    event = maker.browser.page.path
    for who in others:
        page = who.browser.get(event)
        who.browser.send(page.form("/events/", "do", "enter"), press=("do", "enter"))
    page = maker.browser.get(event)
    if not page.offers("/events/", "do", "leave"):
        maker.browser.send(page.form("/events/", "do", "enter"), press=("do", "enter"))
    form = maker.browser.get(event).form("/events/", "do", "call-off")
    maker.browser.send(form, press=("do", "begin"))
    for who in (maker, *others):
        give_up_all(walk, who, event)
    walk.until("the tournament is over", lambda: "trophy" in maker.browser.get(event).text)
    for form_of in ("table.json", "table.csv", "table.trf", "table.svg", "table.png", "embed/"):
        maker.browser.get(f"{event}{form_of}")


def give_up_all(walk: Walk, who: Member, event: str) -> None:
    """Resign every match of a tournament that goes on."""

    def have_begun() -> bool:
        page = who.browser.get("/desk/")
        return len(set(re.findall(r"/matches/[\w-]{8,}/", page.text))) >= 2

    walk.until(f"{event} has begun", have_begun)
    for address in sorted(set(re.findall(r"/matches/[\w-]{8,}/", who.browser.page.text))):
        board = Board(walk, who.browser, address)
        board.look(ask="resign")
        if board.status == "active" and board.page.offers("/resign/"):
            who.browser.send(board.page.form("/resign/"))


def club(owner: Member, other: Member) -> None:
    """Found one, and let somebody in who asks."""
    page = owner.browser.get("/clubs/new/")
    owner.browser.send(page.form("/clubs/new/", "name"), name=f"Club {owner.name}", about="Slow")
    place = owner.browser.page.path
    page = other.browser.get(place)
    other.browser.send(page.form("/clubs/", "do", "join"), press=("do", "join"))
    page = owner.browser.get(place)
    owner.browser.send(page.form("/clubs/", "do", "let-in"), press=("do", "let-in"))
    page = owner.browser.get(place)
    page = owner.browser.send(
        page.form("/clubs/", "do", "announce"), press=("do", "announce"), text="Welcome"
    )
    assert "<title>Welcome</title>" in owner.browser.get(page.link("/feed/")).text
    owner.browser.get("/clubs/")


@step("a ladder with a challenge taken up; the lobby with an offer taken")
def ladder(walk: Walk) -> None:
    """By the same two people: more than thirty accounts an hour from one address have to wait."""
    first, second = Member(walk), Member(walk)
    lobby(first, second)
    for who in (first, second):
        page = who.browser.get("/events/ladder-gungi/")
        who.browser.send(page.form("ladder-gungi", "do", "join"), press=("do", "join"))
    page = second.browser.get("/events/ladder-gungi/")
    form = next(page.forms("ladder-gungi", "do", "challenge"))
    second.browser.send(form, press=("do", "challenge"), name=first.name)
    page = first.browser.get("/events/ladder-gungi/")
    first.browser.send(page.form("ladder-gungi", "do", "accept"), press=("do", "accept"))
    for form_of in ("json", "csv", "svg", "png"):
        first.browser.get(f"/events/ladder-gungi/table.{form_of}")


def lobby(one: Member, other: Member) -> None:
    """An offer that the other takes, and a quick match."""
    page = one.browser.get("/matches/new/", opponent="here")
    one.browser.send(page.form("/matches/new/", "audience"), game="gungi", rated="no")
    other.browser.get("/lobby/", game="gungi")
    other.browser.get(one.browser.page.path)
    if other.browser.page.offers("/lobby/seeks/", "do", "take"):
        form = other.browser.page.form("/lobby/seeks/", "do", "take")
        other.browser.send(form, press=("do", "take"))
    one.browser.get("/lobby/")
    for form in one.browser.page.forms("/lobby/quick/"):
        one.browser.send(form)
        break
