"""An account that was stolen comes back whole: address, password, sign-ins and second factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.models import UndoLink, User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_addresses import change, path_in
from tests.accounts.test_second_factor import set_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

NEW = "nine lanterns glow"
PostBox = Callable[[], list[Any]]


def factors(user: User) -> set[str]:
    return set(Authenticator.objects.filter(user=user).values_list("type", flat=True))


def letters(post_box: PostBox, part: str) -> list[Any]:
    return [letter for letter in post_box() if part in letter.subject]


def reset_link(post_box: PostBox) -> str:
    return path_in(post_box()[-1], "/password/reset/key/")


def set_password(link: str, **more: str) -> Any:
    browser = Client()
    page = browser.get(link)["Location"]
    return browser.post(page, {"password1": NEW, **more})


def signs_in_with_the_password_alone(password: str) -> bool:
    browser = Client()
    browser.post("/accounts/login/", {"login": "Ann", "password": password})
    return "_auth_user_id" in browser.session


def test_taking_back_the_address_ends_the_factor_of_the_thief(
    ann: User, confirmed: Any, post_box: PostBox, clock: Any
) -> None:
    thief = confirmed(ann)
    set_up(thief)
    clock.shift(60)
    change(thief, "thief@jinya.example", post_box)
    (letter,) = letters(post_box, "was changed")
    assert Client().post(path_in(letter, "/undo/")).status_code == 200
    assert factors(ann) == set()
    assert thief.get("/settings/").status_code == 302
    set_password(reset_link(post_box))
    assert signs_in_with_the_password_alone(NEW)


def test_a_factor_the_owner_had_long_before_stays(
    ann: User, confirmed: Any, post_box: PostBox, clock: Any
) -> None:
    owner = confirmed(ann)
    set_up(owner)
    clock.shift(4 * 24 * 60 * 60)
    UndoLink.objects.create(user=ann, address=ann.email, made_at=timezone.now())
    change_by_somebody(ann)
    Client().post(undo_path(ann))
    assert factors(ann) == {"totp", "recovery_codes"}


def change_by_somebody(user: User) -> None:
    EmailAddress.objects.filter(user=user).update(email="thief@jinya.example")
    User.objects.filter(pk=user.pk).update(email="thief@jinya.example")


def undo_path(user: User, address: str = "ann@jinya.example") -> str:
    from accounts.sign_in.undo_links import undo_url

    return undo_url(user, address).removeprefix("http://testserver")


def test_a_thief_who_changes_the_address_twice_gains_nothing(
    ann: User, confirmed: Any, post_box: PostBox, clock: Any
) -> None:
    thief = confirmed(ann)
    change(thief, "first@thief.example", post_box)
    clock.shift(60)
    change(thief, "second@thief.example", post_box)
    of_owner, of_thief = (path_in(x, "/undo/") for x in letters(post_box, "was changed"))
    assert Client().post(of_thief).status_code == 200, "the thief takes back his own change"
    assert Client().post(of_owner).status_code == 200
    assert Client().post(of_thief).status_code == 404, "the links of the thief went with it"
    ann.refresh_from_db()
    assert ann.email == "ann@jinya.example"


def test_the_mail_about_a_new_factor_takes_the_account_back(
    ann: User, confirmed: Any, post_box: PostBox, clock: Any
) -> None:
    thief = confirmed(ann)
    set_up(thief)
    (letter,) = letters(post_box, "two-step sign-in is on")
    path = path_in(letter, "/undo/")
    assert Client().get(path).status_code == 200
    assert factors(ann), "a GET changes nothing"
    assert Client().post(path).status_code == 200
    assert factors(ann) == set()
    assert thief.get("/settings/").status_code == 302
    assert not User.objects.get(pk=ann.pk).check_password(PASSWORD)
    assert Client().post(path).status_code == 404, "once"


@pytest.mark.parametrize("ended", [True, False])
def test_whoever_resets_by_mail_can_end_a_fresh_factor(
    ann: User, confirmed: Any, post_box: PostBox, clock: Any, ended: bool
) -> None:
    set_up(confirmed(ann))
    Client().post("/accounts/password/reset/", {"email": ann.email})
    set_password(reset_link(post_box), **({"end_factor": "on"} if ended else {}))
    assert (factors(ann) == set()) == ended
    assert signs_in_with_the_password_alone(NEW) == ended


def test_a_factor_older_than_three_days_is_not_ended_by_a_mailbox(
    ann: User, confirmed: Any, post_box: PostBox, clock: Any
) -> None:
    set_up(confirmed(ann))
    clock.shift(3 * 24 * 60 * 60 + 1)
    Client().post("/accounts/password/reset/", {"email": ann.email})
    link = reset_link(post_box)
    browser = Client()
    page = browser.get(link)["Location"]
    assert 'name="end_factor"' not in browser.get(page).content.decode()
    browser.post(page, {"password1": NEW, "end_factor": "on"})
    assert factors(ann) == {"totp", "recovery_codes"}


def test_old_links_leave_no_rows(ann: User, clock: Any) -> None:
    path = undo_path(ann)
    clock.shift(3 * 24 * 60 * 60 - 60)
    tasks.sweep_sessions()
    assert Client().get(path).status_code == 200
    clock.shift(61)
    tasks.sweep_sessions()
    assert UndoLink.objects.count() == 0


def test_a_link_of_an_address_that_another_account_has_is_void(ann: User, bob: User) -> None:
    path = undo_path(ann, "was@jinya.example")
    EmailAddress.objects.create(user=bob, email="was@jinya.example", verified=True)
    assert Client().post(path).status_code == 404


def test_the_operator_ends_a_lost_factor(
    ann: User, confirmed: Any, post_box: PostBox, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = confirmed(ann)
    set_up(browser)
    call_command("end_second_factor", "ann@jinya.example")
    assert "The second factor is ended." in capsys.readouterr().out
    assert factors(ann) == set()
    assert browser.get("/settings/").status_code == 302
    assert post_box()[-1].subject == "Jinya: two-step sign-in was turned off"
    call_command("end_second_factor", "Ann")
    assert "There was no second factor." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said", "left"),
    [
        ([], "Passkeys kept (--with-passkeys deletes them): 2.", 2),
        (["--with-passkeys"], "Passkeys deleted: 2.", 0),
    ],
)
def test_the_operator_chooses_whether_passkeys_end(
    ann: User, capsys: pytest.CaptureFixture[str], options: list[str], said: str, left: int
) -> None:
    for kind in ("totp", "webauthn", "webauthn"):
        Authenticator.objects.create(user=ann, type=kind, data={})
    call_command("end_second_factor", "Ann", *options)
    assert said in capsys.readouterr().out
    assert factors(ann) == ({"webauthn"} if left else set())


@pytest.mark.parametrize("command", ["end_second_factor", "staff_code"])
def test_commands_about_nobody_say_so(db: None, command: str) -> None:
    with pytest.raises(CommandError, match="nobody of this name"):
        call_command(command, "Nobody")


def test_no_code_is_printed_for_players(ann: User) -> None:
    with pytest.raises(CommandError, match="Only staff"):
        call_command("staff_code", "Ann")
