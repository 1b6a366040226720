"""The description of the API: for programs as OpenAPI, for people as a page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.api.site import api

PREFIX = "api/v1/"


@login_not_required
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The description, the same for everybody and in every language."""
    return JsonResponse(description(), json_dumps_params={"ensure_ascii": False})


def description() -> dict[str, Any]:
    """The API as OpenAPI 3.1."""
    told: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix=PREFIX)))
    return told


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as the page tells of it."""

    method: str
    path: str
    summary: str
    text: str
    scope: str
    parameters: tuple[str, ...]
    answer: str


@login_not_required
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """How to use it, and every operation."""
    context = {"groups": list(_groups(description())), "site": request.build_absolute_uri("/")}
    return render(request, "api/guide.html", context)


def _groups(told: dict[str, Any]) -> list[tuple[str, list[Operation]]]:
    """The operations by what they are about."""
    groups: dict[str, list[Operation]] = {}
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            [tag] = operation["tags"]
            groups.setdefault(tag, []).append(_operation(method, path, operation))
    return [(_(tag), found) for tag, found in groups.items()]


def _operation(method: str, path: str, told: dict[str, Any]) -> Operation:
    names = tuple(parameter["name"] for parameter in told.get("parameters", ()))
    answer = min(told["responses"].items())[1]
    schemas = [each["schema"] for each in answer.get("content", {}).values()]
    ref = schemas[0].get("$ref", "") if schemas else ""
    return Operation(
        method=method.upper(),
        path=path,
        summary=_(told["summary"]),
        text=told.get("description", ""),
        scope=told.get("x-scope", ""),
        parameters=names,
        answer=ref.rpartition("/")[2],
    )
