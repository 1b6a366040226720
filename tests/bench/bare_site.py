"""The least a turn over HTTP can cost with Django: `python -m tests.bench.bare_site` serves it.

A POST writes the rows of a turn, a GET reads one of them; no sign-in, no rules, no page.
"""
# ruff: noqa: E402 - what stands below needs the apps loaded

from __future__ import annotations

import os
import sys

import django

django.setup(set_prefix=False)

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.handler import Pages
from config.request_gate import admitted
from games.match.models import Match
from tests.bench.one_turn import rows_of_a_turn


def ready(request: HttpRequest) -> HttpResponse:
    """It stands."""
    return HttpResponse(b"")


def turn(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """The rows of a turn, or of the match as it stands."""
    if request.method == "POST":
        rows_of_a_turn(uid, number)
    return HttpResponse(Match.objects.get(uid=uid).status)


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
