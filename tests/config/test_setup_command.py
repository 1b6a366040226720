"""`bin/jinya setup`: what it asks, refuses, writes and keeps to itself."""

from __future__ import annotations

import builtins
import re
import stat
import subprocess
from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from aiosmtpd.controller import Controller
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.db import InterfaceError, OperationalError
from django.test import Client
from django.utils import timezone

from accounts import switches
from accounts.management.dialogue import Dialogue, Ended
from accounts.models import User
from config import asgi, envfiles, setup
from config.env import Env
from config.mail_server import mail_server_of
from games.management import founding
from games.moderation.models import ModAction
from games.moderation.roles import make_groups
from games.moderation.services import founding as service
from games.moderation.services.founding import sign_up
from tests.accounts.test_second_factor import code_now
from tests.kit.builders import person
from tests.running.processes import free_port

ROOT = Path(__file__).resolve().parents[2]
WORD = "s3cret/w:rd@ '\"$x"
PASSWORD = "seven kettles sing at dawn"

GOOD = {
    "JINYA_HOSTS": "jinya.example, www.jinya.example",
    "JINYA_OPERATOR": 'Hana\'s "inn" $5',
    "JINYA_CONTACT": "hana@jinya.example",
    "JINYA_DATABASE_URL": "postgresql://jinya_app:dbs3cret@127.0.0.1:1/jinya",
    "JINYA_REDIS_URL": "redis://:reds3cret@127.0.0.1:6379/0",
    "MAIL_SERVER": "mail.example",
    "MAIL_NAME": "jinya@mail",
    "MAIL_PASSWORD": WORD,
    "JINYA_EMAIL_FROM": "Jinya <site@jinya.example>",
    "JINYA_BACKUP_HOOK": str(ROOT / "deploy/backup-away"),
    "JINYA_BACKUP_TO": "away:bucket/jinya",
    "JINYA_BACKUP_KEY": "age1" + "q" * 58,
}


@pytest.fixture(autouse=True)
def no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """These are asked with the settings of the tests, by themselves."""
    monkeypatch.setattr(setup, "found", lambda *_args, **_options: None)


def answers(folder: Path, **changes: str) -> str:
    path = folder / "answers"
    given = {**GOOD, **changes}
    path.write_text("".join(f"{name}={envfiles.quoted(text)}\n" for name, text in given.items()))
    return str(path)


def values(path: Path) -> dict[str, str]:
    return dict(envfiles.read(path.read_text()))


def run(folder: Path, *more: str, **changes: str) -> Path:
    file = folder / "site.env"
    setup.main(["--file", str(file), "--answers", answers(folder, **changes), *more])
    return file


# --- files ------------------------------------------------------------------------------------


