"""Django behind an asynchronous server, with one change of threads for a request."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Pages(ASGIHandler):
    """All our pages and most of our middlewares are synchronous, so the whole of a request is.

    Django's own handler goes to another thread and back for each of those that are not
    asynchronous, ten times a request.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, made in the thread of the request."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
