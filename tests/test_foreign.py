"""What is somebody else's, and fields nobody asked for: every address, every role, no difference.

The addresses are those of `tests/routes.py`, the site is that of `tests/test_guards.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model

from accounts.models import Sanction, User
from games.common.rownames import name_of
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from tests.kit.builders import NOON, everything, match_between, offers, person, terms
from tests.kit.sockets import open_page
from tests.routes import GROUPS, ROLES, TABLE, address, routes
from tests.test_guards import OF_PROGRAMS, ROUTES, WITHOUT_TOKEN, House, house

pytestmark = pytest.mark.usefixtures("any_database")

__all__ = ["house"]  # a fixture

FRONT = [(name, pattern) for name, pattern in ROUTES if name.startswith("games:")]
OF_MATCHES = [(name, pattern) for name, pattern in FRONT if ":uid>" in pattern]


# Things of others


def matches_of_others() -> dict[str, Match]:
    """Five matches of two people who are none of the roles."""
    one, two = person("one"), person("two")
    over = match_between(one, two)
    ending.resign(uid=over.uid, user=one, now=NOON)
    cancelled = match_between(one, two)
    ending.cancel_running(cancelled, list(cancelled.players.all()), now=NOON)
    return {
        "running": match_between(one, two),
        "over": over,
        "cancelled": cancelled,
        "in set-up": match_between(one, two, game="gunjin"),
        "invitation": opening.create_invitation(user=one, terms=terms(), now=NOON),
    }


ANSWERS = {302, 403, 404, 405, 409, 422}
"""A visitor is sent to sign in; the others are refused, or are told that it is not there."""


EXEMPLARY = ("visitor", "stranger")
"""Who tries every state of a match; the others try one that goes on."""


def test_nothing_is_done_to_matches_of_others(house: House) -> None:
    matches = matches_of_others()
    before, wrong = everything(), []
    for role, (state, match) in product(ROLES, matches.items()):
        if role not in EXEMPLARY and state != "running":
            continue
        allowed = ANSWERS - ({302} if role != "visitor" else set())
        for name, pattern in OF_MATCHES:
            if state == "over" and name in ("games:practise", "games:analysis"):
                continue  # begins a match of one's own, or is worked out for everybody
            path = address(pattern, {"uid": match.uid})
            answer = house.client(role).post(path, TABLE[name].form)
            if answer.status_code not in allowed | ({204} if name == "games:seen" else set()):
                wrong.append((role, state, name, answer.status_code))
    assert wrong == []
    assert everything() == before


PRIVATE = ("games:note", "games:plan", "games:plan-line", "games:report", "games:variations")
"""What of a match is for its players alone."""


def test_what_is_private_to_others_is_not_shown(house: House) -> None:
    matches = matches_of_others()
    one, two = User.objects.get(name="one"), User.objects.get(name="two")
    theirs = offers(one, two)
    limit = Sanction.objects.create(user=one, kind="warn", reason="other", starts_at=NOON)
    paths = [
        *(f"/challenges/{theirs['challenge']}/", f"/standing/appeal/{name_of(limit)}/"),
        *(
            address(pattern, {"uid": match.uid})
            for name, pattern in OF_MATCHES
            for match in matches.values()
            if name in PRIVATE
        ),
        *(f"/matches/{matches['invitation'].uid}/{part}" for part in ("", "board/", "talk/")),
    ]
    shown = []
    for role, path, method in product(ROLES, paths, ("get", "post")):
        answer = getattr(house.client(role), method)(path, {})
        if answer.status_code not in ANSWERS:
            shown.append((role, method, path, answer.status_code))
    assert shown == []


BEHIND = [
    (name, pattern)
    for name, pattern in ROUTES
    if name.startswith("admin:moderation_") and "<" in pattern
]
NOTHING: tuple[object, ...] = ("0", "999999", "9" * 9, "nowhere", "AAAAAAAAAAAA")


def test_ids_of_nothing_lead_nowhere_behind_the_curtain(house: House) -> None:
    before, wrong = everything(), []
    for role, (name, pattern) in product(GROUPS, BEHIND):
        method = "post" if set(TABLE[name].get.split()) == {"302", "405"} else "get"
        for pk in NOTHING:
            path = address(pattern, dict.fromkeys(("pk", "uid", "object_id"), pk))
            answer = getattr(house.client(role), method)(path, TABLE[name].form)
            if answer.status_code not in {302, 403, 404, 405}:  # or goes on with a refusal
                wrong.append((role, method, path, answer.status_code))
    assert wrong == []
    changed = {name for name, rows in everything().items() if rows != before[name]}
    assert changed <= {"sessions.Session"}  # where the refusal is kept for the next page


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_nothing_and_of_others_are_closed() -> None:
    def made() -> tuple[list[str], list[User | None]]:
        return (
            [opening.create_invitation(user=person("one"), terms=terms(), now=NOON).uid],
            [None, person("stranger"), person("staff", is_staff=True)],
        )

    uids, people = await sync_to_async(made)()
    for uid in (*uids, "0" * 12, "nothing", "-", "a" * 100, "1"):
        for user in people:
            page = await open_page(f"ws/matches/{uid}/", user)
            assert await page.close_code() == 4404, (uid, user)


# Tokens


def test_a_token_of_another_browser_is_taken_by_no_form(house: House) -> None:
    before, taken = everything(), set()
    for role in ("south", "senior"):
        for name, pattern in ROUTES:
            client = house.client(role, strict=True)
            cache.clear()  # else too many without an access token
            client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
            form = {**TABLE[name].form, "csrfmiddlewaretoken": "b" * 32}
            if client.post(address(pattern, house.arguments()), form).status_code != 403:
                taken.add(name)
    assert taken == WITHOUT_TOKEN | OF_PROGRAMS
    changed = {name for name, rows in everything().items() if rows != before[name]}
    assert changed == {"accounts.User"}  # the mail that was stopped


# Fields nobody asked for

NAMES = sorted({field.name for model in apps.get_models() for field in model._meta.fields})
MOST_FIELDS = 150
"""Sent at once: a form may have so many, and few more."""

Rows = dict[str, list[tuple[object, ...]]]
Changes = set[tuple[str, str]]


def changes_by(house: House, path: str, form: dict[str, str], before: Rows) -> Changes:
    """What a form of South's changes: tables with their columns. It is undone."""
    cache.clear()
    with transaction.atomic():
        house.client("south").post(path, form)
        after = everything()
        transaction.set_rollback(True)
    return {
        (table, change)
        for table, rows in after.items()
        if rows != before[table]
        for change in changed_columns(apps.get_model(table), before[table], rows)
    }


