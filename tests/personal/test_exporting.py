"""The file of one's own data: put together by the workers, once, whoever dies, for its owner."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.notices.models import Notice
from games.personal import exporting
from games.personal.models import MOST_ATTEMPTS, DataExport, ExportPart
from games.personal.selectors import file_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, PASSWORD, match_between, person, play
from tests.kit.own_data import put_together

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
PAGE, FILE = "/my-data/", "/my-data/export.json"


@pytest.fixture
def ann() -> User:
    """Has played three matches."""
    made = person("ann")
    for number in range(3):
        play(match_between(made, person(f"other{number}")), "e3e4", "e6e5", "d3d4")
    return made


def page(user: User) -> str:
    return " ".join(strip_tags(browser(user).get(PAGE).content.decode()).split())


def ask(user: User) -> None:
    exporting.ask_export(user=user, now=NOON)


def go_on(user: User, now=NOON, *, at_once: float = 60) -> bool:
    return exporting.go_on_exporting(user_id=user.pk, now=now, at_once=at_once)


def test_a_file_in_many_parts_says_the_same(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(put_together(ann))
    assert [len(match["moves"]) for match in whole["moves"]] == [2, 2, 2]
    assert [move["move"] for move in whole["moves"][2]["moves"]] == ["e3e4", "d3d4"]
    DataExport.objects.all().delete()
    Notice.objects.filter(kind="data-ready").delete()
    monkeypatch.setattr(exporting, "BATCH", 2)
    ask(ann)
    steps = 1
    while not go_on(ann, at_once=0):
        steps += 1
        assert file_of(ann) is None
        assert exporting.lease_exports(now=NOON + timedelta(minutes=steps)) == [ann.pk]
    assert ExportPart.objects.count() == steps > len(whole) - 2
    assert json.loads(file_of(ann) or b"") == whole


def test_more_matches_take_no_more_statements(ann: User) -> None:
    counted, beginner = [], person("beginner")
    play(match_between(beginner, person()), "e3e4", "e6e5", "d3d4")
    for user in (beginner, ann):
        ask(user)
        with CaptureQueriesContext(connection) as captured:
            assert go_on(user)
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_asked_twice_there_is_one(ann: User) -> None:
    client = browser(ann)
    assert [client.post("/my-data/export/").status_code for _twice in range(2)] == [302, 302]
    assert "The file is being put together." in page(ann)
    DataExport.objects.update(due_at=NOON, asked_at=NOON)
    assert go_on(ann)
    kept = file_of(ann)
    exporting.ask_export(user=ann, now=NOON + exporting.ANEW - SECOND)
    assert file_of(ann) == kept
    exporting.ask_export(user=ann, now=NOON + exporting.ANEW)
    assert file_of(ann) is None
    assert not ExportPart.objects.exists()


def test_what_a_killed_worker_has_read_is_read_once(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(**_row: object) -> None:
        raise KeyboardInterrupt

    ask(ann)
    monkeypatch.setattr(exporting, "BATCH", 2)
    assert not go_on(ann, at_once=0)
    with monkeypatch.context() as patch:
        patch.setattr(ExportPart.objects, "create", die)
        with pytest.raises(KeyboardInterrupt):
            go_on(ann, at_once=0)
    assert exporting.lease_exports(now=NOON + timedelta(seconds=30)) == []
    assert exporting.lease_exports(now=NOON + timedelta(minutes=2)) == [ann.pk]
    assert go_on(ann, NOON + timedelta(minutes=2))
    content = json.loads(file_of(ann) or b"")
    assert [len(match["moves"]) for match in content["moves"]] == [2, 2, 2]


def test_who_comes_late_writes_nothing(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    read, later = exporting.read_section, NOON + exporting.LEASE + SECOND

    def slowly(*args):
        monkeypatch.setattr(exporting, "read_section", read)
        assert go_on(ann, later)  # another worker, once the lease has run out
        return read(*args)

    ask(ann)
    monkeypatch.setattr(exporting, "read_section", slowly)
    go_on(ann)
    assert ExportPart.objects.count() == 1
    assert Notice.objects.filter(user=ann, kind="data-ready").count() == 1
    json.loads(file_of(ann) or b"")


def test_how_far_it_is_is_told_and_that_it_is_ready(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Put the file together" in page(ann)
    monkeypatch.setattr(exporting, "BATCH", 2)
    exporting.ask_export(user=ann, now=timezone.now())
    assert not go_on(ann, timezone.now(), at_once=0)
    rows = DataExport.objects.get().rows
    assert f"The file is being put together: 2 of {rows} entries." in page(ann)
    assert b"every 3s" in browser(ann).get(PAGE).content
    assert browser(ann).get(PAGE).content.count(b"ask-export") == 0
    monkeypatch.setattr(exporting, "BATCH", 500)
    assert go_on(ann, timezone.now())
    assert "The file is ready" in page(ann)
    assert b"every 3s" not in browser(ann).get(PAGE).content
    assert (
        "The file with all of your data is ready to download." in browser(ann).get("/notices/").text
    )


def test_what_leads_nowhere_is_given_up_and_can_be_asked_again(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise ValueError

    ask(ann)
    with monkeypatch.context() as patch:
        patch.setattr(exporting, "read_section", fail)
        for hour in range(MOST_ATTEMPTS):
            with pytest.raises(ValueError):
                go_on(ann, NOON + timedelta(hours=hour))
    assert go_on(ann, NOON + timedelta(days=1))
    assert "could not be put together" in page(ann)
    browser(ann).post("/my-data/export/")
    assert "The file is being put together." in page(ann)


def test_nobody_fetches_the_file_of_another(ann: User) -> None:
    put_together(ann)
    client = browser(person("bob"))
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.get(FILE)["Location"] == PAGE
    assert "The file is ready" not in client.get(PAGE).text


def test_a_file_goes_after_a_week_and_with_the_account(ann: User) -> None:
    put_together(ann)
    exporting.forget_exports(now=NOON + exporting.KEPT)
    assert DataExport.objects.exists()
    exporting.forget_exports(now=NOON + exporting.KEPT + SECOND)
    assert not ExportPart.objects.exists()


def test_it_speaks_the_language_of_its_owner(ann: User) -> None:
    other = User.objects.get(name="other0")  # who is to move
    User.objects.filter(pk=other.pk).update(language="ja")
    (due,) = json.loads(put_together(other))["deadlines"]
    assert "期限" in due["due"]


def test_a_guest_needs_no_password_which_a_guest_has_not(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_guest=True)
    hers = browser(ann)
    assert hers.post("/my-data/export/")["Location"] == "/my-data/"
    DataExport.objects.all().delete()
    put_together(ann)
    assert hers.get("/my-data/export.json")["Content-Type"] == "application/json"
