"""The description against a live site, with every check that schemathesis has.

Operations one by one, and one after the other as answers lead from each to the next, by two people
at one board. A gate asks a few times; JINYA_SCHEMA_EXAMPLES, as in `make schema`, much longer.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
import requests
import schemathesis
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.generation.stateful import run_state_machine_as_test
from schemathesis.generation.stateful.state_machine import StepOutput

from accounts.models import User
from accounts.sign_in.tokens import Scope, make_token
from games.api.views import description
from games.match.models import Match
from games.match.terms import opening
from tests.kit.builders import match_between, offers, person
from tests.kit.stages import FIRST
from tests.site import Site

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.gate,
    # the site, in a thread of the same process, draws lots of its own while requests are made up
    pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies"),
]
EXAMPLES = int(os.environ.get("JINYA_SCHEMA_EXAMPLES", "2"))
"""Requests made up for each operation in each mode."""
SEED = int(os.environ.get("JINYA_SCHEMA_SEED", "1"))
REFUSED = ["2xx", "400", "401", "403", "404", "409", "422", "429"]
"""What may be answered to a request that is written as it should be: the site knows more than the
description, as which games there are."""
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {"positive_data_acceptance": {"expected-statuses": REFUSED}},
        "generation": {"with-security-parameters": False},
        "max-stream-events": 1,
    }
)
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


def real_ones(user: User, other: User, match: Match) -> dict[str, str]:
    """What stands in addresses, of which there is one; made-up ones are found nowhere."""
    made = offers(other, user, now=timezone.now())
    known = {"slug": "xiongqi", "stage": FIRST, "step": "cannon", "name": other.name}
    return {**known, **made, "uid": match.uid}


class Asking:
    """Asks a live site what is made up, and keeps what was answered wrongly."""

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
        answer = called(case, self.asked)
        self.statuses[answer.status_code] += 1
        if answer.status_code == TOO_LONG:
            return  # refused at the door, before it is known what is asked
        with self.noting(case, answer.status_code):
            case.validate_response(
                answer, headers=self.asked["headers"], transport_kwargs=self.asked
            )

    @contextmanager
    def noting(self, case: Any, status: int) -> Iterator[None]:
        """Keep what turns out to be wrong."""
        try:
            yield
        except FailureGroup as found:
            for each in found.exceptions:
                self.wrong[f"{case.method} {case.path} {status}: {each!r}"[:600]] += 1


TOO_LONG = 414


def called(case: Any, asked: dict[str, Any]) -> Any:
    """The answer to a made-up request; of a stream, what is said first."""
    if "stream" not in case.path:
        return case.call(**asked)
    case.headers = {**(case.headers or {}), "Accept": "text/event-stream"}
    return case.call(**asked, timeout=10)


TOO_LONG = 414

TRYING = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def scenarios(schema: Any, asking: Asking, tokens: list[str], begin: Callable[[], str]) -> Any:
    """A machine that goes on from answer to answer, as one of two people in turn."""

    class Scenario(schema.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            self.there, self.turn = {**asking.there, "uid": begin()}, 0

        def step(self, asked: Any) -> Any:
            """Once; addresses that no answer gave are those of what there is."""
            case, self.turn = asked.case, self.turn + 1
            if asked.transition is None:
                for name in set(self.there) & set(case.path_parameters or {}):
                    case.path_parameters[name] = self.there[name]
            bearer = {"Authorization": f"Bearer {tokens[self.turn % 2]}"}
            sent = {"base_url": asking.asked["base_url"], "headers": bearer}
            if case.path.endswith("/moves") and case.method == "POST":
                case.body = self.move(case, sent) or case.body
            answer = called(case, sent)
            asking.statuses[answer.status_code] += 1
            self.after_call(answer, case)
            with asking.noting(case, answer.status_code):
                self.validate_response(answer, case, **sent)
            return StepOutput(answer, case)

        def move(self, case: Any, sent: Any) -> dict[str, object]:
            """A move that is open in the match, so that it goes on."""
            uid = case.path_parameters["uid"]
            url = f"{sent['base_url']}/api/v1/matches/{uid}"
            seen = requests.get(url, headers=sent["headers"], timeout=60).json()
            legal = seen.get("legal") or []
            return {"move": legal[0], "seat_ply": seen["seat_ply"]} if legal else {}

    return Scenario


def test_every_operation_answers_as_it_is_described(site: Site) -> None:
    user, other = person(), person()
    match, now = match_between(user, other, now=timezone.now()), timezone.now()
    secret = make_token(user=user, name="schema", scopes=Scope.values, days=30, now=now)[1]
    schema = schemathesis.openapi.from_dict(description(), config=CONFIG)
    asking = Asking(site.url, secret, real_ones(user, other, match))
    for found in schema.get_all_operations():
        asking.all_of(cast(Any, found).ok())
    print(f"{sum(asking.statuses.values())} answers: {dict(sorted(asking.statuses.items()))}")
    assert not asking.wrong, "\n".join(f"{n} x {each}" for each, n in asking.wrong.items())
    assert asking.statuses.total() > 100


def test_one_operation_leads_to_the_next(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_MATCHES", 1_000_000)
    users, now = (person(), person()), timezone.now()
    tokens = [
        make_token(user=user, name="schema", scopes=Scope.values, days=30, now=now)[1]
        for user in users
    ]
    schema = schemathesis.openapi.from_dict(description(), config=CONFIG)
    match = match_between(*users, now=now)
    asking = Asking(site.url, tokens[0], real_ones(*users, match))

    def begin() -> str:
        return str(match_between(*users, now=timezone.now()).uid)

    machine = scenarios(schema, asking, tokens, begin)
    run_state_machine_as_test(machine, settings=settings(TRYING, stateful_step_count=20))
    print(f"{sum(asking.statuses.values())} answers: {dict(sorted(asking.statuses.items()))}")
    assert not asking.wrong, "\n".join(f"{n} x {each}" for each, n in asking.wrong.items())
    assert asking.statuses[200] > EXAMPLES
