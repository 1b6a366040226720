"""The files that start the house on servers speak of the same commands and values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
START = (ROOT / "bin" / "jinya").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()
MANUAL = (ROOT / "docs" / "operations.md").read_text()
COMMANDS = set(re.findall(r"^  (\w+)\)$", START, re.MULTILINE))
READ = set(
    re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "config/settings/production.py").read_text())
)


def test_compose_starts_what_there_is() -> None:
    assert set(re.findall(r"bin/jinya,? (\w+)", COMPOSE)) <= COMMANDS
    assert {"web", "worker", "beat", "migrate"} <= COMMANDS


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_manual_knows_every_command(command: str) -> None:
    assert f"bin/jinya {command}" in MANUAL


@pytest.mark.parametrize("name", sorted(READ - {"PROCESS"}))
def test_the_manual_knows_every_value(name: str) -> None:
    assert f"`JINYA_{name}`" in MANUAL


def test_compose_gives_every_value_without_a_default() -> None:
    given = set(re.findall(r"^    (JINYA_\w+):", COMPOSE, re.MULTILINE))
    needed = re.findall(r"^(JINYA_\w+)=", (ROOT / ".ci/dummy.env").read_text(), re.MULTILINE)
    assert set(needed) <= given


def test_nothing_secret_is_written_down() -> None:
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        values = re.findall(rf"{name}: (\S+)", COMPOSE)
        assert all(value.startswith("${") for value in values)
