"""`manage.py doctor` says in sentences what is wrong with a site, and ends with status 1."""

from __future__ import annotations

import io
import os
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail as outbox
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config.operator import Operator
from games.management import doctor
from queues import schema
from tests.config.test_modes import DUMMIES, run

REDIS = os.environ.get("JINYA_TEST_REDIS_URL", "")


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    """The time of the servers around us, and not the day on which tests are."""
    with time_machine.travel(time_machine.escape_hatch.time.time()):
        yield


def closed_port() -> int:
    """A port where nobody listens."""
    with closing(socket.socket()) as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def only(found: list[doctor.Found]) -> tuple[str, str]:
    (one,) = found
    return one.state, one.said


# --- the whole --------------------------------------------------------------------------------


def test_a_broken_house_is_told_part_by_part() -> None:
    port = closed_port()
    values = {
        **DUMMIES,
        "JINYA_HOSTS": "127.0.0.1",
        "JINYA_ORIGINS": f"https://127.0.0.1:{port}",
        "JINYA_DATABASE_URL": f"postgresql://jinya:s3cret-word@127.0.0.1:{port}/jinya",
        "JINYA_REDIS_URL": f"redis://:s3cret-word@127.0.0.1:{port}/0",
        "JINYA_EMAIL_URL": f"smtp://jinya:s3cret-word@127.0.0.1:{port}",
    }
    done = run(values, "manage.py", "doctor", "--mail-to", "ann@jinya.example")
    assert done.returncode == 1
    lines = [line.split(None, 1) for line in done.stdout.splitlines() if line.strip()]
    parts = ["database", "Redis", "clock", "clock", "mail", "push", "disk", "certificate"]
    assert [line[0] for line in lines if line[0] in parts][:4] == parts[:4]
    wrong = {line[0] for line in lines if line[1].startswith("WRONG")}
    assert {"database", "Redis", "mail", "certificate", "proxies", "operator"} <= wrong
    assert re.search(r"\d+ of \d+ findings are wrong\.", done.stdout)
    assert "s3cret-word" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_a_house_with_nothing_wrong_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "proxies", list)
    said = io.StringIO()
    call_command("doctor", stdout=said)
    assert said.getvalue().endswith("Nothing is wrong.\n")
    assert outbox.outbox == []


def test_a_check_that_breaks_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> list[doctor.Found]:
        raise KeyError("odd")

    for part in ("database", "redis", "clock", "push", "certificates"):
        monkeypatch.setattr(doctor, part, fails)
    monkeypatch.setattr(doctor, "mail", lambda to: [])
    monkeypatch.setattr(doctor, "proxies", lambda: [doctor.Found("proxies", "fine", "Here.")])
    monkeypatch.setattr(doctor, "operator", list)
    monkeypatch.setattr(doctor, "sign_in", list)
    monkeypatch.setattr(doctor, "stages", list)
    monkeypatch.setattr(doctor, "bots", list)
    found = doctor.examine()
    assert found[-1].said == "Here."
    assert found[0] == doctor.Found("database", "WRONG", "The check itself failed: 'odd'.")


# --- database, Redis, clock -------------------------------------------------------------------


@pytest.mark.django_db
def test_tables_of_another_version_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(doctor.database())[0] == "fine"
    known = schema.known_columns()
    known["match_match"] = known["match_match"] | {"colour"}
    monkeypatch.setattr(schema, "known_columns", lambda: known)
    state, said = only(doctor.database())
    assert state == "WRONG"
    assert said.startswith("The database is of an earlier version: it has no match_match.colour.")


@pytest.mark.django_db
def test_migrations_that_wait_are_wrong() -> None:
    rows = MigrationRecorder.Migration.objects.filter(app="accounts").order_by("-pk")
    rows.filter(pk=rows[0].pk).delete()
    assert only(doctor.database()) == (
        "WRONG",
        "Migrations that wait: 1. Run `bin/jinya migrate`.",
    )


@pytest.mark.skipif(not REDIS, reason="JINYA_TEST_REDIS_URL is not set")
@pytest.mark.django_db
def test_redis_answers_and_has_our_time(settings: Any) -> None:
    settings.CELERY_BROKER_URL = REDIS
    settings.CHANNEL_LAYERS = {"default": {"CONFIG": {"hosts": [{"address": REDIS}]}}}
    state, said = only(doctor.redis())
    assert state == "fine"
    assert "(queues, live updates)" in said
    assert {each.state for each in doctor.clock()} == {"fine"}


