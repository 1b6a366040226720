from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

GOOD = {
    "language": "ja",
    "time_zone": "Asia/Tokyo",
    "theme": "dark",
    "piece_set": "international",
    "mail_match_over": "on",
    "mail_wait_minutes": "5",
}


def kept(user: User) -> dict[str, Any]:
    user.refresh_from_db()
    fields = (*GOOD, "mail_your_turn", "confirm_moves")
    return {field: getattr(user, field) for field in fields}


def test_what_is_chosen_is_kept(ann: User, signed_in: Any) -> None:
    assert signed_in(ann).post("/settings/", GOOD).status_code == 302
    switches = {"mail_match_over": True, "mail_your_turn": False, "confirm_moves": False}
    assert kept(ann) == {**GOOD, "mail_wait_minutes": 5, **switches}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            ("language", "xx"),
            ("language", "en-gb"),
            ("language", "\x00"),
            ("language", "x" * 10_000),
        ),
        *(("time_zone", ""), ("time_zone", "Mars/Base"), ("time_zone", "../../etc/passwd")),
        *(("time_zone", "Asia/Tokyo\x00"), ("time_zone", "x" * 10_000), ("time_zone", "Factory")),
        *(("theme", ""), ("theme", "pink"), ("piece_set", ""), ("piece_set", "<b>")),
        *(
            ("mail_wait_minutes", value)
            for value in ("", "-1", "1441", "1e3", "x", "9" * 5000, "1.5")
        ),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    ann: User, signed_in: Any, field: str, value: str
) -> None:
    before = kept(ann)
    answer = signed_in(ann).post("/settings/", {**GOOD, field: value})
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert kept(ann) == before


@pytest.mark.parametrize("minutes", ["0", "1440"])
def test_the_ends_of_the_wait_are_allowed(ann: User, signed_in: Any, minutes: str) -> None:
    signed_in(ann).post("/settings/", {**GOOD, "mail_wait_minutes": minutes})
    assert kept(ann)["mail_wait_minutes"] == int(minutes)


@pytest.mark.parametrize(
    "field", ["name", "is_staff", "is_superuser", "email", "password", "reset_links"]
)
def test_nothing_else_can_be_set(ann: User, signed_in: Any, field: str) -> None:
    before = getattr(ann, field)
    signed_in(ann).post("/settings/", {**GOOD, field: "1"})
    ann.refresh_from_db()
    assert getattr(ann, field) == before


def test_strangers_have_no_settings(db: None) -> None:
    for where in ("/settings/", "/settings/security/"):
        assert Client().get(where)["Location"] == f"/accounts/login/?next={where}"


def test_an_old_zone_stays_on_offer(ann: User, signed_in: Any) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Japan")
    answer = signed_in(ann).get("/settings/")
    assert '<option value="Japan" selected>' in answer.content.decode()


def test_pages_are_in_the_language_and_zone_of_the_account(ann: User, signed_in: Any) -> None:
    User.objects.filter(pk=ann.pk).update(language="ja", time_zone="Asia/Tokyo")
    answer = signed_in(ann).get("/settings/", headers={"accept-language": "en"})
    assert answer["Content-Language"] == "ja"
    assert '<html lang="ja"' in answer.content.decode()


def test_without_a_choice_the_browser_decides(ann: User, signed_in: Any) -> None:
    answer = signed_in(ann).get("/settings/", headers={"accept-language": "ja"})
    assert answer["Content-Language"] == "ja"


def test_a_zone_that_is_no_more_is_read_as_utc(ann: User, signed_in: Any) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Atlantis/Capital")
    assert signed_in(ann).get("/settings/security/").status_code == 200
