"""Our own files, sent in one piece."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, without streams: an ASGI server would have to read those into memory anyway.

    Django warns of each (a synchronous iterator under ASGI), and ours are small.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The file, or what WhiteNoise says instead (not modified, a range, no such range)."""
        stream = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(stream.streaming_content), status=stream.status_code)
        whole.headers = stream.headers
        stream.close()
        return whole
