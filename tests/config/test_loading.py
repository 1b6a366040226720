"""What a site has loaded when it opens, and what only when somebody asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HEAVY = {"ninja", "pydantic", "redis"}
OPENS = """
import gc, os, sys
from unittest.mock import patch
import config.asgi
from celery.app import app_or_default
from django.urls import resolve, reverse
from config.celery import QUEUE_OF
from games.management.embedded import Queue

def say():
    print(*sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[1:])))

assert set(QUEUE_OF) <= set(app_or_default().tasks), "a web process knows every task it hints at"
with patch("django.core.checks.run_checks", side_effect=AssertionError("they load every page")):
    Queue(app_or_default())
assert gc.isenabled()
assert gc.get_freeze_count()
assert reverse("games:desk") == "/desk/"
say()
assert reverse("api:openapi") == "/api/v1/openapi.json"
assert resolve("/api/v1/openapi.json").view_name == "api:openapi"
say()
"""


def test_what_programs_and_redis_need_is_loaded_when_it_is_needed(tmp_path: Path) -> None:
    clean = {name: text for name, text in os.environ.items() if not name.startswith("JINYA_")}
    clean |= {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "JINYA_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", OPENS, *HEAVY],
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["", "ninja pydantic"]
