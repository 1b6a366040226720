"""A match without names tells nobody who plays until its end: by pages, mails and frames."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.common import live
from games.desk.selectors import boards_to_move
from games.lobby.exceptions import AnonymousIsForAnybody, SeekGone
from games.lobby.models import Seek
from games.lobby.selectors.seeks import Wanted, lobby_seeks, seek_for
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import ending, pausing, takebacks
from games.match.clocks import vacations
from games.match.models import Match, Player
from games.match.terms.opening import ask_rematch
from games.moderation.categories import CATEGORIES
from games.moderation.models import Report
from games.moderation.services.reports import Answer, Complaint, close, file_report, take
from games.notes.services import keep_note
from games.notices.events import WORDINGS, Kind
from games.notices.models import Notice
from games.notices.presenters.mails import mail_for
from games.notices.selectors import unread_notices
from games.people.models import Follow
from games.people.services import block_person, follow_person
from tests.api.kit import Program
from tests.kit.browsing import HTMX, BoardPage, browser
from tests.kit.builders import NOON, north, person, play, south, terms
from tests.kit.own_data import put_together
from tests.kit.sockets import Page, open_page
from tests.kit.staff import staff
from tests.kit.walking import every_address, sent_to
from tests.secrecy.surfaces import outside

pytestmark = pytest.mark.django_db

CANARY = "CANARYowl"


def asked(**changes: Any) -> SeekRequest:
    return SeekRequest(terms(**{"onlookers": "anon", "side": None, **changes}))


def unnamed(game: str = "xiongqi") -> Match:
    """A match that two seeks without names have begun: ann is South."""
    ann, owl = person("ann"), person(CANARY)
    open_seek(user=ann, asked=asked(side=0, game=game), now=NOON)
    seek = open_seek(user=owl, asked=asked(game=game), now=NOON)
    match = pair_seek(seek_id=seek.pk, now=NOON)
    assert match is not None
    return match


def busy() -> Match:
    """Such a match in which everything is asked for, noted and reported."""
    match = unnamed()
    ann, owl = south(match), north(match)
    play(match, "e3e4", "e6e5", "d3d4", "d6d5")
    ending.offer_draw(uid=match.uid, user=owl, now=NOON)
    pausing.ask_pause(uid=match.uid, user=owl, now=NOON, days=3)
    takebacks.ask_takeback(uid=match.uid, user=owl, now=NOON)
    keep_note(uid=match.uid, user=ann, text="Who is this? #open")
    file_report(uid=match.uid, user=ann, complaint=Complaint("outside-help", "so fast"), now=NOON)
    moderator = staff("moderator", "worker")
    report = Report.objects.get()
    take(report_id=report.pk, actor=moderator, now=NOON)
    close(report_id=report.pk, actor=moderator, outcome="acted", answer=Answer("Thanks"), now=NOON)
    return match


def found(match: Match) -> set[str]:
    """Where ann, another member or a visitor is told who plays against ann."""
    ann = south(match)
    eve = User.objects.filter(name="eve").first() or person("eve")
    paths = every_address("ann", uid=match.uid)
    places = set()
    for user, client in ((ann, browser(ann)), (eve, browser(eve)), (eve, Client())):
        program = Program(user)
        rows = list(sent_to(client, program, paths))
        board = client.get(f"/matches/{match.uid}/board/", headers=HTMX)
        rows.append(("fragment", board.content))
        places |= {path for path, body in rows if CANARY.encode() in body}
    return places | {place for place, body in _sent(ann) if CANARY.encode() in body}


def _sent(user: User) -> list[tuple[str, bytes]]:
    """What is sent to the user of each notice, and what the export of their data says."""
    found = [("export", put_together(user))]
    for notice in Notice.objects.filter(user=user).select_related("user", "match"):
        if WORDINGS[Kind(notice.kind)].subject:
            mail = mail_for(user, [notice], key=str(notice.pk), now=NOON).message()
            found += [
                ("mail", repr(part.get_payload(decode=True)).encode()) for part in mail.walk()
            ]
            found += [("mail", repr(mail.items()).encode())]
            found += [("outside", blob) for blob in outside(notice)]
    return found


def test_nothing_tells_who_plays_until_the_end() -> None:
    match = busy()
    assert found(match) == set()
    page = BoardPage(match, south(match)).html()
    assert "Anonymous" in page and "ann" in page


def test_nor_does_a_match_that_was_cancelled() -> None:
    match = unnamed("gunjin")
    owl = north(match)
    ending.resign(uid=match.uid, user=owl, now=NOON)
    match.refresh_from_db()
    assert match.status == "aborted"
    assert found(match) == set()


LEAKS = {
    "games.matchpage.selectors.public.name_for": "/matches/{}/",
    "games.desk.selectors.name_for": "/desk/",
    "games.notices.presenters.lines.name_for": "/notices/",
    "games.notes.selectors.name_for": "/notes/",
    "games.moderation.selectors.own.name_for": "/matches/{}/report/",
    "games.moderation.selectors.own.keeps_names": "/reports/",
}


def test_each_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = busy()
    user = south(match)
    for place, path in LEAKS.items():
        with monkeypatch.context() as planted:
            planted.setattr(place, _leaking if place.endswith("for") else _keeps_none)
            html = browser(user).get(path.format(match.uid)).content
        assert CANARY.encode() in html, place


def _leaking(_match: Match, player: Player, _reader_id: int | None) -> str:
    return player.user.name if player.user else player.bot


def _keeps_none(_match: Match) -> bool:
    return False


# Sockets have threads of their own, so what they tell of is committed


@pytest.mark.django_db(transaction=True)
async def test_frames_are_the_same_whoever_plays() -> None:
    one, other = await heard(CANARY), await heard("CANARYelk")
    assert one == other
    assert len(one["ann", "matches"]) > len(ACTS), "every act nudges the other"
    assert len(one["fan", "desk"]) == len(one["eve", "desk"]) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("leak", ["in a frame", "to who follows"])
async def test_frames_that_tell_who_plays_are_found(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = live._send

    def leaky(group: str, message: dict[str, object]) -> None:
        match = Match.objects.first()
        if match and leak == "in a frame" and "version" in message:
            message = {**message, "match": north(match).name}
        send(group, message)
        if match and leak == "to who follows":
            for fan in Follow.objects.filter(person=north(match)):
                send(live.user_group(fan.user_id), {"type": "desk.changed"})

    one = await heard(CANARY)
    await sync_to_async(Match.objects.all().delete)()
    monkeypatch.setattr(live, "_send", leaky)
    assert await heard(CANARY + "2") != one


ACTS: tuple[Callable[[Match], object], ...] = (
    lambda match: play(match, "e3e4"),
    lambda match: play(match, "e6e5"),
    lambda match: ending.offer_draw(uid=match.uid, user=north(match), now=NOON),
    lambda match: pausing.ask_pause(uid=match.uid, user=north(match), now=NOON, days=3),
    lambda match: takebacks.ask_takeback(uid=match.uid, user=north(match), now=NOON),
    lambda match: ending.resign(uid=match.uid, user=north(match), now=NOON),
)


async def heard(name: str) -> dict[tuple[str, str], list[str]]:
    """What all sockets but North's say, called *name*; of ann's counts the first and last."""
    people = await sync_to_async(_people)(name)
    pages = {
        (who, path): await _open(people, who, path) for who in WHO for path in ("desk", "lobby")
    }
    match = await sync_to_async(_paired)(people["ann"], people["north"])
    for who in WHO:
        pages[who, "matches"] = await _open(people, who, f"matches/{match.uid}")
    for act in ACTS:
        await sync_to_async(act)(match)
    counts = await sync_to_async(_counts)(people["ann"])
    found = {}
    for (who, about), page in pages.items():
        is_counted = (who, about) == ("ann", "desk")
        said = [
            text.replace(match.uid, "uid")
            for text in await _said(page, until=counts if is_counted else None)
        ]
        found[who, about] = [said[0], said[-1]] if is_counted else said
    return found


WHO = ("ann", "fan", "eve", "visitor")
"""South, who follows North, who does not, and who is not signed in."""


def _people(name: str) -> dict[str, User | None]:
    north_, ann, fan, eve = (person(name), *(person(who + name) for who in WHO[:3]))
    follow_person(user=fan, person=north_, wanted=True)
    return {"north": north_, "ann": ann, "fan": fan, "eve": eve, "visitor": None}


async def _open(people: dict[str, User | None], who: str, path: str) -> Page:
    return await open_page(f"/ws/{path}/", people[who])


def _paired(ann: Any, north_: Any) -> Match:
    open_seek(user=ann, asked=asked(side=0), now=NOON)
    seek = open_seek(user=north_, asked=asked(), now=NOON)
    match = pair_seek(seek_id=seek.pk, now=NOON)
    assert match is not None
    return match


def _counts(user: Any) -> dict[str, int]:
    return {"desk": boards_to_move(user.pk), "bell": unread_notices(user.pk)}


async def _said(page: Page, until: dict[str, int] | None) -> list[str]:
    """All that comes, or what comes until these counts and then nothing more."""
    said: list[str] = []
    while until and (not said or json.loads(said[-1]) != until):
        said.append(str((await page.receive_output())["text"]))
    while not await page.receive_nothing(timeout=0.1, interval=0.01):
        said.append(str(await page.receive_output()))
    await page.disconnect()
    return said


def test_after_the_end_everybody_may_know_it() -> None:
    match = unnamed()
    ann, owl = south(match), north(match)
    ending.resign(uid=match.uid, user=owl, now=NOON)
    page = BoardPage(match, ann)
    assert CANARY in page.html()
    assert f"/matches/{match.uid}/" in Client().get(f"/people/{CANARY}/").content.decode()
    ask_rematch(uid=match.uid, user=ann, now=NOON)
    again = ask_rematch(uid=match.uid, user=owl, now=NOON)
    assert again is not None
    assert again.onlookers == "closed", "who know each other play with names"


def test_profiles_do_not_say_that_one_plays_them() -> None:
    match = unnamed()
    ann = south(match)
    owl = north(match)
    now = timezone.now()
    vacations.take(user=owl, starts=now, ends=now + timedelta(days=5), now=now)
    plain = browser(person("eve")).get(f"/people/{CANARY}/").content.decode()
    mine = browser(ann).get(f"/people/{CANARY}/").content.decode()
    assert "Away" in plain
    assert ("Away until" in mine) is ("Away until" in plain) is False
    Match.objects.update(onlookers="")
    known = browser(ann).get(f"/people/{CANARY}/").content.decode()
    assert "Away until" in known, "an opponent whom one knows says until when"


# Seeks without names


def test_they_are_in_no_list_and_pair_with_their_like_alone() -> None:
    ann, owl, eve = person("ann"), person(CANARY), person("eve")
    mine = open_seek(user=ann, asked=asked(), now=NOON)
    open_seek(user=owl, asked=SeekRequest(terms(side=None)), now=NOON)
    open_seek(user=owl, asked=SeekRequest(terms(side=None, onlookers="closed")), now=NOON)
    quick = SeekRequest(terms(side=None), is_quick=True)
    open_seek(user=owl, asked=quick, now=NOON)
    assert pair_seek(seek_id=mine.pk, now=NOON) is None
    assert [one.maker.name for one in lobby_seeks(eve, Wanted(), NOON)] == [CANARY] * 3
    assert seek_for(mine.uid, eve, NOON) is None
    assert seek_for(mine.uid, ann, NOON) is not None
    with pytest.raises(SeekGone):
        take_seek(uid=mine.uid, user=eve, now=NOON)
    assert browser(eve).get(f"/lobby/seeks/{mine.uid}/").status_code == 404


def test_blocked_pairs_never_meet() -> None:
    ann, owl = person("ann"), person(CANARY)
    block_person(user=ann, person=owl, kinds=["pairing"])
    mine = open_seek(user=ann, asked=asked(), now=NOON)
    other = open_seek(user=owl, asked=asked(), now=NOON)
    for seek in (mine, other):
        assert pair_seek(seek_id=seek.pk, now=NOON) is None
    assert set(Seek.objects.values_list("state", flat=True)) == {"open"}


@pytest.mark.parametrize(
    "request_",
    [
        asked(rated=True),
        SeekRequest(asked().terms, low=1000),
        SeekRequest(asked().terms, high=2000),
        SeekRequest(asked().terms, audience="followed"),
        SeekRequest(asked().terms, is_quick=True),
        SeekRequest(asked().terms, matches=2),
    ],
    ids=["rated", "from", "to", "followed", "quick", "several"],
)
def test_they_are_casual_and_for_anybody(request_: SeekRequest) -> None:
    with pytest.raises(AnonymousIsForAnybody):
        open_seek(user=person(), asked=request_, now=NOON)
    assert not Seek.objects.exists()


def test_the_form_offers_it_and_is_casual_then() -> None:
    client = browser(person("ann"))
    fields = client.get("/matches/new/?opponent=here").context["form"]
    names = ("time", "rated", "side", "key", "audience", "days")
    form = {"opponent": "here", "game": "xiongqi", "onlookers": "anon"}
    form |= {one: fields[one].value() for one in names}
    assert client.post("/matches/new/", form).status_code == 302
    seek = Seek.objects.get()
    assert (seek.onlookers, seek.rated) == ("anon", False)


def test_staff_see_who_plays() -> None:
    match = busy()
    moderator = browser(staff("moderator"))
    found = moderator.get(f"/admin/moderation/report/match/{match.uid}/")
    assert CANARY in found.content.decode()
    assert "outside-help" in CATEGORIES
