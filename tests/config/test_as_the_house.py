"""With the values of the site, where other tests have their own (tests/replaced.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import switches
from accounts.models import SiteSwitches, User
from config.settings import base
from games.desk import consumers
from tests.kit.browsing import browser
from tests.kit.builders import person

PASSWORD = "seven kettles sing"


@pytest.mark.django_db
def test_passwords_are_kept_and_known_by_argon2(settings: Any) -> None:
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    ann = User.objects.create_user("Ann", PASSWORD)
    assert ann.password.startswith("argon2$argon2id$")
    answers = [
        Client().post("/accounts/login/", {"login": "Ann", "password": password}).status_code
        for password in (PASSWORD, "eight kettles sing")
    ]
    assert answers == [302, 422]


@pytest.mark.django_db
def test_who_begins_too_much_is_stopped(settings: Any) -> None:
    settings.PLAY_LIMITS = base.PLAY_LIMITS
    client = browser(person())
    stopped = [client.post("/campaign/start/").status_code == 429 for _ in range(26)]
    assert stopped == [False] * 25 + [True]


@pytest.mark.django_db
def test_programs_that_ask_too_much_are_stopped(settings: Any, client: Client) -> None:
    settings.API_LIMITS = base.API_LIMITS
    answers = [client.get("/api/v1/account").status_code for _ in range(61)]
    assert answers == [401] * 60 + [429]


def test_mails_are_written_to_files(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    mail.send_mail("陣屋", "Your move", None, ["ann@jinya.example"])
    (written,) = tmp_path.iterdir()
    assert "To: ann@jinya.example" in written.read_text()


@pytest.mark.django_db
def test_a_switch_turned_elsewhere_is_noticed_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switches, "SECONDS", 3)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert not switches.is_on("no_new_guests")
        SiteSwitches.objects.update_or_create(pk=1, defaults={"no_new_guests": True})
        seen = []
        for _second in range(4):
            clock.shift(1)
            seen.append(switches.is_on("no_new_guests"))
    assert seen == [False, False, True, True]


class Socket:
    """What is to be told."""

    is_closed = False


async def test_changes_of_a_desk_are_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    async def tell_all(sockets: list[Any]) -> None:
        told.append(len(sockets))

    monkeypatch.setattr(consumers, "SOON", 0.25)
    monkeypatch.setattr(consumers, "_tell_all", tell_all)
    counter, one, other = consumers.Recounts(), Socket(), Socket()
    for socket in (one, other, one):
        counter.ask(socket)  # type: ignore[arg-type]
    await counter._now
    assert told == [2]
