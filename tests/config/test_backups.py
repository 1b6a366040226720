"""What `bin/jinya` does around PostgreSQL's own tools, which `.ci/production.py` tries for good."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from shutil import copy, copytree

import pytest

from config.version import VERSION
from tests.running import ROOT

pytestmark = pytest.mark.usefixtures("any_database")

TOOLS = {
    "pg_dump": 'while [ "$1" != --file ]; do shift; done; echo dump > "$2"',
    "psql": 'echo "the list"',
    "pg_restore": 'echo "pg_restore $*" >> "$CALLS"',
    "python": 'echo "$*" >> "$CALLS"',
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Stand-ins for the tools in the first place of the path; a hook that keeps what it is told.

    The script is a copy: beside its own environment it would take the Python of that.
    """
    copytree(ROOT / "bin", tmp_path / "bin")
    (tmp_path / "config").mkdir()
    copy(ROOT / "config" / "version.py", tmp_path / "config")
    for name, script in TOOLS.items():
        write(tmp_path / "tools" / name, script)
    write(tmp_path / "hook", 'cat "$@" > "$AWAY"')
    (tmp_path / "backups").mkdir()
    return {
        "PATH": f"{tmp_path / 'tools'}:{os.environ['PATH']}",
        "HOUSE": str(tmp_path),
        "CALLS": str(tmp_path / "calls"),
        "AWAY": str(tmp_path / "away"),
        "JINYA_DATABASE_URL": "postgresql://nobody.invalid/jinya",
        "JINYA_BACKUP_HOOK": str(tmp_path / "hook"),
        "JINYA_PULSE": str(tmp_path / "pulse"),
    }


def write(path: Path, script: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o700)


