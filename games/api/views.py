"""The description of the API: for programs as OpenAPI, for people as a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.common.access import public_page
from accounts.sign_in.tokens import Scope
from games.api.refusals import table
from games.api.site import api

PREFIX = "api/v1/"
Json = dict[str, Any]


@public_page
def openapi(request: HttpRequest) -> HttpResponse:
    """The description, the same for everybody and in every language."""
    return JsonResponse(description(), json_dumps_params={"ensure_ascii": False})


def description() -> dict[str, Any]:
    """The API as OpenAPI 3.1."""
    schema: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix=PREFIX)))
    return schema


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is sent or answered."""

    name: str
    kind: str
    """Its type, or what it is a list of."""
    text: str
    is_needed: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as the page tells of it."""

    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    scope: str
    takes: tuple[Field, ...]
    """In the address, in headers, and in the body, which is JSON."""
    answer: str
    """What the answer is called, or its media types."""
    is_shaped: bool
    """Whether it is JSON, of which the page tells below."""

    @property
    def id(self) -> str:
        """Return the anchor of the operation on the page."""
        return slugify(f"{self.method} {self.path.removeprefix('/api/v1')}".replace("/", " "))


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of an answer: its fields and types."""

    name: str
    text: str
    fields: tuple[Field, ...]


@public_page
def guide(request: HttpRequest) -> HttpResponse:
    """Show how to use the API, and every operation."""
    schema, site = description(), request.build_absolute_uri("/")
    shapes = schema["components"]["schemas"]
    context = {
        "groups": _groups(schema),
        "shapes": list(_shapes(shapes)),
        "problems": table(),
        "site": site,
        "scopes": Scope,
    }
    return render(request, "api/guide.html", context)


def _groups(schema: dict[str, Any]) -> list[tuple[str, list[Operation]]]:
    """The operations by what they are about."""
    groups: dict[str, list[Operation]] = {}
    shapes = schema["components"]["schemas"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            [tag] = operation["tags"]
            groups.setdefault(tag, []).append(_operation(method, path, operation, shapes))
    return [(_(tag), found) for tag, found in groups.items()]


def _shapes(shapes: Json) -> Iterator[Shape]:
    """What is answered; what is sent stands with its operation."""
    for name, shape in sorted(shapes.items()):
        if not name.endswith("In"):
            yield Shape(name, shape.get("description", ""), tuple(_fields(shape)))


def _operation(method: str, path: str, operation: Json, shapes: Json) -> Operation:
    body = _shape(operation.get("requestBody", {}), shapes)[1]
    text = operation.get("description", "")
    name, answer = _shape(min(operation["responses"].items())[1], shapes)
    return Operation(
        method=method.upper(),
        path=path,
        summary=_(operation["summary"]),
        paragraphs=tuple(" ".join(one.split()) for one in text.split("\n\n") if one.strip()),
        scope=operation.get("x-scope", ""),
        takes=(*_parameters(operation), *_fields(body)),
        answer=name,
        is_shaped=bool(answer),
    )


def _parameters(operation: Json) -> Iterator[Field]:
    for one in operation.get("parameters", ()):
        if one["in"] != "path":
            text = one.get("description", "")
            yield Field(one["name"], _kind(one["schema"]), text, bool(one.get("required")))


def _shape(message: Json, shapes: Json) -> tuple[str, Json]:
    """What a body is called, and its shape; its media types where it is no JSON."""
    content = message.get("content", {})
    shape: Json = next((one["schema"] for one in content.values()), {})
    name = _named(shape)
    if name:
        return name, shapes[name]
    return ("" if "application/json" in content else ", ".join(content)), {}


def _named(shape: Json) -> str:
    return str(shape.get("$ref", "")).rpartition("/")[2]


def _fields(shape: Json) -> Iterator[Field]:
    needed = shape.get("required", ())
    for name, one in shape.get("properties", {}).items():
        yield Field(name, _kind(one), one.get("description", ""), name in needed)


def _kind(shape: Json) -> str:
    """A type in a word or two: "integer", "list of MoveOut", "string or null"."""
    if several := shape.get("anyOf"):
        return " or ".join(map(_kind, several))
    if values := shape.get("enum"):
        return " | ".join(str(value) or '""' for value in values)
    if shape.get("type") == "array":
        return f"list of {_kind(shape.get('items', {}))}"
    return _named(shape) or str(shape.get("type", "any"))
