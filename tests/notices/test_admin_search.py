"""Where moderators find matches, notices and deliveries: by whole words that an index leads to."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client

from games.match.models import Match
from games.notices.models import Delivery, Notice
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, person
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def senior() -> Client:
    user = staff("senior")
    RecoveryCodes.activate(user)
    return browser(user)


@pytest.fixture
def match() -> Match:
    match_between(person("cid"), person("dan"))
    return match_between(person("Ann"), person("bob"))


def found(client: Client, model: str, query: str) -> set[str]:
    """The keys of the rows that a list shows."""
    page = client.get(f"/admin/{model}/?{query}").content.decode()
    return set(re.findall(rf'href="/admin/{model}/(\d+)/change/', page))


def test_notices_are_found_by_match_or_by_name(senior: Client, match: Match) -> None:
    of_match = {str(pk) for pk in match.notices.values_list("pk", flat=True)}
    assert of_match
    assert found(senior, "notices/notice", f"q={match.uid}") == of_match
    of_ann = {
        str(pk) for pk in Notice.objects.filter(user__name="Ann").values_list("pk", flat=True)
    }
    assert found(senior, "notices/notice", "q=ANN") == of_ann != set()
    assert found(senior, "notices/notice", "q=nobody") == set()


def test_matches_are_found_by_their_address_or_the_beginning_of_a_name(
    senior: Client, match: Match
) -> None:
    for query in (match.uid, "bo"):
        assert found(senior, "match/match", f"q={query}") == {str(match.pk)}
    assert found(senior, "match/match", "q=nobody") == set()


def test_deliveries_are_parted_by_channel(senior: Client, match: Match) -> None:
    notice = match.notices.order_by("pk")[0]
    Delivery.objects.all().delete()
    rows = [
        Delivery.objects.create(notice=notice, channel=name, due_at=NOON, hinted_until=NOON)
        for name in ("mail", "push")
    ]
    assert found(senior, "notices/delivery", "") == {str(row.pk) for row in rows}
    assert found(senior, "notices/delivery", "channel=push") == {str(rows[1].pk)}
