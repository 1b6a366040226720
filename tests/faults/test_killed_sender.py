"""A worker is killed amid sending: nothing is lost, and what comes again bears the id it had.

A short run; `python -m tests.faults sending` is the long one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.sending import kill_the_sender
from tests.running.houses import embedded

pytestmark = pytest.mark.usefixtures("stores")

KILLS = 1


def test_a_killed_worker_loses_no_news_and_doubles_none(tmp_path: Path) -> None:
    with embedded(tmp_path) as house:
        sent = kill_the_sender(house, readers=12, kills=KILLS)
    assert dict(sent.kills) == dict.fromkeys(("bell", "mail", "push", "webhook"), KILLS)
    assert {"busy", "hangs", "slow", "takes and hangs"} <= sent.ends.moods.keys()
    assert sent.faults == []
