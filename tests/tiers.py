"""Which tests run when: the fast loop, the gate, the night, and once more on PostgreSQL.

* `gate`: left out of `make unit` (the list below, by file).
* `prove`: the night's alone, `make prove`.
* `rotating`: a third of them in each run of the gate, another third every day; all of them by
  night, by hand, and in the gate while what they depend on differs from what was last proved.
* Once more on PostgreSQL and Redis, where `JINYA_TEST_REPEATED` is set: what asks for a store by
  its fixtures, less what asks for `any_database`. What commits runs every time; of what is rolled
  back, a third a day.
"""

from __future__ import annotations

import hashlib
import json
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
    "tests/town/",
    "tests/upgrade/",
    "tests/test_bad_input.py",
    "tests/test_foreign.py",
    "tests/test_guards.py",
    "tests/test_texts.py",
)
"""What the gate runs and the fast loop leaves out: long for what it is about, and seldom the first
to fail."""

LONG = ("tests/faults/test_killed_", "tests/config/test_play.py")
"""What begins first, so that no worker waits for it at the end."""

THIRDS = 3

ROTATING = {
    "tests/engines/": "rules",
    "tests/puzzles/test_stock.py": "rules",
    "tests/upgrade/": "tables",
    "tests/secrecy/test_moments.py": "leaks",
    "tests/secrecy/test_names.py": "leaks",
    "tests/secrecy/test_planted_leaks.py": "leaks",
    "tests/secrecy/test_plans.py": "leaks",
    "tests/secrecy/test_programs.py": "leaks",
    "tests/secrecy/test_sources.py": "leaks",
    "tests/secrecy/test_time_off.py": "leaks",
    "tests/api/test_clients.py": "",
    "tests/config/test_blank.py": "",
    "tests/config/test_modes.py": "",
    "tests/config/test_play.py": "",
    "tests/e2e/test_axe.py": "",
    "tests/e2e/test_marked_kinds_in_a_browser.py": "leaks",
    "tests/e2e/test_measured.py": "",
    "tests/e2e/test_moderators_day.py": "",
    "tests/e2e/test_next_person.py": "",
    "tests/faults/test_crash_points.py": "",
    "tests/faults/test_double_submits.py": "",
    "tests/faults/test_killed_house.py": "",
    "tests/faults/test_killed_rounds.py": "",
    "tests/faults/test_killed_sender.py": "",
}
"""What rotates, by file, beside what is marked so; each with the group of `DEPENDS` whose change
makes all of it run, or none."""

DEPENDS = {
    "leaks": (
        "tests/secrecy/*.py",
        *(
            f"{slice_}/**/{name}.py"
            for slice_ in ("accounts", "config", "games")
            for name in ("middleware", "consumers")
        ),
    ),
    "rules": ("engines/**/*.py", "tests/engines/**/*.py"),
    "tables": (
        "*/migrations/*.py",
        "games/*/migrations/*.py",
        "tests/upgrade/*.py",
        "tests/upgrade/0*/*",
    ),
}
"""What decides whether leaks are found, what tests of the rules can see, what an upgrade meets."""

PROVED = ROOT / "tests" / "proved.json"
"""The digest of each group, as of the last run with all that rotates."""

STORES = {"db", "transactional_db", "site", "stores"}
"""Fixtures by which a test asks for what another database or another queue may change."""


def is_proving() -> bool:
    """Whether this is a run of the night."""
    return bool(os.environ.get("JINYA_PROVE"))


def digest_of(group: str) -> str:
    """Return the SHA-256 over the names and bytes of all that a group depends on."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in DEPENDS[group] for path in ROOT.glob(pattern)}):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def choose_third() -> None:
    """Settle, once for all workers, the third of the day and the groups that run whole."""
    if not os.environ.get("JINYA_GATE") or is_proving():
        return
    proved = json.loads(PROVED.read_text()) if PROVED.exists() else {}
    whole = [group for group in DEPENDS if proved.get(group) != digest_of(group)]
    os.environ.setdefault("JINYA_THIRD", str(date.today().toordinal() % THIRDS))
    os.environ.setdefault("JINYA_WHOLE", ",".join(whole))


def is_of_today(nodeid: str) -> bool:
    """Return whether a test that rotates is in the third of the day."""
    third = os.environ.get("JINYA_THIRD")
    return third is None or str(zlib.crc32(nodeid.encode()) % THIRDS) == third


def group_of(item: pytest.Item) -> str | None:
    """Return the group a test rotates with, "" for one of none; None if it runs every time."""
    mark = item.get_closest_marker("rotating")
    return None if mark is None else "".join(mark.args)


def is_due(item: pytest.Item) -> bool:
    """Return whether a test runs in this tier."""
    if item.get_closest_marker("prove") and not is_proving():
        return False
    if os.environ.get("JINYA_TEST_REPEATED"):
        return asks_for_a_store(item) and (commits(item) or is_of_today(item.nodeid))
    group = group_of(item)
    if group is None or (group and group in os.environ.get("JINYA_WHOLE", "").split(",")):
        return True
    return is_of_today(item.nodeid)


def asks_for_a_store(item: pytest.Item) -> bool:
    """Whether another database or another queue may change what comes of a test."""
    asked = {*getattr(item, "fixturenames", ())}
    has_a_store = bool(asked & STORES) or item.get_closest_marker("django_db") is not None
    return has_a_store and "any_database" not in asked


def commits(item: pytest.Item) -> bool:
    """Return whether a test writes what others see, or speaks to a store by itself."""
    mark = item.get_closest_marker("django_db")
    asked = {*getattr(item, "fixturenames", ())}
    return bool(asked & (STORES - {"db"})) or (mark is not None and mark.kwargs.get("transaction"))


def shuffle(items: list[pytest.Item]) -> None:
    """Put the tests into an order drawn with `JINYA_TEST_ORDER`, where it is set."""
    if seed := os.environ.get("JINYA_TEST_ORDER"):
        random.Random(seed).shuffle(items)


def sort_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the gate's tests, and leave out those of another tier."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
    shuffle(items)
    left: list[pytest.Item] = []
    for item in items:
        if item.nodeid.startswith(GATE):
            item.add_marker("gate")
        for path, group in ROTATING.items():
            if item.nodeid.startswith(path):
                item.add_marker(pytest.mark.rotating(group))
        if not is_due(item):
            left.append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        gone = {id(item) for item in left}
        items[:] = [item for item in items if id(item) not in gone]


if __name__ == "__main__":  # after a run with all that rotates
    PROVED.write_text(json.dumps({group: digest_of(group) for group in DEPENDS}, indent=2) + "\n")
    sys.stdout.write(f"proved: {PROVED.read_text()}")
