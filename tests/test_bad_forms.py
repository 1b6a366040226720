"""Fields of several parts and choices, with odd parts and without some: refused, and no fault."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from django import forms
from django.http import QueryDict

from games.tournaments.forms import TournamentForm
from tests.kit.browsing import browser
from tests.kit.builders import person

pytestmark = pytest.mark.django_db
ODD = (None, "", "0", "3", "-1", "1.5", "9" * 40, "x", "\x00", "１", "days ", "__class__")
"""What one part is sent as; None is not sent."""


def forms_of_ours(parent: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    """Every form of the house that can be made of what was sent alone."""
    for kind in parent.__subclasses__():
        yield from forms_of_ours(kind)
        if kind.__module__.startswith(("games.", "accounts.")) and not hasattr(kind, "_meta"):
            try:
                kind(data=QueryDict())
            except (TypeError, AttributeError, KeyError):
                continue
            yield kind


def sent(name: str, field: forms.Field) -> Iterator[dict[str, str | None]]:
    """Odd values of the field, by the names of its parts."""
    if isinstance(field, forms.MultiValueField):
        for parts in product((*ODD, "days"), repeat=len(field.fields)):
            yield {f"{name}_{number}": part for number, part in enumerate(parts)}
    elif isinstance(field, (forms.ChoiceField, forms.BooleanField, forms.DateTimeField)):
        yield from ({name: part} for part in ODD)


def test_no_field_of_a_form_falls_over_what_it_is_sent() -> None:
    tried = 0
    for kind in set(forms_of_ours()):
        for name, field in kind(data=QueryDict()).fields.items():
            for values in sent(name, field):
                data = QueryDict(mutable=True)
                data.update({key: value for key, value in values.items() if value is not None})
                form = kind(data=data)
                form.is_valid()
                tried += 1
    assert tried > 2000


@pytest.mark.parametrize("path", ["/matches/new/", "/lobby/new/", "/challenges/new/"])
def test_an_offer_with_numbers_and_no_units_is_refused_at_its_field(path: str) -> None:
    parts = {f"{field}_0": "3" for field in ("bank", "bonus", "cap")}
    form = {"game": "xiongqi", "time": "own", "key": "k" * 32, "opponent": "link", **parts}
    answer = browser(person("ann")).post(path, form)
    assert answer.status_code == 422
    assert "Choose a unit for this number." in answer.content.decode()


def test_a_start_in_the_past_is_told_at_its_field() -> None:
    form = TournamentForm(data={"starts_at": "2001-01-01T12:00"})
    assert form.errors["starts_at"] == ["Choose a start in the next 60 days."]


def test_no_number_needs_no_unit() -> None:
    form = TournamentForm(data={"bank_0": "2", "bank_1": "hours", "bonus_0": "", "cap_0": "0"})
    assert not {"bank", "bonus", "cap"} & set(form.errors)
