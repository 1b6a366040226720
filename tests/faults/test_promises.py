"""The audit of a kill run finds what was promised and not made, and what was made unasked."""

from __future__ import annotations

from typing import Any

import pytest

from games.match.models import Match
from tests.faults.audit import Story
from tests.kit.builders import match_between, person, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = match_between(person(), person())
    play(match, "e3e4", "e6e5")
    return match


def move(match: Match, seat: int, text: str, **more: str) -> dict[str, Any]:
    return {"uid": match.uid, "seat": seat, "seat_ply": 1, "text": text, **more}


def test_a_promise_kept_once_is_no_fault(match: Match) -> None:
    sent, promised = [move(match, 0, "e3e4", outcome="ok")], [move(match, 1, "e6e5")]
    story = Story()
    assert list(story.broken_promises(sent, promised)) == []
    assert story.made_by_house(sent, promised) == 1
    by_hand = [*sent, move(match, 1, "e6e5", outcome="ok")]
    assert story.made_by_house(by_hand, promised) == 0


def test_what_is_missing_or_was_asked_for_by_nobody_is(match: Match) -> None:
    sent = [move(match, 0, "e3e4", outcome="ok")]
    missing, strange = Story().broken_promises(sent, [move(match, 1, "d6d5")])
    assert missing.startswith("promised, and 0 times in the log")
    assert strange.startswith("in the log, and asked for by nobody")
