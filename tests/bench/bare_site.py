"""The least a turn over HTTP can cost with Django: `python -m tests.bench.bare_site` serves it.

A POST writes the rows of a turn, a GET reads one of them; each answers the bytes of the board that
a turn is answered with, or that the other side fetches, put together by a template; no sign-in, no
rules, no socket.
"""
# ruff: noqa: E402 - what stands below needs the apps loaded

from __future__ import annotations

import os
import sys
from functools import cache

import django

django.setup(set_prefix=False)

from daphne.cli import CommandLineInterface
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from jinja2 import Environment
from markupsafe import Markup

from config.handler import Pages
from config.request_gate import admitted
from games.match.models import Match
from tests.bench.drawn import boards_of_a_turn
from tests.bench.one_turn import rows_of_a_turn


def ready(request: HttpRequest) -> HttpResponse:
    """It stands."""
    return HttpResponse(b"")


BOARD = Environment(autoescape=True).from_string(
    "{% for tag in tags %}<{{ tag }}\n{% endfor %}<!-- {{ match.status }} -->"
)


@cache
def tags_of_a_turn(uid: str) -> dict[str, list[Markup]]:
    """The boards of a turn, tag by tag."""
    boards = boards_of_a_turn(uid)
    return {name: [Markup(tag) for tag in boards[name].decode().split("<")] for name in boards}


def turn(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """The rows of a turn, or of the match as it stands, and as many bytes as a board has."""
    tags = tags_of_a_turn(uid)[str(request.method)]
    if request.method == "POST":
        rows_of_a_turn(uid, number)
    match = Match.objects.get(uid=uid)
    return HttpResponse(BOARD.render(tags=tags, match=match))


urlpatterns = [path("healthz", ready), path("<str:uid>/<int:number>/", turn)]


def main() -> None:
    """Serve until told to end."""
    # by its own name: in this process the module is called __main__
    place = ["--bind=127.0.0.1", f"--port={os.environ['JINYA_PORT']}", "--verbosity=0"]
    CommandLineInterface().run([*place, "tests.bench.bare_site:application"])


if __name__ == "__main__":
    sys.exit(main())

settings.MIDDLEWARE = []
settings.ROOT_URLCONF = __name__
application = admitted(Pages())
