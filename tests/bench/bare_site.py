"""The least a turn over HTTP can cost with Django: `python -m tests.bench.bare_site` serves it.

A POST writes the rows of a turn, a GET reads one of them; each answers the bytes of the board of a
match, put together by a template; no sign-in, no rules, no socket.
"""
# ruff: noqa: E402 - what stands below needs the apps loaded

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import django

django.setup(set_prefix=False)

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import path, set_urlconf
from jinja2 import Environment
from markupsafe import Markup

from config.handler import Pages
from config.request_gate import admitted
from games.match.models import Match
from tests.bench.one_turn import rows_of_a_turn


def ready(request: HttpRequest) -> HttpResponse:
    """It stands."""
    return HttpResponse(b"")


BOARD = Environment(autoescape=True).from_string(
    "{% for line in lines %}<{{ line }}\n{% endfor %}<!-- {{ match.status }} -->"
)


@contextmanager
def override_urls(name: str) -> Iterator[None]:
    """The addresses of another site, for a while."""
    set_urlconf(name)
    try:
        yield
    finally:
        set_urlconf(None)


@cache
def lines_of_a_board(uid: str) -> list[Markup]:
    """The board of a match as the house draws it for who is to move, tag by tag."""
    from games.matchpage.views.matches import board  # its templates know the addresses of the house

    request: Any = RequestFactory().get(f"/matches/{uid}/board/", headers={"host": "127.0.0.1"})
    request.user = Match.objects.get(uid=uid).players.get(seat=0).user
    with override_urls("config.urls"):
        text = board(request, uid).content.decode()
    return [Markup(part) for part in text.split("<")]


def turn(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """The rows of a turn, or of the match as it stands, and as many bytes as a board has."""
    if request.method == "POST":
        rows_of_a_turn(uid, number)
    match = Match.objects.get(uid=uid)
    return HttpResponse(BOARD.render(lines=lines_of_a_board(uid), match=match))


urlpatterns = [path("healthz", ready), path("<str:uid>/<int:number>/", turn)]


def main() -> None:
    """Serve until told to end."""
    from daphne.cli import CommandLineInterface

    # by its own name: in this process the module is called __main__
    place = [f"--bind={settings.BIND}", f"--port={os.environ['JINYA_PORT']}", "--verbosity=0"]
    CommandLineInterface().run([*place, "tests.bench.bare_site:application"])


if __name__ == "__main__":
    sys.exit(main())

settings.MIDDLEWARE = []
settings.ROOT_URLCONF = __name__
application = admitted(Pages())
