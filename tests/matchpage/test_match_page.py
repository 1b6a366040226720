"""A whole match through the pages: made, shared, taken, played to mate; scripted or not."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.match.changes import ending
from games.match.models import Match
from games.match.sealed import SealedPly
from games.match.status import Status
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import HTMX, BoardPage, browser, row_of, start_match
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    terms,
)
from tests.kit.offering import offers_in
from tests.kit.seichu import seichu_match
from tests.kit.stages import stage_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("htmx", [False, True])
def test_two_people_make_share_take_and_play_a_match_to_mate(htmx) -> None:
    ann, bob = person("ann"), person("bob")
    hers, his = browser(ann), browser(bob)
    link = start_match(hers)["Location"]
    assert b"http://testserver" + link.encode() in hers.get(link).content
    assert b"ann invites you to Xiongqi" in his.get(link).content
    board = his.post(link)["Location"]
    match = Match.objects.get()
    assert board == reverse("games:match", args=[match.uid])
    assert hers.get(link)["Location"] == board  # the link now leads to the board

    pages = [BoardPage(match, ann, htmx=htmx), BoardPage(match, bob, htmx=htmx)]
    for ply, move in enumerate(QUICK_MATE):
        mover, other = pages[ply % 2], pages[1 - ply % 2]
        assert "Your move." in mover.html()
        assert "Waiting for" in other.html()
        answer = mover.play(move)
        if htmx:
            assert answer.status_code == 200
            assert answer["X-Match-Version"] == str(ply + 2)
            assert b"<html" not in answer.content
        else:
            assert answer.status_code == 302
            assert answer["Location"] == board
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "checkmate")
    assert "You have won" in pages[0].html()
    assert "You have lost" in pages[1].html()
    assert "South has won" in BoardPage(match).html()
    for page in (*pages, BoardPage(match)):
        assert "Checkmate: the general of North is in check and cannot escape." in page.html()
    assert faults_of(match) == []


@pytest.mark.parametrize("htmx", [False, True])
def test_a_match_against_the_bot_begins_at_once(htmx) -> None:
    ann = person("ann")
    answer = start_match(browser(ann), opponent="bot")
    match = Match.objects.get()
    assert answer["Location"] == reverse("games:match", args=[match.uid])
    assert BoardPage(match, ann, htmx=htmx).play("e3e4").status_code in (200, 302)
    assert match.bot_turns.get().seat == 1


def test_the_fragment_and_the_page_show_the_same_board(match) -> None:
    play(match, "e3e4")
    page = BoardPage(match, north(match))
    live = page.client.get(f"{page.url}board/", headers=HTMX).content.decode()
    inner = page.html().split('id="match-live"')[1].split(">", 1)[1]
    assert nameless(live).strip() in nameless(inner)


def nameless(html):
    """Without what is different on every page by design: keys, tokens, the time."""
    return re.sub(r'(value|data-now|data-key)="[^"]*"|\d+ h', "", html)


def test_everybody_may_look_but_only_players_are_offered_moves(match) -> None:
    mine = BoardPage(match, south(match)).html()
    assert 'id="move-form"' in mine
    for onlooker in (None, person("carol"), north(match)):
        theirs = BoardPage(match, onlooker).html()
        assert 'id="move-form"' not in theirs
        assert offers_in(theirs) == []


def test_each_player_sits_below(match) -> None:
    def top_left(user):
        return re.findall(r'id="sq-([a-h][1-8])"', BoardPage(match, user).html())[0]

    assert top_left(south(match)) == top_left(None) == "a8"
    assert top_left(north(match)) == "h1"


def test_the_version_stands_in_the_header_and_on_the_page(match) -> None:
    for user in (south(match), north(match), None):
        answer = BoardPage(match, user).get()
        assert answer["X-Match-Version"] == "1"
        assert b'data-version="1"' in answer.content


def test_a_match_that_waits_shows_its_link_to_its_maker_alone() -> None:
    ann = person("ann")
    link = start_match(browser(ann))["Location"]
    match = Match.objects.get()
    html = BoardPage(match, ann).html()
    assert f"http://testserver{link}" in html
    assert row_of(html) == "open"
    assert html.index('id="invite-link"') < html.index('id="board"')
    for stranger in (None, person("bob")):
        assert BoardPage(match, stranger).get().status_code == 404
        assert BoardPage(match, stranger).get(path="board/").status_code == 404


def test_picking_without_a_script_leads_to_a_move(match) -> None:
    page = BoardPage(match, south(match))
    assert row_of(page.html()) == "idle"
    picked = page.html("?at=e3")
    assert 'id="sq-e3"' in picked
    assert "target" in picked
    confirm = page.html("?at=e3&at=e4")
    assert row_of(confirm) == "move"
    assert 'name="move" value="e3e4"' in confirm
    page.play("e3e4")
    assert SealedPly.objects.get().move == "e3e4"


def test_a_move_may_be_typed(match) -> None:
    assert 'name="move" value="e3e4"' in BoardPage(match, south(match)).html("?move=E3-E4")


@pytest.mark.parametrize("ask", ["resign", "draw"])
def test_grave_things_are_asked_back_first(match, ask) -> None:
    page = BoardPage(match, south(match))
    assert row_of(page.html(f"?ask={ask}")) == ask
    assert Match.objects.get().status == Status.ACTIVE


@pytest.mark.parametrize("htmx", [False, True])
def test_resigning_and_the_rematch_through_the_pages(match, htmx) -> None:
    mine = BoardPage(match, south(match), htmx=htmx)
    theirs = BoardPage(match, north(match), htmx=htmx)
    assert mine.post("resign").status_code == (200 if htmx else 302)
    assert "You have won" in theirs.html()
    assert mine.post("rematch").status_code == (200 if htmx else 302)
    assert "ann wants a rematch." in theirs.html()
    answer = theirs.post("rematch")
    again = Match.objects.get(rematch_of=match)
    way = reverse("games:match", args=[again.uid])
    if htmx:
        assert (answer.status_code, answer["HX-Redirect"]) == (204, way)
    else:
        assert (answer.status_code, answer["Location"]) == (302, way)
    assert way in mine.html()
    assert way not in BoardPage(match, person("carol")).html()


@pytest.mark.parametrize("htmx", [False, True])
def test_a_draw_through_the_pages(match, htmx) -> None:
    mine = BoardPage(match, south(match), htmx=htmx)
    theirs = BoardPage(match, north(match), htmx=htmx)
    done = 200 if htmx else 302
    assert mine.post("draw", {"do": "offer"}).status_code == done
    assert "You have offered a draw." in mine.html()
    assert "ann offers a draw." in theirs.html()
    assert "ann offers a draw." not in (BoardPage(match).html("?ask=accept"))
    assert row_of(theirs.html()) == "draw-theirs"
    assert theirs.post("draw", {"do": "refuse"}).status_code == done
    play(match, "e3e4")
    assert mine.post("draw", {"do": "offer"}).status_code == done
    assert mine.post("draw", {"do": "withdraw"}).status_code == done
    assert theirs.post("draw", {"do": "offer"}).status_code == done
    assert mine.post("draw", {"do": "accept"}).status_code == done
    assert "The players agreed on a draw." in mine.html()


def test_a_double_click_plays_once(match) -> None:
    page = BoardPage(match, south(match), htmx=True)
    fields = {**page.form(), "move": "e3e4"}
    answers = [page.post("move", fields) for _click in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert {answer["X-Match-Version"] for answer in answers} == {"2"}
    assert SealedPly.objects.count() == 1


def test_the_page_of_a_stranger_needs_no_account_and_sets_no_cookie(match) -> None:
    page = BoardPage(match)
    page.html()
    assert "sessionid" not in page.client.cookies


def test_two_bots_of_one_level_are_told_of_once() -> None:
    levels = ("easy", "easy")
    match = opening.create_house_match(terms=terms(), levels=levels, now=NOON)
    html = BoardPage(match, person("ann")).html()
    assert html.count("A playful cat.") == 1


def test_the_bots_page_offers_no_draw() -> None:
    ann = person("ann")
    match = match_with_bot(ann)
    assert "?ask=draw" not in BoardPage(match, ann).html()
    assert board_facts(match.uid, ann, now=NOON).may_resign


def test_next_board_leads_to_the_one_with_least_time(match) -> None:
    ann = south(match)
    other = match_between(ann, person("cid"))
    ending.resign(uid=match.uid, user=ann, now=NOON)
    assert f"/desk/next/?after={match.uid}" in BoardPage(match, ann).html()
    answer = browser(ann).get("/desk/next/", {"after": match.uid})
    assert answer["Location"] == reverse("games:match", args=[other.uid])
    play(other, "e3e4")
    assert browser(ann).get("/desk/next/")["Location"] == "/desk/"
    assert "/desk/next/" not in BoardPage(match, ann).html()


def test_a_match_that_is_over_waits_for_no_moves(match) -> None:
    page = BoardPage(match, south(match))
    assert "New moves appear automatically." in page.html()
    page.post("resign")
    assert "New moves appear automatically." not in page.html()


def test_the_facts_name_the_limit_of_the_first_move_as_long_as_it_holds(match) -> None:
    """The clock shows three days where five were agreed: the facts say why."""
    page = BoardPage(match, north(match))
    assert "Now: 3 days for the first move." in page.html()
    play(match, "e3e4")
    assert "Now: 3 days for the first move." in page.html()
    play(match, "e6e5")
    assert "Now: " not in page.html()


def test_the_facts_name_the_limit_of_the_set_up() -> None:
    match = match_between(person("ann"), person("bob"), game="gunjin")
    assert "Now: 2 days for the set-up." in BoardPage(match, south(match)).html()
    untimed = match_between(person("eva"), person("dan"), game="gunjin", time_control="none")
    assert "Now: " not in BoardPage(untimed, south(untimed)).html()


def test_after_ones_move_the_next_board_comes_before_the_draw(match) -> None:
    """The offer of a draw, and taking it back, are then among the facts of the match."""
    ann = south(match)
    page = BoardPage(match, ann)
    match_between(ann, person("cid"))
    assert "/desk/next/" not in page.html()  # one's own move comes first
    assert 'data-ask="draw"' in idle_row(page.html())
    page.play("e3e4")
    html = page.html()
    assert "/desk/next/" in idle_row(html)
    assert 'data-ask="draw"' not in idle_row(html)
    assert html.count('data-ask="draw"') == 1
    page.post("draw", {"do": "offer"})
    html = page.html()
    assert "You have offered a draw." in idle_row(html)
    assert "/desk/next/" in idle_row(html)
    assert html.count('value="withdraw"') == 1


def idle_row(html: str) -> str:
    """What stands in the action row as long as nothing is asked."""
    return html.partition('data-row="idle"')[2].partition('data-row="')[0]


def test_queries_are_few_and_do_not_grow_with_the_match(match, django_assert_max_num_queries):
    page = BoardPage(match, south(match))
    page.html()
    with django_assert_max_num_queries(12):
        page.html()
    play(match, "a1a2", "a8a7", "a2a1", "a7a8")
    with django_assert_max_num_queries(12):
        page.html()


def test_who_has_given_an_address_is_asked_to_confirm_it_and_not_for_another() -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4")
    ann = south(match)
    EmailAddress.objects.create(user=ann, email="annika@example.org", primary=True)
    html = BoardPage(match, ann).html()
    assert "Confirm annika@example.org (we sent a link)." in html
    assert 'name="action_send"' in html
    assert "Add an e-mail address" not in html


def test_live_matches_ask_by_a_choice_of_their_own() -> None:
    ann = person("ann")
    now = timezone.now()
    live = BoardPage(match_between(ann, person(), time_control="live15", now=now), ann)
    slow = BoardPage(match_between(ann, person()), ann)
    live.post("move", {**live.form(), "move": "e3e4", "no_confirm": "1"})
    ann.refresh_from_db()
    assert (ann.confirm_moves, ann.confirm_live) == (True, False)
    assert 'data-asks-first="yes"' in slow.html()
    again = BoardPage(match_between(ann, person(), time_control="live15", now=now), ann)
    assert 'data-asks-first="no"' in again.html()


def test_who_does_not_want_to_be_asked_again_is_not(match: Match) -> None:
    ann = BoardPage(match, south(match))
    assert 'name="no_confirm"' in ann.html()
    ann.post("move", {**ann.form(), "move": "a1a8", "no_confirm": "1"})
    assert 'data-asks-first="yes"' in ann.html(), "the move was refused"
    ann.post("move", {**ann.form(), "move": "e3e4", "no_confirm": "1"})
    play(match, "e6e5")
    html = ann.html()
    assert 'data-asks-first="no"' in html
    assert 'name="no_confirm"' not in html
    assert 'data-asks-first="yes"' not in BoardPage(match, north(match)).html()
    play(match, "d3d4")
    assert 'data-asks-first="yes"' in BoardPage(match, north(match)).html()


def test_right_after_the_first_move_against_a_person_turn_mail_is_offered() -> None:
    match = match_between(person("ann"), person("bob"))
    ann, bob = south(match), north(match)
    offer = "Shall we e-mail you when it is your turn?"
    assert offer not in BoardPage(match, ann).html()
    play(match, "e3e4")
    assert offer in BoardPage(match, ann).html()
    for who in (bob, person("carol"), None):
        assert offer not in BoardPage(match, who).html()
    User.objects.filter(pk=ann.pk).update(email="ann@example.org")
    assert offer not in BoardPage(match, ann).html()
    User.objects.filter(pk=ann.pk).update(email="")
    play(match, "e6e5", "d3d4")
    assert offer not in BoardPage(match, ann).html(), "once is enough"
    alone = match_with_bot(ann)
    play(alone, "e3e4")
    assert offer not in BoardPage(alone, ann).html()


def test_who_resigned_reads_that_they_did(match: Match) -> None:
    play(match, "e3e4", "e6e5")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert "You have lost. You resigned." in BoardPage(match, south(match)).html()
    for reader in (north(match), None):
        assert "ann (South) resigned." in BoardPage(match, reader).html()


def test_the_opponent_is_challenged_again_by_name(match: Match) -> None:
    play(match, *QUICK_MATE)
    assert "Challenge bob again" in BoardPage(match, south(match)).html()


def test_an_offered_draw_is_declined_or_accepted(match: Match) -> None:
    play(match, "e3e4")
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    row = BoardPage(match, north(match)).html().partition('data-row="draw-theirs"')[2]
    assert re.findall(r">(Decline|Accept)</", row)[:2] == ["Decline", "Accept"]


def test_the_words_of_a_game_are_explained_where_they_stand() -> None:
    seichu = seichu_match(person("ann"), person("bob"))
    html = BoardPage(seichu, south(seichu)).html()
    assert 'popovertarget="glossary"' in html
    glossary = html.partition('id="glossary"')[2].partition("</dl>")[0]
    doubts = [f"Doubt {when}" for when in ("on your turn", "after a capture")]
    king = "Doubt when your king is captured"
    assert re.findall(r"<dt>([^<]+)</dt>", glossary) == ["Bluff", *doubts, king, "Trial"]


@pytest.mark.parametrize(("rated", "said"), [(True, "Rated"), (False, "Casual")])
def test_the_page_says_whether_a_match_of_two_is_rated(match, rated, said) -> None:
    Match.objects.update(rated=rated)
    for reader in (south(match), None):
        page = BoardPage(match, reader).html()
        assert f"<dt>Match type</dt><dd>{said}</dd>" in page


def test_of_a_rated_match_both_ratings_stand_at_the_seats(match: Match) -> None:
    Match.objects.update(rated=True)
    page = BoardPage(match, south(match)).html()
    assert page.count('<span aria-hidden="true">1500?</span>') == 2
    assert page.count("Rating 1500, provisional") == 4, "as a title, and read out"


def test_of_a_casual_match_no_rating_is_told(match: Match) -> None:
    play(match, *QUICK_MATE)
    for reader in (south(match), None):
        page = BoardPage(match, reader).html()
        assert "seat-rating" not in page
        assert "1500" not in page


def test_the_end_of_a_rated_match_tells_what_it_made_of_the_rating(match: Match) -> None:
    Match.objects.update(rated=True)
    play(match, *QUICK_MATE)
    ann, bob = south(match), north(match)
    assert "Your rating: 1500 → 1662 (provisional)" in BoardPage(match, ann).html()
    lost = BoardPage(match, bob).html()
    assert "Your rating: 1500 → 1338 (provisional)" in lost
    assert lost.count('<span aria-hidden="true">1662?</span>') == 1
    watched = BoardPage(match, None).html()
    for name, change in ((ann, "1500 → 1662"), (bob, "1500 → 1338")):
        assert f"{name}: {change} (provisional)" in watched


def test_of_a_match_with_a_bot_no_type_is_told() -> None:
    assert "Match type" not in BoardPage(match_with_bot(person("ann")), None).html()


@pytest.mark.parametrize(("time", "asks"), [("none", "no"), ("relaxed", "yes")])
def test_against_a_bot_without_a_clock_no_move_is_asked_for_twice(time: str, asks: str) -> None:
    ann = person("ann")
    against_bot = BoardPage(match_with_bot(ann, time_control=time), ann).html()
    assert f'data-asks-first="{asks}"' in against_bot
    assert ('name="no_confirm"' in against_bot) == (asks == "yes")
    against_person = BoardPage(match_between(ann, person(), time_control=time), ann)
    assert 'data-asks-first="yes"' in against_person.html()


def test_a_round_of_nation_is_asked_for() -> None:
    ann = person("ann")
    assert 'data-asks-first="yes"' in BoardPage(stage_of(ann), ann).html()
