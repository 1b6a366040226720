"""A missing or nonsensical value stops the start with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.env import BadEnvironment, Env

KEY = "0123456789" * 5


def env(value: str | None) -> Env:
    return Env({} if value is None else {"JINYA_X": value})


READ: dict[str, Callable[[Env], object]] = {
    "text": lambda env: env.text("X"),
    "whole": lambda env: env.whole("X", 8000, 1, 65535),
    "flag": lambda env: env.flag("X", True),
    "choice": lambda env: env.choice("X", "a", ("a", "b")),
    "folder": lambda env: env.folder("X", Path("/var/lib/jinya")),
    "secret": lambda env: env.secret("X"),
    "url": lambda env: env.url("X", ("redis", "rediss"), "redis://host:6379/0"),
    "origins": lambda env: env.origins("X"),
    "hosts": lambda env: env.hosts("X"),
    "contact": lambda env: env.contact("X"),
    "line": lambda env: env.line("X", "", 20),
    "page": lambda env: env.page("X"),
    "address": lambda env: env.address("X", "127.0.0.1"),
}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("text", None),
        ("text", "  "),
        ("whole", "0"),
        ("whole", "65536"),
        ("whole", "-1"),
        ("whole", "80.5"),
        ("whole", "１２"),
        ("whole", "eighty"),
        ("flag", "maybe"),
        ("choice", "c"),
        ("folder", "var"),
        ("secret", None),
        ("secret", "short"),
        ("secret", "x" * 80),
        ("url", None),
        ("url", "redis:///0"),
        ("url", "http://host"),
        ("url", "redis://host:port"),
        ("url", "redis://[::1"),
        ("line", "a name of far too many signs"),
        ("line", "two\nlines"),
        ("page", "jinya.example"),
        ("page", "http://jinya.example"),
        ("page", "https://jinya example"),
        ("page", "javascript:alert(1)"),
        ("origins", None),
        ("origins", "jinya.example"),
        ("origins", "http://jinya.example"),
        ("origins", "https://jinya.example/"),
        ("origins", "https://jinya.example,*"),
        ("origins", "https://me@jinya.example"),
        ("hosts", None),
        ("hosts", "*"),
        ("hosts", ".jinya.example"),
        ("hosts", "https://jinya.example"),
        ("hosts", "jinya.example:443"),
        ("contact", "security@jinya.example"),
        ("contact", "http://jinya.example/"),
        ("contact", "mailto:a@b.example Expires: never"),
        ("address", "localhost"),
        ("address", "127.0.0"),
    ],
)
def test_nonsense_ends_the_start_with_one_sentence(kind: str, value: str | None) -> None:
    with pytest.raises(BadEnvironment) as stop:
        READ[kind](env(value))
    sentence = str(stop.value)
    assert sentence.startswith("JINYA_X is ")
    assert "; expected " in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("kind", "value", "meaning"),
    [
        ("text", " a ", "a"),
        ("whole", None, 8000),
        ("whole", "1", 1),
        ("whole", "65535", 65535),
        ("flag", None, True),
        ("flag", "No", False),
        ("flag", "false", False),
        ("flag", "0", False),
        ("flag", "TRUE", True),
        ("flag", "1", True),
        ("choice", "b", "b"),
        ("folder", None, Path("/var/lib/jinya")),
        ("secret", KEY, KEY),
        (
            "origins",
            "https://a.example, https://b.example:8443",
            ["https://a.example", "https://b.example:8443"],
        ),
        ("hosts", "a.example,b-c.example", ["a.example", "b-c.example"]),
        ("contact", None, ""),
        ("contact", "mailto:a@b.example", "mailto:a@b.example"),
        ("address", "::1", "::1"),
    ],
)
def test_sense_is_read(kind: str, value: str | None, meaning: object) -> None:
    assert READ[kind](env(value)) == meaning


@pytest.mark.parametrize(("kind", "value"), [("secret", "s3cret"), ("url", "http://me:s3cret@h")])
def test_secrets_are_not_repeated(kind: str, value: str) -> None:
    with pytest.raises(BadEnvironment) as stop:
        READ[kind](env(value))
    assert "s3cret" not in str(stop.value)


def test_long_values_are_cut_and_control_signs_escaped() -> None:
    with pytest.raises(BadEnvironment) as stop:
        env("\x1b[31m\n" + "x" * 500).flag("X", True)
    assert len(str(stop.value)) < 120
    assert "\x1b" not in str(stop.value)


DATABASE = "postgres://me:s3cret@db.example:6432/jin%C3%AFa"


def database(query: str = "", **options: Any) -> dict[str, Any]:
    return env(DATABASE + query).database("X", **{"pooled": False, **options})


@pytest.mark.parametrize("mode", ["require", "verify-ca", "verify-full"])
def test_how_safe_the_way_to_the_database_must_be_is_kept(mode: str) -> None:
    found = database(f"?sslmode={mode}&sslrootcert=/etc/ca.pem")
    assert found["OPTIONS"]["sslmode"] == mode
    assert found["OPTIONS"]["sslrootcert"] == "/etc/ca.pem"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", 6432, "jinïa")
    assert (found["USER"], found["PASSWORD"]) == ("me", "s3cret")


@pytest.mark.parametrize(
    "query",
    [
        *("?sslmod=verify-full", "?sslmode=full", "?sslmode=", "?sslmode=require&sslmode=disable"),
        *("?options=-c%20role%3Dpostgres", "?x=y", "?sslmode", "?pool=true"),
    ],
)
def test_an_option_we_do_not_know_stops_the_start(query: str) -> None:
    with pytest.raises(BadEnvironment) as stop:
        database(query)
    assert str(stop.value).startswith("JINYA_X has ")
    assert str(stop.value).endswith(".")
    assert "s3cret" not in str(stop.value)


def test_timeouts_are_asked_of_every_connection() -> None:
    found = database(lock_timeout=10, statement_timeout=30)
    assert found["OPTIONS"]["options"] == "-c lock_timeout=10s -c statement_timeout=30s"
    assert "options" not in database()["OPTIONS"]


def test_behind_a_bouncer_nothing_belongs_to_a_connection() -> None:
    found = database(pooled=True, lock_timeout=10, statement_timeout=30, bouncer=True)
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
    of_connections = {"options", "server_side_binding", "prepare_threshold"}
    assert not of_connections & set(found["OPTIONS"])
    assert of_connections <= set(database(pooled=True, lock_timeout=10)["OPTIONS"])


def test_an_address_may_name_a_standby() -> None:
    two = "postgresql://me:s3cret@first.example,db.example:6432/jinya"
    found = env(two).database("X", pooled=True)
    assert (found["HOST"], found["PORT"]) == ("first.example,db.example", "5432,6432")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("me", "s3cret", "jinya")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"
    assert found["OPTIONS"]["connect_timeout"] == 3
    patient = env(two + "?connect_timeout=9").database("X", pooled=False)
    assert int(patient["OPTIONS"]["connect_timeout"]) == 9
    assert "target_session_attrs" not in database()["OPTIONS"]


@pytest.mark.parametrize("places", ["db.example,", ",db.example", "a:x,b", "a:0,b", "a:99999,b"])
def test_a_standby_without_an_address_stops_the_start(places: str) -> None:
    with pytest.raises(BadEnvironment) as stop:
        env(f"postgresql://me:s3cret@{places}/jinya").database("X", pooled=False)
    assert "s3cret" not in str(stop.value)
