"""Fields of several parts and choices, with odd parts and without some: refused, and no fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from typing import Any

import pytest
from allauth.core.context import request_context
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialLogin
from django import forms
from django.contrib.sessions.backends.cache import SessionStore
from django.http import QueryDict
from django.test import RequestFactory
from django.utils import timezone

import accounts
import games
from accounts.models import User
from games.tournaments.forms import TournamentForm
from tests.kit.browsing import browser
from tests.kit.builders import person

pytestmark = pytest.mark.django_db
ODD = (None, "", "0", "3", "-1", "1.5", "9" * 40, "x", "\x00", "１", "days ", "__class__")
"""What one part is sent as; None is not sent."""


NEEDED: dict[str, Callable[[User], dict[str, Any]]] = {
    **dict.fromkeys(
        (
            *("ChangePasswordForm", "ConfirmPasswordForm", "AddPasskeyForm", "ConfirmPasskeyForm"),
            *("ConfirmCodeForm", "SetUpForm", "SignInCodeForm"),
        ),
        lambda user: {"user": user},
    ),
    "RenamePasskeyForm": lambda user: {"instance": passkey_of(user)},
    "AppealForm": lambda _user: {"ground": "wrong"},
    "FirstStaffForm": lambda _user: {"secret": "JBSWY3DPEHPK3PXP", "now": timezone.now()},
    "FirstSignInForm": lambda user: {"login": SocialLogin(user), "code": ""},
    "ReportForm": lambda _user: {"offered": ["talk"], "is_of_line": False},
}
"""What a form is made of besides what was sent, by its name."""


def passkey_of(user: User) -> Authenticator:
    return Authenticator(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "mine"})


def forms_of_ours(parent: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    """Every form of the site."""
    for kind in parent.__subclasses__():
        yield from forms_of_ours(kind)
        is_ours = kind.__module__.startswith(("games.", "accounts."))
        if is_ours and not kind.__name__.endswith("Mixin") and not is_of_admin(kind):
            yield kind


def is_of_admin(kind: type[forms.BaseForm]) -> bool:
    """Whether it is a part of the admin, which makes a form of it."""
    return kind.__module__.endswith(".admin")


@pytest.fixture(scope="module")
def every_form() -> list[type[forms.BaseForm]]:
    """Of all modules of the site, whatever has been imported before."""
    for package in (accounts, games):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not {"migrations", "management"} & set(module.name.split(".")):
                import_module(module.name)
    return sorted(set(forms_of_ours()), key=str)


def sent(name: str, field: forms.Field) -> Iterator[dict[str, str | None]]:
    """Odd values of the field, by the names of its parts."""
    if isinstance(field, forms.MultiValueField):
        for parts in product((*ODD, "days"), repeat=len(field.fields)):
            yield {f"{name}_{number}": part for number, part in enumerate(parts)}
    else:
        yield from ({name: part} for part in ODD)


def test_no_field_of_a_form_falls_over_what_it_is_sent(
    every_form: list[type[forms.BaseForm]], ann: User, rf: RequestFactory
) -> None:
    request = rf.get("/")
    request.user, request.session = ann, SessionStore()
    tried = dict.fromkeys(every_form, 0)
    with request_context(request):
        for kind in every_form:
            needed = NEEDED.get(kind.__name__, lambda _user: {})(ann)
            for name, field in kind(data=QueryDict(), **needed).fields.items():
                for values in sent(name, field):
                    data = QueryDict(mutable=True)
                    data.update({key: value for key, value in values.items() if value is not None})
                    kind(data=data, **needed).is_valid()
                    tried[kind] += 1
    assert not [kind.__name__ for kind, times in tried.items() if not times]


def test_an_offer_with_numbers_and_no_units_is_refused_at_its_field() -> None:
    parts = {f"{field}_0": "3" for field in ("bank", "bonus", "cap")}
    form = {"game": "xiongqi", "time": "own", "key": "k" * 32, "opponent": "link", **parts}
    answer = browser(person("ann")).post("/matches/new/", form)
    assert answer.status_code == 422
    assert "Choose a unit for this number." in answer.content.decode()


def test_a_start_in_the_past_is_told_at_its_field() -> None:
    form = TournamentForm(data={"starts_at": "2001-01-01T12:00"})
    assert form.errors["starts_at"] == ["Choose a start in the next 60 days."]


def test_no_number_needs_no_unit() -> None:
    form = TournamentForm(data={"bank_0": "2", "bank_1": "hours", "bonus_0": "", "cap_0": "0"})
    assert not {"bank", "bonus", "cap"} & set(form.errors)


CALLED = {
    *("action", "children", "closest", "contains", "elements", "getAttribute", "matches", "method"),
    *("querySelector", "remove", "requestSubmit", "reset", "submit", "target"),
}
"""What scripts, ours and htmx, use of the element of a form; a field of that name would hide it."""


def test_no_field_hides_what_scripts_use_of_its_form(every_form: list[Any]) -> None:
    named = {f"{kind.__name__}.{name}" for kind in every_form for name in kind.base_fields}
    assert {one for one in named if one.rpartition(".")[2] in CALLED} == set()
