"""Nothing is reachable by accident: routes, sockets, tasks, models and the sealed rows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from asgiref.sync import sync_to_async
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import FieldError
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path as route

from config.celery import app as queue
from games.knowledge import models as marks
from games.match import sealed
from games.match.models import Match
from games.match.terms import opening
from games.notes import models as notes
from games.notices.services.unsubscribing import link_token
from games.plans import models as planned
from games.setup import models as formations
from games.urls import websocket_urlpatterns
from tests.kit.browsing import browser
from tests.kit.builders import NOON, everything, match_between, offers, person, terms
from tests.kit.sockets import open_page
from tests.kit.staff import staff
from tests.routes import GROUPS, PLAIN, ROLES, TABLE, address, routes

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [
    path
    for folder in ("accounts", "config", "engines", "games")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
ROUTES = sorted(set(routes()))
KEEPING = {"mfa_activate_totp", "mfa_login_webauthn", "games:calendar"}
"""What to sign or to type next is kept in the session of whoever asks for it; how often an entry of
a calendar has changed is counted when the calendar is fetched."""
WITHOUT_TOKEN = {"games:unsubscribe", "games:mail-bounced", "accounts:token", "accounts:revoke"}
"""Where a form may come without our token: mail programs (RFC 8058), services
and apps have none."""
OF_PROGRAMS = {
    name for name, path in ROUTES if path.startswith("api/v1/") and name != "api:openapi"
}
"""What asks for an access token instead, and takes no cookie for anybody."""


@dataclass
class House:
    """A site with one of everything, and a browser for every role."""

    match: Match
    invitation: Match
    keys: dict[str, str | None]
    offers: dict[str, str]
    lenient: Client = field(default_factory=Client)
    strict: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def client(self, role: str, *, strict: bool = False) -> Client:
        """A browser of that role; what an earlier request did to it is forgotten.

        One client serves all: making one builds the whole stack of middleware anew.
        """
        client = self.strict if strict else self.lenient
        client.cookies.clear()
        if key := self.keys[role]:
            client.cookies[settings.SESSION_COOKIE_NAME] = key
        return client

    def arguments(self) -> dict[str, object]:
        """What addresses are made of."""
        south = self.match.players.get(seat=0).user
        assert south is not None
        return {
            "uid": self.match.uid,
            "slug": "xiongqi",
            "game": "xiongqi",
            "stage": "first-harvest",
            "step": "chariot",
            "moves": "a1a6",
            "secret": self.invitation.secret,
            "provider_id": "school",
            "token": link_token(south.pk, "your-turn"),
            "name": "south",
            "object_id": 0,
            "pk": 0,
            "content_type_id": 1,
            "key": "made:up",
            "uidb36": "1",
            "app_label": "match",
            "url": "nothing/",
            **self.offers,
        }


@pytest.fixture
def house(db: None) -> House:
    people = {name: person(name) for name in ("stranger", "south", "north")}
    people |= {name: person(name, is_staff=True) for name in ("staff", "clerk")}
    people |= {role: staff(role) for role in GROUPS}
    TOTP.activate(people["clerk"], "JBSWY3DPEHPK3PXP")
    for name in ("clerk", *GROUPS):
        RecoveryCodes.activate(people[name])
    browsers = {name: browser(user) for name, user in people.items()}
    cookies = {name: c.cookies[settings.SESSION_COOKIE_NAME].value for name, c in browsers.items()}
    return House(
        match=match_between(people["south"], people["north"]),
        invitation=opening.create_invitation(user=people["south"], terms=terms(), now=NOON),
        keys={"visitor": None, **cookies},
        offers=offers(people["south"], people["north"]),
    )


def answers(
    house: House, path: str, method: str, form: dict[str, str], roles: Sequence[str]
) -> str:
    """What each of *roles* is answered; whatever it did is undone."""
    found = []
    for role in roles:
        cache.clear()
        with transaction.atomic():
            answer = getattr(house.client(role), method)(path, form)
            transaction.set_rollback(True)
        found.append(str(answer.status_code))
    return " ".join(found)


# Routes


def test_every_route_has_its_row_and_every_row_its_route() -> None:
    named = {name for name, _pattern in ROUTES}
    assert named - set(TABLE) == set(), "say who is answered what in a row of tests/routes.py"
    assert set(TABLE) - named == set(), (
        "there is no such route: take its row out of tests/routes.py"
    )


Choice = Callable[[str, dict[str, str]], Sequence[str]]
"""Which roles ask for a route, by its name and what each is to be answered."""


def by_turns(name: str, row: dict[str, str]) -> Sequence[str]:
    """Everybody; where no group's rights count, one of the groups."""
    if name.startswith("admin:") or {row[group] for group in GROUPS} != {row["clerk"]}:
        return ROLES
    return (*PLAIN, GROUPS[crc32(name.encode()) % len(GROUPS)])


