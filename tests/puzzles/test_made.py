"""Puzzles of finished matches, what staff do about them, and the one of the day in a frame."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.match.changes import ending
from games.match.models import Match
from games.puzzles import services
from games.puzzles.models import Puzzle
from games.puzzles.selectors import next_puzzle, opened, played_matches
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play
from tests.kit.staff import staff
from tests.puzzles.test_pages import a_puzzle, text

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def over(*people: Any, **changes: Any) -> Match:
    """A finished match with a mate in one before its end."""
    match = match_between(*(people or (person(), person())))
    play(match, *QUICK_MATE)
    Match.objects.filter(pk=match.pk).update(**{"rated": True, **changes})
    return match


def test_a_finished_match_becomes_puzzles_once_and_without_its_name() -> None:
    match = over()
    assert services.make_from_matches("xiongqi", 10) > 0
    assert services.make_from_matches("xiongqi", 10) == 0
    puzzle = Puzzle.objects.first()
    assert puzzle is not None
    assert puzzle.position
    assert set(puzzle.answer["right"]) <= set(opened(puzzle).study.legal)
    html = text(browser(), f"/puzzles/xiongqi/{puzzle.key}/")
    found = html + str(vars(puzzle))
    assert match.uid not in found
    assert not any(one.user.name in found for one in match.players.all())


def test_the_command_looks_into_matches_of_this_house() -> None:
    over()
    said = StringIO()
    call_command("make_puzzles", game="xiongqi", matches=5, stdout=said)
    assert said.getvalue() == f"{Puzzle.objects.count()} new puzzles\n"
    assert Puzzle.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [{"rated": False}, {"hidden_at": LATER}, {"is_practised": True}, {"onlookers": "link"}],
)
def test_what_is_not_rated_or_not_for_everybody_becomes_none(changes: dict[str, Any]) -> None:
    over(**changes)
    assert list(played_matches("xiongqi", 10)) == []


def test_a_match_that_goes_on_becomes_none() -> None:
    match = match_between(person("ann"), person())
    Match.objects.filter(pk=match.pk).update(rated=True)
    play(match, *QUICK_MATE[:-1])
    assert list(played_matches("xiongqi", 10)) == []
    ending.resign(uid=match.uid, user=match.players.get(seat=0).user, now=LATER)
    (found,) = played_matches("xiongqi", 10)
    assert [move for _seat, move in found.plies] == list(QUICK_MATE[:-1])


def test_whoever_does_not_want_it_says_so_in_the_settings() -> None:
    ann = person("ann")
    over(ann, person())
    assert len(list(played_matches("xiongqi", 10))) == 1
    settings = browser(ann)
    assert 'name="gives_puzzles"' in text(settings, "/settings/")
    form = {"language": "en", "time_zone": "UTC", "theme": "auto", "piece_set": "auto"}
    assert settings.post("/settings/", form).status_code == 302
    ann.refresh_from_db()
    assert ann.gives_puzzles is False
    assert list(played_matches("xiongqi", 10)) == []


def test_staff_withdraw_a_puzzle_and_let_it_stand_again() -> None:
    admin_client = browser(staff("senior"))
    puzzle = a_puzzle("seichu", "foul")
    services.report(user_id=person().pk, puzzle=puzzle, why="wrong", now=LATER)
    listed = text(admin_client, "/admin/puzzles/puzzle/")
    assert puzzle.key in listed
    assert puzzle.plies[:40] not in text(admin_client, f"/admin/puzzles/puzzle/{puzzle.pk}/change/")
    chosen = {"_selected_action": [puzzle.pk]}
    admin_client.post("/admin/puzzles/puzzle/", {**chosen, "action": "take_out"})
    puzzle.refresh_from_db()
    assert puzzle.withdrawn_why == "staff"
    assert next_puzzle(None, "seichu") is None
    admin_client.post("/admin/puzzles/puzzle/", {**chosen, "action": "let_stand"})
    assert next_puzzle(None, "seichu") == puzzle
    assert not puzzle.opinions.exclude(report="").exists()


def test_the_puzzle_of_the_day_stands_in_any_frame_and_tells_no_answer() -> None:
    assert browser().get("/puzzles/daily/embed/").status_code == 404
    puzzle = a_puzzle("gunjin", "kinds")
    answer = browser().get("/puzzles/daily/embed/")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "board-picture" in html
    assert puzzle.at in html
    assert "sessionid" not in answer.cookies
    mine = browser(person("ann")).get("/puzzles/daily/embed/").content.decode()
    assert mine == html
    assert "ann" not in mine
