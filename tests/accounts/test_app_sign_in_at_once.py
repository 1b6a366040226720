"""Codes and refresh tokens that are sent several times at the same moment: one answer at most."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import AccessToken
from tests.accounts.test_app_sign_in import code_for, exchange, renew, signed_in
from tests.kit.builders import person
from tests.kit.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "prepared",
    [
        lambda: (exchange, code_for(person())),
        lambda: (renew, signed_in(person())["refresh_token"]),
    ],
    ids=["code", "refresh token"],
)
def test_of_four_copies_one_is_answered_and_the_sign_in_is_over(
    prepared: Callable[[], tuple[Callable[[str], Any], str]],
) -> None:
    send, secret = prepared()
    answers = at_once(*[lambda: send(secret).status_code] * 4)
    assert sorted(answers) == [200, 400, 400, 400]
    assert not AccessToken.objects.exists()


def test_who_revokes_all_while_an_app_renews_has_the_last_word() -> None:
    mika = person()
    secret = signed_in(mika)["refresh_token"]
    form = {"token": secret, "client_id": "board.example"}
    at_once(lambda: renew(secret), lambda: Client().post("/oauth/revoke", form))
    assert not AccessToken.objects.exists()
