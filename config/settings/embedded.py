"""The whole site in one process on one machine: SQLite, no server beside it."""

from __future__ import annotations

import ipaddress

from config.databases import sqlite
from config.env import Env
from config.keys import stored_key
from config.logs import LEVELS, logging_to
from config.oidc import by_providers_alone, providers_of
from config.operator import operator_of
from config.settings.base import *
from config.settings.base import BASE_DIR, FINISHED_FIRST, MIDDLEWARE

env = Env()

DATA_DIR = env.folder("DATA", BASE_DIR / "var")
BIND = env.address("BIND", "127.0.0.1")
PORT = env.whole("PORT", 8000, 1, 65535)
ON_LOOPBACK = ipaddress.ip_address(BIND).is_loopback

SECRET_KEY = stored_key(DATA_DIR / "secret_key")
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
if not ON_LOOPBACK:
    ALLOWED_HOSTS += env.hosts("HOSTS")  # a site others can reach must be told its names
SITE_ORIGINS = [f"http://{host}:{PORT}" for host in ALLOWED_HOSTS]
SITE_URL = f"http://{ALLOWED_HOSTS[-1] if not ON_LOOPBACK else '127.0.0.1'}:{PORT}"

# pages have threads that stay (config.request_gate), and each keeps its connection
DATABASES = {"default": {**sqlite(DATA_DIR / "jinya.sqlite3"), "CONN_MAX_AGE": None}}
CHANNEL_LAYERS = {"default": {"BACKEND": "config.layers.MemoryLayer"}}

CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}

WHITENOISE_USE_FINDERS = True
MIDDLEWARE = [MIDDLEWARE[0], "config.compression.Compression", *MIDDLEWARE[1:]]  # as Caddy does
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"
DEFAULT_FROM_EMAIL = "Jinya <house@localhost>"

SETUP_PAGE = not ON_LOOPBACK
OPERATOR = operator_of(env)
OIDC = providers_of(env)
SIGN_UP_BY_PROVIDERS = by_providers_alone(env, OIDC)
VAPID_KEY = stored_key(DATA_DIR / "vapid_key", 32)
DEMO_PASSWORD = stored_key(DATA_DIR / "demo_password", 12) if ON_LOOPBACK else ""
STAGES = env.folders("STAGES")
BACKUPS = env.folders("BACKUPS")
RELEASES = env.page("RELEASES")
FINISHED_FIRST = env.whole("FINISHED_FIRST", FINISHED_FIRST, 0, 1000)
HOUSE_POPULATION = env.flag("POPULATION", bool(DEMO_PASSWORD))

LOGGING = logging_to("plain", env.choice("LOG_LEVEL", "WARNING", LEVELS))