def wrong_answers(house: House, family: str, choose: Choice) -> list[str]:
    """Where roles are answered otherwise than the table says; the *family* "" is all others."""
    arguments, wrong = house.arguments(), []
    for name, pattern in ROUTES:
        if not name.startswith(family) or (not family and name.startswith(FAMILIES[:-1])):
            continue
        path, expected = address(pattern, arguments), TABLE[name]
        for method, answered, form in (
            ("get", expected.get, {}),
            ("post", expected.post, expected.form),
        ):
            row = dict(zip(ROLES, answered.split(), strict=True))
            roles = choose(name, row)
            found, wanted = answers(house, path, method, form, roles), [row[r] for r in roles]
            if found.split() != wanted:
                wrong.append(f"{method} {name} {path} by {roles}: {found}, not {wanted}")
    return wrong


FAMILIES = ("admin:", "account", "mfa_", "games:", "")


@pytest.mark.parametrize("family", FAMILIES)
def test_everybody_is_answered_as_the_table_says(house: House, family: str) -> None:
    assert wrong_answers(house, family, by_turns) == []


@pytest.mark.prove
@pytest.mark.parametrize("family", FAMILIES)
def test_every_group_is_answered_as_the_table_says(house: House, family: str) -> None:
    assert wrong_answers(house, family, lambda _name, _row: ROLES) == []


def unguarded(request: HttpRequest) -> HttpResponse:
    """A page whose author has thought of nobody."""
    return HttpResponse("everything")


urlpatterns = [
    route("unguarded/", unguarded),
    route("accounts/login/", unguarded, name="account_login"),
]


@pytest.mark.django_db
def test_a_page_that_says_nothing_of_visitors_is_closed_to_them(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    answer = Client().get("/unguarded/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/unguarded/")


def test_no_form_is_taken_without_its_token(house: House) -> None:
    taken = set()
    before = everything()
    for role in ("visitor", "south"):
        for name, pattern in ROUTES:
            client = house.client(role, strict=True)
            cache.clear()  # else too many without an access token
            answer = client.post(address(pattern, house.arguments()), TABLE[name].form)
            if answer.status_code != 403:
                taken.add(name)
    assert taken == WITHOUT_TOKEN | OF_PROGRAMS
    changed = {name for name, rows in everything().items() if rows != before[name]}
    assert changed == {"accounts.User"}  # the mail that was stopped


def test_a_token_of_another_browser_opens_nothing(house: House) -> None:
    client = house.client("south", strict=True)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    path = f"/matches/{house.match.uid}/resign/"
    before = everything()
    for token in ("", "b" * 32, "b" * 32 + "a" * 32, "é" * 32):
        assert client.post(path, {"csrfmiddlewaretoken": token}).status_code == 403
        assert client.post(path, headers={"X-CSRFToken": token}).status_code == 403
    assert everything() == before


def test_a_form_from_another_site_opens_nothing(house: House) -> None:
    client = house.client("south", strict=True)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    form = {"csrfmiddlewaretoken": "a" * 32}
    path = f"/matches/{house.match.uid}/resign/"
    for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://x"):
        assert client.post(path, form, headers={"Origin": origin}).status_code == 403
    assert client.post(path, form, headers={"Origin": "http://testserver"}).status_code == 302


@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace"])
def test_other_methods_are_offered_nowhere(house: House, method: str) -> None:
    before = everything()
    for name, pattern in ROUTES:
        if name.startswith(("games:", "accounts:", "set_language", "healthz", "readyz")):
            answer = getattr(house.client("south"), method)(address(pattern, house.arguments()))
            assert answer.status_code == 405, (method, name)
            assert answer["Allow"], name
    assert everything() == before


@pytest.mark.parametrize("role", ["visitor", "south", "clerk"])
def test_looking_changes_nothing(house: House, role: str) -> None:
    before = everything()
    for name, pattern in ROUTES:
        if name in KEEPING or name.endswith("_history"):
            continue  # these keep something for the next page in the session
        for method in ("get", "head"):
            getattr(house.client(role), method)(address(pattern, house.arguments()))
    assert everything() == before


def test_staff_without_a_right_to_it_see_no_history(house: House) -> None:
    south = house.match.players.get(seat=0).user_id
    for path in (f"accounts/user/{south}", f"match/match/{house.match.pk}"):
        assert house.client("clerk").get(f"/admin/{path}/history/").status_code == 403


FOREIGN = ["0" * 12, "nothing", "-", "a" * 100, "match-1", "1"]
"""All are tried by one who is signed in and one who is not, the first by everybody."""


@pytest.mark.parametrize("role", ROLES)
def test_ids_of_nothing_lead_nowhere(house: House, role: str) -> None:
    before = everything()
    for name, pattern in ROUTES:
        if not name.startswith("games:") or "<" not in pattern or name == "games:unsubscribe":
            continue
        for uid in FOREIGN if role in ("visitor", "south") else FOREIGN[:1]:
            path = address(
                pattern,
                {
                    **dict.fromkeys(("uid", "secret", "slug", "stage", "seek", "challenge"), uid),
                    **dict.fromkeys(("step", "moves", "feed", "event", "puzzle", "club"), uid),
                    **dict.fromkeys(("analysis", "link"), uid),
                    "name": "nobody",
                    "pk": 0,
                },
            )
            for method in ("get", "post"):
                answer = getattr(house.client(role), method)(path, TABLE[name].form)
                allowed = {404, 405} | ({302} if role == "visitor" else set())
                assert answer.status_code in allowed, (method, path)
    assert everything() == before


def test_field_names_of_the_models_change_nothing(house: House) -> None:
    """Mass assignment: every field of every model, sent to every form."""
    names = {field.name for model in apps.get_models() for field in model._meta.fields}
    names -= {"key", "game", "name", "email", "password", "language", "theme"}
    path = f"/matches/{house.match.uid}/draw/"
    before = everything()
    client = house.client("south")
    for half in (0, 1):  # a form may have so many fields and no more
        part = sorted(names)[half::2]
        for action in ("offer", "withdraw"):
            answer = client.post(path, {**dict.fromkeys(part, "1"), "do": action})
            assert answer.status_code != 400
    after = everything()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"match.Player", "match.SealedPosition", "notices.Notice"}
    player = house.match.players.get(seat=0)
    assert (player.user.is_staff, player.user.is_superuser, player.result) == (False, False, "")