def jinya(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [f"{environment['HOUSE']}/bin/jinya", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def names(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir())


def test_a_backup_is_a_dump_and_a_list_and_the_hook_has_both(
    environment: dict[str, str], tmp_path: Path
) -> None:
    made = jinya(environment, "backup", str(tmp_path / "backups"))
    assert made.returncode == 0, made.stderr
    dump = Path(made.stdout.strip())
    assert dump.read_text() == "dump\n"
    assert names(tmp_path / "backups") == [".deletions", ".dump"]
    assert dump.name.endswith(f"-v{VERSION}.dump")
    assert dump.with_suffix(".deletions").read_text() == "the list\n"
    assert {path.stat().st_mode & 0o777 for path in dump.parent.iterdir()} == {0o600}
    assert (tmp_path / "away").read_text() == "dump\nthe list\n"


def test_a_hook_that_fails_is_loud_and_the_dump_stays(
    environment: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "hook", "exit 7")
    made = jinya(environment, "backup", str(tmp_path / "backups"))
    assert made.returncode == 1
    assert "JINYA_BACKUP_HOOK failed" in made.stderr
    assert names(tmp_path / "backups") == [".deletions", ".dump"]


@pytest.mark.parametrize("tool", ["pg_dump", "pg_restore", "psql"])
def test_a_backup_is_whole_or_not_there(
    environment: dict[str, str], tmp_path: Path, tool: str
) -> None:
    write(tmp_path / "tools" / tool, "exit 1")
    assert jinya(environment, "backup", str(tmp_path / "backups")).returncode == 1
    assert names(tmp_path / "backups") == []
    assert not (tmp_path / "away").exists()


def test_old_backups_go(environment: dict[str, str], tmp_path: Path) -> None:
    kept, old = tmp_path / "backups" / "jinya-1.dump", tmp_path / "backups" / "jinya-0.dump"
    for path, age in ((kept, "34 days ago"), (old, "35 days ago")):
        subprocess.run(["touch", "--date", age, path], check=True)
    jinya(environment, "backup", str(tmp_path / "backups"))
    assert kept.exists()
    assert not old.exists()


def test_the_service_of_backups_leaves_a_pulse_and_stops_when_asked(
    environment: dict[str, str], tmp_path: Path
) -> None:
    said, stopped = serve(environment, tmp_path / "backups")
    assert said.endswith(".dump\n")
    assert stopped == 0
    assert jinya(environment, "alive", "130 minutes").returncode == 0
    subprocess.run(["touch", "--date", "131 minutes ago", tmp_path / "pulse"], check=True)
    assert jinya(environment, "alive", "130 minutes").returncode == 1


def test_the_service_of_backups_logs_what_failed_and_leaves_no_pulse(
    environment: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "hook", "exit 7")
    said, stopped = serve(environment, tmp_path / "backups")
    line = json.loads(said.splitlines()[-1])
    assert (line["level"], line["logger"]) == ("ERROR", "jinya.backup")
    assert stopped == 0
    assert not (tmp_path / "pulse").exists()


def serve(environment: dict[str, str], folder: Path) -> tuple[str, int]:
    """What the service says before it rests, and its status when it is asked to stop then."""
    resting = folder.parent / "resting"
    write(folder.parent / "tools" / "sleep", f'touch {resting}; exec /bin/sleep "$1"')
    with (folder.parent / "said").open("w+") as said:
        service = subprocess.Popen(
            [f"{environment['HOUSE']}/bin/jinya", "backups", folder],
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        while service.poll() is None and not resting.exists():
            time.sleep(0.01)
        service.send_signal(signal.SIGTERM)
        stopped = service.wait()
        said.seek(0)
        return said.read(), stopped


def restored(environment: dict[str, str], *arguments: str) -> list[str]:
    """What is called to restore, each without its options."""
    done = jinya(environment, "restore", *arguments)
    assert done.returncode == 0, done.stderr
    calls = Path(environment["CALLS"]).read_text().splitlines()
    return [call.split(" --")[0].removeprefix("manage.py ") for call in calls]


def test_a_restore_goes_by_the_latest_list_in_the_folder(
    environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    for name in ("jinya-1.deletions", "jinya-2.deletions", "jinya-1.dump"):
        (folder / name).touch()
    steps = ["pg_restore", "migrate", f"delete_again {folder}/jinya-2.deletions"]
    steps += ["after_restore", "verify_matches"]
    assert restored(environment, f"{folder}/jinya-1.dump") == steps


def test_a_restore_goes_by_the_list_it_is_told(environment: dict[str, str]) -> None:
    assert "delete_again the-list" in restored(environment, "the-dump", "the-list")


def test_a_restore_without_a_list_wants_that_said(
    environment: dict[str, str], tmp_path: Path
) -> None:
    refused = jinya(environment, "restore", str(tmp_path / "backups" / "jinya-1.dump"))
    assert refused.returncode != 0
    assert "no list of deletions lies beside the dump" in refused.stderr
    assert not Path(environment["CALLS"]).exists()
    steps = ["pg_restore", "migrate", "after_restore", "verify_matches"]
    assert restored(environment, "the-dump", "none") == steps


def away(folder: Path, *, rclone: str = 'echo "$@" >>"$LOG"') -> subprocess.CompletedProcess[str]:
    """The hook that is shipped, with an age and an rclone that only write down what they do."""
    tools = {"age": 'shift 4; tr a-z A-Z <"$2" >"$1"', "rclone": rclone}
    for name, script in tools.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    files = [folder / "jinya-1.dump", folder / "jinya-1.deletions"]
    for file in files:
        file.write_text("rows")
    values = {"JINYA_BACKUP_TO": "away:bucket/jinya/", "JINYA_BACKUP_KEY": "age1x"}
    return subprocess.run(
        ["deploy/backup-away", *files],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**values, "LOG": str(folder / "log"), "PATH": f"{folder}:{os.environ['PATH']}"},
    )  # fmt: skip


def test_the_hook_that_is_shipped_takes_away_what_is_encrypted(tmp_path: Path) -> None:
    assert away(tmp_path).returncode == 0
    assert (tmp_path / "log").read_text().splitlines() == [
        *(
            f"copyto --quiet {tmp_path}/jinya-1.{kind}.age away:bucket/jinya/jinya-1.{kind}.age"
            for kind in ("dump", "deletions")
        ),
        "delete --quiet --min-age 34d --include jinya-*.age away:bucket/jinya/",
    ]
    assert not list(tmp_path.glob("*.age"))


def test_the_hook_that_is_shipped_fails_where_nothing_arrives(tmp_path: Path) -> None:
    assert away(tmp_path, rclone="exit 3").returncode == 3
    assert not list(tmp_path.glob("*.age"))
