"""The embedded site as tests want it: nothing on disk but a throw-away database file.

JINYA_TEST_DATABASE_URL and JINYA_TEST_REDIS_URL run the same suite on PostgreSQL and Redis.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

os.environ["JINYA_PLAIN_ENGINES"] = "1"  # tests look into them

from config.databases import sqlite
from config.env import Env
from config.settings.base import *

env = Env(prefix="JINYA_TEST_")

SECRET_KEY = "only-for-tests-" + "0123456789abcdef" * 4
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
SITE_ORIGINS = ["http://testserver", "http://127.0.0.1", "http://localhost"]
SITE_URL = "http://testserver"
VAPID_KEY = "only-a-key-for-tests-0123456789-0123456789a"
DEMO_PASSWORD = "a password of the demo site"
OWN = f"jinya-test-{os.getpid()}"  # nothing is shared between two runs at once

if env.text("DATABASE_URL", ""):
    DATABASES = {"default": {**env.database("DATABASE_URL", pooled=False), "CONN_MAX_AGE": 0}}
else:
    # a file: an in-memory database answers "table is locked" to a second thread
    _memory = Path("/dev/shm")  # noqa: S108 - the disk is long in saying that it has written
    _folder = _memory if os.access(_memory, os.W_OK) else Path(tempfile.gettempdir())
    _scratch = _folder / f"{OWN}.sqlite3"
    DATABASES = {"default": {**sqlite(_scratch), "TEST": {"NAME": _scratch}}}

CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if env.text("REDIS_URL", ""):
    CELERY_BROKER_URL = env.url("REDIS_URL", ("redis",), "redis://127.0.0.1:6379/9").geturl()
    CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{OWN}-"}
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "config.redis_layer.RedisLayer",
            "CONFIG": {"hosts": [{"address": CELERY_BROKER_URL}], "prefix": OWN},
        }
    }
else:
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}
    CHANNEL_LAYERS = {"default": {"BACKEND": "config.layers.MemoryLayer"}}

READY_FRESH_SECONDS = 0.0  # twins ask one after the other, and each costs as many queries
PLAY_LIMITS = {}  # tests are many people in a hurry; tests of limits name theirs
BOT_PACE_SECONDS = 0.0
WHITENOISE_USE_FINDERS = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DEFAULT_FROM_EMAIL = "Jinya <house@jinya.example>"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; for tests only

# `manage.py lintmigrations` looks whether the version before could run on the tables of this one
INSTALLED_APPS = [*INSTALLED_APPS, "django_migration_linter"]
MIGRATION_LINTER_OPTIONS = {
    "include_apps": ["accounts", "games"],
    "ignore_name_contains": "_initial",  # there is no version before
    # checks on rows, and values of new columns, that the version before writes as well: SQLite
    # makes the table anew
    "ignore_name": ["0013_bot_accounts", "0021_apps_signed_in", "0022_chinese"],
    "no_cache": True,
}
