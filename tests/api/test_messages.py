"""Messages by the API: as the pages let one, and read by nobody but the two."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.conversations.models import Message
from games.moderation.services.sanctions import Limit, impose
from games.notices.models import Notice
from games.people.services import block_person
from tests.api.kit import Program, code_of
from tests.api.test_description import bot_account
from tests.kit.builders import everything, guest, match_between, person
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db


@pytest.fixture
def mika() -> User:
    return person("Mika")


@pytest.fixture
def nobu(mika: User) -> User:
    """Return somebody whom Mika has played."""
    nobu = person("Nobu")
    match_between(mika, nobu)
    return nobu


def texts(program: Program, name: str) -> list[str]:
    return [one["text"] for one in program.get(f"/messages/{name}").json()["messages"]]


def test_the_first_waits_for_a_yes_and_nobody_else_reads_any(mika: User, nobu: User) -> None:
    mine, theirs, eve = Program(mika, "messages"), Program(nobu, "messages"), Program(person())
    told = mine.post("/messages/nobu", {"text": "hello"}).json()
    assert (told["person"], told["is_mine"], told["why_not"]) == ("Nobu", True, "not-accepted-yet")
    assert code_of(mine.post("/messages/nobu", {"text": "more"})) == "not-accepted-yet"
    [row] = theirs.get("/messages").json()["conversations"]
    assert (row["person"], row["is_asked"]) == ("Mika", True)
    told = theirs.post("/messages/mika", {"do": "accept"}).json()
    assert (told["is_accepted"], told["is_asked"], told["why_not"]) == (True, False, "")
    assert code_of(theirs.post("/messages/mika", {"do": "accept"})) == "nobody-to-write-to"
    mine.post("/messages/nobu", {"do": "write", "text": "more"})
    assert texts(mine, "nobu") == texts(theirs, "mika") == ["hello", "more"]
    assert eve.get("/messages").json() == {"conversations": []}
    assert texts(eve, "mika") == texts(eve, "nobu") == []
    for do in ("accept", "decline"):
        assert code_of(eve.post("/messages/mika", {"do": do})) == "nobody-to-write-to"


def test_who_says_no_reads_no_more_and_the_other_is_not_told(mika: User, nobu: User) -> None:
    mine, theirs = Program(mika), Program(nobu)
    before = mine.post("/messages/nobu", {"text": "hello"}).json()
    assert theirs.post("/messages/mika", {"do": "decline"}).json()["messages"] == []
    assert theirs.get("/messages").json() == {"conversations": []}
    assert mine.get("/messages/nobu").json() == before


def test_who_is_blocked_is_answered_as_anybody_else(mika: User, nobu: User) -> None:
    mine, theirs = Program(mika), Program(nobu)
    block_person(user=nobu, person=mika, kinds=["talk"])
    told = mine.post("/messages/nobu", {"text": "hello"}).json()
    assert ([one["text"] for one in told["messages"]], told["why_not"]) == (
        ["hello"],
        "not-accepted-yet",
    )
    assert texts(theirs, "mika") == []
    assert not Notice.objects.filter(kind="message").exists()
    assert theirs.get("/messages/mika").json()["why_not"] == "person-blocked"
    assert code_of(theirs.post("/messages/mika", {"text": "hello"})) == "person-blocked"


def test_reading_marks_nothing_and_saying_so_does(mika: User, nobu: User) -> None:
    Program(mika).post("/messages/nobu", {"text": "hello"})
    theirs, unread = Program(nobu), Notice.objects.filter(kind="message", read_at=None)
    assert texts(theirs, "mika") == ["hello"]
    assert unread.count() == 1
    theirs.post("/messages/mika", {"do": "read"})
    assert unread.count() == 0


def test_a_message_is_sent_once_for_its_key_which_another_day_is_free_again(
    mika: User, nobu: User
) -> None:
    mine, key = Program(mika), {"Idempotency-Key": "key-of-a-message"}
    first, second = (mine.post("/messages/nobu", {"text": "hello"}, **key) for _each in "ab")
    assert (first.status_code, second.content) == (200, first.content)
    assert code_of(mine.post("/messages/nobu", {"text": "bye"}, **key)) == "key-reused"
    assert Message.objects.get().text == "hello"
    Program(nobu).post("/messages/mika", {"do": "accept"})
    mika.keyed_requests.all().delete()
    mine.post("/messages/nobu", {"text": "bye"}, **key)
    assert Message.objects.count() == 2


def test_who_may_not_write_is_told_why_as_on_the_page(mika: User, nobu: User) -> None:
    mine, child, quiet = Program(mika), person("Kid", guardian=mika), person("Quiet", no_talk=True)
    bot = bot_account("ursbot", person())
    for other in (quiet, bot):
        match_between(mika, other)
    names = {
        child.name: "reader-takes-none",
        quiet.name: "reader-takes-none",
        bot.name: "nobody-to-write-to",
        person("Eve").name: "not-acquainted",
        guest("Passer").name: "not-found",
        "Mika": "not-found",
        "nobody": "not-found",
        "x" * 300: "not-found",
    }
    for name, code in names.items():
        answer = mine.post(f"/messages/{name}", {"text": "hello"})
        assert code_of(answer) == code
        shown = mine.get(f"/messages/{name}")
        assert (code_of(shown) if code == "not-found" else shown.json()["why_not"]) == code
    assert code_of(Program(quiet).post("/messages/mika", {"text": "hello"})) == "no-messages-chosen"
    impose(
        person=mika,
        limit=Limit("mute", "abuse", None, "."),
        why=why(staff("senior")),
        now=timezone.now(),
    )
    assert code_of(mine.post("/messages/nobu", {"text": "hello"})) == "sanctioned"
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "no-message"),
        ({"text": " \n \u202e"}, "no-message"),
        ({"text": "x" * 501}, "no-message"),
        ({"text": "x" * 2001}, "unreadable"),
        ({"do": "shout", "text": "x"}, "unreadable"),
        ({"text": ["x"]}, "unreadable"),
    ],
)
def test_nonsense_is_refused_and_nothing_changed(
    mika: User, nobu: User, body: Any, code: str
) -> None:
    mine = Program(mika)
    mine.get("/messages")
    before = everything()
    assert code_of(mine.post("/messages/nobu", body)) == code
    assert everything() == before


def test_too_many_say_for_how_long_to_wait(mika: User, nobu: User) -> None:
    mine = Program(mika)
    mine.post("/messages/nobu", {"text": "hello"})
    Program(nobu).post("/messages/mika", {"do": "accept"})
    answers = [mine.post("/messages/nobu", {"text": "more"}) for _each in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert (code_of(answers[-1]), answers[-1]["Retry-After"]) == ("too-many-messages", "30")
