"""What operators watch opens by their token alone, and tells nothing of one match."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import mail
from accounts.models import Letter
from config import celery
from games.bots.models import BotTurn
from games.match.clocks import health
from games.notices.models import Delivery, Notice
from games.wiring import GAUGES
from tests.api.kit import Program
from tests.kit.builders import match_between, match_with_bot, person, play

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-the-operator"


@pytest.fixture
def watched(settings: Any) -> None:
    settings.STATUS_TOKEN = TOKEN
    before, after = (
        f"django_prometheus.middleware.Prometheus{place}Middleware" for place in ("Before", "After")
    )
    settings.MIDDLEWARE = [before, *settings.MIDDLEWARE, after]


def numbers(client: Client) -> str:
    answer = client.get("/metrics", HTTP_AUTHORIZATION=f"Bearer {TOKEN}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("given", ["", "Bearer ", f"Bearer {TOKEN}x", TOKEN, f"Basic {TOKEN}"])
def test_without_the_token_there_is_nothing(client: Client, settings: Any, given: str) -> None:
    for token in (TOKEN, ""):
        settings.STATUS_TOKEN = token
        assert client.get("/metrics", HTTP_AUTHORIZATION=given).status_code == 404


@pytest.mark.usefixtures("watched")
def test_requests_of_programs_are_counted_by_operation_and_scope(client: Client) -> None:
    match = match_between(person("south"), person("north"))
    program = Program(match.players.get(seat=0).user, "read")
    for path in (f"/matches/{match.uid}", "/notices", "/nowhere"):
        program.get(path)
    found = numbers(client)
    for counted in (
        'operation="match",scope="read",status="200"',
        'operation="notices",scope="notices",status="403"',
        'operation="none",scope="",status="404"',
    ):
        assert f'jinya_api_requests_total{{method="GET",{counted}}}' in found
    assert "jinya_api_waiting 0.0" in found
    assert match.uid not in found
    assert "south" not in found


@pytest.mark.usefixtures("watched")
def test_requests_are_counted_by_view_and_no_match_is_named(client: Client) -> None:
    match = match_between(person("south"), person("north"))
    assert Client().get(f"/matches/{match.uid}/").status_code == 200
    found = numbers(client)
    assert 'view="games:match"' in found
    assert match.uid not in found
    assert "south" not in found


@pytest.mark.usefixtures("watched")
def test_how_late_the_oldest_mail_is(client: Client) -> None:
    assert re.search(r"^jinya_oldest_letter_seconds 0\.0$", numbers(client), re.MULTILINE)
    mail.write("account/email/unknown_account", "ann@jinya.example", {}, None)
    Letter.objects.update(due_at=timezone.now() - timedelta(minutes=10))
    late = re.search(r"^jinya_oldest_letter_seconds (\S+)$", numbers(client), re.MULTILINE)
    assert late
    assert 600 <= float(late[1]) < 660


def gauge(client: Client, name: str) -> float:
    found = re.search(rf"^jinya_{name} (\S+)$", numbers(client), re.MULTILINE)
    assert found
    return float(found[1])


WAITING: dict[str, Callable[[datetime], object]] = {
    "oldest_owed_turn_seconds": lambda then: BotTurn.objects.update(due_at=then),
    "oldest_delivery_seconds": lambda then: Delivery.objects.update(due_at=then),
    "deadline_sweep_age_seconds": health.beat,
}


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("name", WAITING)
def test_how_late_the_house_is(client: Client, name: str) -> None:
    assert gauge(client, name) == 0
    play(match_with_bot(person(email="ann@jinya.example")), "e3e4", now=timezone.now())
    match_between(person(email="south@jinya.example"), person())
    WAITING[name](timezone.now() - timedelta(minutes=10))
    assert 600 <= gauge(client, name) < 660


def test_what_waited_to_be_sent_is_dropped_after_a_restore() -> None:
    match_between(person(email="south@jinya.example"), person())
    match_between(person(email="second@jinya.example"), person())
    sent, waits = Delivery.objects.all()
    Delivery.objects.filter(pk=sent.pk).update(settled_at=timezone.now(), outcome="sent")
    call_command("after_restore")
    assert list(Delivery.objects.all()) == [sent]
    assert Notice.objects.filter(pk=waits.notice_id).exists()


@pytest.mark.usefixtures("watched")
def test_every_queue_has_a_depth(client: Client) -> None:
    found = numbers(client)
    for queue in celery.QUEUES:
        assert f'jinya_queue_depth{{queue="{queue}"}}' in found


def lost() -> float:
    raise OSError


@pytest.mark.usefixtures("watched")
def test_a_gauge_that_fails_takes_no_other_with_it(client: Client, monkeypatch: Any) -> None:
    monkeypatch.setitem(GAUGES, "broken", lost)
    found = numbers(client)
    assert "jinya_broken" not in found
    assert "jinya_oldest_letter_seconds" in found
