"""The page on which moves are planned, and what the match page says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.match.models import Match
from games.plans import services as plans
from games.plans.models import Plan
from tests.kit.browsing import HTMX, BoardPage, browser
from tests.kit.builders import NOON, match_between, north, person, play, south

pytestmark = pytest.mark.django_db


def lines(match: Match) -> list[list[str]]:
    return list(Plan.objects.get(match=match).lines)


def test_a_line_is_made_move_by_move_without_a_script(match: Match) -> None:
    client, url = browser(north(match)), f"/matches/{match.uid}/plan/"
    page = client.get(url).content.decode()
    assert "<!doctype html>" in page
    assert "What will your opponent play?" in page
    assert '<option value="e3e4">' in page
    picked = client.get(url, {"at": ["e3", "e4"]}).content.decode()
    assert '<input type="hidden" name="move" value="e3e4">' in picked
    typed = client.get(url, {"move": "E3-E4"}).content.decode()
    assert '<input type="hidden" name="move" value="e3e4">' in typed
    first = client.post(url, {"move": "e3e4"})
    assert first["Location"] == f"{url}e3e4/"
    answer = client.get(first["Location"]).content.decode()
    assert "Your answer?" in answer
    assert 'id="plan-keep"' not in answer
    second = client.post(first["Location"], {"move": "e6e5"})
    assert second["Location"] == f"{url}e3e4/e6e5/"
    assert 'id="plan-keep"' in client.get(second["Location"]).content.decode()
    assert not Plan.objects.exists()  # nothing is planned before it is confirmed
    assert client.post(second["Location"], {"do": "keep"})["Location"] == url
    assert lines(match) == [["e3e4", "e6e5"]]
    assert ">e6e5</a>" in client.get(url).content.decode()
    assert client.post(second["Location"], {"do": "forget"})["Location"] == url
    assert not Plan.objects.exists()


def test_what_cannot_be_played_is_refused_in_place(match: Match) -> None:
    client, url = browser(north(match)), f"/matches/{match.uid}/plan/"
    for path, form, code in (
        ("", {"move": "e3e5"}, "cannot-go-there"),
        ("", {"move": "nonsense"}, "unreadable-move"),
        ("", {"move": "a/b"}, "unreadable-move"),
        ("e3e5/", {"move": "e6e5"}, "cannot-go-there"),
        ("e3e4/", {"do": "keep"}, "bad-line"),
        ("e3e4/e6e5/", {"do": "forget"}, "no-such-line"),
    ):
        answer = client.post(url + path, form)
        assert (answer.status_code in (409, 422), answer["X-Refusal"]) == (True, code), path
    assert client.get(f"{url}{'e3e4/' * 13}").status_code == 422
    assert client.get(f"{url}e3e5/").status_code == 422
    part = client.post(url, {"move": "e3e5"}, headers=HTMX).content.decode()
    assert part.lstrip().startswith('<div class="match at-step')


def test_another_answer_to_the_same_move_is_not_offered_but_said_why(match: Match) -> None:
    plans.keep_line(uid=match.uid, user=north(match), line=("e3e4", "e6e5"), now=NOON)
    client, url = browser(north(match)), f"/matches/{match.uid}/plan/e3e4/"
    other = client.get(f"{url}d6d5/").content.decode()
    assert "You have already planned another answer to the same move." in other
    assert 'id="plan-keep"' not in other
    assert client.post(f"{url}d6d5/", {"do": "keep"})["X-Refusal"] == "other-reply"
    assert 'id="plan-keep"' in client.get(f"{url}e6e5/").content.decode()


def test_the_match_page_shows_its_reader_the_plan_and_what_became_of_it(match: Match) -> None:
    plans.keep_line(uid=match.uid, user=north(match), line=("e3e4", "e6e5"), now=NOON)
    page = BoardPage(match, north(match))
    assert '<span class="own">e6e5</span>' in page.html()
    play(match, "d3d4")
    assert "Your plan was dropped: play went another way." in page.html()
    assert 'name="do" value="read"' in page.html()
    assert page.post("plan", {"do": "read"})["Location"] == page.url
    assert "Your plan was dropped" not in page.html()
    assert 'id="plan-place"' not in page.html()  # it is North's turn, and nothing is left to say


def test_the_page_is_for_players_alone(match: Match) -> None:
    for user in (None, person(), person(is_staff=True, is_superuser=True)):
        assert BoardPage(match, user).get(path="plan/").status_code == 404
        assert BoardPage(match, user).post("plan/e3e4/e6e5", {"do": "keep"}).status_code == 403
        assert 'id="plan-place"' not in BoardPage(match, user).html()
    gunjin = match_between(person(), person(), game="gunjin")
    assert BoardPage(gunjin, south(gunjin)).get(path="plan/").status_code == 409


# nobody else may notice


def seen_by(match: Match, user: Any) -> list[str]:
    """Everything *user* can open of the match, without what is drawn by lot for each answer."""
    client = browser(user)
    url = f"/matches/{match.uid}/"
    paths = [url, f"{url}board/", f"{url}board/?v=0", f"{url}note/", f"{url}talk/", f"{url}embed/"]
    paths += ["/", "/desk/", "/desk/counts/", "/notices/", "/watch/", "/archive/", "/people/north/"]
    drawn = r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|nonce[^ ]*|data-(now|key)="[^"]*"'
    drawn += r'|"X-CSRFToken": "[^"]*"'
    return [re.sub(drawn, "", client.get(path).content.decode()) for path in paths]


def sent(match: Match, user: Any, text: str, ply: int) -> tuple[list[str], str, Any]:
    """What a move asks the database, and what it is answered."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = browser(user)
    form = {"move": text, "seat_ply": str(ply), "key": "key-of-this-move"}
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(f"/matches/{match.uid}/move/", form, headers=HTMX)
    statements = [re.sub(r"'[^']*'|[0-9]+", "?", one["sql"]) for one in asked]
    html = re.sub(
        r'(value|data-now|data-key|data-deadline|datetime)="[^"]*"', "", answer.content.decode()
    )
    return statements, html, answer.status_code


