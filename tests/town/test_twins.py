"""Twins of a small season: others notice nothing, and planted leaks are found."""

from __future__ import annotations

import re
import subprocess
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.town.test_town import town
from tests.town.twins import Comparing, First, Secret

SMALL = ("--twins", "--seed", "3", "--people", "5", "--days", "2")


def compared(played: subprocess.CompletedProcess[str]) -> int:
    """How many things were compared."""
    found = re.search(r"(\d+) answers", played.stdout)
    return int(found[1]) if found else 0


@pytest.mark.prove
def test_who_may_not_know_notices_nothing() -> None:
    played = town(*SMALL)
    assert played.returncode == 0, played.stdout + played.stderr
    assert compared(played) > 500, played.stdout


@pytest.mark.prove
def test_a_planted_leak_is_found() -> None:
    found = town(*SMALL, "--plant", "the-log-tells-of-the-army")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "log of games.match differs" in found.stdout


@pytest.mark.prove
def test_a_planted_leak_in_a_mail_is_found() -> None:
    larger = ("--twins", "--seed", "1", "--people", "9", "--days", "4", "--seasons", "10")
    found = town(*larger, "--plant", "a-mail-tells-of-the-army")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "mail" in found.stdout and "differs" in found.stdout


@pytest.mark.prove
@pytest.mark.parametrize(
    ("leak", "said"),
    [
        ("a-frame-tells-of-the-army", "what /ws/desk/ tells"),
        ("a-webhook-tells-of-the-army", "post differs"),
    ],
)
def test_a_planted_leak_beside_pages_is_found(leak: str, said: str) -> None:
    season = ("--twins", "--seed", "1", "--people", "5", "--days", "3")
    found = town(*season, "--plant", leak)
    assert found.returncode == 0, found.stdout + found.stderr
    assert said in found.stdout


def told(text: str) -> list[dict[str, Any]]:
    """One frame."""
    return [{"type": "websocket.send", "text": text}]


@pytest.mark.parametrize(
    ("address", "told_now", "is_found"),
    [
        ("10.0.1.7", told("{}"), False),
        ("10.0.1.7", told("{} "), True),
        ("10.0.1.7", [], True),
        ("10.0.1.7", told("{}") * 2, True),
        ("10.0.0.7", told("{} "), False),  # whose secret it is
    ],
)
def test_what_an_open_page_is_told_is_compared(
    address: str, told_now: list[dict[str, Any]], is_found: bool
) -> None:
    """And it goes on as in the first season."""
    first = First(frames={(5, 3, False): told("{}")})
    ear = Comparing(1, first, [Secret("10.0.0.7", "match", "one army", "another")])
    ear.scheduler = cast(Any, SimpleNamespace(done=3))
    who, window = SimpleNamespace(name="Ann"), SimpleNamespace(address=address)
    page = cast(Any, SimpleNamespace(number=5, path="/ws/desk/", who=who, window=window))
    assert ear.hear(page, told_now) == told("{}")
    assert bool(ear.take()) == is_found
