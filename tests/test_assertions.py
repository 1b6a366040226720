"""Assertions that cannot fail: `assert this or that` is satisfied with either, so each is seen."""

from __future__ import annotations

import ast
from collections import Counter

from tests.running import ROOT

SEEN: dict[str, int] = {
    "about/test_about.py": 1,
    "accounts/test_names.py": 2,
    "boards/test_cards.py": 1,
    "boards/test_refusals.py": 1,
    "config/test_answers.py": 1,
    "config/test_asvs.py": 1,
    "e2e/test_twins_in_a_browser.py": 1,
    "engines/conformance.py": 5,
    "engines/gungi/test_rules_page.py": 1,
    "engines/gungi/test_text.py": 1,
    "engines/gunjin/test_manifest.py": 1,
    "engines/nation/test_forecast.py": 1,
    "engines/nation/test_turns.py": 1,
    "engines/seichu/test_levels.py": 1,
    "engines/seichu/test_manifest.py": 3,
    "engines/seichu/test_whole_matches.py": 1,
    "engines/test_engine_fuzz.py": 1,
    "engines/test_manifests.py": 1,
    "engines/xiongqi/test_rules_page.py": 1,
    "learn/test_content.py": 2,
    "match/test_calendar.py": 1,
    "match/test_clocks.py": 1,
    "match/test_consistent_boards.py": 1,
    "match/test_reading_ahead.py": 1,
    "moderation/test_words.py": 1,
    "notices/test_mails.py": 1,
}
"""How many there are in a file, each of which somebody has seen fail."""


def either_or(source: str) -> int:
    """How many assertions of *source* hold where one of several conditions does."""
    return sum(
        isinstance(node, ast.Assert)
        and isinstance(node.test, ast.BoolOp)
        and isinstance(node.test.op, ast.Or)
        for node in ast.walk(ast.parse(source))
    )


def test_no_assertion_is_satisfied_with_one_of_two_things_unseen() -> None:
    tests = ROOT / "tests"
    found = Counter(
        {str(path.relative_to(tests)): either_or(path.read_text()) for path in tests.rglob("*.py")}
    )
    assert +found == Counter(SEEN)


def test_the_check_knows_one_when_it_sees_it() -> None:
    assert either_or("assert a or b\nassert (a or b) == c\nassert a, 'this or that'") == 1
