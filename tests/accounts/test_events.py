"""What happens to accounts is one structured line each, with ids and without secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client

from accounts.common import events
from accounts.models import AccessToken, User
from config.logs import JsonLine, RequestId
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_addresses import change, path_in
from tests.accounts.test_second_factor import code_now, set_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

NEW = "nine lanterns glow"
SECRET = "JBSWY3DPEHPK3PXP"


class Lines(logging.Handler):
    """Everything any logger says, as it would be written on a server."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.addFilter(RequestId())
        self.setFormatter(JsonLine())

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))

    def kinds(self) -> list[str]:
        """What happened since the last look."""
        entries = [json.loads(line) for line in self.found]
        self.found.clear()
        return [entry["event"]["kind"] for entry in entries if entry["logger"] == "jinya.security"]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    security = logging.getLogger("jinya.security")
    root.addHandler(handler)
    security.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    security.setLevel(logging.NOTSET)


def test_signing_in_and_out(ann: User, lines: Lines, signed_in: Any) -> None:
    browser = signed_in(ann)
    assert lines.kinds() == ["signed-in"]
    browser.post("/accounts/logout/")
    assert lines.kinds() == ["signed-out"]


def test_an_event_says_who_from_where_in_which_request(ann: User, lines: Lines) -> None:
    form = {"login": "Ann", "password": "wrong kettle"}
    answer = Client(REMOTE_ADDR="203.0.113.7").post("/accounts/login/", form)
    (line,) = [json.loads(line) for line in lines.found if "jinya.security" in line]
    assert line["event"] == {"kind": "sign-in-failed", "user": ann.pk, "address": "203.0.113.7"}
    assert line["request"] == answer["X-Request-ID"]
    assert line["time"].endswith("+00:00")


def test_an_unknown_name_is_not_written_down(db: None, lines: Lines) -> None:
    Client().post("/accounts/login/", {"login": "my password by mistake", "password": "x"})
    assert "by mistake" not in "".join(lines.found)
    assert lines.kinds() == ["sign-in-failed"]


def test_superusers_are_told_apart(db: None, lines: Lines, signed_in: Any) -> None:
    signed_in(User.objects.create_superuser("Root", PASSWORD))
    assert lines.kinds() == ["superuser-signed-in"]


def test_registering(db: None, lines: Lines) -> None:
    form = {"username": "Carol", "password1": PASSWORD, "email": ""}
    Client().post("/accounts/signup/", form)
    assert "registered" in lines.kinds()


def test_guests_come_and_stay(ann: User, lines: Lines) -> None:
    terms = {"game": "xiongqi", "opponent": "bot", "time": "none", "side": "0"}
    for number in range(2):
        client = Client()
        client.post("/matches/new/", {**terms, "key": f"key-of-guest-{number}"})
        assert "guest-came" in lines.kinds()
        if number:
            client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
            assert "guest-joined" in lines.kinds()
        else:
            client.post("/claim/", {"username": "Mika", "password1": NEW})
            assert "guest-claimed" in lines.kinds()


def test_limits(ann: User, lines: Lines) -> None:
    for _ in range(11):
        Client().post("/accounts/login/", {"login": "Ann", "password": "wrong kettle"})
    assert lines.kinds() == ["sign-in-failed"] * 10 + ["limit-hit"]


def test_passwords_and_addresses(
    ann: User, lines: Lines, confirmed: Any, post_box: Callable[[], list[Any]]
) -> None:
    browser = confirmed(ann)
    lines.kinds()
    change(browser, "new@jinya.example", post_box)
    assert lines.kinds() == ["address-changed"]
    browser.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    assert lines.kinds() == ["password-changed"]
    Client().post("/accounts/password/reset/", {"email": "new@jinya.example"})
    client = Client()
    page = client.get(path_in(post_box()[-1], "/password/reset/key/"))["Location"]
    client.post(page, {"password1": "eleven kettles sing"})
    assert lines.kinds() == ["password-reset"]
    (letter,) = [x for x in post_box() if "was changed" in x.subject and "address" in x.subject]
    Client().post(path_in(letter, "/undo/"))
    assert lines.kinds() == ["taken-back"]


