"""`bin/jinya manage` and `manage.py` on a server: whose site a command works on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.envfiles import load, read

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = r"""
# a comment, with = in it
; another
JINYA_OPERATOR=Helper Oper
JINYA_CONTACT="mailto:a b@example.org"
QUOTED='it is "so"'
ESCAPED="a \"b\" \$c \d"
  SPACED = one \
two
export NOT=1
APOSTROPHE=Hana's house
EMPTY=
STROKES=a\ b\\c
LINES="two
lines"
SIGNS=pass#word;x
TWICE=1
TWICE=2
"""


def test_files_are_read_as_systemd_does() -> None:
    assert dict(read(WRITTEN)) == {
        "JINYA_OPERATOR": "Helper Oper",
        "JINYA_CONTACT": "mailto:a b@example.org",
        "QUOTED": 'it is "so"',
        "ESCAPED": r'a "b" $c \d',
        "SPACED": "one two",
        "APOSTROPHE": "Hana's house",
        "EMPTY": "",
        "STROKES": r"a b\c",
        "LINES": "two\nlines",
        "SIGNS": "pass#word;x",
        "TWICE": "2",
    }


def test_what_is_set_already_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app.env").write_text("JINYA_ONE=file\nJINYA_TWO=two words\n")
    (tmp_path / "mail.env").write_text("JINYA_TWO=of mail\n")
    monkeypatch.setenv("JINYA_ONE", "environment")
    monkeypatch.setenv("JINYA_TWO", "")
    monkeypatch.delenv("JINYA_TWO")
    load(tmp_path)
    assert os.environ["JINYA_ONE"] == "environment"
    assert os.environ["JINYA_TWO"] == "of mail"


def run(*command: str, **values: str) -> subprocess.CompletedProcess[str]:
    kept = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith(("JINYA_", "DJANGO_"))
    }
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**kept, "VENV": "", **values},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_manage_opens_no_other_house_on_a_server(tmp_path: Path) -> None:
    for values in ({"JINYA_ETC": str(tmp_path)}, {"JINYA_DATABASE_URL": "postgresql://h/jinya"}):
        refused = run(sys.executable, "manage.py", "doctor", **values)
        assert refused.returncode == 1
        assert "bin/jinya manage" in refused.stderr
        assert refused.stdout == ""


def test_bin_jinya_manage_knows_the_values_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "app.env").write_text("JINYA_SECRET_KEY=too short\n")
    refused = run("bin/jinya", "manage", "check", JINYA_ETC=str(tmp_path))
    assert refused.returncode == 1
    assert refused.stderr.startswith("JINYA_SECRET_KEY is not usable (9 characters); expected ")


def test_a_key_for_push_is_made_without_any_value() -> None:
    made = run("bin/jinya", "vapid_key")
    assert made.returncode == 0, made.stderr
    assert len(made.stdout.strip().splitlines()[0]) >= 40


@pytest.mark.parametrize(
    "command", ["web", "worker", "beat", "migrate", "static", "ready", "manage", "vapid_key"]
)
def test_every_command_takes_the_python_beside_it(tmp_path: Path, command: str) -> None:
    for folder, said in ((".venv/bin", "own"), ("elsewhere", "strange")):
        (tmp_path / folder).mkdir(parents=True)
        python = tmp_path / folder / "python"
        python.write_text(f"#!/bin/sh\necho {said}\n")
        python.chmod(0o755)
    (tmp_path / "bin").mkdir()
    copy = shutil.copy(ROOT / "bin" / "jinya", tmp_path / "bin")
    done = run(str(copy), command, PATH=f"{tmp_path / 'elsewhere'}:{os.environ['PATH']}")
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {"own"}
