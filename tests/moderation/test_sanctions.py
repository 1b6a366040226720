"""Sanctions: read by one function, ended by themselves, felt at once on open sockets."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions.rights import FORBIDS, Verb, can
from config.logs import Brevity
from games.match.changes import turns
from games.match.exceptions import Sanctioned
from games.match.models import Match
from games.match.terms import opening
from games.moderation.conflicts import Conflict
from games.moderation.services.appeals import AlreadyAppealed, BadAppeal, answer_appeal, appeal
from games.moderation.services.log import NotAllowed
from games.moderation.services.sanctions import Limit, impose, lift
from tests.kit.browsing import BoardPage, bell, browser
from tests.kit.builders import match_between, person, terms
from tests.kit.sockets import open_page
from tests.kit.staff import staff, why

DAY = timedelta(days=1)


def sanctioned(user: User, kind: str, days: int | None = 3, role: str = "senior") -> Sanction:
    actor = User.objects.filter(name=role).first() or staff(role)
    limit = Limit(kind, "abuse", days, "Be kind.")
    made = impose(person=user, limit=limit, why=why(actor), now=timezone.now())
    user.refresh_from_db()
    return made


@pytest.mark.django_db
@pytest.mark.parametrize("kind", Sanction.Kind.values)
def test_each_kind_forbids_its_verbs_until_it_ends_by_itself(kind: str) -> None:
    user = person("ann")
    made = sanctioned(user, kind)
    now = timezone.now()
    assert {verb for verb in Verb if not can(user, verb, now)} == FORBIDS[kind]
    if made.ends_at is not None:
        assert all(can(user, verb, made.ends_at) for verb in Verb)


@pytest.mark.django_db
def test_who_may_begin_nothing_begins_nothing() -> None:
    ann, bob = person("ann"), person("bob")
    now = timezone.now()
    invitation = opening.create_invitation(user=bob, terms=terms(), now=now)
    made = sanctioned(ann, "no-new")
    with pytest.raises(Sanctioned):
        opening.create_invitation(user=ann, terms=terms(), now=now)
    with pytest.raises(Sanctioned):
        opening.create_bot_match(user=ann, terms=terms(), level="easy", now=now)
    with pytest.raises(Sanctioned):
        opening.take_seat(secret=invitation.secret, user=ann, now=now)
    lift(sanction=made, why=why(User.objects.get(name="senior")), now=now)
    opening.take_seat(secret=invitation.secret, user=ann, now=now)


@pytest.mark.django_db
def test_who_is_suspended_reads_why_and_does_nothing_else() -> None:
    ann, bob = person("ann"), person("bob")
    match = match_between(ann, bob, now=timezone.now())
    sanctioned(ann, "suspend")
    page = BoardPage(match, ann)
    assert page.get().headers["Location"] == "/standing/"
    assert page.post("resign").status_code == 403
    with pytest.raises(Sanctioned):
        turns.play_move(
            uid=match.uid,
            user=ann,
            move=turns.MoveRequest("e3e4", 1, "key-shut-out"),
            now=timezone.now(),
        )
    html = browser(ann).get("/standing/").content.decode()
    assert "Be kind." in html
    assert "/standing/appeal/" in html
    Sanction.objects.update(ends_at=timezone.now() + timedelta(seconds=1))
    User.objects.update(shut_out_until=timezone.now() - timedelta(seconds=1))
    assert page.get().status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_open_sockets_of_who_is_suspended_close_at_once() -> None:
    def made() -> tuple[Match, User, User]:
        ann, senior = person("ann"), staff("senior")
        return match_between(ann, person("bob"), now=timezone.now()), ann, senior

    match, ann, _senior = await sync_to_async(made)()
    pages = [await open_page(path, ann) for path in (f"ws/matches/{match.uid}/", "ws/desk/")]
    for page in pages:
        await page.receive_json_from()
    await sync_to_async(sanctioned)(ann, "suspend")
    for page in pages:
        assert await page.close_code() == 4403


@pytest.mark.django_db
def test_roles_reach_as_far_as_their_rights() -> None:
    ann = person("ann")
    for role, kind, days in (("helper", "suspend", 1), ("moderator", "close", None),
                             ("moderator", "suspend", 15), ("operator", "warn", None)):  # fmt: skip
        with pytest.raises(NotAllowed):
            sanctioned(ann, kind, days, role)
    sanctioned(ann, "mute", 3, "helper")
    sanctioned(ann, "suspend", 14, "moderator")
    sanctioned(ann, "close", None, "senior")
    with pytest.raises(Conflict):
        sanctioned(User.objects.get(name="helper"), "warn", None, "senior")


@pytest.mark.django_db
def test_one_appeal_answered_by_somebody_else() -> None:
    ann = person("ann")
    made = sanctioned(ann, "suspend")
    now = timezone.now()
    said: dict[str, Any] = {
        "ground": "not-me",
        "happened": "It was my cat.",
        "request": "Let me play.",
        "now": now,
    }
    with pytest.raises(BadAppeal):
        appeal(sanction=made, user=person("bob"), **said)
    row = appeal(sanction=made, user=ann, **said)
    with pytest.raises(AlreadyAppealed):
        appeal(sanction=made, user=ann, **said)
    found: dict[str, Any] = {
        "appeal_id": row.pk,
        "outcome": "upheld",
        "answer": "Sorry.",
        "now": now,
    }
    with pytest.raises(Conflict):
        answer_appeal(why=why(User.objects.get(name="senior")), **found)
    answer_appeal(why=why(staff("moderator")), **found)
    ann.refresh_from_db()
    assert can(ann, Verb.PLAY)
    assert "Sorry." in browser(ann).get("/standing/").content.decode()
    assert bell(ann) == [("Your appeal has been answered.", "/standing/")]
    assert bell(User.objects.get(name="moderator")) == []


@pytest.mark.django_db
def test_seated_staff_act_on_nobody_they_play() -> None:
    senior, ann = staff("senior"), person("ann")
    match_between(senior, ann, now=timezone.now())
    with pytest.raises(Conflict):
        sanctioned(ann, "warn")


@pytest.mark.django_db
def test_a_refusal_says_the_reason_that_is_known(caplog: pytest.LogCaptureFixture) -> None:
    match = match_between(person("ann"), person("bob"))
    client = browser(match.players.get(seat=0).user)
    sanctioned(match.players.get(seat=0).user, "suspend")
    answer = client.post(f"/matches/{match.uid}/resign/")
    assert answer.status_code == 403
    assert "Your account is suspended or closed." in answer.content.decode()
    record = logging.LogRecord("django.request", 30, "", 1, "x", None, None)
    record.exc_info = (PermissionDenied, PermissionDenied("why"), None)
    Brevity().filter(record)
    assert record.exc_info is None