def test_ending_other_sign_ins(ann: User, lines: Lines, confirmed: Any, signed_in: Any) -> None:
    signed_in(ann)
    browser = confirmed(ann)
    lines.kinds()
    browser.post("/settings/security/end/", {"which": "others"})
    assert lines.kinds() == ["sign-ins-ended"]


def test_access_tokens(ann: User, lines: Lines, confirmed: Any) -> None:
    browser = confirmed(ann)
    lines.kinds()
    browser.post("/settings/tokens/", {"name": "mine", "scopes": ["read"], "days": "30"})
    assert lines.kinds() == ["token-made"]
    browser.post("/settings/tokens/", {"revoke": AccessToken.objects.get().pk})
    assert lines.kinds() == ["token-revoked"]
    browser.get("/api/v1/account", headers={"authorization": "Bearer jny_nonsense"})
    assert lines.kinds() == ["token-refused"]


def test_bot_accounts(ann: User, lines: Lines, confirmed: Any) -> None:
    owner, fresh = confirmed(ann), confirmed(User.objects.create_user("Walker", PASSWORD))
    lines.kinds()
    fresh.post("/settings/bots/", {"do": "ask", "owner": "Ann"})
    assert lines.kinds() == ["bot-asked"]
    owner.post("/settings/bots/", {"do": "allow", "key": ann.own_bots.get().pk})
    assert lines.kinds() == ["bot-allowed"]


def test_second_factors(ann: User, lines: Lines, confirmed: Any) -> None:
    browser = confirmed(ann)
    lines.kinds()
    set_up(browser)
    assert lines.kinds()[0] == "factor-added"
    other = Client()
    other.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
    other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert lines.kinds() == ["factor-failed"]
    browser.post("/accounts/2fa/totp/deactivate/")
    assert set(lines.kinds()) == {"factor-removed"}
    TOTP.activate(ann, SECRET)
    call_command("end_second_factor", "Ann")
    assert lines.kinds() == ["factor-reset"]


def test_what_staff_do_and_may_not_do(ann: User, lines: Lines, client: Client) -> None:
    ken = User.objects.create_user("Ken", PASSWORD, is_staff=True)
    root = User.objects.create_superuser("Root", PASSWORD)
    client.force_login(ken)
    client.get("/admin/", follow=True)
    assert lines.kinds()[-1] == "staff-refused"
    TOTP.activate(ken, SECRET)
    ken.user_permissions.set(Permission.objects.filter(codename__in=["change_user", "view_user"]))
    fields = {"language": "", "time_zone": "UTC", "is_active": "on"}
    client.post(f"/admin/accounts/user/{ann.pk}/change/", {"name": "Anna", **fields})
    assert lines.kinds() == ["person-changed"]
    client.post(f"/admin/accounts/user/{root.pk}/change/", {"name": "Ruth", **fields})
    assert set(lines.kinds()) == {"staff-refused"}
    User.objects.filter(pk=ken.pk).update(is_superuser=True)
    client.post(f"/admin/accounts/user/{ann.pk}/change/", {"name": "Ann", **fields, "is_staff": 1})
    assert lines.kinds() == ["rights-changed"]
    for action in ("end_sign_ins", "reset_second_factor", "give_staff_code"):
        data = {"action": action, "_selected_action": [str(ann.pk)]}
        client.post("/admin/accounts/user/", data)
    assert lines.kinds() == ["sign-ins-ended", "factor-reset", "staff-code-given"]


def test_no_line_holds_a_secret(
    ann: User, lines: Lines, confirmed: Any, post_box: Callable[[], list[Any]]
) -> None:
    browser = confirmed(ann)
    secret, codes = set_up(browser)
    browser.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    Client().post("/accounts/password/reset/", {"email": ann.email})
    Client().get(key := path_in(post_box()[-1], "/password/reset/key/"))
    session = browser.cookies["sessionid"].value
    said = "".join(lines.found)
    parts = (
        PASSWORD,
        NEW,
        secret,
        *codes,
        key.split("/")[-2],
        session,
        ann.email,
        code_now(secret),
    )
    assert [part for part in parts if part in said] == []


def test_every_kind_is_tried_here_or_is_not_a_kind() -> None:
    tests = Path(__file__).parent.parent
    tried = "".join(path.read_text(encoding="utf-8") for path in tests.rglob("test_*.py"))
    assert [kind for kind in sorted(events.KINDS) if f'"{kind}"' not in tried] == []
