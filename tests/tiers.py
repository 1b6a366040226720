"""Which tests run when: the fast loop, the gate, the night, and once more on PostgreSQL.

* `gate`: left out of `make unit` (the list below, by file).
* `prove`: the night's alone, `make prove`.
* `rotating`: a third of them in each run of the gate, another one every day; all of them by
  night, and in the gate while what they guard differs from what was last proved whole.
* Once more on PostgreSQL and Redis, where `JINYA_TEST_REPEATED` is set: what asks for a store by
  its fixtures, less what asks for `any_database`.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
import zlib
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

GATE = (
    "tests/secrecy/",
    "tests/faults/",
    "tests/accounts/test_bad_input.py",
    "tests/accounts/test_guessing.py",
    "tests/boards/test_refusals.py",
    "tests/bots/test_many_owed.py",
    "tests/config/test_deployment.py",
    "tests/config/test_modes.py",
    "tests/config/test_play.py",
    "tests/config/test_unreadable.py",
    "tests/engines/gungi/test_conformance.py",
    "tests/engines/gungi/test_oracle.py",
    "tests/engines/gungi/test_restated.py",
    "tests/engines/gunjin/test_knowledge.py",
    "tests/engines/gunjin/test_levels.py",
    "tests/engines/nation/test_conformance.py",
    "tests/engines/seichu/test_knowledge.py",
    "tests/engines/test_bots.py",
    "tests/engines/test_conformance.py",
    "tests/engines/test_engine_fuzz.py",
    "tests/engines/xiongqi/test_levels.py",
    "tests/engines/xiongqi/test_oracle.py",
    "tests/lobby/test_races.py",
    "tests/matchpage/test_ended_sign_ins.py",
    "tests/moderation/test_bad_forms.py",
    "tests/moderation/test_roles.py",
    "tests/moderation/test_verify_matches.py",
    "tests/record/test_verify_record.py",
    "tests/upgrade/",
    "tests/walk/",
    "tests/test_bad_input.py",
    "tests/test_foreign.py",
    "tests/test_guards.py",
    "tests/test_texts.py",
)
"""What the gate runs and the fast loop leaves out: long for what it is about, and seldom the first
to fail."""

THIRDS = 3

GUARDED = (
    ("tests/secrecy", "*.py"),
    *(
        (slice_, f"**/{name}.py")
        for slice_ in ("accounts", "config", "games")
        for name in ("middleware", "consumers")
    ),
)
"""What decides whether leaks are found. When one of these changes, every planted leak is tried."""

PROVED = ROOT / "tests" / "secrecy" / "proved.txt"
"""The digest of what is guarded, as of the last run with every planted leak."""

STORES = {"db", "transactional_db", "site", "stores"}
"""Fixtures by which a test asks for what another database or another queue may change."""


def is_proving() -> bool:
    """Whether this is a run of the night."""
    return bool(os.environ.get("JINYA_PROVE"))


def digest_of_guarded() -> str:
    """SHA-256 over the names and the bytes of all that is guarded."""
    found = {path for folder, pattern in GUARDED for path in (ROOT / folder).glob(pattern)}
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def choose_third() -> None:
    """Settle, once for all workers, which third of the rotating tests runs; "all" for each."""
    proved = PROVED.read_text().strip() if PROVED.exists() else ""
    whole = is_proving() or proved != digest_of_guarded()
    third = "all" if whole else str(date.today().toordinal() % THIRDS)
    os.environ.setdefault("JINYA_THIRD", third)


def third_of(nodeid: str) -> str:
    """The third a test is in, by its name."""
    return str(zlib.crc32(nodeid.encode()) % THIRDS)


def is_due(item: pytest.Item) -> bool:
    """Whether a test runs in this tier."""
    if item.get_closest_marker("prove") and not is_proving():
        return False
    if os.environ.get("JINYA_TEST_REPEATED") and not asks_for_a_store(item):
        return False
    third = os.environ.get("JINYA_THIRD", "all")
    if third == "all" or not item.get_closest_marker("rotating"):
        return True
    return third_of(item.nodeid) == third


def asks_for_a_store(item: pytest.Item) -> bool:
    """Whether another database or another queue may change what comes of a test."""
    asked = {*getattr(item, "fixturenames", ())}
    has_a_store = bool(asked & STORES) or item.get_closest_marker("django_db") is not None
    return has_a_store and "any_database" not in asked


def shuffle(items: list[pytest.Item]) -> None:
    """Put the tests into an order drawn with `JINYA_TEST_ORDER`, where it is set."""
    if seed := os.environ.get("JINYA_TEST_ORDER"):
        random.Random(seed).shuffle(items)


def sort_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the gate's tests, and leave out those of another tier."""
    shuffle(items)
    left: list[pytest.Item] = []
    for item in items:
        if item.nodeid.startswith(GATE):
            item.add_marker("gate")
        if not is_due(item):
            left.append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        gone = {id(item) for item in left}
        items[:] = [item for item in items if id(item) not in gone]


if __name__ == "__main__":  # after a run with every planted leak
    PROVED.write_text(digest_of_guarded() + "\n")
    sys.stdout.write(f"proved: {PROVED.read_text()}")