# Sockets

SOCKETS = {
    # the path, and for each role what comes first: a frame, or the code it is closed with
    "ws/matches/<slug:uid>/": dict.fromkeys(("visitor", "stranger", "south"), "match version"),
    "ws/lobby/": {"visitor": "4401", "stranger": "", "south": ""},
    "ws/desk/": {"visitor": "4401", "stranger": "bell desk", "south": "bell desk"},
}


def test_every_socket_has_an_entry() -> None:
    assert {str(pattern.pattern) for pattern in websocket_urlpatterns} == set(SOCKETS)


@pytest.mark.django_db(transaction=True)
async def test_sockets_say_to_each_role_what_the_table_says() -> None:
    def made() -> tuple[Match, dict[str, object | None]]:
        south, stranger = person("south"), person("stranger")
        match = match_between(south, person("north"))
        return match, {"visitor": None, "stranger": stranger, "south": south}

    match, people = await sync_to_async(made)()
    for pattern, expected in SOCKETS.items():
        for role, first in expected.items():
            page = await open_page(address(pattern, {"uid": match.uid}), people[role])
            if not first:
                assert await page.receive_nothing(timeout=0.05, interval=0.01)
                await page.disconnect()
            elif first.isdigit():
                assert await page.close_code() == int(first), (pattern, role)
            else:
                frame = await page.receive_json_from()
                assert " ".join(sorted(frame)) == first, (pattern, role)
                await page.disconnect()


# Tasks


