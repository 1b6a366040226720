"""The page of the search box, and what it suggests."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.common.access import public_page
from games.search.presenters import LONGEST, Group, first_lines, present_search


@public_page
def search(request: HttpRequest) -> HttpResponse:
    """Show what ``q`` finds for the reader: people, clubs, tournaments, a match by its address,
    pages, rules."""
    wanted, groups = _found(request)
    return render(request, "search/search.html", {"wanted": wanted, "groups": groups})


@public_page
def suggest(request: HttpRequest) -> HttpResponse:
    """The first lines of what the reader finds by ``q``, for the list under a search box."""
    _wanted, groups = _found(request)
    return render(request, "search/suggested.html", {"lines": first_lines(groups)})


def _found(request: HttpRequest) -> tuple[str, list[Group]]:
    wanted = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:LONGEST]
    return wanted, present_search(wanted, request.user) if wanted else []
