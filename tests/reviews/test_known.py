"""What could have been known: who may see it, what it says, and how it is worked out."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils.html import strip_tags

from games.knowledge.services import mark_piece
from games.match.changes import ending
from games.match.changes.followers import Change, Kind
from games.match.models import Match
from games.match.reading.visibility import NoSuchMatch
from games.match.referee import PlyInHindsight, Referee
from games.reviews import services
from games.reviews.hindsight import missed_in, put_down, read_known
from games.reviews.models import MOST_ATTEMPTS, Review
from games.reviews.presenters.pages import present_review
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, KING_TAKEN, seichu_match

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def worked_out(match: Match) -> Match:
    """The same match, gone through to the end."""
    services.ask_review(uid=match.uid, user=person(), now=LATER)
    assert services.go_through(match_id=match.pk, now=LATER, at_once=600)
    return match


def page(match: Match, query: str = "", user=None):
    return browser(user).get(f"/matches/{match.uid}/known/{query}")


def text(match: Match, query: str = "", user=None) -> str:
    return " ".join(strip_tags(page(match, query, user).content.decode()).split())


# The way to it


def test_ones_finished_matches_are_listed_to_look_back_at_with_ones_own_eyes(people) -> None:
    running, over = gunjin_match(*people), gunjin_match(*people, *OCCUPATION)
    play(match_between(*people), *QUICK_MATE)
    over.refresh_from_db()
    for user, eyes in zip(people, ("south", "north"), strict=True):
        listed = browser(user).get("/analyses/").content.decode()
        assert re.findall(r'href="(/matches/[^"]+)"', listed) == [
            f"/matches/{over.uid}/?ply={over.plies - 1}&amp;as={eyes}"
        ]
        board = browser(user).get(f"/matches/{over.uid}/?ply={over.plies - 1}&as={eyes}")
        assert f'data-eyes="{eyes}"' in board.content.decode()
    for other in (None, person()):
        page_of = browser(other).get("/analyses/").content.decode()
        assert over.uid not in page_of and running.uid not in page_of
        assert "/matches/new/?opponent=bot&amp;game=gunjin" in page_of


# Who may see it


def test_a_running_match_has_no_review(people) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    for user in (None, *people):
        answer = browser(user).post(f"/matches/{match.uid}/known/")
        assert answer.status_code == 409
        assert page(match, user=user).status_code == 409
        assert browser(user).get(f"/matches/{match.uid}/known/embed/").status_code == 409
        assert (
            f"/matches/{match.uid}/known/"
            not in browser(user).get(f"/matches/{match.uid}/").content.decode()
        )
    assert not Review.objects.exists()


def test_a_running_match_is_not_told_of_even_if_its_review_were_there(people) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    Review.objects.create(
        match=match, asked_at=NOON, due_at=NOON, hinted_until=NOON, plies=9, done_at=NOON
    )
    answer = page(match)
    assert answer.status_code == 409
    assert b"review-" not in answer.content
    Review.objects.update(done_at=None)
    assert services.go_through(match_id=match.pk, now=LATER)
    assert Review.objects.get().data == {}


def test_a_hidden_match_has_no_review_but_for_its_players(people) -> None:
    match = worked_out(gunjin_match(*people, *OCCUPATION))
    Match.objects.filter(pk=match.pk).update(hidden_at=LATER)
    assert page(match).status_code == 404
    assert page(match, user=person()).status_code == 404
    assert browser(None).get(f"/matches/{match.uid}/known/embed/").status_code == 404
    mine = page(match, user=people[0])
    assert mine.status_code == 200
    assert b"share-link" not in mine.content


def test_a_cancelled_match_and_an_open_game_have_none(people) -> None:
    cancelled = gunjin_match(*people)
    Match.objects.filter(pk=cancelled.pk).update(status="aborted")
    assert page(cancelled).status_code == 409
    open_game = match_between(*people)
    play(open_game, *QUICK_MATE)
    assert page(open_game).status_code == 404
    with pytest.raises(NoSuchMatch):
        services.ask_review(uid=open_game.uid, user=people[0], now=LATER)


def test_the_page_of_a_finished_match_leads_there(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    link = f'href="/matches/{match.uid}/known/"'
    assert link in browser(None).get(f"/matches/{match.uid}/").content.decode()


def test_a_match_that_goes_on_after_all_loses_its_review(people) -> None:
    match = worked_out(gunjin_match(*people, *OCCUPATION))
    players = list(match.players.all())
    services.forget_review(Change(Kind.OVER, match, players, players, LATER))
    assert Review.objects.exists()
    services.forget_review(Change(Kind.REOPENED, match, players, players, LATER))
    assert not Review.objects.exists()


# How it is worked out


def test_it_is_worked_out_once_and_a_little_at_a_time(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    assert "Work it out" in text(match)
    for user in (None, people[0]):
        assert browser(user).post(f"/matches/{match.uid}/known/").status_code == 302
    assert "0 of 11 moves are worked out" in text(match)
    Review.objects.update(due_at=LATER, hinted_until=LATER)
    review, steps = Review.objects.get(), 0
    while not services.go_through(match_id=match.pk, now=LATER, at_once=0):
        steps += 1
        assert Review.objects.get().reached == steps + 1
        assert services.lease_reviews(now=LATER + timedelta(minutes=1)) == [match.pk]
    assert steps == 9
    piecemeal = Review.objects.get().data
    assert services.lease_reviews(now=LATER + timedelta(hours=1)) == []
    review.save()
    assert services.go_through(match_id=match.pk, now=LATER, at_once=600)
    assert Review.objects.get().data == piecemeal


def test_two_workers_do_not_work_on_one_review(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    services.ask_review(uid=match.uid, user=people[0], now=LATER)
    Review.objects.update(held_until=LATER + timedelta(seconds=9))
    assert services.go_through(match_id=match.pk, now=LATER)
    assert Review.objects.get().data == {}


def test_what_leads_nowhere_is_given_up(people, monkeypatch) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    services.ask_review(uid=match.uid, user=people[0], now=LATER)

    def fail(self, *, after: int) -> None:
        raise ValueError

    monkeypatch.setattr(Referee, "gone_through", fail)
    for step in range(MOST_ATTEMPTS):
        with pytest.raises(ValueError):
            services.go_through(match_id=match.pk, now=LATER + timedelta(hours=2 * step))
    later = LATER + timedelta(hours=2 * MOST_ATTEMPTS)
    assert services.lease_reviews(now=later) == []
    assert "could not be worked out" in text(match)


# What it says


def test_what_is_told_follows_from_the_view_of_each_seat(people) -> None:
    match = worked_out(gunjin_match(*people, *OCCUPATION))
    known, referee = Review.objects.get().data, Referee(match)
    from engines.core.seats import Seat, Viewer

    for seat in (0, 1):
        for ply in (2, 5, 10):
            sheet: Any = referee.knowledge(Viewer.of(Seat(seat)), after_ply=ply)
            found = {
                piece: [step for step in steps if step[0] <= ply][-1][1]
                for piece, steps in known["pieces"][seat].items()
            }
            assert found == {one["start"]: one["kinds"] for one in sheet["pieces"]}
    assert known["bits"][0][0] == [2, pytest.approx(91.6, abs=1.5)]
    assert len(known["truth"]) == 46


def test_luck_and_knowledge_are_told_apart(people) -> None:
    match = worked_out(gunjin_match(*people, *OCCUPATION))
    html = text(match)
    assert "5 attacks: knowledge decided 0, luck 5." in html
    assert "Luck won 5 of them" in html
    first = "Move 1: the attack on b4 won. So it ends with 13 of the 16 kinds"
    assert first in html


def test_a_sure_doubt_that_was_missed_is_told(people) -> None:
    missed = worked_out(seichu_match(*people, *KING_TAKEN, "accept"))
    assert "Instead of move 3: a Doubt was sure to be proven." in text(missed)
    assert "any of 8 pieces" in text(missed)
    seen = worked_out(seichu_match(person(), person(), *FOUL_CAPTURED, "doubt"))
    assert "Instead of" not in text(seen)
    assert "the Doubt was proven, and was sure to be" in text(seen)


def test_a_sure_piece_is_told_from_when_on_and_whether_it_was_used() -> None:
    facts_piece = {"d8": [(2, "GF", "d6", False), (33, "F", "d6", False)]}
    found = _sure(facts_piece, tried=[])
    assert found.text == (
        "From move 31 on the piece on d6 could only be: Flag. It was never attacked after that."
    )
    assert found.is_unused
    attempt = {"ply": 40, "seat": 0, "what": "battle", "piece": "d8", "could_be": {"won": 1}}
    found = _sure(facts_piece, tried=[{**attempt, "cases": 1, "result": "won"}])
    assert found.text.endswith("It was attacked in move 38.")
    assert not found.is_unused


def _sure(pieces, *, tried, marks=(), own=None):
    from games.reviews.selectors import Reviewed, ReviewFacts

    known: Any = {
        "bits": [[[2, 4.0], [45, 2.0]], [[2, 4.0], [45, 2.0]]],
        "pieces": [pieces, {}],
        "unsure": [[], []],
        "missed": [],
        "tried": tried,
        "truth": {"d8": "F"},
    }
    facts = ReviewFacts(
        uid="abc",
        game="gunjin",
        options={},
        players=(Reviewed(0, "ann", "", "won"), Reviewed(1, "bob", "", "lost")),
        is_hidden=False,
        is_asked=True,
        is_done=True,
        is_given_up=False,
        reached=46,
        plies=46,
        known=known,
        own_seat=own,
        marks=marks,
    )
    review = present_review(facts, piece_set="kanji")
    return review.seats[0].sure[0]


def test_ones_own_guesses_are_told_and_nobody_elses(people) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    mark_piece(uid=match.uid, user=people[0], piece="a6", kind="F", now=NOON)
    play(match, OCCUPATION[-1])
    worked_out(match)
    assert "Your guess: Flag" in text(match, user=people[0])
    for user in (None, people[1], person()):
        html = text(match, user=user)
        assert "Your guess" not in html
        assert "You had" not in html
    assert "Your guess" not in text(match, "?ply=3", user=people[0])


def test_it_can_be_gone_through_ply_by_ply(people) -> None:
    match = worked_out(gunjin_match(*people, *OCCUPATION))
    assert "After move 8" in text(match)
    early = page(match, "?ply=4").content.decode()
    assert "After move 2" in early
    assert "?ply=5#ply" in early
    assert "?ply=3#ply" in early
    assert "After move 0" in text(match, "?ply=0")
    assert "After move 8" in text(match, "?ply=999")
    assert "It was:" in text(match)


def test_the_chart_shows_both_sides_and_says_in_what_units(people) -> None:
    match = worked_out(gunjin_match(*people, *OCCUPATION))
    answer = page(match).content.decode()
    assert len(re.findall(r"<polyline", answer)) == 2
    assert "binary logarithm of how many kinds" in answer


def test_a_match_without_a_single_view_is_told_of_all_the_same(people) -> None:
    match = gunjin_match(*people)
    ending.resign(uid=match.uid, user=people[0], now=LATER)
    worked_out(match)
    assert page(match).status_code == 200


# What is passed on


def test_the_link_and_the_frame_are_the_same_for_everybody(people) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    mark_piece(uid=match.uid, user=people[0], piece="a6", kind="F", now=NOON)
    play(match, OCCUPATION[-1])
    embed = f"/matches/{match.uid}/known/embed/"
    assert "Not worked out yet" in browser(None).get(embed).content.decode()
    worked_out(match)
    assert f'value="http://testserver/matches/{match.uid}/known/"' in page(match).content.decode()
    answers = [browser(user).get(embed) for user in (None, *people)]
    assert len({answer.content for answer in answers}) == 1
    assert "X-Frame-Options" not in answers[0]
    assert "polyline" in answers[0].content.decode()
    assert "guess" not in answers[0].content.decode().lower()


def test_codes_that_an_older_process_does_not_know_lie_apart_and_are_shown_in_order() -> None:
    known = read_known({}, 2)
    for ply, code in ((3, "win"), (5, "sure-win"), (7, "win")):
        put_down(known, PlyInHindsight(ply, 0, missed=(code,), tried=None, after=()))
    assert [code for _ply, _seat, code in known["missed"]] == ["win", "win"]
    assert [ply for ply, _seat, _code in missed_in(known)] == [3, 5, 7]