def moved_and_undone(match: Match) -> tuple[list[str], str, Any]:
    """What South's move asks and is answered; then it is as if it had never been made."""
    from django.db import transaction

    with transaction.atomic():
        found = sent(match, south(match), "e3e4", 1)
        transaction.set_rollback(True)
    return found


@pytest.fixture
def standing_still() -> Iterator[None]:
    """Pages say to the minute when a turn is due, and a minute may pass between two of them."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.mark.usefixtures("standing_still")
def test_who_plays_against_a_plan_sees_the_same_and_does_the_same(match: Match) -> None:
    """Twins whose opponents differ by their plans alone."""
    others = (south(match), person(), None)
    for user in others:
        seen_by(match, user)  # what is new to them is so no more
    moved_and_undone(match)  # what is read once and kept is kept from here on
    before, alone = [seen_by(match, user) for user in others], moved_and_undone(match)
    for line in ("e3e4 e6e5 e4e5 d8e7", "d3d4 d6d5", "c3c4 c6c5"):
        plans.keep_line(uid=match.uid, user=north(match), line=tuple(line.split()), now=NOON)
    assert [seen_by(match, user) for user in others] == before
    assert moved_and_undone(match) == alone
    assert alone[2] == 200


def test_a_planned_move_leaves_the_same_rows_as_one_by_hand(match: Match) -> None:
    from games.match.models import Player
    from games.match.sealed import SealedPly, SealedPosition
    from games.notices.models import Notice
    from games.plans.models import PlannedMove

    twin = match_between(south(match), north(match))
    plans.keep_line(uid=match.uid, user=north(match), line=("e3e4", "e6e5"), now=NOON)
    for one in (match, twin):
        play(one, "e3e4")
    plans.look_at_plans(now=NOON)
    due = PlannedMove.objects.get()
    assert plans.play_planned(planned_id=due.pk, now=due.due_at)
    play(twin, "e6e5", now=due.due_at)

    def rows(one: Match) -> list[dict[str, object]]:
        own = {"id", "match_id", "key", "uid", "secret", "request_key", "pk"}
        own |= {"seed", "hinted_until", "created_at"}
        found: list[Any] = [
            *Match.objects.filter(pk=one.pk).values(),
            *Player.objects.filter(match=one).order_by("seat").values(),
            *SealedPosition.objects.filter(match=one).values(),
            *SealedPly.objects.filter(match=one).order_by("number").values(),
            *Notice.objects.filter(match=one).order_by("pk").values(),
        ]
        return [{name: row[name] for name in row if name not in own} for row in found]

    assert rows(match) == rows(twin)
