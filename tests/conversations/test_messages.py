"""Messages between two: who may write, the yes to the first, what others see, and for how long."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.common.exceptions import GamesError, PersonBlocked
from games.conversations.exceptions import (
    NobodyToWriteTo,
    NoMessage,
    NotAcceptedYet,
    NotAcquainted,
    TooManyMessages,
)
from games.conversations.models import Conversation, Message
from games.conversations.selectors import conversation_with, conversations_of
from games.conversations.services import accept, decline, forget_messages, write
from games.moderation.models import ReportAtom
from games.moderation.presenters.cases import present_atoms
from games.moderation.services.sanctions import Limit, impose
from games.notices.models import Notice
from games.people.services import block_person, follow_person
from games.people.writing import (
    ChildrenMessageNot,
    GuestsMessageNot,
    NoMessagesChosen,
    ReaderTakesNone,
)
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, match_between, person
from tests.kit.staff import staff, why


@pytest.fixture
def ann() -> User:
    return person("ann")


@pytest.fixture
def bob(ann: User) -> User:
    """Return somebody whom Ann has played."""
    bob = person("bob")
    match_between(ann, bob)
    return bob


def sent(user: User, whom: User, text: str = "words", minute: int = 0, key: str = "") -> Message:
    now = NOON + timedelta(minutes=minute)
    key = key or f"{user.pk}-{Message.objects.count()}"
    return write(user=user, person=whom, text=text, key=key, now=now)


def read(user: User, whom: User) -> list[str]:
    return [line.text for line in conversation_with(user, whom).messages]


@pytest.mark.django_db
def test_the_first_waits_for_a_yes_and_an_answer_is_one(ann: User, bob: User) -> None:
    sent(ann, bob, "hello", key="same")
    sent(ann, bob, "hello", key="same")
    with pytest.raises(NotAcceptedYet):
        sent(ann, bob, "more")
    assert read(bob, ann) == ["hello"]
    assert [name for name, _at, asked in conversations_of(bob) if asked] == ["ann"]
    sent(bob, ann, "hi")
    sent(ann, bob, "more")
    assert read(ann, bob) == read(bob, ann) == ["hello", "hi", "more"]
    assert Notice.objects.filter(kind="message", user=bob).count() == 1


@pytest.mark.django_db
def test_who_says_no_reads_no_more_and_the_other_is_not_told(ann: User, bob: User) -> None:
    sent(ann, bob)
    decline(user=bob, person=ann, now=NOON)
    assert (read(bob, ann), conversations_of(bob)) == ([], [])
    assert read(ann, bob) == ["words"]
    for call in (accept, decline):
        with pytest.raises(NobodyToWriteTo):
            call(user=bob, person=ann, now=NOON)
    with pytest.raises(NotAcceptedYet):
        sent(ann, bob)


@pytest.mark.django_db
def test_strangers_do_not_write_but_two_who_follow_each_other_do(ann: User) -> None:
    eve = person("eve")
    follow_person(user=ann, person=eve, wanted=True)
    with pytest.raises(NotAcquainted):
        sent(ann, eve)
    follow_person(user=eve, person=ann, wanted=True)
    sent(ann, eve)
    assert read(eve, ann) == ["words"]


@pytest.mark.django_db
def test_guests_children_and_who_wants_no_chat_take_no_part(ann: User, bob: User) -> None:
    visitor, child = guest(), person("child", guardian=bob)
    for writer, whom, why_not in (
        (visitor, ann, GuestsMessageNot),
        (ann, visitor, NobodyToWriteTo),
        (child, bob, ChildrenMessageNot),
        (bob, child, ReaderTakesNone),
        (ann, ann, NobodyToWriteTo),
    ):
        with pytest.raises(why_not):
            sent(writer, whom)
    sent(ann, bob)
    User.objects.filter(pk=bob.pk).update(no_talk=True)
    bob.refresh_from_db()
    with pytest.raises(NoMessagesChosen):
        sent(bob, ann)
    with pytest.raises(ReaderTakesNone):
        sent(ann, bob)
    assert read(bob, ann) == []


@pytest.mark.django_db
@pytest.mark.parametrize("is_begun", [False, True])
def test_who_is_blocked_writes_and_is_not_read(ann: User, bob: User, is_begun: bool) -> None:
    if is_begun:
        sent(ann, bob, "before")
        accept(user=bob, person=ann, now=NOON)
    block_person(user=bob, person=ann, kinds=["talk"])
    Notice.objects.all().delete()
    sent(ann, bob, "after")
    assert read(ann, bob)[-1] == "after"
    assert "after" not in read(bob, ann)
    assert not Notice.objects.filter(kind="message").exists()
    with pytest.raises(PersonBlocked):
        sent(bob, ann)


@pytest.mark.django_db
def test_length_flood_and_sanctions(ann: User, bob: User) -> None:
    for text in ("", " \n ", "x" * 501):
        with pytest.raises(NoMessage):
            sent(ann, bob, text)
    assert sent(ann, bob, " one \n\n two\u202e ").text == "one\ntwo"
    accept(user=bob, person=ann, now=NOON)
    for _more in range(4):
        sent(ann, bob)
    with pytest.raises(TooManyMessages):
        sent(ann, bob)
    limit = Limit("mute", "abuse", None, "Be kind.")
    impose(person=ann, limit=limit, why=why(staff("senior")), now=NOON)
    with pytest.raises(GamesError):
        sent(ann, bob, minute=5)


@pytest.mark.django_db
def test_pages_write_answer_and_report(ann: User, bob: User) -> None:
    mine, theirs, path = browser(ann), browser(bob), "/messages/bob/"
    assert mine.post(path, {"text": "<b>rude</b>", "key": "k1"}).status_code == 302
    assert mine.post(path, {"text": "again", "key": "k2"}).status_code == 409
    assert "bob" in mine.get("/messages/").content.decode()
    page = theirs.get("/messages/ann/").content.decode()
    assert "&lt;b&gt;rude" in page
    assert Notice.objects.filter(user=bob, kind="message", read_at=None).count() == 0
    address = page.partition('href="/people/ann/report/')[2].partition('"')[0]
    assert address.startswith("?message=")
    form = {"category": "talk", "text": "Look."}
    assert theirs.post(f"/people/ann/report/{address}", form).status_code == 302
    atom = ReportAtom.objects.get()
    assert atom.line == "<b>rude</b>"
    ((_atom, excerpt),) = present_atoms(atom.report)
    assert [(line.text, line.is_reported) for line in excerpt] == [("<b>rude</b>", True)]
    assert theirs.post("/messages/ann/", {"do": "accept"}).status_code == 302
    assert theirs.post("/messages/ann/", {"do": "accept"}).status_code == 404
    assert browser(person("eve")).get(path).content.decode().count("rude") == 0
    assert mine.get("/messages/nobody/").status_code == 404
    assert theirs.post("/people/ann/report/?message=made-up", form).status_code == 422


@pytest.mark.django_db
def test_messages_are_kept_for_180_days(ann: User, bob: User) -> None:
    sent(ann, bob)
    forget_messages(now=NOON + timedelta(days=180))
    assert Message.objects.count() == 1
    forget_messages(now=NOON + timedelta(days=181))
    assert (Message.objects.count(), Conversation.objects.count()) == (0, 0)
