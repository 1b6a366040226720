"""A site of every release is upgraded, verified, and played on in."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.version import VERSION
from tests.running import PYTHON, ROOT
from tests.running.stores import own_database
from tests.upgrade import keep

pytestmark = pytest.mark.usefixtures("stores")

EARLIER = [each for each in keep.releases() if keep.kept_digests(each) != keep.digests()]
"""Releases since which the tables have changed."""
KIND = "postgresql" if os.environ.get("JINYA_TEST_DATABASE_URL") else "sqlite"


@contextmanager
def restored(release: str, folder: Path) -> Iterator[str]:
    """The kept site of *release* on the database that this run is about; where it stands."""
    if KIND == "sqlite":
        path = folder / "house.sqlite3"
        keep.restore_sqlite(release, path)
        yield str(path)
    else:
        with own_database() as url:
            keep.restore_postgresql(release, url)
            yield url


def as_of_then(records: dict[str, str]) -> dict[str, str]:
    """Records without what 0.1.0 did not write: the names of nations, and the times of moves."""
    untimed = {uid: re.sub(r'\[Time \d+ "[^"]+"\]\n', "", text) for uid, text in records.items()}
    return {uid: re.sub(r'\[(Rival \d+) "[^"]+"\]', r"[\1]", text) for uid, text in untimed.items()}


@pytest.mark.parametrize("release", keep.releases())
def test_a_kept_house_goes_on_after_the_upgrade(release: str, tmp_path: Path) -> None:
    promised = keep.promised(release, KIND)
    kept = json.loads(promised)
    with restored(release, tmp_path) as database:
        found = json.loads(keep.run_in_house("visit", database, promised))
    assert found["pending"] == []
    matches = len(kept["running"]) + len(kept["records"]) + 1
    assert found["verified"] == found["verified_again"] == f"{matches} matches looked at, 0 faulty"
    assert as_of_then(found["records"]) == as_of_then(kept["records"])
    assert len(kept["records"]) == 6
    assert found["moved"] == dict.fromkeys(kept["running"], True)
    assert len(found["moved"]) == 5
    assert found["places"] == dict.fromkeys(kept.get("places", ()), 200)
    assert found["old_page"] == [200, True, 409, True]


@pytest.mark.parametrize("release", EARLIER)
def test_no_process_starts_before_the_upgrade(release: str, tmp_path: Path) -> None:
    with restored(release, tmp_path) as database:
        env = {**os.environ, "JINYA_UPGRADE_DATABASE": database}
        env["DJANGO_SETTINGS_MODULE"] = "tests.upgrade.settings"
        command = [PYTHON, "-m", "queues.schema"]
        done = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith("The database is of an earlier version: it has no ")
    assert "Traceback" not in done.stderr


def test_every_release_that_is_out_has_a_place_in_the_history() -> None:
    assert set(keep.releases()) - {VERSION} == set(keep.COMMITS)


def test_the_house_of_the_last_release_is_kept_for_both_databases() -> None:
    for kind in keep.KINDS:
        for release in keep.releases():
            assert json.loads(keep.promised(release, kind))["running"]
