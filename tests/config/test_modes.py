"""Each mode starts as it should, or says in one sentence why not."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory

from config.limits import hsts

pytestmark = pytest.mark.usefixtures("any_database")

ROOT = Path(__file__).resolve().parents[2]
DUMMIES = dict(
    line.split("=", 1)
    for line in (ROOT / ".ci" / "dummy.env").read_text().splitlines()
    if line and not line.startswith("#")
)
SHOW = """
import json
from django.conf import settings
from django.db import connection
names = {names!r}
print(json.dumps({{name: getattr(settings, name) for name in names}}, default=str))
"""


def run(values: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the repository with exactly these JINYA_ values."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("JINYA_")}
    clean.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**clean, **values},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def settings_of(values: dict[str, str], *names: str) -> dict[str, Any]:
    found = run(values, "-c", SHOW.format(names=names))
    assert found.returncode == 0, found.stderr
    return dict(json.loads(found.stdout))


def embedded(folder: Path, **values: str) -> dict[str, str]:
    module = {"DJANGO_SETTINGS_MODULE": "config.settings.embedded"}
    return {**module, "JINYA_DATA": str(folder), **values}


# --- production ------------------------------------------------------------------------------


ENTRIES = {
    "JINYA_SECRET_KEY": ("manage.py", "check"),
    "JINYA_HOSTS": ("-m", "daphne", "config.asgi:application"),
    "JINYA_ORIGINS": ("-m", "celery", "-A", "config", "worker"),
    "JINYA_DATABASE_URL": ("-m", "celery", "-A", "config", "beat"),
    "JINYA_REDIS_URL": ("manage.py", "migrate"),
    "JINYA_EMAIL_URL": ("manage.py", "collectstatic"),
    "JINYA_EMAIL_FROM": ("manage.py", "check"),
}


def test_every_value_without_a_default_is_asked_for_below() -> None:
    assert set(ENTRIES) == {name for name in DUMMIES if name.startswith("JINYA_")}


@pytest.mark.parametrize("name", ENTRIES)
def test_production_names_what_it_lacks_whatever_is_started(name: str) -> None:
    values = {key: value for key, value in DUMMIES.items() if key != name}
    stopped = run(values, *ENTRIES[name])
    assert stopped.returncode == 1
    assert stopped.stderr.startswith(f"{name} is not set; expected ")
    assert stopped.stderr.count("\n") == 1


def test_production_is_closed_where_it_must_be() -> None:
    found = settings_of(
        DUMMIES,
        "DEBUG",
        "DEMO_PASSWORD",
        "SESSION_COOKIE_NAME",
        "CSRF_COOKIE_NAME",
        "SESSION_COOKIE_SECURE",
        "SECURE_HSTS_SECONDS",
        "SITE_ORIGINS",
        "CSRF_TRUSTED_ORIGINS",
        "CELERY_ACCEPT_CONTENT",
    )
    assert found == {
        "DEBUG": False,
        "DEMO_PASSWORD": "",
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_NAME": "__Host-csrf",
        "SESSION_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 31536000,
        "SITE_ORIGINS": ["https://jinya.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://jinya.example"],
        "CELERY_ACCEPT_CONTENT": ["json"],
    }


@pytest.mark.parametrize(
    ("choice", "subdomains", "preload", "sent"),
    [
        ("", False, False, b"max-age=31536000"),
        ("host", False, False, b"max-age=31536000"),
        ("subdomains", True, False, b"max-age=31536000; includeSubDomains"),
        ("preload", True, True, b"max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_the_operator_says_which_names_are_https_only(
    choice: str, subdomains: bool, preload: bool, sent: bytes, settings: Any
) -> None:
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD", "SECURE_HSTS_SECONDS")
    found = settings_of({**DUMMIES, "JINYA_HSTS": choice}, *names)
    assert [found[name] for name in names] == [subdomains, preload, 31536000]
    for name, value in found.items():
        setattr(settings, name, value)
    assert hsts() == sent
    secure: Any = SecurityMiddleware(lambda request: HttpResponse())
    answer = secure(RequestFactory().get("/", secure=True))
    assert answer["Strict-Transport-Security"].encode() == sent


def test_no_other_choice_of_names_is_taken() -> None:
    stopped = run({**DUMMIES, "JINYA_HSTS": "yes"}, "manage.py", "check")
    assert stopped.stderr.startswith(
        "JINYA_HSTS is 'yes'; expected one of host, subdomains, preload"
    )


@pytest.mark.parametrize(("process", "age", "pooled"), [("web", 0, True), ("worker", 60, False)])
def test_web_processes_pool_connections_and_workers_keep_one(
    process: str, age: int, pooled: bool
) -> None:
    found = settings_of({**DUMMIES, "JINYA_PROCESS": process}, "DATABASES")
    database = found["DATABASES"]["default"]
    assert database["CONN_MAX_AGE"] == age
    assert ("pool" in database["OPTIONS"]) is pooled


def test_one_redis_serves_all_unless_told_of_others() -> None:
    names = ("CELERY_BROKER_URL", "CACHES", "CHANNEL_LAYERS")

    def addresses(**values: str) -> list[str]:
        found: Any = settings_of({**DUMMIES, **values}, *names)
        (host,) = found["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"]
        location = found["CACHES"]["default"]["LOCATION"]
        return [found["CELERY_BROKER_URL"], location, host["address"]]

    assert addresses() == [DUMMIES["JINYA_REDIS_URL"]] * 3
    others = [f"redis://{name}.invalid:6379/0" for name in ("queue", "counts", "nudges")]
    keys = ("JINYA_BROKER_URL", "JINYA_CACHE_URL", "JINYA_LAYER_URL")
    assert addresses(**dict(zip(keys, others, strict=True))) == others


@pytest.mark.parametrize(
    ("process", "said"),
    [
        ("web", "-c lock_timeout=10s -c statement_timeout=30s"),
        ("worker", "-c lock_timeout=10s -c statement_timeout=30s"),
        ("migrate", "-c lock_timeout=10s"),
    ],
)
def test_nobody_waits_for_the_database_for_ever(process: str, said: str) -> None:
    found: Any = settings_of({**DUMMIES, "JINYA_PROCESS": process}, "DATABASES")
    assert found["DATABASES"]["default"]["OPTIONS"]["options"] == said


def test_a_rotated_key_keeps_old_signatures_valid() -> None:
    old, new = DUMMIES["JINYA_SECRET_KEY"], "another-" + "key-9876543210-" * 5
    sign = "from django.core import signing; print(signing.dumps('seat'))"
    token = run(DUMMIES, "-c", sign).stdout.strip()
    read = f"from django.core import signing; print(signing.loads({token!r}))"
    rotated = {**DUMMIES, "JINYA_SECRET_KEY": new}
    assert run(rotated, "-c", read).returncode == 1
    kept = run({**rotated, "JINYA_SECRET_KEY_FALLBACKS": old}, "-c", read)
    assert kept.stdout.strip() == "seat"


@pytest.mark.parametrize("kind", ["production", "embedded"])
def test_an_operator_lowers_how_many_finished_matches_are_needed(kind: str, tmp_path: Path) -> None:
    values = DUMMIES if kind == "production" else embedded(tmp_path)
    lowered = {**values, "JINYA_FINISHED_FIRST": "0"}
    assert settings_of(lowered, "FINISHED_FIRST") == {"FINISHED_FIRST": 0}
    stopped = run({**values, "JINYA_FINISHED_FIRST": "none"}, "manage.py", "check")
    assert stopped.returncode == 1
    expected = "JINYA_FINISHED_FIRST is 'none'; expected a whole number from 0 to 1000.\n"
    assert stopped.stderr == expected


def test_no_demo_guests_on_a_server() -> None:
    refused = run(DUMMIES, "manage.py", "demo", "--skip-checks")
    assert refused.returncode == 1
    assert "only in embedded" in refused.stderr


def test_play_is_refused_on_a_server() -> None:
    refused = run(DUMMIES, "manage.py", "play")
    assert refused.returncode == 1
    assert "`play` is for the embedded site" in refused.stderr


# --- embedded --------------------------------------------------------------------------------


def test_the_embedded_house_keeps_its_own_key(tmp_path: Path) -> None:
    first = settings_of(embedded(tmp_path), "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL")
    assert first == settings_of(embedded(tmp_path), "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL")
    assert len(str(first["SECRET_KEY"])) >= 50
    assert first["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert first["SITE_URL"] == "http://127.0.0.1:8000"
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_others_can_reach_it_only_when_told_its_names(tmp_path: Path) -> None:
    refused = run(embedded(tmp_path, JINYA_BIND="0.0.0.0"), "manage.py", "check")
    assert refused.returncode == 1
    assert refused.stderr.startswith("JINYA_HOSTS is not set; expected host names")
    environment = embedded(tmp_path, JINYA_BIND="0.0.0.0", JINYA_HOSTS="inn.example")
    found = settings_of(environment, "ALLOWED_HOSTS", "DEMO_PASSWORD", "SITE_URL")
    assert found["ALLOWED_HOSTS"][-1] == "inn.example"
    assert found["DEMO_PASSWORD"] == "", "nobody has a known password where others can come in"
    assert found["SITE_URL"] == "http://inn.example:8000"


def test_half_a_house_is_refused(tmp_path: Path) -> None:
    refused = run(embedded(tmp_path), "manage.py", "runserver", "8000")
    assert refused.returncode == 1
    assert "use `manage.py play`" in refused.stderr


@pytest.mark.parametrize("command", ["worker", "beat"])
def test_a_queue_that_others_cannot_reach_is_refused(tmp_path: Path, command: str) -> None:
    refused = run(embedded(tmp_path), "-m", "celery", "-A", "config", command)
    assert refused.returncode != 0
    assert "the queue lives inside `manage.py play`" in refused.stderr
    assert "Traceback" not in refused.stderr
