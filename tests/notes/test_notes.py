"""Private notes on a match: kept for their writer, and noticed by nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.common.exceptions import NoteTooLong
from games.match import ending
from games.match.exceptions import NotSeated
from games.match.models import Match
from games.notes.models import LONGEST_NOTE, MatchNote
from games.notes.selectors import note_of
from games.notes.services import keep_note
from tests.kit.browsing import HTMX, BoardPage
from tests.kit.builders import NOON, everything, match_between, north, person, south

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return match_between(person(), person())


def keep(match: Match, text: str, user: Any = None) -> None:
    keep_note(uid=match.uid, user=user or south(match), text=text)


def test_a_note_is_kept_changed_and_thrown_away(match: Match) -> None:
    for text, kept in ((" a\r\nplan\n", "a\nplan"), ("another", "another"), ("n\x00ul", "nul")):
        keep(match, text)
        assert note_of(match.uid, south(match)) == kept
    keep(match, "  ")
    assert note_of(match.uid, south(match)) == ""
    assert not MatchNote.objects.exists()


def test_each_player_has_notes_of_their_own_also_after_the_end(match: Match) -> None:
    keep(match, "south's")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    keep(match, "north's", north(match))
    assert note_of(match.uid, south(match)) == "south's"
    assert note_of(match.uid, north(match)) == "north's"


def test_nobody_else_writes_or_reads(match: Match) -> None:
    for user in (person(), person(is_staff=True, is_superuser=True)):
        with pytest.raises(NotSeated):
            keep(match, "mine", user)
        with pytest.raises(Match.DoesNotExist):
            note_of(match.uid, user)


def test_there_is_a_limit(match: Match) -> None:
    keep(match, "雪" * LONGEST_NOTE)
    with pytest.raises(NoteTooLong):
        keep(match, "雪" * (LONGEST_NOTE + 1))
    assert note_of(match.uid, south(match)) == "雪" * LONGEST_NOTE


def test_nobody_can_notice(match: Match, django_capture_on_commit_callbacks: Any) -> None:
    before = everything()
    with django_capture_on_commit_callbacks() as announced, transaction.atomic():
        keep(match, "a plan")
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"notes.MatchNote"}
    assert announced == []


def test_the_page_keeps_a_note(match: Match) -> None:
    page = BoardPage(match, south(match))
    assert page.post("note", {"text": "<b>a plan</b>"})["Location"] == f"{page.url}note/"
    whole = page.get(path="note/").content.decode()
    assert "<!doctype html>" in whole
    assert "&lt;b&gt;a plan&lt;/b&gt;</textarea>" in whole
    part = page.client.post(f"{page.url}note/", {"text": "better"}, headers=HTMX).content.decode()
    assert part.lstrip().startswith('<form class="note"')
    assert "better</textarea>" in part
    assert "Saved." in part
    too_long = page.post("note", {"text": "a" * (LONGEST_NOTE + 1)})
    assert (too_long.status_code, too_long["X-Refusal"]) == (422, "note-too-long")
    assert 'id="note-place"' not in BoardPage(match).html()
