"""The address of a bot account on its page and its owner's, on its profile, and at a board."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.endpoints.models import BotAddress
from games.endpoints.services.bots import Trouble, note_trouble
from games.programs import addresses
from games.programs.presenters import trouble_sentence
from tests.endpoints.conftest import Outside
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, play
from tests.programs.test_becoming import bot_of, confirmed

pytestmark = pytest.mark.django_db
PAGE, URL = "/settings/bots/", "https://bots.example/turn"


@pytest.fixture
def bot(outside: Outside) -> User:
    cache.clear()
    return bot_of(person("Mika"), "Walker")


def secrets_in(answer: object) -> list[str]:
    return re.findall(r"whsec_[A-Za-z0-9+/=]+", answer.content.decode())  # type: ignore[attr-defined]


def test_it_is_set_renewed_ended_and_removed_on_the_page(bot: User) -> None:
    site = confirmed(bot)
    [first] = secrets_in(site.post(PAGE, {"do": "address", "url": URL}))
    page = site.get(PAGE).content.decode()
    assert URL in page
    assert first not in page  # shown once
    assert "The address was not asked yet." in page
    [second] = secrets_in(site.post(PAGE, {"do": "renew-secret"}))
    assert second != first
    assert "posts are signed with the old secret as well" in site.get(PAGE).content.decode()
    assert site.post(PAGE, {"do": "end-old-secret"}).status_code == 302
    assert "the old secret" not in site.get(PAGE).content.decode()
    assert site.post(PAGE, {"do": "end-address"}).status_code == 302
    assert not BotAddress.objects.exists()


def test_what_is_refused_is_said(bot: User, outside: Outside) -> None:
    site = confirmed(bot)
    outside.address = "10.0.0.1"
    answer = site.post(PAGE, {"do": "address", "url": URL})
    assert answer.status_code == 422
    assert "We can post to a public https address only." in answer.content.decode()
    assert site.post(PAGE, {"do": "address", "url": ""}).status_code == 422
    assert site.post(PAGE, {"do": "renew-secret"}).status_code == 409
    assert confirmed(person()).post(PAGE, {"do": "address", "url": URL}).status_code == 403


def test_the_owner_reads_what_went_wrong_and_nobody_else(bot: User) -> None:
    now = timezone.now()
    addresses.name_address(user=bot, url=URL, now=now)
    match = match_between(person(), bot)
    note_trouble(bot.pk, Trouble(match.uid, "not-open"), now)
    note_trouble(bot.pk, Trouble(match.uid, "silent", "503"), now)
    said = "The move that was answered was not open."
    for who in (bot, User.objects.get(name="Mika")):
        page = confirmed(who).get(PAGE).content.decode()
        assert said in page
        assert "The address answered with the status 503." in page
        assert f"/matches/{match.uid}/" in page
    assert URL not in confirmed(person()).get(PAGE).content.decode()
    profile = browser(person()).get(f"/people/{bot.name}/").content.decode()
    assert said not in profile
    assert URL not in profile


def test_twenty_lines_are_kept(bot: User) -> None:
    now = timezone.now()
    addresses.name_address(user=bot, url=URL, now=now)
    for number in range(25):
        note_trouble(bot.pk, Trouble("", "silent", str(500 + number)), now)
    troubles = BotAddress.objects.get().troubles
    assert [line[3] for line in troubles] == [str(number) for number in range(524, 504, -1)]


@pytest.mark.parametrize(
    "code", ["too-large", "no-json", "no-action", "no-move", "not-open", "late"]
)
def test_every_trouble_has_a_sentence(code: str) -> None:
    assert trouble_sentence(code, "") != trouble_sentence("sanctioned", "")


def test_players_see_whether_it_answers(bot: User) -> None:
    now = timezone.now()
    addresses.name_address(user=bot, url=URL, now=now)
    other = person()
    match = match_between(other, bot)
    play(match, "a1a2")

    def seen() -> tuple[str, str]:
        site = browser(other)
        pages = site.get(f"/people/{bot.name}/"), site.get(f"/matches/{match.uid}/")
        one, two = (page.content.decode() for page in pages)
        return one, two

    assert all("Its program" not in page for page in seen())
    BotAddress.objects.update(sent_at=now)
    profile, board = seen()
    assert "Its program answers." in profile
    assert "Its program" not in board
    BotAddress.objects.update(failing_since=now - timedelta(hours=2))
    assert all("Its program has not answered since" in page for page in seen())
    play(match, "a8a7")  # nobody waits for it
    assert "Its program" not in seen()[1]
