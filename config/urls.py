"""The addresses of the house; each app brings its own table."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

import accounts.views
from config import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("language/", accounts.views.language, name="set_language"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]

handler429 = "accounts.limits.handler429"
