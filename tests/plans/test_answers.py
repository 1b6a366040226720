"""Plans where pieces are hidden: answers to what one will see, read in one's own view alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from games.match.changes import ending, giving
from games.match.exceptions import RefusedMove, UnreadableMove
from games.match.models import Match
from games.match.reading.selectors import players_of
from games.match.reading.viewers import viewer_for
from games.match.referee import Referee
from games.match.sealed import SealedPly
from games.plans import services as plans
from games.plans.exceptions import BadLine, OtherReply, PlanInTurn
from games.plans.models import Plan, PlannedMove
from games.plans.selectors import PlanFacts, plan_of
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, everything, north, play, south
from tests.plans.hidden import hidden_match, keep, work

pytestmark = pytest.mark.django_db

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


@pytest.fixture
def gunjin() -> Match:
    return hidden_match("gunjin")


@pytest.fixture
def seichu() -> Match:
    return hidden_match("seichu")


def plan_facts(match: Match) -> PlanFacts:
    match.refresh_from_db()
    players = players_of(match)
    facts = plan_of(match, players, viewer_for(north(match), players), Referee(match))
    assert facts is not None
    return facts


def moves(match: Match) -> list[str | None]:
    """Without the set-ups."""
    return list(SealedPly.objects.filter(match=match).values_list("move", flat=True))[2:]


def test_the_answer_to_what_came_true_is_played_after_a_delay(gunjin: Match) -> None:
    keep(gunjin, "lost-b4 b5b4", "held-b4 b4b3", "moved-g3 h6h3")
    assert plan_facts(gunjin).lines == (
        ("lost-b4", "b5b4"),
        ("held-b4", "b4b3"),
        ("moved-g3", "h6h3"),
    )
    play(gunjin, "b3b4", now=NOON)  # a tank against a major general
    assert plan_facts(gunjin) == PlanFacts((("b4b3",),), "", may_add=False)
    assert work(NOON + 3 * SECOND) == 0
    due = PlannedMove.objects.get().due_at
    assert NOON + 20 * SECOND <= due <= NOON + 60 * SECOND
    assert work(due - SECOND) == 0
    assert work(due) == 1
    assert moves(gunjin) == ["b3b4", "b4b3"]
    ply = SealedPly.objects.get(match=gunjin, number=4)
    assert (ply.made_at, ply.seat_ply, len(ply.key)) == (due, 2, 16)
    assert plan_facts(gunjin) == PlanFacts((), "played", may_add=True)
    assert work(due + MINUTE) == 0


def test_of_several_the_one_planned_first_counts(gunjin: Match) -> None:
    keep(gunjin, "moved-b3 h6h3", "held-b4 b4b3")
    with pytest.raises(OtherReply):
        keep(gunjin, "held-b4 h6h3")
    play(gunjin, "b3b4")
    assert plan_facts(gunjin).lines == (("h6h3",),)
    plans.forget_line(uid=gunjin.uid, user=north(gunjin), line=("h6h3",), now=NOON)
    assert plan_facts(gunjin).lines == ()
    assert work(NOON + MINUTE) == 0
    assert moves(gunjin) == ["b3b4"]


def test_a_plan_is_dropped_where_nothing_of_it_came_true(gunjin: Match) -> None:
    keep(gunjin, "held-b4 b4b3")
    play(gunjin, "g3g4")
    assert plan_facts(gunjin).fate == "left"
    assert work(NOON + MINUTE) == work(NOON + 2 * MINUTE) == 0
    assert moves(gunjin) == ["g3g4"]
    assert Plan.objects.get().fate == "left"


@pytest.mark.parametrize(("by_hand", "fate"), [("b4b3", "played"), ("h6h3", "left")])
def test_a_move_by_hand_ends_it(gunjin: Match, by_hand: str, fate: str) -> None:
    keep(gunjin, "held-b4 b4b3")
    play(gunjin, "b3b4")
    plans.look_at_plans(now=NOON)
    play(gunjin, by_hand)
    assert work(NOON + MINUTE) == 0
    assert moves(gunjin) == ["b3b4", by_hand]
    assert plan_facts(gunjin).fate == fate


def test_an_answer_that_is_not_open_then_is_not_played(gunjin: Match) -> None:
    keep(gunjin, "moved-a2 a6a3")
    play(gunjin, "a2a6")  # two planes: both are lost
    assert work(NOON + MINUTE) == work(NOON + 2 * MINUTE) == 0
    assert moves(gunjin) == ["a2a6"]
    assert plan_facts(gunjin).fate == "refused"


@pytest.mark.parametrize("comes", ["before", "after"])
def test_a_draw_that_is_offered_drops_it(gunjin: Match, comes: str) -> None:
    play(gunjin, "g3g4", "h6h3")
    keep(gunjin, "held-b4 b4b3")
    if comes == "before":
        ending.offer_draw(uid=gunjin.uid, user=south(gunjin), now=NOON)
    play(gunjin, "b3b4")
    if comes == "after":
        ending.offer_draw(uid=gunjin.uid, user=south(gunjin), now=NOON)
    assert plan_facts(gunjin).fate == "draw"
    assert work(NOON + MINUTE) == work(NOON + 2 * MINUTE) == 0
    assert moves(gunjin)[2:] == ["b3b4"]


def test_an_answer_that_was_made_stays_made_whatever_is_offered_then(gunjin: Match) -> None:
    keep(gunjin, "held-b4 b4b3")
    play(gunjin, "b3b4")
    plans.look_at_plans(now=NOON)
    later = PlannedMove.objects.get().due_at
    assert work(later) == 1
    ending.offer_draw(uid=gunjin.uid, user=south(gunjin), now=later)
    assert plan_facts(gunjin).fate == "played"
    ending.refuse_draw(uid=gunjin.uid, user=north(gunjin))
    assert plan_facts(gunjin).fate == "played"


def test_time_that_is_given_drops_it(gunjin: Match) -> None:
    play(gunjin, "g3g4", "h6h3")
    keep(gunjin, "held-b4 b4b3")
    play(gunjin, "b3b4")
    giving.give_day(uid=gunjin.uid, user=south(gunjin), given=0, now=NOON)
    assert plan_facts(gunjin).fate == "besides"
    assert work(NOON + MINUTE) == 0


def test_a_frozen_match_waits(gunjin: Match) -> None:
    keep(gunjin, "held-b4 b4b3")
    play(gunjin, "b3b4")
    Match.objects.update(frozen_at=NOON)
    plans.look_at_plans(now=NOON)
    assert work(NOON + MINUTE) == 0
    assert moves(gunjin) == ["b3b4"]


def test_doubt_can_be_waited_for_and_be_the_answer(seichu: Match) -> None:
    play(seichu, "a2a3", "b6b5")
    keep(seichu, "doubted doubt", "accepted b7b5")
    play(seichu, "c2b5")  # a pawn, which does not move so; South is asked about the piece it took
    assert plan_facts(seichu).lines == (("doubted", "doubt"), ("accepted", "b7b5"))
    assert work(NOON + MINUTE) == 0
    play(seichu, "doubt", now=NOON + MINUTE)
    plans.look_at_plans(now=NOON + MINUTE)
    assert work(NOON + 3 * MINUTE) == 1
    assert moves(seichu)[2:] == ["c2b5", "doubt", "doubt"]
    seichu.refresh_from_db()
    assert (seichu.status, seichu.ended_how) == ("finished", "foul-proven")


def test_what_is_added_while_the_other_is_asked_leaves_what_came_true_before(seichu: Match) -> None:
    play(seichu, "a2a3", "b6b5")
    keep(seichu, "taken-b5 b7b5")
    play(seichu, "c2b5")
    keep(seichu, "doubted doubt")
    play(seichu, "accept")
    assert plan_facts(seichu).lines == (("b7b5",),)


def test_what_cannot_be_planned_is_refused(gunjin: Match) -> None:
    for line, error in (
        (("held-b4",), BadLine),
        (("held-b4", "b4b3", "moved-b3"), UnreadableMove),
        (("b3b4", "b4b3"), UnreadableMove),
        (("held-b3", "b4b3"), RefusedMove),
        (("held-b4", "b4b5"), RefusedMove),
        (("held-b4", "setup:abc"), UnreadableMove),
    ):
        with pytest.raises(error):
            plans.keep_line(uid=gunjin.uid, user=north(gunjin), line=line, now=NOON)
    with pytest.raises(PlanInTurn):
        keep(gunjin, "held-b3 b3b4", user=south(gunjin))
    assert not Plan.objects.exists()


def test_nobody_can_notice(gunjin: Match, django_capture_on_commit_callbacks: Any) -> None:
    before = everything()
    with django_capture_on_commit_callbacks() as announced, transaction.atomic():
        keep(gunjin, "held-b4 b4b3")
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"plans.Plan"}
    assert announced == []


# the page


def test_an_answer_is_planned_step_by_step_without_a_script(gunjin: Match) -> None:
    client, url = browser(north(gunjin)), f"/matches/{gunjin.uid}/plan/"
    page = client.get(url).content.decode()
    assert "what will you see happen there?" in page
    assert '<option value="held-b4">Your piece on b4 is attacked and survives</option>' in page
    picked = client.get(url, {"at": ["b4"]}).content.decode()
    assert "open" in picked[picked.index('id="chooser"') :][:120]
    assert '<button class="chooser-option" name="move" value="held-b4">' in picked
    chosen = client.get(url, {"move": "held-b4"}).content.decode()
    assert '<input type="hidden" name="move" value="held-b4">' in chosen
    first = client.post(url, {"move": "held-b4"})
    assert first["Location"] == f"{url}held-b4/"
    answer = client.get(first["Location"]).content.decode()
    assert "Your answer?" in answer
    second = client.post(first["Location"], {"move": "b4b3"})
    assert second["Location"] == f"{url}held-b4/b4b3/"
    assert not Plan.objects.exists()
    assert client.post(second["Location"], {"do": "keep"})["Location"] == url
    assert Plan.objects.get().lines == [["held-b4", "b4b3"]]
    at_match = BoardPage(gunjin, north(gunjin)).html()
    assert '<span class="">Your piece on b4 is attacked and survives</span>' in at_match
    assert '<span class="own">b4b3</span>' in at_match
    assert client.post(second["Location"], {"do": "forget"})["Location"] == url
    assert not Plan.objects.exists()


def test_fouls_and_what_is_said_are_offered_as_answers(seichu: Match) -> None:
    play(seichu, "a2a3", "b6b5")
    client, url = browser(north(seichu)), f"/matches/{seichu.uid}/plan/"
    page = client.get(url).content.decode()
    assert 'href="?ask=call-doubted"' in page
    asked = client.get(url, {"ask": "call-doubted"}).content.decode()
    assert '<input type="hidden" name="move" value="doubted">' in asked
    answer = client.get(f"{url}taken-b5/").content.decode()
    assert 'id="bluff-switch"' in answer
    assert 'href="?ask=call-doubt"' in answer
    bluff = client.get(f"{url}taken-b5/", {"bluff": "1", "move": "a7b5"}).content.decode()
    assert "Foul: " in bluff
    assert client.post(f"{url}taken-b5/", {"move": "doubt"})["Location"].endswith("b5/doubt/")


def test_the_board_shows_what_the_seat_sees(gunjin: Match) -> None:
    from tests.engines.gunjin.boards import SETUPS

    pages = [
        browser(north(gunjin)).get(f"/matches/{gunjin.uid}/plan/{line}").content.decode()
        for line in ("", "lost-b4/", "lost-b4/b5b4/")
    ]
    for page in pages:
        board = page[page.index('id="board"') : page.index('id="match-message"')]
        assert board.count("Unknown piece") == len(SETUPS[0])
        assert "Major general" in board
