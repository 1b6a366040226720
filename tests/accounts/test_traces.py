"""Marks by which two accounts can be found to share a browser or a network, and nothing read."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Trace, User
from accounts.sign_in.shared_marks import AGE, COMMON, network_of, shared_marks, sharing_accounts
from tests.kit.browsing import browser
from tests.kit.builders import PASSWORD, person

pytestmark = pytest.mark.django_db
HERE, NEXT_DOOR, AWAY = "198.51.100.7", "198.51.100.200", "203.0.113.9"


def came(
    user: User, address: str, agent: str = "Firefox", *, shared: Client | None = None
) -> Client:
    """*user* signs in by the form; the browser used."""
    client = shared or Client()
    client.defaults |= {"REMOTE_ADDR": address, "HTTP_USER_AGENT": agent}
    form = {"login": user.name, "password": PASSWORD}
    assert client.post("/accounts/login/", form).status_code == 302
    client.post("/accounts/logout/")
    return client


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (HERE, NEXT_DOOR, True),
        (HERE, "198.51.101.7", False),
        ("2001:db8:1:2::3", "2001:db8:1:ff::9", True),
        ("2001:db8:1:2::3", "2001:db8:2:2::3", False),
        (HERE, "::ffff:198.51.100.9", True),
    ],
)
def test_of_an_address_its_beginning_counts(one: str, other: str, alike: bool) -> None:
    assert (network_of(one) == network_of(other)) is alike
    assert one not in network_of(one)
    assert network_of("nonsense") == network_of("") == ""


def test_who_shares_what() -> None:
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    shared = came(ann, HERE)
    came(bob, AWAY, "Safari", shared=shared)
    came(eve, NEXT_DOOR)
    now = timezone.now()
    assert sharing_accounts(ann.pk, now) == [bob.pk, eve.pk]
    found = shared_marks([(ann.pk, bob.pk), (ann.pk, eve.pk)], now)
    assert [(mark.kind, mark.accounts) for mark in found[ann.pk, bob.pk]] == [("device", 2)]
    assert {(mark.kind, mark.accounts) for mark in found[ann.pk, eve.pk]} == {
        ("network", 2),
        ("browser", 2),
    }
    assert sharing_accounts(ann.pk, now + AGE + timedelta(minutes=1)) == []


def test_a_browser_of_many_and_a_network_of_many_lead_nowhere() -> None:
    ann = person("ann")
    came(ann, HERE)
    own = Trace.objects.filter(user=ann).exclude(kind="device")
    found = list(own.values("kind", "digest", "since", "seen_at"))
    for number in range(COMMON):
        other = person(f"other{number}")
        Trace.objects.bulk_create(Trace(user=other, **row) for row in found)
    assert sharing_accounts(ann.pk, timezone.now()) == []
    Trace.objects.filter(user=other).delete()
    assert len(sharing_accounts(ann.pk, timezone.now())) == COMMON - 1


def test_nothing_can_be_read_from_a_mark() -> None:
    client = came(person("ann"), HERE, "Planted-Agent/1.0")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_trace")
        stored = repr(cursor.fetchall())
    for secret in ("198.51.100", "Planted", client.cookies["device"].value.split(":")[0]):
        assert secret not in stored
    kinds = Trace.objects.order_by("kind").values_list("kind", flat=True)
    assert list(kinds) == ["browser", "device", "network"]


def test_a_page_costs_no_more_until_an_hour_is_over() -> None:
    client = browser(person("ann"), REMOTE_ADDR=HERE)
    Trace.objects.all().delete()
    with CaptureQueriesContext(connection) as captured:
        client.get("/standing/")
    assert not any("accounts_trace" in query["sql"] for query in captured)
    session = client.session
    session["seen_at"] -= 3601
    session.save()
    client.get("/standing/")
    assert Trace.objects.filter(kind="network").count() == 1
