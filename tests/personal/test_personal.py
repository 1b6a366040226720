"""Everything of one's own: fetched by oneself, deleted by oneself, undone for 14 days."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from accounts.common import events
from accounts.common.names import name_key
from accounts.models import User
from accounts.retention import forget_old
from games.chat.selectors import talk_of
from games.chat.services import say
from games.knowledge.models import GuessMark
from games.match.changes import adjudicating, ending
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.models import Match
from games.match.presenters.people import profile_url
from games.moderation.models import ReportAtom
from games.moderation.services.reports import Complaint, file_report
from games.notes.services import keep_note
from games.notices.models import Notice
from games.personal import services
from games.personal.tables import TABLES, Exported
from tests.kit.browsing import browser
from tests.kit.builders import NOON, PASSWORD, everything, match_between, person, play
from tests.kit.own_data import put_together

pytestmark = pytest.mark.django_db
GONE = NOON + timedelta(days=15)


@pytest.fixture
def match() -> Match:
    ann = person("planted-ann", email="planted@private.example", time_zone="Pacific/Chatham")
    made = match_between(ann, person("bob"))
    play(made, "e3e4")
    return made


def ann() -> User:
    return User.objects.get(name="planted-ann")


def confirmed(user: User) -> Client:
    """A browser of who has just given the password."""
    client = browser(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_every_key_of_a_user_has_its_entry() -> None:
    keys = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    assert keys == {key for key in TABLES if "__" not in key}


PARTS = {
    "account.EmailConfirmation": "links that confirm an address",
    "accounts.WaitingAddress": "since when an address waits to be confirmed",
    "notices.Delivery": "by which ways news went out",
    "plans.PlannedMove": "that a move of a plan is about to be made",
    "endpoints.CalendarEntry": "what a calendar was told, to number the next: deadlines of matches",
    "personal.ExportPart": "the file itself",
    "socialaccount.SocialToken": "nothing: no token is kept",
}
"""Tables that hang on a user's own rows and hold nothing of theirs, or name a user themselves."""


def test_what_hangs_on_rows_of_ones_own_has_its_entry_or_a_reason() -> None:
    """An appeal names no user: the sanction it is against does."""
    own = {
        key.rpartition(".")[0]
        for key, table in TABLES.items()
        if isinstance(table, Exported) and table.goes
    }
    named = {key.rpartition(".")[0] for key in TABLES}
    hanging = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model and field.related_model._meta.label in own
    }
    assert hanging - named == set(PARTS)


def test_the_export_holds_ones_own_and_wants_the_password_again(match: Match) -> None:
    keep_note(uid=match.uid, user=ann(), text="my plan")
    say(uid=match.uid, user=ann(), room="players", text="hello bob", now=NOON)
    content = put_together(ann())
    assert "/reauthenticate/" in browser(ann()).get("/my-data/export.json")["Location"]
    answer = confirmed(ann()).get("/my-data/export.json")
    assert answer.content == content
    assert answer["Content-Disposition"] == 'attachment; filename="jinya.json"'
    answer = json.loads(content)
    assert answer["account"]["email"] == "planted@private.example"
    assert answer["notes"] == [{"match__uid": match.uid, "ply": None, "text": "my plan"}]
    assert [line["text"] for line in answer["talk"]] == ["hello bob"]
    (moves,) = answer["moves"]
    assert [move["move"] for move in moves["moves"]] == ["e3e4"]
    bobs = put_together(User.objects.get(name="bob"))
    assert json.loads(bobs)["moves"][0]["moves"] == []
    assert b"planted@private.example" not in bobs


def test_leaving_can_be_undone_for_14_days(match: Match) -> None:
    client = confirmed(ann())
    client.post("/my-data/leave/", {"do": "leave"})
    due = ann().leaves_at
    assert due is not None
    assert timedelta(days=13, hours=23) < due - timezone.now() <= timedelta(days=14)
    client.post("/my-data/leave/", {"do": "leave"})
    assert ann().leaves_at == due
    assert services.erase_due(due - timedelta(seconds=1)) == 0
    client.post("/my-data/leave/", {"do": "stay"})
    assert services.erase_due(due + timedelta(days=1)) == 0
    assert ann().is_active


