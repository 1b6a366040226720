"""Private notes on a match: kept for their writer, and noticed by nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.common.exceptions import NoteTooLong, NoteWithoutPlace, TooManyNotes
from games.match.changes import ending
from games.match.exceptions import NotSeated
from games.match.models import Match
from games.notes.models import LONGEST_NOTE, MatchNote
from games.notes.selectors import find_notes, notes_on, tags_of
from games.notes.services import keep_note
from tests.kit.browsing import HTMX, BoardPage, browser
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
        assert notes_on(match.uid, south(match)).text == kept
    keep(match, "  ")
    assert notes_on(match.uid, south(match)).text == ""
    assert not MatchNote.objects.exists()


def test_each_player_has_notes_of_their_own_also_after_the_end(match: Match) -> None:
    keep(match, "south's")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    keep(match, "north's", north(match))
    assert notes_on(match.uid, south(match)).text == "south's"
    assert notes_on(match.uid, north(match)).text == "north's"


def test_nobody_else_writes_or_reads(match: Match) -> None:
    for user in (person(), person(is_staff=True, is_superuser=True)):
        with pytest.raises(NotSeated):
            keep(match, "mine", user)
        with pytest.raises(Match.DoesNotExist):
            notes_on(match.uid, user)


def test_there_is_a_limit(match: Match) -> None:
    keep(match, "雪" * LONGEST_NOTE)
    with pytest.raises(NoteTooLong):
        keep(match, "雪" * (LONGEST_NOTE + 1))
    assert notes_on(match.uid, south(match)).text == "雪" * LONGEST_NOTE


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
    assert part.lstrip().startswith('<div class="note"')
    assert "better</textarea>" in part
    assert "Saved." in part
    for move, status in (("-1", 422), ("x", 422), ("999999", 422), ("٣", 422), ("99999", 302)):
        assert page.post("note", {"text": "to it", "move": move}).status_code == status, move
    too_long = page.post("note", {"text": "a" * (LONGEST_NOTE + 1)})
    assert (too_long.status_code, too_long["X-Refusal"]) == (422, "note-too-long")
    assert 'id="note-place"' not in BoardPage(match).html()


# notes to single moves


def remark(match: Match, ply: int, text: str, user: Any = None) -> None:
    keep_note(uid=match.uid, user=user or south(match), text=text, ply=ply)


def test_a_note_to_a_move_stands_beside_that_on_the_match(match: Match) -> None:
    keep(match, "the whole")
    remark(match, 2, "later")
    remark(match, 1, "first")
    remark(match, 2, "better")
    remark(match, 1, "hers", north(match))
    found = notes_on(match.uid, south(match))
    assert (found.text, found.remarks) == ("the whole", ((1, "first"), (2, "better")))
    keep(match, "")
    remark(match, 1, " ")
    assert notes_on(match.uid, south(match)).remarks == ((2, "better"),)


def test_notes_to_moves_have_limits(match: Match, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.notes.services.MOST_REMARKS", 2)
    for ply in (1, 2, 2):
        remark(match, ply, "words")
    keep(match, "the whole does not count")
    with pytest.raises(TooManyNotes):
        remark(match, 3, "words")
    for ply in (-1, 100_000):
        with pytest.raises(NoteWithoutPlace):
            remark(match, ply, "words")


def test_the_page_leads_to_the_board_of_a_move_where_set_ups_are_no_moves() -> None:
    match = match_between(person(), person(), game="gunjin")
    page = BoardPage(match, south(match))
    page.post("note", {"text": "watch <this>", "move": "3"})
    html = page.get(path="note/").content.decode()
    assert f'<a href="{page.url}?ply=5" data-look="5">Move 3</a>' in html
    assert "watch &lt;this&gt;" in html
    page.post("note", {"text": "", "move": "3"})
    assert "data-look" not in page.get(path="note/").content.decode()


# all of one's notes


def found(user: Any, **asked: Any) -> list[str]:
    return [note.text for note in find_notes(user.pk, **asked).notes]


def test_ones_own_notes_are_found_by_words_and_tags(match: Match) -> None:
    keep(match, "A cannon on the #Endgame file")
    remark(match, 1, "cannon #endgames")
    remark(match, 2, "#opening #雪: 50%_")
    keep(match, "cannon #endgame, but north's", north(match))
    ann = south(match)
    assert found(ann, words="CANNON file") == ["A cannon on the #Endgame file"]
    assert found(ann, tag="endgame") == ["A cannon on the #Endgame file"]
    assert found(ann, tag="雪") == found(ann, words="%_") == ["#opening #雪: 50%_"]
    assert len(found(ann)) == 3
    assert sorted(tags_of(ann.pk)) == ["endgame", "endgames", "opening", "雪"]
    past = find_notes(ann.pk, most=2)
    assert (len(past.notes), past.is_newest) == (2, True)
    rest = find_notes(ann.pk, most=2, before=past.older)
    assert (len(rest.notes), rest.older, rest.is_newest) == (1, None, False)


def test_the_page_of_ones_notes(match: Match, django_assert_max_num_queries: Any) -> None:
    ann = browser(south(match))
    assert "No notes yet" in ann.get("/notes/").content.decode()
    remark(match, 1, "<i>a plan</i> #trap")
    for ply in range(2, 20):
        remark(match, ply, "more")
    with django_assert_max_num_queries(12):
        html = ann.get("/notes/").content.decode()
    assert f'href="/matches/{match.uid}/?ply=1">' in html
    assert '&lt;i&gt;a plan&lt;/i&gt; <a href="/notes/?tag=trap">#trap</a>' in html
    assert "a plan" in ann.get("/notes/?tag=trap").content.decode()
    assert "No note found" in ann.get("/notes/?q=nothing").content.decode()
    for nonsense in ("tag=%00", "tag=a.b", "before=-1", "before=x", "q=%00", "q=" + "a" * 999):
        assert ann.get(f"/notes/?{nonsense}").status_code == 200, nonsense
    assert "a plan" not in browser(north(match)).get("/notes/").content.decode()
