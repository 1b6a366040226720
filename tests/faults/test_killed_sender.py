"""A worker is killed amid sending: nothing is lost, and what comes again bears the id it had.

A short run; `python -m tests.faults sending` is the long one.
"""

from __future__ import annotations

from pathlib import Path

from tests.faults.sending import kill_the_sender
from tests.running.houses import embedded

KILLS = 2


def test_a_killed_worker_loses_no_news_and_doubles_none(tmp_path: Path) -> None:
    with embedded(tmp_path) as house:
        sent = kill_the_sender(house, readers=12, kills=KILLS)
    assert sent.kills == KILLS
    assert sent.faults == []
