"""The description against a live house, with every check that schemathesis has.

A gate asks a few times for each operation; JINYA_SCHEMA_EXAMPLES, as in `make prove`, much longer.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, cast

import pytest
import schemathesis
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup

from accounts.models import User
from accounts.sign_in.tokens import Scope, make_token
from games.api.views import description
from games.match.models import Match
from tests.kit.builders import match_between, offers, person
from tests.kit.stages import FIRST
from tests.site import Site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.gate]
EXAMPLES = int(os.environ.get("JINYA_SCHEMA_EXAMPLES", "2"))
"""Requests made up for each operation in each mode."""
SEED = int(os.environ.get("JINYA_SCHEMA_SEED", "1"))
REFUSED = ["2xx", "400", "401", "403", "404", "409", "422", "429"]
"""What may be answered to a request that is written as it should be: the house knows more than the
description, as which games there are."""
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {"positive_data_acceptance": {"expected-statuses": REFUSED}},
        "generation": {"with-security-parameters": False},
    }
)
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


def real_ones(user: User, other: User, match: Match) -> dict[str, str]:
    """What stands in addresses, of which there is one; made-up ones are found nowhere."""
    made = offers(other, user, now=timezone.now())
    known = {"slug": "xiongqi", "stage": FIRST, "step": "cannon", "name": other.name}
    return {**known, **made, "uid": match.uid}


class Asking:
    """Asks a live house what is made up, and keeps what was answered wrongly."""

    def __init__(self, url: str, secret: str, there: dict[str, str]) -> None:
        self.asked: dict[str, Any] = {
            "base_url": url,
            "headers": {"Authorization": f"Bearer {secret}"},
        }
        self.there = there
        self.wrong: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()

    def all_of(self, operation: Any) -> None:
        """Ask for one operation, in every mode."""
        for mode in MODES:
            strategy = operation.as_strategy(generation_mode=mode)
            try:
                seed(SEED)(TRYING(given(case=strategy)(self.once)))()
            except Unsatisfiable:  # nothing can be wrong where nothing is taken
                continue

    def once(self, case: Any) -> None:
        """Ask once; what is wrong is kept, so that all of it is told."""
        for name, value in self.there.items():
            if name in (case.path_parameters or {}):
                case.path_parameters[name] = value
        answer = case.call(**self.asked)
        self.statuses[answer.status_code] += 1
        if answer.status_code == TOO_LONG:
            return  # refused at the door, before it is known what is asked
        try:
            case.validate_response(
                answer, headers=self.asked["headers"], transport_kwargs=self.asked
            )
        except FailureGroup as found:
            for each in found.exceptions:
                self.wrong[f"{case.method} {case.path} {answer.status_code}: {each!r}"[:600]] += 1


TOO_LONG = 414

TRYING = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_every_operation_answers_as_it_is_described(site: Site) -> None:
    user, other = person(), person()
    match, now = match_between(user, other, now=timezone.now()), timezone.now()
    secret = make_token(user=user, name="schema", scopes=Scope.values, days=30, now=now)[1]
    schema = schemathesis.openapi.from_dict(description(), config=CONFIG)
    asking = Asking(site.url, secret, real_ones(user, other, match))
    for found in schema.get_all_operations():
        operation: Any = cast(Any, found).ok()
        if "stream" not in operation.path:  # which has no end, and says what a GET says
            asking.all_of(operation)
    print(f"{sum(asking.statuses.values())} answers: {dict(sorted(asking.statuses.items()))}")
    assert not asking.wrong, "\n".join(f"{n} x {each}" for each, n in asking.wrong.items())
    assert asking.statuses.total() > 100
