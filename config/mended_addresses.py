"""Addresses with the sign after them, or with other capitals, lead to the page that was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils.encoding import iri_to_uri

Handler = Callable[[HttpRequest], HttpResponse]

AFTER = ")]}>.,;:!?'\"*’”»›）］｝〉》」』】。、，．；：！？\u3000 "
"""What stands after an address in a text, and is taken along by who copies it."""

WORDS = frozenset({"slug"})
"""Parts of addresses that are words of ours; keys of matches and links have both cases."""


def mended_addresses(get_response: Handler) -> Handler:
    """Leads on from a page that is not there to the one whose address this nearly is.

    By the address alone: nothing is looked up, so nobody learns what is there.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        path = mended(request.path_info)
        if not path or path.startswith("/api/"):
            return response
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(iri_to_uri(path) + (f"?{query}" if query else ""))

    return handle


def mended(path: str) -> str:
    """The page that may be meant by *path*, another than itself; "" where there is none."""
    bare = path.rstrip(AFTER + "/") + "/"
    head, _, rest = bare[1:].partition("/")
    likely = [bare, f"/{head.lower()}/{rest}"]
    if WORDS.issuperset(_parts_of(bare.lower()) or ()):
        likely.append(bare.lower())
    others = (other for other in likely if other not in (path, "/"))
    return next((other for other in others if _parts_of(other) is not None), "")


def _parts_of(path: str) -> Iterable[str] | None:
    """The names of what stands in the address; None where no page has it."""
    try:
        return resolve(path).kwargs
    except Resolver404:
        return None
