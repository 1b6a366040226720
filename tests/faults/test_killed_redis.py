"""Redis is killed under workers: a short run of `tests.faults`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.faults.killed_redis import kill_redis

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("JINYA_TEST_DATABASE_URL") or not shutil.which("redis-server"),
        reason="there is no site on servers here",
    ),
    pytest.mark.usefixtures("stores"),
]


def test_workers_go_on_when_redis_is_back(tmp_path: Path) -> None:
    run = kill_redis(tmp_path, kills=2, away=1.0)
    assert run.faults == []
    assert run.kills == 2
