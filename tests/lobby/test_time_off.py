"""Time off on offers: chosen in the form, carried to the match, said on the card."""

from __future__ import annotations

from datetime import time

import pytest
from django.test import Client
from django.urls import reverse

from games.lobby.forms import NewMatchForm, fields_of_clock
from games.lobby.models import Seek
from games.match.models import Match
from games.match.presenters.clocktext import terms_sentence
from tests.kit.browsing import browser
from tests.kit.builders import person

pytestmark = pytest.mark.django_db

SEEK = {"game": "xiongqi", "time": "steady", "rated": "yes", "side": "any", "key": "a" * 20}
SEEK |= {"opponent": "here", "audience": "anyone", "days": "7"}


def posted(client: Client, **changes: str) -> Seek:
    answer = client.post(reverse("games:new"), {**SEEK, **changes})
    assert answer.status_code == 302, answer.content
    return Seek.objects.get()


def test_a_seek_with_weekends_and_nights_off_says_so() -> None:
    ann = browser(person("ann"))
    seek = posted(ann, weekends="on", nights="on")
    assert seek.time_control == "steady.nw"
    page = ann.get(reverse("games:seek", args=[seek.uid])).content.decode()
    assert "Weekends off" in page
    assert "Nights off" in page


def test_a_live_match_knows_no_time_off() -> None:
    assert posted(browser(person("ann")), time="live15", weekends="on").time_control == "live15"


def test_a_clock_of_ones_own_by_numbers() -> None:
    own = {"time": "own", "bank_0": "2", "bank_1": "days", "bonus_0": "6", "bonus_1": "hours"}
    seek = posted(browser(person("ann")), **own, cap_0="3", cap_1="days", weekends="on")
    assert seek.time_control == "own-172800-21600-259200.w"
    sentence = "2 days + 6 hours per move (3 days at most) · Weekends off"
    assert terms_sentence(seek.time_control) == sentence


@pytest.mark.parametrize(
    ("number", "unit"), [("0", "days"), ("5", "hours"), ("31", "days"), ("-1", "days"), ("x", "x")]
)
def test_a_clock_outside_the_bounds_is_refused(number: str, unit: str) -> None:
    client = browser(person("ann"))
    own = {"time": "own-fixed", "bank_0": number, "bank_1": unit}
    answer = client.post(reverse("games:new"), {**SEEK, **own})
    assert answer.status_code == 422
    assert not Seek.objects.exists()


def test_a_bot_is_played_without_time_off() -> None:
    form = NewMatchForm({**SEEK, "opponent": "bot", "level": "easy", "weekends": "on"})
    assert form.is_valid(), form.errors
    assert form.terms.time_control == "steady"


@pytest.mark.parametrize(
    "slug", ["steady.nw", "live5", "none", "own-172800-21600-259200.w", "own-86400-86400-86400"]
)
def test_a_form_that_is_filled_from_a_clock_names_it_again(slug: str) -> None:
    filled = NewMatchForm(initial=fields_of_clock(slug))
    data = dict(SEEK)
    for name in ("time", "weekends", "nights", "bank", "bonus", "cap"):
        value = filled[name].value()
        parts = filled.fields[name].widget
        if hasattr(parts, "decompress"):
            data |= {f"{name}_{i}": str(v) for i, v in enumerate(parts.decompress(value))}
        elif value:
            data[name] = str(value)
    form = NewMatchForm(data)
    assert form.is_valid(), form.errors
    assert form.terms.time_control == slug


@pytest.mark.parametrize(
    ("begins", "ends", "status"),
    [("23:00", "07:00", 302), ("", "", 302), ("23:00", "", 422), ("22:00", "07:01", 422),
     ("08:00", "08:00", 422), ("25:00", "07:00", 422)],
)  # fmt: skip
def test_a_night_is_set_in_the_settings(begins: str, ends: str, status: int) -> None:
    ann = person("ann", night_from=time(1), night_to=time(2))
    answer = browser(ann).post(
        reverse("accounts:settings"),
        {"language": "", "time_zone": "Asia/Tokyo", "theme": "auto", "piece_set": "auto",
         "night_from": begins, "night_to": ends},
    )  # fmt: skip
    assert answer.status_code == status
    ann.refresh_from_db()
    kept = (time(1), time(2)) if status == 422 else (
        (time.fromisoformat(begins), time.fromisoformat(ends)) if begins else (None, None)
    )  # fmt: skip
    assert (ann.night_from, ann.night_to) == kept


def test_a_link_keeps_its_time_off() -> None:
    client = browser(person("ann"))
    terms = {**SEEK, "opponent": "link", "weekends": "on"}
    assert client.post(reverse("games:new"), terms).status_code == 302
    assert Match.objects.get().time_control == "steady.w"