def dispatched() -> Iterator[str]:
    """The task names in calls of `dispatch.after_commit`."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "dispatch.after_commit":
                task = ast.literal_eval(node.args[0])
                assert isinstance(task, str), f"{path} must name its task"
                yield task


def test_every_task_that_is_asked_for_exists() -> None:
    queue.loader.import_default_modules()
    named = set(dispatched()) | {entry["task"] for entry in queue.conf.beat_schedule.values()}
    assert named, "nothing is dispatched any more?"
    assert named <= set(queue.tasks)


def test_tasks_carry_ids_and_nothing_else() -> None:
    queue.loader.import_default_modules()
    for name, task in queue.tasks.items():
        if name.startswith("games."):
            code = task.run.__code__
            own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            assert all(argument.endswith("_id") for argument in own), name


# Sealed rows

SEALED = [model for model in apps.get_models() if model.__module__ == sealed.__name__]
OPEN = [model for model in apps.get_models() if model not in SEALED]


def test_there_are_sealed_rows() -> None:
    names = {model.__name__ for model in SEALED}
    assert names == {"SealedPosition", "SealedPly", "SealedRewind", "SealedSnapshot"}


@pytest.mark.parametrize("model", OPEN, ids=lambda model: model.__name__)
def test_no_path_leads_from_an_open_row_to_a_sealed_one(model: type[models.Model]) -> None:
    for relation in model._meta.get_fields():
        assert relation.related_model not in SEALED, relation
    for target in SEALED:
        for name in (target._meta.model_name, f"{target._meta.model_name}_set"):
            assert not hasattr(model, name)
            with pytest.raises(FieldError):
                model._base_manager.filter(**{f"{name}__isnull": True})


def importers(module: str) -> set[str]:
    """The files that import *module* or name it in a string."""
    parent, _dot, name = module.rpartition(".")
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                named = any(alias.name == module for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                named = node.module == module or (
                    node.module == parent and any(alias.name == name for alias in node.names)
                )
            else:
                named = isinstance(node, ast.Constant) and node.value == module
            if named:
                found.add(str(path.relative_to(ROOT)))
    return found


def test_only_the_referee_imports_what_is_sealed() -> None:
    assert importers("games.match.sealed") == {
        "games/match/models/__init__.py",
        "games/match/referee/archive.py",
        "games/match/referee/eyes.py",
        "games/match/referee/foresight.py",
        "games/match/referee/hindsight.py",
        "games/match/referee/snapshots.py",
        "games/match/referee/standing.py",
        "games/match/referee/table.py",
        "games/match/referee/umpire.py",
    }


def test_only_the_referee_and_thinking_bots_get_at_the_rules_by_name() -> None:
    assert importers("engines.registry") == {
        "games/match/referee/positions.py",
        "games/match/referee/spelling.py",
        "games/match/referee/standing.py",
        "games/match/referee/studies.py",
        "games/match/referee/table.py",
        "engines/thinking.py",
        # of matches that bots have played for them alone
        "engines/puzzles/making.py",
        "engines/puzzles/playing.py",
    }


def test_only_viewers_hand_out_eyes_that_see_all() -> None:
    assert importers("engines.core.arbiter") <= {"games/match/reading/viewers.py"}


def test_sealed_models_are_named_nowhere_else() -> None:
    words = {model.__name__ for model in SEALED}
    for path in SOURCES:
        if path.name == "sealed.py" or "migrations" in path.parts or "referee" in path.parts:
            continue
        names = {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Name | ast.Attribute)
        }
        assert not names & words, path


def test_no_sealed_row_is_shown_to_staff() -> None:
    from django.contrib import admin

    assert not set(SEALED) & set(admin.site._registry)


# Private rows: what users keep for themselves

PRIVATE = [
    model
    for model in apps.get_models()
    if model.__module__ in (formations.__name__, marks.__name__, notes.__name__, planned.__name__)
]


@pytest.mark.parametrize("private", PRIVATE, ids=lambda model: model.__name__)
def test_no_path_leads_to_what_users_keep_for_themselves(private: type[models.Model]) -> None:
    from django.contrib import admin

    assert private not in admin.site._registry
    for model in OPEN:
        for name in (private._meta.model_name, f"{private._meta.model_name}_set"):
            assert not hasattr(model, name)
            with pytest.raises(FieldError):
                model._base_manager.filter(**{f"{name}__isnull": True})


def test_marks_and_notes_are_read_by_their_owners_services_alone() -> None:
    readers = {"games/knowledge/selectors.py", "games/knowledge/services.py"}
    assert importers("games.knowledge.models") == readers
    assert importers("games.notes.models") == {
        "games/notes/selectors.py",
        "games/notes/services.py",
    }
    assert importers("games.plans.models") == {
        "games/plans/forced.py",
        "games/plans/selectors.py",
        "games/plans/services.py",
    }
    assert "canary" not in str(planned.Plan(pk=7, lines=[["canary"]]))
    assert "canary" not in str(notes.MatchNote(pk=7, text="canary"))
    row = marks.GuessMark(pk=7, piece="canary", kind="canary", square="canary")
    assert "canary" not in f"{row} {row!r}"


def test_a_sealed_row_says_nothing_of_itself() -> None:
    match = Match(uid="0123456789ab")
    match.pk = 7
    rows = [
        sealed.SealedPosition(
            match=match, seed=b"canary", data={"canary": 1}, opening=[["canary"]]
        ),
        sealed.SealedPly(
            match=match, number=1, seat=0, move="canary", key="canary", events=[["canary"]]
        ),
    ]
    assert all("canary" not in f"{row} {row!r}" for row in rows)