def test_it_writes_what_the_site_starts_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "--dry-run")
    assert not (tmp_path / "site.env").exists()
    assert "Would write to" in capsys.readouterr().out
    file = run(tmp_path)
    said, kept = capsys.readouterr().out, values(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert kept["JINYA_HOSTS"] == "jinya.example,www.jinya.example"
    assert kept["JINYA_ORIGINS"] == "https://jinya.example,https://www.jinya.example"
    assert kept["JINYA_OPERATOR"] == GOOD["JINYA_OPERATOR"]
    assert kept["JINYA_CONTACT"] == "mailto:hana@jinya.example"
    server = mail_server_of(Env(kept))
    assert server == ("mail.example", 587, "jinya@mail", WORD, False, True)
    for name in ("JINYA_SECRET_KEY", "JINYA_VAPID_KEY", "JINYA_STATUS_TOKEN"):
        assert f"{name}=(a secret)" in said
        assert kept[name] not in said
    for word in ("s3cret", kept["JINYA_EMAIL_URL"]):
        assert word not in said


def test_it_reads_in_a_shell_as_in_systemd(tmp_path: Path) -> None:
    file = run(tmp_path)
    script = f'set -a; . {file}; printf %s "$JINYA_OPERATOR|$JINYA_EMAIL_FROM"'
    read = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert read.stdout == f"{GOOD['JINYA_OPERATOR']}|{GOOD['JINYA_EMAIL_FROM']}"


def test_a_second_run_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = run(tmp_path)
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    setup.main(["--file", str(file), "--answers", "/dev/null"])
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert "nothing is written" in capsys.readouterr().out


def test_other_lines_of_a_server_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envfiles, "FOLDER", tmp_path)
    key = "another-key" * 5
    (tmp_path / "app.env").write_text(
        f"# ours\nJINYA_SECRET_KEY={key}\nJINYA_MINIMUM_AGE=13\nOTHER=a b\nJINYA_HOSTS=old.example"
    )
    (tmp_path / "app.env").chmod(0o640)
    (tmp_path / "backup.env").write_text("JINYA_DATABASE_URL=postgresql://jinya_backup@h/jinya\n")
    setup.main(["--answers", answers(tmp_path, JINYA_BACKUPS="/b")])
    text = (tmp_path / "app.env").read_text()
    assert text.startswith(
        f"# ours\nJINYA_SECRET_KEY={key}\nJINYA_MINIMUM_AGE=13\nOTHER=a b\n"
        "JINYA_HOSTS=jinya.example,www.jinya.example\n"
    )
    assert stat.S_IMODE((tmp_path / "app.env").stat().st_mode) == 0o640
    assert "EMAIL" not in text
    assert set(values(tmp_path / "mail.env")) == {"JINYA_EMAIL_URL", "JINYA_EMAIL_FROM"}
    assert values(tmp_path / "backup.env") == {
        "JINYA_DATABASE_URL": "postgresql://jinya_backup@h/jinya",
        **{name: text for name, text in GOOD.items() if "BACKUP" in name},
    }
    assert not list(tmp_path.glob("*.part"))


def test_a_site_of_compose_gets_its_passwords(tmp_path: Path) -> None:
    given = {name: text for name, text in GOOD.items() if "_URL" not in name}
    path, file = tmp_path / "answers", tmp_path / ".env"
    path.write_text("".join(f"{name}={envfiles.quoted(text)}\n" for name, text in given.items()))
    setup.main(["--file", str(file), "--answers", str(path)])
    kept = values(file)
    assert {len(kept[name]) for name in setup.OF_COMPOSE} == {48}
    assert "JINYA_DATABASE_URL" not in kept


def test_where_there_is_no_server_it_says_what_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(envfiles, "FOLDER", tmp_path / "none")
    monkeypatch.delenv("JINYA_DATABASE_URL", raising=False)
    with pytest.raises(Ended, match="deploy/debian/install"):
        setup.main([])


# --- nonsense ---------------------------------------------------------------------------------

NONSENSE = {
    "JINYA_HOUSE_NAME": ["x" * 41, "two\nlines"],
    "JINYA_HOSTS": ["", "https://jinya.example", "jinya.example:80", "*", "a b", "陣屋.example"],
    "JINYA_ORIGINS": ["http://jinya.example", "jinya.example", "https://a.example/path"],
    "JINYA_OPERATOR": ["x" * 101, "bell\x07"],
    "JINYA_OPERATOR_ADDRESS": ["x" * 301],
    "JINYA_CONTACT": ["Hana", "http://jinya.example", "a@b@c", "mailto:"],
    "JINYA_SECURITY_CONTACT": ["nobody"],
    "JINYA_SOURCE": ["http://code.example", "https://", "code"],
    "JINYA_TEXTS_LANGUAGE": ["de", "EN,JA"],
    "JINYA_TEXTS": ["texts", "/nowhere/at/all"],
    "JINYA_MINIMUM_AGE": ["-1", "100", "thirteen", "1.5", "１３"],
    "JINYA_POPULATION": ["perhaps", "2"],
    "JINYA_DATABASE_URL": ["", "mysql://h/jinya", "postgresql://", "postgresql://h/j?what=1"],
    "JINYA_REDIS_URL": ["", "http://h", "redis://"],
    "JINYA_EMAIL_FROM": ["", "site", "a@b, c@d", "Jinya <site>", "a@b\r\nBcc: c@d"],
    "JINYA_BACKUPS": ["backups", "/a,b"],
    "JINYA_BACKUP_HOOK": ["copy", "/nowhere/copy", "/etc/passwd", "/etc"],
    "JINYA_BACKUP_TO": ["", "bucket", "away:a b"],
    "JINYA_BACKUP_KEY": ["", "age1", "AGE-SECRET-KEY-1" + "Q" * 58],
    "MAIL_SERVER": ["", "smtp://mail.example", "a b", "mail.example:0", "mail:99999", "u:p@h"],
    "MAIL_ENCRYPTION": ["ssl", "yes"],
    "MAIL_TO": ["hana", "a@b,c@d", "a@b\nBcc: c@d"],
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    for text in NONSENSE[name]:
        with pytest.raises(Ended) as refused:
            run(tmp_path, **{name: text})
        said = str(refused.value)
        assert said.startswith(f"{name}: "), text
        assert said.endswith((".", ")")), said
        assert "s3cret" not in said
    assert not (tmp_path / "site.env").exists()


def test_a_name_that_nothing_asks_for_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Ended, match="nothing asks for JINYA_HOST;"):
        run(tmp_path, JINYA_HOST="jinya.example")


