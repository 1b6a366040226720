"""The sockets of the house."""

from __future__ import annotations

from django.urls import path

from games.consumers import DeskConsumer, MatchConsumer

websocket_urlpatterns = [
    path("ws/matches/<slug:uid>/", MatchConsumer.as_asgi()),
    path("ws/desk/", DeskConsumer.as_asgi()),
]