def test_nobody_takes_the_name_of_who_left_for_a_year(match: Match) -> None:
    services.ask_to_leave(ann(), NOON)
    name = ann().name
    assert services.erase_due(GONE) == 1
    assert not User.objects.filter(name_key=name_key(name)).exists()
    assert all(User.objects.is_taken(taken) for taken in (name, name.upper(), f"{name}-"))
    forget_old(GONE + timedelta(days=365, seconds=1))
    assert not User.objects.is_taken(name)


def test_who_left_is_nowhere_and_the_matches_stay(match: Match) -> None:
    plant_everywhere(match)
    over = match_between(ann(), User.objects.get(name="bob"))
    ending.resign(uid=over.uid, user=User.objects.get(name="bob"), now=NOON)
    services.ask_to_leave(ann(), NOON)
    pk = ann().pk
    assert services.erase_due(GONE) == 1
    assert profile_url(User.objects.get(pk=pk).name, is_bot=False) == "", "it would lead nowhere"
    gone = User.objects.get(pk=pk)
    assert gone.name.startswith("gone-")
    assert not gone.is_active
    match.refresh_from_db()
    assert match.ended_how in ("resignation", "left", "first-move")
    assert over.players.get(seat=0).user == gone
    assert Notice.objects.filter(user__name="bob", match=match, kind="match-over").exists()
    left = [row for rows in everything().values() for row in rows if "planted" in repr(row).lower()]
    assert left == []
    assert (ReportAtom.objects.get().text, ReportAtom.objects.get().reporter) == ("odd moves", gone)
    (line, _remark) = talk_of(match.uid, User.objects.get(name="bob")).lines
    assert (line.text, line.author) == ("hello bob", gone.name)
    assert browser(User.objects.get(name="bob")).get(f"/matches/{over.uid}/").status_code == 200


def plant_everywhere(match: Match) -> None:
    keep_note(uid=match.uid, user=ann(), text="planted note")
    say(uid=match.uid, user=ann(), room="players", text="hello bob", now=NOON)
    say(uid=match.uid, user=ann(), room="later", text="a remark", now=NOON)
    file_report(uid=match.uid, user=ann(), complaint=Complaint("throwing", "odd moves"), now=NOON)
    placing = match_between(ann(), User.objects.get(name="bob"), game="gunjin")
    GuessMark.objects.create(
        match=placing, user=ann(), piece="planted", ply=1, kind="G", square="a1", made_at=NOON
    )
    LogEntry.objects.create(
        user=ann(),
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(ann().pk),
        object_repr="planted-ann",
        action_flag=2,
    )
    put_together(ann())
    browser(ann())
    assert ReportAtom.objects.exists()


def test_a_frozen_match_ends_first(match: Match) -> None:
    services.ask_to_leave(ann(), NOON)
    row, players = lock_match(uid=match.uid)
    adjudicating.freeze(Case(row, players, NOON))
    assert services.erase_due(GONE) == 0
    adjudicating.resume(Case(row, players, NOON))
    assert services.erase_due(GONE) == 1


def test_actions_with_ones_data_are_security_events(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_together(ann())
    client, kinds = confirmed(ann()), []
    monkeypatch.setattr(events, "note", lambda kind, *_about, **_ids: kinds.append(kind))
    client.get("/my-data/export.json")
    for action in ("leave", "stay", "leave"):
        client.post("/my-data/leave/", {"do": action})
    assert services.erase_due(timezone.now() + timedelta(days=15)) == 1
    leaving = ["account-leaving", "account-kept", "account-leaving", "account-deleted"]
    assert [kind for kind in kinds if kind in ("data-exported", *leaving)] == [
        "data-exported",
        *leaving,
    ]
