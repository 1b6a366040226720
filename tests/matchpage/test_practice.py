"""Practice against bots: moves are taken back with what was answered to them."""

from __future__ import annotations

import pytest

from accounts.models import User
from engines.core.seats import Seat, Viewer
from games.bots.models import BotTurn
from games.match.changes.ending import resign
from games.match.models import Match
from games.match.referee import Referee
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from tests.kit import gunjin, seichu
from tests.kit.browsing import BoardPage, message_of
from tests.kit.builders import NOON, match_between, match_with_bot, person, play, terms
from tests.kit.gunjin import place
from tests.kit.stages import pay_all

pytestmark = pytest.mark.django_db

BUTTON = 'id="take-move-back"'


def plies(match: Match) -> int:
    return Referee(match).plies


def seen_by_south(match: Match) -> object:
    return Referee(match).view(Viewer.of(Seat(0)))


def answered(match: Match, *texts: str) -> None:
    """One's own moves, each with the answer of the bot."""
    for text in texts:
        play(match, text)
        pay_all(match)


def test_a_move_is_taken_back_with_its_answer_and_again(ann: User) -> None:
    match = match_with_bot(ann, side=0)
    page = BoardPage(match, ann)
    assert BUTTON not in page.html()
    answered(match, "a3a4", "b3b4")
    assert plies(match) == 4
    assert BUTTON in page.html()
    assert page.post("undo", {"seat_ply": "3"}).status_code == 302
    assert page.post("undo", {"seat_ply": "3"}).status_code == 409, "sent twice, it is done once"
    assert plies(match) == 2
    assert match.players.get(user=ann).is_to_act
    assert page.post("undo", {"seat_ply": "2"}).status_code == 302
    match.refresh_from_db()
    assert faults_of(match) == []
    assert BUTTON not in page.html()
    answer = page.post("undo", {"seat_ply": "1"})
    assert message_of(answer) == "Nothing can be undone now."
    answered(match, "c3c4")
    assert plies(match) == 2
    assert not BotTurn.objects.exists()
    assert faults_of(match) == []


def test_not_while_the_bot_is_to_answer(ann: User) -> None:
    match = match_with_bot(ann, side=0)
    answered(match, "a3a4")
    play(match, "b3b4")
    page = BoardPage(match, ann)
    assert BUTTON not in page.html()
    assert page.post("undo", {"seat_ply": "3"}).status_code == 409
    assert plies(match) == 3


def test_not_against_people_nor_before_play_has_begun(ann: User) -> None:
    bob = person("bob")
    match = match_between(ann, bob)
    play(match, "a3a4", "a6a5")
    page = BoardPage(match, ann)
    assert BUTTON not in page.html()
    assert page.post("undo", {"seat_ply": "2"}).status_code == 409
    hidden = match_with_bot(ann, game="gunjin")
    assert BoardPage(hidden, ann).post("undo", {"seat_ply": "1"}).status_code == 409


@pytest.mark.parametrize(
    ("game", "army", "move"),
    [("gunjin", gunjin.ARMIES[0], "b3b4"), ("seichu", seichu.ARMIES[0], "a2a3")],
)
def test_a_move_is_taken_back_where_pieces_are_hidden(
    game: str, army: str, move: str, ann: User
) -> None:
    match = match_with_bot(ann, game=game, side=0)
    place(match, 0, army)
    pay_all(match)
    page = BoardPage(match, ann)
    assert BUTTON not in page.html(), "a set-up stays"
    before = seen_by_south(match)
    answered(match, move)
    assert seen_by_south(match) != before
    assert BUTTON in page.html()
    assert page.post("undo", {"seat_ply": "3"}).status_code == 302
    assert seen_by_south(match) == before
    assert page.post("undo", {"seat_ply": "2"}).status_code == 409
    match.refresh_from_db()
    assert match.is_practised
    assert faults_of(match) == []


def test_not_what_a_lesson_has_given(ann: User) -> None:
    match = opening.create_lesson_match(
        user=ann,
        terms=terms(time_control="none"),
        plies=["a3a4", "a6a5"],
        level="easy",
        now=NOON,
    )
    page = BoardPage(match, ann)
    assert BUTTON not in page.html()
    assert page.post("undo", {"seat_ply": "2"}).status_code == 409


def test_the_page_says_that_a_bot_is_thinking(ann: User) -> None:
    match = match_with_bot(ann, side=0)
    play(match, "a3a4")
    assert "Tama (easy bot) is thinking…" in BoardPage(match, ann).html()


def finished(ann: User, *moves: str) -> Match:
    match = match_between(ann, person("bob"))
    play(match, *moves)
    resign(uid=match.uid, user=ann, now=NOON)
    return match


