"""The addresses of the API, and of what describes it."""

from __future__ import annotations

from django.urls import include, path

from games.api import site, views

app_name = "api"
urlpatterns = [
    path("", views.guide, name="guide"),
    path("v1/openapi.json", views.openapi, name="openapi"),
    path("v1/", include(site.urlpatterns())),
]
