"""Pages and drawings compressed on their way out, where no server in front does it."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml")
"""Types of content, by their beginnings; those that Caddy compresses, too."""


class Compression(GZipMiddleware):
    """Compression for the site of one process; in production Caddy does it."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer, compressed if it is whole and of a type that gets smaller."""
        is_whole = response.status_code == 200
        if is_whole and response.headers.get("Content-Type", "").startswith(COMPRESSED):
            return super().process_response(request, response)
        return response