def test_every_value_is_tried_with_nonsense() -> None:
    of_people = {"MAIL_NAME", "MAIL_PASSWORD", "STAFF_NAME", "STAFF_PASSWORD", "SIGN_UP"}
    assert set(setup.questions.ALL) == NONSENSE.keys() | of_people


# --- a dialogue -------------------------------------------------------------------------------


class MailBox:
    """Takes mails, and knows the code in the last."""

    code = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.code = message_from_bytes(envelope.content)["Subject"].split()[0]
        return "250 OK"


@pytest.fixture
def mail_box() -> Iterator[tuple[MailBox, int]]:
    box = MailBox()
    controller = Controller(box, hostname="127.0.0.1", port=free_port())
    controller.start()
    yield box, controller.port
    controller.stop()


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets somebody answer, each question by the beginning of its text; the rest by Enter."""

    def begin(given: dict[str, list[Any]]) -> None:
        said: list[str] = []

        def say(dialogue: Dialogue, text: str = "") -> None:
            said.append(text)
            builtins.print(text)

        def read(prompt: str) -> str:
            builtins.print(prompt)
            last = next(text for text in reversed(said) if not text.startswith("  "))
            known = next((each for each in given if last.strip().startswith(each)), "")
            if not given.get(known):
                return ""
            answer = given[known].pop(0)
            return answer() if callable(answer) else answer

        monkeypatch.setattr(Dialogue, "say", say)
        monkeypatch.setattr(builtins, "input", read)

    return begin


def talk(tmp_path: Path, typing: Callable[..., None], given: dict[str, list[Any]]) -> Path:
    everything = {
        "Under which names": ["http://nonsense", "jinya.example"],
        "Who runs it": ["Hana Mori"],
        "How do visitors": ["hana@jinya.example"],
        "Where is the database": [GOOD["JINYA_DATABASE_URL"]],
        "Where is Redis": [GOOD["JINYA_REDIS_URL"]],
        "From which": ["site@jinya.example"],
        **given,
    }
    typing(everything)
    file = tmp_path / "site.env"
    setup.main(["--file", str(file)])
    assert not any(everything.values()), "all of it was asked for"
    return file


def test_mail_is_received_when_its_code_is_typed(
    tmp_path: Path,
    typing: Callable[..., None],
    mail_box: tuple[MailBox, int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    box, port = mail_box
    given: dict[str, list[Any]] = {
        "Which server": [f"127.0.0.1:{free_port()}", f"127.0.0.1:{port}"],  # nobody is at the first
        "How is the way": ["none", "none"],
        "The code in it": ["000 000", lambda: box.code],
    }
    file = talk(tmp_path, typing, given)
    said = capsys.readouterr().out
    assert "JINYA_HOSTS is 'http://nonsense'; expected host names" in said
    assert "does not work: " in said
    assert "That is not the code." in said
    assert "It is received" in said
    assert values(file)["JINYA_EMAIL_URL"] == f"smtp://127.0.0.1:{port}"
    assert values(file)["JINYA_EMAIL_STARTTLS"] == "no"


def test_mail_that_does_not_come_is_not_received(
    tmp_path: Path,
    typing: Callable[..., None],
    mail_box: tuple[MailBox, int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    given: dict[str, list[Any]] = {
        "Which server": [f"127.0.0.1:{mail_box[1]}"],
        "How is the way": ["none"],
    }
    talk(tmp_path, typing, given)
    said = capsys.readouterr().out
    assert "Not received." in said
    assert "It is received" not in said


def test_whoever_leaves_changes_nothing(tmp_path: Path) -> None:
    """By a pipe that ends, with what is no text in it."""
    file = tmp_path / "site.env"
    left = subprocess.run(
        ["bin/jinya", "setup", "--file", str(file)],
        cwd=ROOT, input=b"\xff\nJinya\njinya.example\n", capture_output=True, check=False,
    )  # fmt: skip
    assert left.returncode == 1
    assert b"Nobody answers any more" in left.stderr
    assert b"Traceback" not in left.stderr
    assert not file.exists()


# --- the database -----------------------------------------------------------------------------


@pytest.fixture
def groups(db: None) -> None:
    make_groups(None, "default")
    cache.clear()


STAFF = {"STAFF_NAME": "Hana", "STAFF_PASSWORD": PASSWORD, "SIGN_UP": "invitation"}


@pytest.mark.usefixtures("groups")
def test_the_first_operator_has_a_second_factor(capsys: pytest.CaptureFixture[str]) -> None:
    founding.found(Dialogue(STAFF))
    said = capsys.readouterr().out
    hana = User.objects.get(name="Hana")
    assert hana.is_staff
    assert not hana.is_superuser
    assert hana.check_password(PASSWORD)
    assert [group.name for group in hana.groups.all()] == ["operator"]
    assert set(Authenticator.objects.filter(user=hana).values_list("type", flat=True)) == {
        "totp",
        "recovery_codes",
    }
    assert len(re.findall(r"^  \d{25}$", said, re.MULTILINE)) == 10
    assert "otpauth://totp/Hana?secret=" in said
    assert PASSWORD not in said
    assert (switches.is_on("no_new_accounts"), switches.is_on("no_new_guests")) == (True, False)
    assert ModAction.objects.get().actor == hana


@pytest.mark.usefixtures("groups")
def test_there_is_one_first_operator(capsys: pytest.CaptureFixture[str]) -> None:
    founding.found(Dialogue(STAFF))
    founding.found(Dialogue({**STAFF, "STAFF_NAME": "Ken", "SIGN_UP": "open"}))
    assert "There is staff already. Sign-up: invitation" in capsys.readouterr().out
    assert not User.objects.filter(name="Ken").exists()
    assert sign_up() == "invitation"


@pytest.mark.usefixtures("groups")
@pytest.mark.parametrize(
    "changes",
    [
        *({"STAFF_NAME": name} for name in ("x", "admin", "Ann", "A\x00", "two\nlines")),
        *({"STAFF_PASSWORD": word} for word in ("", "short", "passwordpassword", "Hana" * 5)),
        {"SIGN_UP": "perhaps"},
    ],
)
def test_nonsense_makes_no_staff(changes: dict[str, str]) -> None:
    person("Ann")
    with pytest.raises(Ended, match=f"{next(iter(changes))}: .*"):
        founding.found(Dialogue({**STAFF, **changes}))
    assert not User.objects.filter(is_staff=True).exists()
    assert sign_up() == "open"


@pytest.mark.usefixtures("groups")
def test_an_app_that_shows_another_code_is_asked_again(
    typing: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    def code() -> str:
        found = re.search("secret=([A-Z2-7]+)", capsys.readouterr().out)
        assert found
        return code_now(found[1])

    typing(
        {
            "The name of": ["Hana"],
            "Their password": [PASSWORD, PASSWORD],
            "The same once": ["another", PASSWORD],
            "The six digits": ["", "000000", code],
            "Who may sign up": ["perhaps", "closed"],
        }
    )
    founding.found(Dialogue())
    assert Authenticator.objects.filter(user__name="Hana", type="totp").exists()
    assert sign_up() == "closed"


@pytest.mark.usefixtures("groups")
def test_nobody_need_be_made_staff() -> None:
    founding.found(Dialogue({}))
    assert not User.objects.exists()


# --- the page ---------------------------------------------------------------------------------

PAGE = "/setup/"


@pytest.fixture
def page(groups: None, settings: Any) -> Client:
    settings.SETUP_PAGE = True
    return Client()


def form(page: Client, **changes: str) -> dict[str, str]:
    """What somebody types who reads the log."""
    secret = page.get(PAGE).context["form"].secret
    given = {
        "setup_code": service.code_now(timezone.now()).lower(),
        "username": "Hana",
        "password": PASSWORD,
        "sign_up": "invitation",
        "code": code_now(secret),
    }
    return given | changes


def test_the_page_makes_the_first_operator_and_is_gone(page: Client) -> None:
    assert "no-store" in page.get(PAGE)["Cache-Control"]
    answer = page.post(PAGE, form(page))
    assert answer.status_code == 200
    assert len(re.findall(r"(?:\d{5}-){4}\d{5}", answer.content.decode())) == 10
    assert "no-store" in answer["Cache-Control"]
    hana = User.objects.get(name="Hana")
    assert [group.name for group in hana.groups.all()] == ["operator"]
    assert Authenticator.objects.filter(user=hana, type="totp").exists()
    assert sign_up() == "invitation"
    assert (page.get(PAGE).status_code, page.post(PAGE).status_code) == (404, 404)
    sent = page.post("/accounts/login/", {"login": "Hana", "password": PASSWORD})
    assert sent.headers["Location"].startswith("/accounts/2fa/authenticate/")


@pytest.mark.parametrize("typed", ["", "x", "A" * 16, "é" * 40, "\x00", "A" * 50_000])
def test_without_the_code_nothing_is_told(page: Client, typed: str) -> None:
    person("Ann")
    given = form(page, setup_code=typed, username="Ann", password="x", code="0")
    answer = page.post(PAGE, given)
    assert answer.status_code in (400, 422)
    if answer.status_code == 422:
        assert set(answer.context["form"].errors) == {"setup_code"}
    assert not User.objects.filter(is_staff=True).exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [("username", "Ann"), ("password", "short"), ("sign_up", "perhaps"), ("code", "000000")],
)
def test_the_page_refuses_nonsense_where_it_stands(page: Client, name: str, text: str) -> None:
    person("Ann")
    answer = page.post(PAGE, form(page, **{name: text}))
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {name})
    assert not User.objects.filter(is_staff=True).exists()


def test_a_code_is_good_for_the_next_day_and_no_longer() -> None:
    now = timezone.now()
    found = [service.is_code(service.code_now(now), now + timedelta(days=day)) for day in range(3)]
    assert found == [True, True, False]
    assert not service.is_code(service.code_now(now + timedelta(days=1)), now)


def test_the_log_names_the_page_until_there_is_staff(
    page: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert service.announce(timezone.now())
    (line,) = caplog.messages
    assert f"{PAGE} with the code {service.code_now(timezone.now())}" in line
    person("Ken", is_staff=True)
    assert service.announce(timezone.now())
    assert len(caplog.messages) == 1


def test_it_is_named_once_the_database_answers(
    page: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = [OperationalError, InterfaceError]
    waited: list[float] = []

    def is_founded() -> bool:
        if away:
            raise away.pop()
        return False

    monkeypatch.setattr(service, "is_founded", is_founded)
    monkeypatch.setattr(asgi, "connection", Mock())
    monkeypatch.setattr(asgi, "time", Mock(sleep=waited.append))
    asgi.announce()
    assert len(waited) == 2
    assert PAGE in caplog.messages[-1]


def test_a_code_that_is_asked_for_is_named_again_once_an_hour(
    page: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        page.get(PAGE)
    cache.clear()  # an hour is over
    page.post(PAGE, {"setup_code": service.code_now(timezone.now() - timedelta(days=2))})
    lines = [line for line in caplog.messages if "with the code" in line]
    assert len(lines) == 2
    assert service.code_now(timezone.now()) in lines[1]


def test_a_house_on_loopback_has_no_such_page(groups: None) -> None:
    assert Client().get(PAGE).status_code == 404