def changed_columns(
    model: type[Model], before: list[tuple[object, ...]], after: list[tuple[object, ...]]
) -> Iterator[str]:
    """The columns in which rows of the same key differ; the flags and numbers of new rows."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, model._meta.db_table)
    columns = [column.name for column in described]
    keys = [columns.index(field.column) for field in model._meta.pk_fields]
    plain = {field.column for field in model._meta.concrete_fields if not field.is_relation}
    plain -= {columns[key] for key in keys}
    old, new = ({tuple(row[k] for k in keys): row for row in rows} for rows in (before, after))
    if old.keys() - new.keys():
        yield "gone"
    for key, row in new.items():
        for column, value in zip(columns, row, strict=True):
            if key in old and value != old[key][columns.index(column)]:
                yield column
            elif key not in old and column in plain and isinstance(value, bool | int):
                yield f"new: {column}={value}"


def surplus_of(
    house: House, path: str, form: dict[str, str], names: list[str], before: Rows, plain: Changes
) -> Changes:
    """What happens only because of fields of those *names*.

    A form that is refused because of one of them is sent again with the others.
    """
    found = changes_by(house, path, {**dict.fromkeys(names, "1"), **form}, before)
    if found or not plain or len(names) == 1:
        return found - plain
    half = len(names) // 2
    parts = (names[:half], names[half:])
    return set().union(*(surplus_of(house, path, form, part, before, plain) for part in parts))


def test_no_form_takes_fields_it_does_not_show(house: House) -> None:
    wrong, before = {}, everything()
    for name, pattern in ROUTES:
        if name.startswith("admin:") or set(TABLE[name].post.split()) == {"405"}:
            continue
        path, form = address(pattern, house.arguments()), TABLE[name].form
        plain = changes_by(house, path, form, before)
        for first in range(0, len(NAMES), MOST_FIELDS):
            names = NAMES[first : first + MOST_FIELDS]
            if surplus := surplus_of(house, path, form, names, before, plain):
                wrong[name] = surplus
    assert wrong == {}


def test_the_routes_are_those_of_the_house() -> None:
    assert sorted(set(routes())) == ROUTES
    assert len(OF_MATCHES) > 15
    assert len(BEHIND) > 8
    assert len(NAMES) > 150
