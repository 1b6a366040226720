"""Talk around a match: who hears what, and what keeps it bearable."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from asgiref.sync import sync_to_async

from accounts.models import User
from games.chat.models import ChatLine
from games.chat.selectors import talk_of
from games.chat.services import (
    CannotTalkHere,
    NothingSaid,
    TalkClosed,
    TooMuchTalk,
    hide_line,
    mute,
    say,
)
from games.match.changes import ending
from games.match.exceptions import Sanctioned
from games.match.models import Match
from games.moderation.services.actions import ActionRequest
from games.moderation.services.rulings import rule
from games.moderation.services.sanctions import Limit, impose
from games.notices.models import Notice
from games.notices.services.notifying import mark_read
from games.notices.services.presence import note_present
from games.people.services import block_person
from tests.kit.browsing import HTMX, BoardPage, browser
from tests.kit.builders import NOON, match_between, north, person, south
from tests.kit.sockets import open_page
from tests.kit.staff import staff, why


def made(game: str) -> Match:
    return match_between(person("south"), person("north"), game=game)


def lines_read(match: Match, user: User) -> list[str]:
    return [line.text for line in talk_of(match.uid, user).lines]


def said(match: Match, user: User, room: str, text: str = "words", minute: int = 0) -> ChatLine:
    now = NOON + timedelta(minutes=minute)
    return say(uid=match.uid, user=user, room=room, text=text, now=now)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["xiongqi", "gunjin"])
def test_every_room_is_heard_by_those_it_is_for(game: str) -> None:
    match, eve = made(game), person("eve")
    ann, bob = south(match), north(match)
    said(match, ann, "players", "hello")
    said(match, ann, "later", "i wonder", 1)
    said(match, eve, "watchers", "look there", 2)
    hint = [] if game == "gunjin" else ["look there"]
    assert lines_read(match, ann) == ["hello", "i wonder", *hint]
    assert lines_read(match, bob) == ["hello", *hint]
    assert lines_read(match, eve) == ["look there"]
    ending.resign(uid=match.uid, user=ann, now=NOON)
    for player in (ann, bob):
        assert lines_read(match, player) == ["hello", "i wonder", "look there"]
    assert lines_read(match, eve) == ["look there"]


@pytest.mark.django_db
def test_nobody_speaks_where_they_do_not_belong() -> None:
    match, eve = made("gunjin"), person("eve")
    for user, room in ((eve, "players"), (eve, "later"), (south(match), "watchers"), (eve, "all")):
        with pytest.raises(CannotTalkHere):
            said(match, user, room)
    assert BoardPage(match).post("talk", {"room": "watchers", "text": "x"}).status_code == 403


@pytest.mark.django_db
def test_flood_and_length_are_limited() -> None:
    match = made("xiongqi")
    for text in ("", "   ", "\u202e\u200b\x00", "\u200d\u200c", "\u3164", "\u0301", "x" * 301):
        with pytest.raises(NothingSaid):
            said(match, south(match), "players", text)
    for _line in range(5):
        said(match, south(match), "players")
    with pytest.raises(TooMuchTalk):
        said(match, south(match), "players")
    said(match, south(match), "players", minute=1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("👨‍👩‍👧‍👦 at home", "👨‍👩‍👧‍👦 at home"),
        ("می‌خواهم", "می‌خواهم"),
        ("क्‍ष", "क्‍ष"),
        ("\u200d a\u200c \u200db\u200d", "a b"),
        ("\u202eab\u2066c", "abc"),
    ],
)
def test_joiners_stay_where_they_join_something(text: str, kept: str) -> None:
    match = made("xiongqi")
    assert said(match, south(match), "players", text).text == kept


@pytest.mark.django_db
def test_a_refused_line_stays_in_its_field() -> None:
    match = made("xiongqi")
    for _line in range(5):
        said(match, south(match), "players")
    page = BoardPage(match, south(match), htmx=True)
    with time_machine.travel(NOON, tick=False):
        answer = page.post("talk", {"room": "players", "text": "one too many"})
    assert answer.status_code == 429
    assert 'value="one too many"' in answer.content.decode()


@pytest.mark.django_db
def test_links_and_pictures_are_text() -> None:
    match = made("xiongqi")
    page = BoardPage(match, south(match), htmx=True)
    text = 'http://evil.example/ <img src=x onerror=alert(1)> <a href="//evil.example">go</a>'
    answer = page.post("talk", {"room": "players", "text": text}).content.decode()
    assert "evil.example" in answer
    assert "<img" not in answer
    assert 'href="//evil' not in answer
    assert 'href="http://evil' not in answer
    assert said(match, north(match), "players", "Z" + "\u0301" * 30).text == "\u0179" + "\u0301" * 3


@pytest.mark.django_db
def test_a_greeting_is_read_in_the_language_of_its_reader() -> None:
    match = made("xiongqi")
    User.objects.filter(name="north").update(language="ja")
    page = BoardPage(match, south(match))
    assert page.post("talk", {"room": "players", "preset": "slow"}).status_code == 302
    assert "Sorry, I will be slow today." in page.get(path="talk/").content.decode()
    japanese = browser(north(match)).get(f"/matches/{match.uid}/talk/").content.decode()
    assert "Sorry" not in japanese


@pytest.mark.django_db
def test_who_is_muted_is_not_heard_and_a_hidden_line_by_nobody() -> None:
    match = made("xiongqi")
    ann, bob = south(match), north(match)
    line = said(match, ann, "players", "boo")
    mute(user=bob, whom=ann, is_muted=True)
    assert lines_read(match, bob) == []
    mute(user=bob, whom=ann, is_muted=False)
    assert lines_read(match, bob) == ["boo"]
    hide_line(line_id=line.pk, now=NOON)
    assert lines_read(match, bob) == lines_read(match, ann) == [""]


@pytest.mark.django_db
@pytest.mark.parametrize("blocker", ["south", "north"])
def test_whoever_is_kept_apart_hears_nothing_and_is_told_nothing(blocker: str) -> None:
    match, eve = made("xiongqi"), person("eve")
    ann, bob = south(match), north(match)
    block_person(
        user=User.objects.get(name=blocker),
        person=bob if blocker == "south" else ann,
        kinds=["talk"],
    )
    for user in (ann, bob):
        answer = BoardPage(match, user).post("talk", {"room": "players", "text": f"by {user}"})
        assert answer.status_code == 302
    assert (lines_read(match, ann), lines_read(match, bob)) == (["by south"], ["by north"])
    said(match, eve, "watchers", "look there")
    assert lines_read(match, ann)[1:] == lines_read(match, bob)[1:] == ["look there"]
    block_person(user=ann, person=bob, kinds=["pairing", "challenge", "watch"])
    block_person(user=bob, person=ann, kinds=[])
    assert lines_read(match, ann)[:2] == lines_read(match, bob)[:2] == ["by south", "by north"]


@pytest.mark.django_db
def test_who_may_not_talk_is_told_so() -> None:
    match = made("xiongqi")
    limit = Limit("mute", "abuse", 3)
    impose(person=south(match), limit=limit, why=why(staff("helper")), now=NOON)
    with pytest.raises(Sanctioned):
        said(match, south(match), "players", minute=1)


@pytest.mark.django_db
def test_the_part_of_the_match_page_keeps_its_place() -> None:
    match = made("xiongqi")
    client = browser(south(match))
    html = client.get(f"/matches/{match.uid}/talk/", headers=HTMX).content.decode()
    assert html.lstrip().startswith("<section")
    assert 'hx-trigger="talk:changed from:document"' in html


@pytest.mark.django_db(transaction=True)
async def test_open_pages_learn_that_something_was_said_and_not_what() -> None:
    match = await sync_to_async(made)("gunjin")
    eve = await sync_to_async(person)("eve")
    ann = await sync_to_async(south)(match)
    path = f"ws/matches/{match.uid}/"
    pages = {name: await open_page(path, user) for name, user in (("ann", ann), ("eve", eve))}
    for page in pages.values():
        await page.receive_json_from()
    await sync_to_async(said)(match, eve, "watchers", "a hint")
    assert await pages["eve"].receive_json_from() == {"match": match.uid, "talk": 1}
    assert await pages["ann"].receive_nothing()  # not even that somebody whispers
    await sync_to_async(said)(match, ann, "players", "hello")
    assert await pages["ann"].receive_json_from() == {"match": match.uid, "talk": 1}
    assert await pages["eve"].receive_nothing()
    bob = await sync_to_async(north)(match)
    await sync_to_async(block_person)(user=ann, person=bob, kinds=["talk"])
    await sync_to_async(said)(match, bob, "players", "hello")
    assert await pages["ann"].receive_nothing()
    for page in pages.values():
        await page.disconnect()


@pytest.mark.django_db
def test_where_talk_is_closed_nobody_speaks_until_it_is_opened() -> None:
    match, eve, helper = made("xiongqi"), person("eve"), staff("helper")
    ann = south(match)
    said(match, ann, "players", "before")
    rule(uid=match.uid, asked=ActionRequest("close-talk"), why=why(helper), now=NOON)
    for number, (user, room) in enumerate(
        ((ann, "players"), (ann, "later"), (north(match), "players"), (eve, "watchers"))
    ):
        with pytest.raises(TalkClosed):
            said(match, user, room, minute=number)
        assert talk_of(match.uid, user).rooms == ()
    page = browser(ann).get(f"/matches/{match.uid}/talk/").content.decode()
    assert "A moderator has closed the chat of this match." in page
    assert "<textarea" not in page
    assert 'name="text"' not in page
    assert lines_read(match, ann) == ["before"]
    answer = browser(ann).post(f"/matches/{match.uid}/talk/", {"room": "players", "text": "x"})
    assert answer.status_code == 403
    assert ChatLine.objects.count() == 1
    rule(uid=match.uid, asked=ActionRequest("open-talk"), why=why(helper), now=NOON)
    said(match, ann, "players", "again", 9)
    assert lines_read(match, ann) == ["before", "again"]


@pytest.mark.django_db
@pytest.mark.parametrize("user", [None, "somebody"])
def test_around_a_match_that_is_none_nothing_is_said(user: str | None) -> None:
    client = browser(person(user)) if user else browser()
    for form in ({}, {"room": "players", "text": ""}, {"mute": "nobody"}):
        assert client.post("/matches/nowhere00000/talk/", form).status_code == 404


@pytest.mark.django_db
def test_who_is_away_is_told_once_that_somebody_wrote_until_they_look() -> None:
    match = made("gunjin")
    said(match, north(match), "players")
    said(match, north(match), "players", minute=1)
    notices = Notice.objects.filter(kind="spoken")
    assert [one.user for one in notices] == [south(match)]
    mark_read(south(match).pk, match, NOON)
    said(match, north(match), "players", minute=2)
    assert notices.all().count() == 2


@pytest.mark.django_db
def test_nobody_is_told_of_words_they_do_not_hear_or_have_before_them() -> None:
    match = made("gunjin")
    said(match, person("eve"), "watchers")
    said(match, south(match), "later")
    mute(user=south(match), whom=north(match), is_muted=True)
    said(match, north(match), "players")
    note_present(match.uid, north(match).pk)
    said(match, south(match), "players")
    assert not Notice.objects.filter(kind="spoken").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("blocker", ["south", "north"])
def test_who_is_kept_apart_is_told_of_no_words(blocker: str) -> None:
    match = made("gunjin")
    one, other = south(match), north(match)
    whose, whom = (one, other) if blocker == "south" else (other, one)
    block_person(user=whose, person=whom, kinds=["talk"])
    said(match, other, "players")
    assert not Notice.objects.filter(kind="spoken").exists()
