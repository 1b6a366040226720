"""A primary is killed under play and its standby promoted: a short run of `tests.faults fail-over`.

Only by night, where the suite is told of PostgreSQL and Redis.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.fail_over import fail_over

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(
        not os.environ.get("JINYA_TEST_DATABASE_URL"), reason="there is no site on servers here"
    ),
    pytest.mark.usefixtures("stores"),
]


def test_no_confirmed_turn_is_lost_and_play_goes_on_within_ten_seconds() -> None:
    with TemporaryDirectory() as folder:  # pytest's own is closed to the servers' user
        run = fail_over(Path(folder), kills=2, tables=2, bots=2)
    assert run.faults == []
    assert run.audit["owed"] == 0
    assert max(run.restarts) < 10
