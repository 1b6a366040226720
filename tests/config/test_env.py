"""A missing or nonsensical value stops the start with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
        ("choice", "b", "b"),
        ("folder", None, Path("/var/lib/jinya")),
        ("secret", KEY, KEY),
        (
            "origins",
            "https://a.example, https://b.example:8443",
            ["https://a.example", "https://b.example:8443"],
        ),
        ("hosts", "a.example,b-c.example", ["a.example", "b-c.example"]),
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
