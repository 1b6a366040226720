"""The embedded site as a season has it: keys that every machine has alike, mail kept in memory."""

from __future__ import annotations

from config.settings.embedded import *  # noqa: F403

SECRET_KEY = "only-for-the-town-" + "0123456789abcdef" * 4
VAPID_KEY = "only-a-key-for-tests-0123456789-0123456789a"
DEMO_PASSWORD = ""
HOUSE_POPULATION = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; for tests only
