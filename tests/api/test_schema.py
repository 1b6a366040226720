"""The description against a live house: no answer that it does not tell of, and none that broke."""

from __future__ import annotations

from typing import Any, cast

import pytest
import schemathesis
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.sign_in.tokens import make_token
from games.api.views import description
from tests.kit.builders import match_between, person
from tests.site import Site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.gate]
SCOPES = ("read", "play", "challenge", "seek", "chat", "notices", "records")
EXAMPLES = 8
"""Requests made up for each operation."""


def test_every_operation_answers_as_it_is_described(site: Site) -> None:
    user = person()
    match = match_between(user, person(), now=timezone.now())
    _row, secret = make_token(user=user, name="schema", scopes=SCOPES, days=30, now=timezone.now())
    told, wrong, asked = schemathesis.openapi.from_dict(description()), [], 0
    headers = {"Authorization": f"Bearer {secret}"}
    for found in told.get_all_operations():
        operation: Any = cast(Any, found).ok()
        if "stream" in operation.path or operation.path.endswith("/export"):
            continue  # no end, and no JSON: their lines are tried elsewhere

        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            if "uid" in (case.path_parameters or {}):
                case.path_parameters["uid"] = match.uid
            answer = case.call(base_url=site.url, headers=headers)
            try:
                case.validate_response(answer, checks=CHECKS, headers=headers)
            except Exception as error:  # noqa: BLE001 - all of them at once
                wrong.append(f"{case.method} {case.path}: {answer.status_code} {error}"[:600])

        trying = settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        trying(given(case=operation.as_strategy())(ask))()
    assert wrong == []
    assert asked > 100


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
