"""The site on servers: PostgreSQL, Redis, processes for pages, work and the clock.

Every value comes from the environment (docs/operations.md lists them); secrets have no
default, and a missing or nonsensical value ends the start with one sentence.
"""

from __future__ import annotations

import os

from config import mail_server, reports
from config.env import Env
from config.logs import LEVELS, logging_to
from config.oidc import by_providers_alone, providers_of
from config.operator import operator_of
from config.processes import with_stand_ins
from config.settings.base import *
from config.settings.base import BASE_DIR, FINISHED_FIRST

PROCESS = Env().choice("PROCESS", "worker", ("web", "worker", "clock", "beat", "migrate", "static"))
env = Env(with_stand_ins(PROCESS, os.environ))

SECRET_KEY = env.secret("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.hosts("HOSTS")
SITE_ORIGINS = CSRF_TRUSTED_ORIGINS = env.origins("ORIGINS")
SITE_URL = SITE_ORIGINS[0]

# --- what others run for us -----------------------------------------------------------------

DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        pooled=PROCESS == "web",
        # a page that waits longer for a lock, or for an answer, gives its place to others
        lock_timeout=env.whole("LOCK_TIMEOUT", 10, 0, 600),
        statement_timeout=(
            0 if PROCESS == "migrate" else env.whole("STATEMENT_TIMEOUT", 30, 0, 3600)
        ),
        bouncer=env.flag("PGBOUNCER", False),
    )
}
_redis = ("redis", "rediss")
REDIS_URL = env.url("REDIS_URL", _redis, "redis://:password@host:6379/0").geturl()
BROKER_URL = env.url("BROKER_URL", _redis, "redis://:password@host:6379/1", REDIS_URL).geturl()
CACHE_URL = env.url("CACHE_URL", _redis, "redis://:password@host:6379/2", REDIS_URL).geturl()
LAYER_URL = env.url("LAYER_URL", _redis, "redis://:password@host:6379/3", REDIS_URL).geturl()
# a Redis that hangs costs a page half a second once, then it is as good as away (config.outages);
# workers wait longer: they ask for messages a second at a time
PATIENCE = 0.5  # seconds
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "config.redis_layer.RedisLayer",
        "CONFIG": {
            "hosts": [{"address": LAYER_URL, "socket_connect_timeout": PATIENCE}],
            "prefix": "jinya",
            "symmetric_encryption_keys": [SECRET_KEY, *SECRET_KEY_FALLBACKS],
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "config.cache.SteadyCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "jinya",
        "OPTIONS": {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE},
    }
}
CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_TIMEOUT = PATIENCE if PROCESS == "web" else 2
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": CELERY_BROKER_CONNECTION_TIMEOUT,
    "socket_timeout": PATIENCE if PROCESS == "web" else 5,
}
CELERY_TASK_TIME_LIMIT = 120  # seconds
CELERY_TASK_SOFT_TIME_LIMIT = 90  # seconds

_mail = mail_server.mail_server_of(env)
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_SSL, EMAIL_USE_TLS = _mail.is_tls, _mail.is_starttls
EMAIL_TIMEOUT = mail_server.PATIENCE
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("EMAIL_FROM", expected="an address to send from")

VAPID_KEY = env.secret("VAPID_KEY", 43, default="")
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")
BOUNCE_SECRET = env.secret("BOUNCE_SECRET", 20, default="")
STATUS_TOKEN = env.secret("STATUS_TOKEN", 20, default="")
LOGGING = logging_to("json", env.choice("LOG_LEVEL", "INFO", LEVELS))

# --- files: hashed, compressed, cached for ever ---------------------------------------------

STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- what operators watch -------------------------------------------------------------------

INSTALLED_APPS = [*INSTALLED_APPS, "django_prometheus"]
PROMETHEUS_EXPORT_MIGRATIONS = False
MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    *MIDDLEWARE,
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

if env.text("SENTRY_DSN", ""):
    reports.start(
        env.url("SENTRY_DSN", ("https",), "https://key@sentry.example/1").geturl(),
        release=env.text("RELEASE", "unknown"),
    )

MOST_GUESTS = env.whole("MOST_GUESTS", 300, 1, 1_000_000)
ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "guest_site": f"{MOST_GUESTS}/h/key"}

SETUP_PAGE = True
OPERATOR = operator_of(env)
OIDC = providers_of(env)
SIGN_UP_BY_PROVIDERS = by_providers_alone(env, OIDC)
RESERVED_NAMES = env.words("RESERVED_NAMES")
DISPOSABLE_DOMAINS = env.words("DISPOSABLE_DOMAINS")
FINISHED_FIRST = env.whole("FINISHED_FIRST", FINISHED_FIRST, 0, 1000)
HOUSE_POPULATION = env.flag("POPULATION", False)
STAGES = env.folders("STAGES")
BACKUPS = env.folders("BACKUPS")
RELEASES = env.page("RELEASES")
MINIMUM_AGE = env.whole("MINIMUM_AGE", 0, 0, 99)

# --- https only -----------------------------------------------------------------------------

PROXIES = env.whole("PROXIES", 1, 0, 5)
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # asked from inside, without TLS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
# other names below ours may belong to somebody who has no https: the operator knows
HSTS = env.choice("HSTS", "host", ("host", "subdomains", "preload"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS != "host"
SECURE_HSTS_PRELOAD = HSTS == "preload"
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # ask for what HSTS above decides
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
LANGUAGE_COOKIE_NAME = "__Host-language"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
