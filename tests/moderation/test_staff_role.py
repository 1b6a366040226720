"""The operator makes somebody one of the staff from the command line."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.moderation.roles import ROLES, make_groups
from tests.kit.browsing import browser
from tests.kit.builders import guest, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def groups() -> None:
    make_groups(None, "default")


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_given_and_taken_away(role: str, capsys: pytest.CaptureFixture[str]) -> None:
    person("ann")
    call_command("staff_role", "Ann", role)
    ann = User.objects.get(name="ann")
    assert ann.is_staff
    assert [group.name for group in ann.groups.all()] == [role]
    assert all(ann.has_perm(right) for right in ROLES[role])
    assert "staff_code" in capsys.readouterr().out
    call_command("staff_role", "Ann", "none")
    ann = User.objects.get(name="ann")
    assert not ann.is_staff
    assert not ann.groups.exists()


def test_one_has_one_role_and_is_signed_out_by_a_new_one() -> None:
    ann = person("ann")
    client = browser(ann)
    call_command("staff_role", "ann", "helper")
    call_command("staff_role", "ann", "senior")
    assert [group.name for group in ann.groups.all()] == ["senior"]
    assert client.get("/desk/").status_code == 302


def test_nonsense_is_refused_in_a_sentence() -> None:
    guest("visitor")
    person("gone", is_active=False)
    for name, role, why in (
        ("nobody", "helper", "nobody of this name"),
        ("visitor", "helper", "cannot be staff"),
        ("gone", "helper", "cannot be staff|nobody of this name"),
        ("visitor", "king", "invalid choice"),
    ):
        with pytest.raises(CommandError, match=why):
            call_command("staff_role", name, role)
    assert not User.objects.filter(is_staff=True).exists()
