from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.common import zones
from accounts.models import User
from games.lobby.services.seeks import SeekRequest, open_seek
from tests.kit.builders import NOON, terms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

GOOD = {
    "language": "ja",
    "time_zone": "Asia/Tokyo",
    "theme": "dark",
    "piece_set": "international",
}


def kept(user: User) -> dict[str, Any]:
    user.refresh_from_db()
    fields = (*GOOD, "confirm_moves")
    return {field: getattr(user, field) for field in fields}


def test_live_moves_are_confirmed_by_a_choice_of_their_own(ann: User, signed_in: Any) -> None:
    User.objects.filter(pk=ann.pk).update(confirm_moves=False)
    ann.refresh_from_db()
    assert ann.confirms_live is False, "as in all others while it is not chosen"
    html = signed_in(ann).get("/settings/").content.decode()
    assert 'name="confirm_live" id="id_confirm_live">' in html
    assert signed_in(ann).post("/settings/", {**GOOD, "confirm_live": "on"}).status_code == 302
    ann.refresh_from_db()
    assert (ann.confirm_moves, ann.confirms_live) == (False, True)


def test_what_is_chosen_is_kept(ann: User, signed_in: Any) -> None:
    assert signed_in(ann).post("/settings/", GOOD).status_code == 302
    assert kept(ann) == {**GOOD, "confirm_moves": False}


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


@pytest.mark.parametrize(("language", "name"), [("en", "Tokyo, Japan"), ("ja", "東京（日本）")])
def test_zones_are_listed_in_the_readers_language(
    ann: User, signed_in: Any, language: str, name: str
) -> None:
    User.objects.filter(pk=ann.pk).update(language=language, time_zone="Japan")
    html = signed_in(ann).get("/settings/").content.decode()
    listed = f"{name} (UTC+09:00)"
    assert f'name="time_zone" value="{listed}"' in html
    assert f'<option value="{listed}" label="Asia/Tokyo · ' in html


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *(("Tokyo, Japan (UTC+09:00)", "Asia/Tokyo"), ("東京（日本） (UTC+09:00)", "Asia/Tokyo")),
        *(("tokyo", "Asia/Tokyo"), ("日本", "Asia/Tokyo"), ("asia/tokyo", "Asia/Tokyo")),
        *(
            ("India", "Asia/Kolkata"),
            ("コルカタ", "Asia/Kolkata"),
            ("Asia/Calcutta", "Asia/Kolkata"),
        ),
        *(("sao paulo", "America/Sao_Paulo"), ("São Paulo", "America/Sao_Paulo")),
        *(
            ("Etc/GMT+5 (UTC-05:00)", "Etc/GMT+5"),
            ("utc", "UTC"),
            ("EST", "America/Panama"),
            ("Japan", "Asia/Tokyo"),
            ("協定世界時", "UTC"),
        ),
    ],
)
def test_a_zone_is_found_by_what_is_typed(ann: User, signed_in: Any, typed: str, zone: str) -> None:
    assert signed_in(ann).post("/settings/", {**GOOD, "time_zone": typed}).status_code == 302
    assert kept(ann)["time_zone"] == zone


def test_a_zone_that_is_not_found_is_told_with_those_that_fit(ann: User, signed_in: Any) -> None:
    client = signed_in(ann)
    none = client.post("/settings/", {**GOOD, "time_zone": "Atlantis"}).content.decode()
    assert "No time zone is called “Atlantis”." in none
    assert 'value="Atlantis"' in none
    some = client.post("/settings/", {**GOOD, "time_zone": "new zealand"}).content.decode()
    assert "Several time zones fit, for example: Auckland, New Zealand (UTC+13:00); Chatham" in some
    assert kept(ann)["time_zone"] == "UTC"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_zone_of_the_list_is_called_by_its_own_name(language: str) -> None:
    with translation.override(language):
        listed = zones.listed_zones(language, timezone.now().timestamp())
        assert len(listed) > 400
        assert [zones.zone_called(zone.text) for zone in listed] == [zone.key for zone in listed]
        assert {zones.zone_text(zone.key) for zone in listed} == {zone.text for zone in listed}


def test_visitors_read_times_in_the_zone_of_their_browser(ann: User) -> None:
    seek = open_seek(user=ann, asked=SeekRequest(terms()), now=NOON)
    client = Client()
    for zone, found in (("", "12:00"), ("Asia/Tokyo", "21:00"), ("Mars/Base", "12:00")):
        client.cookies["zone"] = zone
        assert found in client.get(f"/lobby/seeks/{seek.uid}/").content.decode()


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


@pytest.mark.parametrize(
    ("browser", "offered"), [("Asia/Calcutta", True), ("Asia/Tokyo", False), ("Mars/Base", False)]
)
def test_the_zone_of_the_browser_is_offered_where_it_is_another(
    ann: User, signed_in: Any, browser: str, offered: bool
) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Japan")
    client = signed_in(ann)
    client.cookies["zone"] = browser
    html = client.get("/settings/").content.decode()
    assert ('data-with="Kolkata, India (UTC+05:30)"' in html) is offered
    assert ("data-with" in html) is offered
