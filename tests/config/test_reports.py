"""What is reported of an error is where it happened: a canary planted everywhere stays here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.reports import scrubbed

ROOT = Path(__file__).resolve().parents[2]
CANARY = "yellowbird"

HOUSE = f"""
import json, logging, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
import django
django.setup()
import sentry_sdk
from django.contrib.auth.decorators import login_not_required
from django.test import Client, override_settings
from django.urls import path
from sentry_sdk.transport import Transport
from config import celery, reports

sent = []

class CollectingTransport(Transport):
    def capture_envelope(self, envelope):
        sent.append(envelope.serialize().decode())

@login_not_required
def broken(request, secret):
    general = "{CANARY}"
    logging.getLogger("jinya").error("%s at %s", general, secret)
    sentry_sdk.set_user({{"username": general}})
    sentry_sdk.set_tag("general", general)
    sentry_sdk.add_breadcrumb(message=general)
    try:
        raise KeyError(general)
    except KeyError as first:
        raise ValueError(f"{{general}} and {{request.POST}}") from first

@celery.app.task(name="games.broken")
def broken_task(general):
    raise ValueError(general)

urlpatterns = [path("broken/<secret>/", broken)]
reports.start("https://key@sentry.invalid/1", transport=CollectingTransport, release="1")
with override_settings(ROOT_URLCONF="__main__"):
    client = Client(raise_request_exception=False)
    client.cookies["theme"] = "{CANARY}"
    client.post("/broken/{CANARY}/?q={CANARY}", {{"move": "{CANARY}"}}, headers={{
        "user-agent": "{CANARY}", "authorization": "{CANARY}", "referer": "https://{CANARY}/"}})
broken_task.apply(kwargs={{"general": "{CANARY}"}})
sentry_sdk.flush()
print(json.dumps(sent))
"""


@pytest.fixture(scope="module")
def reported() -> list[str]:
    """What a site sends away that breaks with a secret in everything it has at hand."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("JINYA_")}
    found = subprocess.run(
        [sys.executable, "-c", HOUSE],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    sent: list[str] = json.loads(found.stdout.splitlines()[-1])
    return sent


def test_an_error_is_reported_with_its_place(reported: list[str]) -> None:
    pages = [report for report in reported if '"ValueError"' in report and '"broken"' in report]
    assert pages
    assert '"KeyError"' in pages[0]
    assert '"lineno"' in pages[0]
    assert any('"broken_task"' in report for report in reported)


def test_no_secret_leaves_with_it(reported: list[str]) -> None:
    assert [report for report in reported if CANARY in report.lower()] == []


def test_a_new_field_of_an_event_stays_here() -> None:
    event = {"event_id": "1", "surprise": CANARY, "exception": {"values": [{"value": CANARY}]}}
    assert CANARY not in str(scrubbed(event, {}))
