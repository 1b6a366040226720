"""The operations put together, their refusals, and their description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI, Router
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from games.api import declared, refusals
from games.api.authorization import KEY_HEADER, Token
from games.api.idempotency import once
from games.api.problems import CONTENT_TYPE, Problem, plain_problem, problem, problem_answer
from games.api.routes import (
    account,
    bot,
    campaign,
    events,
    exporting,
    house,
    lessons,
    matches,
    messages,
    notices,
    offers,
    people,
    pictures,
    playing,
    puzzles,
    tables,
    talk,
)
from games.api.shapes import Schema
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.match.exceptions import RefusedMove, UnreadableMove
from games.match.reading.visibility import NoSuchMatch

ABOUT = """Everything a person can read and do at a board, for programs. See the guide at `/api/`.
Every refusal is a problem (RFC 9457) whose `detail` is the sentence that a page would show."""


VERBS = {
    "bot": "becomeBot",
    "bot-address": "setBotAddress",
    "bot-rules": "setBotRules",
    "challenge": "answerChallenge",
    "challenges": "sendChallenge",
    "conversation": "writeOrAnswerMessage",
    "coached": "beginCoachedMatch",
    "daily": "beginDaily",
    "draw": "offerOrAnswerDraw",
    "fork": "playOnFromRound",
    "matches": "playHouseBot",
    "notices": "markNoticesRead",
    "person-ties": "setTies",
    "play": "playMove",
    "puzzle": "answerPuzzle",
    "puzzle-opinion": "rateOrReportPuzzle",
    "rematch": "askRematch",
    "resign": "resign",
    "seek": "takeOrWithdrawSeek",
    "seeks": "makeSeek",
    "skirmish": "beginSkirmish",
    "stage": "beginStage",
    "step": "tryLessonMove",
    "takeback": "takeBack",
    "talk": "sendMessage",
    "time": "claimOrGiveTime",
    "tournament": "enterOrLeaveTournament",
}
"""What is done by a POST to an address, by its name."""


def _as_sent(kind: str, content: Any) -> Any:
    """What is sent as a media type: of server-sent events, each has the answer as its data."""
    if kind != "text/event-stream":
        return content
    data = {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": content["schema"],
    }
    texts = {name: {"type": "string"} for name in ("event", "id")}
    return {
        "schema": {
            "type": "object",
            "properties": {**texts, "data": data},
            "required": ["event", "data"],
        }
    }


class Site(NinjaAPI):
    """Django-ninja's, whose description says what is really sent."""

    def get_openapi_schema(self, **asked: Any) -> Any:
        """The description, the same in every language; refusals have their own content type."""
        with translation.override("en"):
            schema: Any = super().get_openapi_schema(**asked)
            schema["components"]["securitySchemes"]["OAuth"] = declared.oauth()
            kinds = refusals.table()
        schema["servers"] = [{"url": settings.SITE_URL}]
        schema["tags"] = declared.tags()
        schema["components"]["headers"] = declared.HEADERS
        schema["components"]["schemas"]["ProblemOut"]["properties"]["code"]["enum"] = [*kinds]
        schema["components"]["x-problems"] = {code: asdict(kind) for code, kind in kinds.items()}
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["security"].append({"OAuth": operation["x-scope"].split()})
                if kinds := operation.get("x-kinds"):
                    answer = operation["responses"][200]
                    [content] = answer["content"].values()
                    several = content["schema"].get("anyOf", [])
                    shapes = [{"schema": one} for one in several] or [content] * len(kinds)
                    pairs = zip(kinds, shapes, strict=True)
                    answer["content"] = {kind: _as_sent(kind, shape) for kind, shape in pairs}
                for status, answer in operation["responses"].items():
                    answer["headers"] = declared.headers_of(int(status))
                    if int(status) >= HTTPStatus.BAD_REQUEST and "content" in answer:
                        [content] = answer["content"].values()
                        answer["content"] = {CONTENT_TYPE: content}
                        codes = refusals.codes_of(operation["operationId"], int(status))
                        answer["x-codes"] = codes
                        answer["description"] += f": {', '.join(codes)}" if codes else ""
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the verb of the operation, for the names of generated functions."""
        name = operation.url_name or ""
        if operation.methods == ["POST"]:
            return VERBS[name]
        return "get" + "".join(word.capitalize() for word in name.split("-"))


api = Site(
    title="Jinya",
    version="1",
    description=ABOUT,
    docs_url=None,
    openapi_url=None,
    urls_namespace="api-v1",
)
ROUTERS: tuple[Router, ...] = tuple(
    each.router
    for each in (
        *(house, account, bot, matches, pictures, events, playing, offers, people, talk, messages),
        *(notices, exporting, puzzles, lessons, campaign, tables),
    )
)


def is_keyed(operation: Operation) -> bool:
    """Return True if what is sent under one key is done once."""
    return KEY_HEADER in (operation.openapi_extra or {}).get("parameters", ())


def _put_together(router: Router) -> None:
    """Add the operations of a router: what may go by a name is done once for it (moves see to that
    themselves), and their doors are told what each takes in a query.
    """
    for view in router.path_operations.values():
        for operation in view.operations:
            if is_keyed(operation):
                operation.view_func = once(operation.view_func, _answered)
    api.add_router("", router)
    for view in router.path_operations.values():
        for operation in view.operations:
            for token in operation.auth_callbacks:
                assert isinstance(token, Token)
                token.queries = _query_names(operation)


def _answered(request: HttpRequest, body: Schema, response: HttpResponse | None) -> HttpResponse:
    """As it is sent."""
    return api.create_response(request, body.model_dump(), temporal_response=response, status=200)


def _query_names(operation: Operation) -> frozenset[str]:
    asked = [model for model in operation.models if model.__ninja_param_source__ == "query"]
    return frozenset(name for model in asked for name in model.__ninja_flatten_map__)


for each in ROUTERS:
    _put_together(each)


@api.exception_handler(Problem)
def _as_problem(request: HttpRequest, error: Problem) -> HttpResponse:
    return problem_answer(error)


@api.exception_handler(GamesError)
def _refused(request: HttpRequest, error: GamesError) -> HttpResponse:
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    return problem(error.status, error.code, error_sentence(error), headers=headers)


@api.exception_handler(RefusedMove)
@api.exception_handler(UnreadableMove)
def _no_move(request: HttpRequest, error: GamesError) -> HttpResponse:
    """One answer for what is no move and for what nobody can know to be none."""
    return problem(422, "not-open")


@api.exception_handler(NoSuchMatch)
@api.exception_handler(Http404)
def _nothing(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem(404, "not-found")


@api.exception_handler(ValidationError)
def _unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Where it is wrong, never what was sent."""
    errors = [{"at": _where(each["loc"]), "why": each["type"]} for each in error.errors]
    return problem(422, "unreadable", more={"errors": errors})


def _where(place: Sequence[str | int]) -> list[str]:
    """Where in a request something is wrong; programs know what a body holds as ``told``."""
    source, *inner = map(str, place)
    return [source, "told", *inner[1:]] if inner[:1] == ["body"] else [source, *inner]


@api.exception_handler(HttpError)
def _failed(request: HttpRequest, error: HttpError) -> HttpResponse:
    return plain_problem(request, error.status_code)


def urlpatterns() -> list[URLPattern]:
    """The addresses of all operations; whoever comes without a token is told so in JSON."""
    patterns: list[URLPattern] = []
    for pattern in api.urls[0]:
        if isinstance(pattern, URLPattern) and pattern.name != "api-root":
            pattern.callback = csrf_exempt(login_not_required(pattern.callback))
            patterns.append(pattern)
    return patterns