@pytest.mark.parametrize(
    ("off", "said"),
    [
        (0.0, "agrees"),
        (1.9, "agrees"),
        (-1.9, "agrees"),
        (60.0, "60 seconds ahead of"),
        (-60.0, "60 seconds behind"),
    ],
)
def test_clocks_that_differ_are_wrong(off: float, said: str) -> None:
    found = doctor.skew("the database", 1000.0, 1000.0 + off, 1000.0)
    assert found.state == ("fine" if said == "agrees" else "WRONG")
    assert said in found.said


def test_waiting_for_the_answer_is_no_difference_of_clocks() -> None:
    assert doctor.skew("the database", 1000.0, 1004.0, 1008.0).state == "fine"


# --- mail, push, disk -------------------------------------------------------------------------


class MailHandler:
    """Takes mails for everybody but one."""

    def __init__(self) -> None:
        self.to: list[str] = []

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, to: str, opts: Any
    ) -> str:
        if to.startswith("nobody@"):
            return "550 no such person"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.to += envelope.rcpt_tos
        return "250 OK"


@pytest.fixture
def mail_server(settings: Any) -> Iterator[MailHandler]:
    kept = MailHandler()
    controller = Controller(kept, hostname="127.0.0.1", port=closed_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.EMAIL_TIMEOUT = 10
    yield kept
    controller.stop()


def test_a_mail_goes_to_the_given_address_and_to_no_other(mail_server: MailHandler) -> None:
    assert only(doctor.mail(""))[0] == "fine"
    assert mail_server.to == []
    state, said = only(doctor.mail("ann@jinya.example"))
    assert (state, mail_server.to) == ("fine", ["ann@jinya.example"])
    assert said.endswith("took a mail to ann@jinya.example: look whether it arrives.")


@pytest.mark.usefixtures("mail_server")
def test_what_the_mail_server_does_not_take_is_wrong(settings: Any) -> None:
    state, said = only(doctor.mail("nobody@jinya.example"))
    assert state == "WRONG"
    assert said.endswith("does not take mails for nobody@jinya.example.")
    settings.EMAIL_USE_TLS = True
    assert "JINYA_EMAIL_STARTTLS" in only(doctor.mail(""))[1]
    settings.EMAIL_USE_TLS = False
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "jinya", "s3cret-word"
    assert only(doctor.mail(""))[0] == "WRONG"
    settings.EMAIL_PORT = closed_port()
    assert "does not work" in only(doctor.mail(""))[1]


@pytest.mark.parametrize("address", ["ann", "ann@jinya.example,bob@jinya.example", "a b@c.example"])
def test_nonsense_is_no_address(address: str) -> None:
    with pytest.raises(CommandError, match="wants one e-mail address"):
        call_command("doctor", mail_to=address)


def test_keys_for_push_messages(settings: Any) -> None:
    settings.VAPID_KEY = ""
    assert only(doctor.push())[0] == "not tried"
    settings.VAPID_KEY = "A" * 42 + "E"
    assert only(doctor.push())[0] == "fine"
    for text in ("A" * 43, "no key", "_" * 43):
        settings.VAPID_KEY = text
        assert only(doctor.push())[0] == "WRONG", text


def test_a_disk_that_is_nearly_full_is_wrong() -> None:
    gib = 1024**3
    assert doctor.said_of(doctor.Room(Path("/"), 100 * gib, 6 * gib)).state == "fine"
    assert doctor.said_of(doctor.Room(Path("/"), 100 * gib, 4 * gib)).state == "WRONG"
    assert doctor.said_of(doctor.Room(Path("/"), gib, 2**20)).state == "WRONG"


# --- the way to us ----------------------------------------------------------------------------


@pytest.fixture
def self_signed(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A port that shows a certificate nobody has signed, and that certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=3, hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, private = tmp_path / "site.pem", tmp_path / "site.key"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, private)
    door = socket.create_server(("127.0.0.1", 0))

    def greet() -> None:
        while True:
            try:
                plain, _ = door.accept()
            except OSError:
                return
            with plain, suppress(OSError), context.wrap_socket(plain, server_side=True) as guest:
                guest.recv(1)

    greeter = threading.Thread(target=greet, daemon=True)
    greeter.start()
    yield door.getsockname()[1], pem
    door.shutdown(socket.SHUT_RDWR)
    door.close()
    greeter.join()


def test_a_certificate_nobody_trusts_is_wrong_and_one_that_ends_soon(
    self_signed: tuple[int, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, pem = self_signed
    origin = urlsplit(f"https://localhost:{port}")
    found = doctor.certificate(origin)
    assert found.state == "WRONG"
    assert found.said.startswith("Browsers will not trust that of localhost: self")
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    found = doctor.certificate(origin)
    assert found.state == "WRONG"
    assert found.said.startswith("That of localhost ends in 3 days")
    assert doctor.remaining("localhost", 60 * 86400).state == "fine"


def test_a_site_without_https_has_none() -> None:
    assert doctor.certificate(urlsplit("http://localhost")).state == "not tried"


@pytest.mark.parametrize(
    ("status", "to", "said"),
    [
        (301, "http://testserver/seen", "X-Forwarded-Proto"),
        (301, "https://other.example/seen", "JINYA_ORIGINS"),
        (400, "", "pass Host on"),
        (404, "", "JINYA_SECRET_KEY"),
        (502, "", "reaches no web process"),
        (500, "", "answers 500"),
    ],
)
def test_what_an_answer_says_of_the_proxy(status: int, to: str, said: str) -> None:
    assert said in doctor.refused(status, to)


@pytest.mark.parametrize(
    ("headers", "proxies", "said"),
    [
        ({"X-Forwarded-For": "203.0.113.7"}, 1, "arrives as what it is, from 203.0.113.7"),
        ({"X-Forwarded-For": doctor.FORGED}, 0, "arrives as what it is, from 127.0.0.1"),
        ({"X-Forwarded-For": doctor.FORGED}, 1, "can choose the address"),
        ({"X-Forwarded-For": f"{doctor.FORGED}, 203.0.113.7"}, 2, "can choose the address"),
        ({"X-Forwarded-For": "203.0.113.7"}, 0, "but JINYA_PROXIES is 0"),
        ({"X-Forwarded-For": "203.0.113.7"}, 2, "names fewer addresses"),
        ({"X-Forwarded-For": "203.0.113.7, 10.0.0.2"}, 1, "2 proxies stand before us, but"),
        ({"X-Forwarded-For": f"{doctor.FORGED}, 203.0.113.7"}, 1, "arrives as what it is"),
    ],
)
def test_what_the_web_process_saw_says_of_the_proxies(
    client: Client, settings: Any, headers: dict[str, str], proxies: int, said: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    answer = client.get("/seen", headers={**headers, "Authorization": doctor.pass_now()})
    found = doctor.arrived(answer.json())
    assert said in only(found)[1]
    assert (found[0].state == "fine") == ("arrives as" in said)


def test_how_a_request_arrives_is_told_to_the_doctor_alone(client: Client, settings: Any) -> None:
    given = doctor.pass_now()
    assert client.get("/seen", headers={"Authorization": given}).status_code == 200
    for other in ("", given + "x", given.removeprefix("Bearer "), "Bearer é"):
        assert client.get("/seen", headers={"Authorization": other}).status_code == 404
    settings.SECRET_KEY = "another" * 10
    assert client.get("/seen", headers={"Authorization": given}).status_code == 404


def test_a_pass_is_good_for_a_minute(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    given, now = doctor.pass_now(), time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 62)
    assert client.get("/seen", headers={"Authorization": given}).status_code == 404


# --- who runs it ------------------------------------------------------------------------------


def test_a_house_says_whose_it_is_and_where_its_source_is(settings: Any) -> None:
    assert only(doctor.operator())[0] == "not tried"
    settings.SITE_URL = "https://jinya.example"
    settings.OPERATOR = Operator()
    text = " ".join(found.said for found in doctor.operator() if found.state == "WRONG")
    assert re.findall(r"JINYA_\w+", text) == ["JINYA_OPERATOR", "JINYA_CONTACT", "JINYA_SOURCE"]
    whole = Operator(name="Hana Mori", contact="mailto:h@inn.example", source="https://c.example")
    settings.OPERATOR = whole
    assert only(doctor.operator())[0] == "fine"
    settings.OPERATOR = replace(whole, source="")
    assert "AGPL" in only(doctor.operator())[1]