def test_one_plays_on_against_a_bot_from_a_board_of_a_match_that_is_over(ann: User) -> None:
    over = finished(ann, "a3a4", "a6a5", "b3b4")
    page = BoardPage(over, ann)
    assert "practise" in page.html("?ply=1")
    asked = {"ply": "1", "level": "medium", "key": "key-of-practice"}
    ways = [page.post("practise", asked)["Location"] for _time in range(2)]
    assert ways[0] == ways[1], "sent twice, it is one match"
    match = Match.objects.exclude(pk=over.pk).get()
    assert ways[0].endswith(f"{match.uid}/")
    mine = match.players.get(user=ann)
    assert (mine.seat, mine.is_to_act) == (1, True), "the side that is to move there"
    assert match.players.get(user=None).bot == "medium"
    assert (plies(match), match.given_plies, match.rated) == (1, 1, False)
    play(match, "a6a5")
    pay_all(match)
    assert plies(match) == 3
    assert faults_of(match) == []
    answer = page.post("practise", {**asked, "ply": "0", "key": "another-key-of-it"})
    fresh = Match.objects.get(uid=answer["Location"].split("/")[-2])
    assert fresh.players.get(user=ann).seat == 0


BACK = "Step back "


def test_the_page_of_the_end_leads_to_the_board_before_the_last_move(ann: User) -> None:
    over = finished(ann, "a3a4", "a6a5", "b3b4")
    html = BoardPage(over, ann).html()
    assert f'href="/matches/{over.uid}/?ply=2#bots">{BACK}' in html
    assert 'id="bots"' not in html
    looked_back = BoardPage(over, ann).html("?ply=2")
    assert 'id="bots"' in looked_back
    assert BACK not in looked_back
    assert f"{BACK}to play on or ask a bot<" in html
    looked_on = BoardPage(over, person("cid")).html()
    assert f"{BACK}and play on with a bot<" in looked_on, "asking is for who has played"
    assert BACK not in BoardPage(over).html(), "who is not signed in cannot play on"


def test_it_leads_nowhere_where_nothing_was_played(ann: User) -> None:
    assert BACK not in BoardPage(finished(ann), ann).html()
    unset = match_between(ann, person("cid"), game="gunjin", side=0)
    place(unset, 0)
    place(unset, 1)
    resign(uid=unset.uid, user=ann, now=NOON)
    assert BACK not in BoardPage(unset, ann).html(), "before it there were no pieces"


@pytest.mark.parametrize("changes", [{"level": "divine"}, {"ply": "99"}])
def test_what_cannot_be_played_on_begins_nothing(ann: User, changes: dict[str, str]) -> None:
    over = finished(ann, "a3a4", "a6a5")
    BoardPage(over, ann).post("practise", {"ply": "1", "level": "easy", **changes})
    expected = 1 if "level" in changes else 2
    assert Match.objects.count() == expected


@pytest.mark.parametrize("seat_ready_first", [0, 1])
def test_one_plays_on_from_a_board_of_hidden_pieces_once_all_are_shown(
    ann: User, seat_ready_first: int
) -> None:
    over = match_between(ann, person("bob"), game="gunjin", side=0)
    place(over, seat_ready_first)
    place(over, 1 - seat_ready_first)
    play(over, *gunjin.OCCUPATION)
    assert over.status == "finished"
    page = BoardPage(over, ann)
    assert 'class="claim-line practise"' not in page.html("?ply=1"), "not set up yet"
    asked = {"ply": "1", "level": "easy", "key": "key-of-practice"}
    page.post("practise", asked)
    assert Match.objects.count() == 1
    assert 'class="claim-line practise"' in page.html("?ply=4")
    page.post("practise", {**asked, "ply": "4"})
    match = Match.objects.exclude(pk=over.pk).get()
    mine, bot = match.players.get(user=ann), match.players.get(user=None)
    assert (mine.seat, bot.bot, match.given_plies, match.rated) == (0, "easy", 4, False)
    assert not match.is_setting_up
    seats = [Viewer.of(Seat(seat)) for seat in (0, 1)]
    then = [Referee(over).view(viewer, after_ply=4) for viewer in seats]
    assert [Referee(match).view(viewer) for viewer in seats] == then
    assert faults_of(match) == []
    play(match, "b4b5")
    pay_all(match)
    assert plies(match) == 6
    assert BUTTON in BoardPage(match, ann).html()
    assert BoardPage(match, ann).post("undo", {"seat_ply": "4"}).status_code == 302
    resign(uid=match.uid, user=ann, now=NOON)
    match.refresh_from_db()
    assert faults_of(match) == []


@pytest.mark.parametrize("ply", [2, 3])
def test_so_one_does_where_moves_can_be_fouls(ann: User, ply: int) -> None:
    over = match_between(ann, person("bob"), game="seichu")
    for seat in (1, 0):
        place(over, seat, seichu.ARMIES[seat])
    play(over, "a2a3")
    resign(uid=over.uid, user=ann, now=NOON)
    asked = {"ply": str(ply), "level": "easy", "key": "key-of-practice"}
    assert BoardPage(over, ann).post("practise", asked).status_code == 302
    match = Match.objects.exclude(pk=over.pk).get()
    assert (plies(match), match.players.get(user=ann).seat) == (ply, ply % 2)
    assert faults_of(match) == []


def test_nothing_goes_on_from_a_match_in_progress(ann: User) -> None:
    running = match_with_bot(ann, side=0)
    play(running, "a3a4")
    hidden = match_with_bot(ann, game="gunjin")
    for match in (running, hidden):
        page = BoardPage(match, ann)
        assert 'class="claim-line practise"' not in page.html()
        answer = page.post("practise", {"ply": "1", "level": "easy"})
        assert answer.status_code == 409
        assert message_of(answer) == "The match is still in progress."
    assert Match.objects.count() == 2
