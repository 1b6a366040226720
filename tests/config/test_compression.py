"""The site of one process compresses what a server in front of others does."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from config.compression import Compression

BODY = b"<p>one piece after the other</p>" * 50


def sent(content_type: str, **named: Any) -> HttpResponse:
    """The answer with *BODY* to a browser that takes it compressed."""
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip, br"})
    answer = Compression(lambda _request: HttpResponse(BODY, content_type=content_type, **named))
    found = answer(request)
    assert isinstance(found, HttpResponse)
    return found


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "image/svg+xml", "text/javascript"])
def test_pages_and_drawings_are_compressed(kind: str) -> None:
    answer = sent(kind)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == BODY
    assert len(answer.content) < len(BODY) / 4


def test_letters_and_parts_of_files_are_not() -> None:
    assert sent("font/woff2").content == BODY
    assert sent("text/css", status=206).content == BODY
