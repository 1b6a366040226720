"""A ladder as files: what is on it, from the top, for everybody."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree as ET

import pytest

from accounts.models import User
from games.ladders.presenters import files
from tests.kit.browsing import browser
from tests.ladders.conftest import NAMES

pytestmark = pytest.mark.django_db
AT = "/events/ladder-xiongqi/"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(language: str = "en") -> list[str]:
    """The texts of the picture, in their order."""
    answer = browser(None).get(f"{AT}table.svg", headers={"accept-language": language})
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    return [each.text or "" for each in ET.fromstring(answer.content).iter(f"{SVG}text")]


def test_the_files_say_who_stands_where(twelve: dict[str, User]) -> None:
    User.objects.filter(name="bob").update(name="=bob")
    table = browser(None).get(f"{AT}table.csv")
    assert table["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert [row["name"] for row in rows] == ["ann", "'=bob", *NAMES[2:]]
    assert rows[2] == {"place": "3", "name": "cat", "joined": "2026-11-20"}
    found = browser(twelve["ann"]).get(f"{AT}table.json").json()
    assert (found["game"], len(found["places"])) == ("xiongqi", 12)
    assert found["places"][0]["name"] == "ann"


def test_the_picture_shows_the_top(
    twelve: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    top = drawn()
    assert top[:5] == ["Ladder: Xiongqi", "The first 10 of 12.", "Name", "1", "ann"]
    assert top[-2:] == ["10", "joe"]
    assert "熊棋" in drawn("ja")[0]
    monkeypatch.setattr(files, "DRAWN", 12)
    whole = drawn()
    assert (whole[1], whole[-1]) == ("Climb by beating those above.", "leo")


def test_other_sites_show_it_with_the_link(twelve: dict[str, User]) -> None:
    page = browser(None).get(AT).content.decode()
    assert f'og:image" content="http://testserver{AT}table.png"' in page
    for form in ("svg", "png", "json", "csv"):
        assert f'href="{AT}table.{form}"' in page
    picture = browser(None).get(f"{AT}table.png")
    assert picture["Content-Type"] == "image/png" and picture.content[:4] == b"\x89PNG"


def test_there_are_none_of_what_has_no_ladder_and_empty_ones_of_what_nobody_climbs(
    db: None,
) -> None:
    for form in ("json", "csv", "svg", "png"):
        assert browser(None).get(f"/events/ladder-nation/table.{form}").status_code == 404
        assert browser(None).get(f"/events/ladder-gungi/table.{form}").status_code == 200
