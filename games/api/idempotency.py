"""What a program asks twice under one name is done once, and answered as the first time."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import KeyedRequest
from games.api.authorization import named_key, owner_of
from games.api.problems import Problem
from queues.transactions import writing

View = Callable[..., Any]
Answered = Callable[[HttpRequest, Any, HttpResponse | None], HttpResponse]


def once(view: View, answered: Answered) -> View:
    """The operation, done once for each `Idempotency-Key` of a user; as often as it is asked
    where the request has none. What is refused is not kept: asked again, it is tried again.

    *answered* makes the response of what the view answers.
    """

    @wraps(view)
    def asked(request: HttpRequest, **values: Any) -> Any:
        if "Idempotency-Key" not in request.headers:
            return view(request, **values)
        digest = _digest(request)
        with writing():
            row, is_new = KeyedRequest.objects.get_or_create(
                user=owner_of(request),
                key=named_key(request),
                defaults={"digest": digest, "made_at": timezone.now()},
            )
            if not is_new:
                return _again(row, digest)
            answer = answered(request, view(request, **values), values.get("response"))
            row.answer, row.version = answer.content.decode(), answer.get("ETag", "")
            row.save(update_fields=["answer", "version"])
        return answer

    return asked


def _again(row: KeyedRequest, digest: str) -> HttpResponse:
    """The answer that was given. Raises Problem where something else had been asked."""
    if row.digest != digest:
        raise Problem(409, "key-reused")
    answer = HttpResponse(row.answer, content_type="application/json; charset=utf-8")
    if row.version:
        answer["ETag"] = row.version
    return answer


def _digest(request: HttpRequest) -> str:
    """Of what is asked, however its JSON is written."""
    try:
        body = json.dumps(json.loads(request.body), sort_keys=True)
    except ValueError:  # nothing is sent where nothing is taken
        body = ""
    return hashlib.sha256(f"{request.path_info}\n{body}".encode()).hexdigest()
