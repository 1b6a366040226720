"""What is answered when a request breaks: the database cannot serve it now, or there is a fault."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error

from games.api.middleware import PROGRAMS
from games.api.problems import problem

SOON = 5  # seconds


def failed(request: HttpRequest) -> HttpResponse:
    """503 while the database is away, full or too busy, else 500; nothing has been changed."""
    if not is_outage(sys.exception()):
        return server_error(request)
    headers = {"Retry-After": str(SOON), "Cache-Control": "no-store"}
    if request.path.startswith(PROGRAMS):
        detail = _("The site cannot answer for a moment. Nothing was changed; send it again.")
        return problem(503, "away", detail, headers=headers)
    return HttpResponse(render_to_string("503.html"), status=503, headers=headers)


def is_outage(error: BaseException | None) -> bool:
    """Return whether the same request may succeed in a moment."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # SQLite's name of a statement that is wrong, which others call a ProgrammingError
    return getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"
