"""Names that were stored before more of them looked alike keep their owners."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from tests.kit.builders import person

pytestmark = pytest.mark.django_db
migration = import_module("accounts.migrations.0018_given_up_names")


def with_old_looks(**looks: str) -> None:
    for name, look in looks.items():
        User.objects.filter(pk=person(name).pk).update(name_look=look)


def test_the_eldest_of_those_that_look_alike_has_the_look() -> None:
    with_old_looks(Alice="alice", Aiice="aiice", Zoe="zoe")
    migration.renew_looks(apps, None)
    looks = dict(User.objects.values_list("name", "name_look"))
    younger = User.objects.get(name="Aiice")
    assert looks == {"Alice": "allce", "Aiice": f"allce#{younger.pk}", "Zoe": "zoe"}
    younger.save()
    assert User.objects.get(name="Aiice").name_look == looks["Aiice"]
    assert User.objects.is_taken("Al1ce")


def test_a_look_that_another_is_about_to_leave_is_taken_after_it() -> None:
    with_old_looks(Alice="alice", Zoe="allce")
    migration.renew_looks(apps, None)
    assert dict(User.objects.values_list("name", "name_look")) == {"Alice": "allce", "Zoe": "zoe"}
