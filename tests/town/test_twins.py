"""Twins of a small season: others notice nothing, and planted leaks are found."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.town.test_town import town

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
