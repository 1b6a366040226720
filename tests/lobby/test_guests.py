"""Playing without an account, keeping what was played, and what is forgotten."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import OperationalError
from django.utils import timezone

from accounts import switches
from accounts.common import hooks
from accounts.guests.services import idle_guests, join
from accounts.models import SignIn, SiteSwitches, User
from accounts.sign_in.limits import guests_turned_away
from games import wiring
from games.campaign.models import StageResult
from games.chat.models import ChatLine, Muted
from games.chat.services import mute, say
from games.match.exceptions import TooManyMatches
from games.match.models import Match, Player
from games.match.terms import opening
from games.match.terms.opening import MOST_GUEST_MATCHES
from games.notes.services import keep_note
from games.people.models import Block, Follow, PersonNote
from games.people.services import block_person, follow_person, note_person
from games.tasks import forget_guests
from tests.kit.browsing import BoardPage, browser, start_match
from tests.kit.builders import (
    NOON,
    PASSWORD,
    guest,
    match_between,
    match_with_bot,
    person,
    play,
    south,
    terms,
)
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db
CLAIM = {"username": "Mika", "password1": "seven kettles sing", "time_zone": "Asia/Tokyo"}


def come_in(**choices: str) -> tuple[Any, User]:
    """A browser that has opened a match against a bot without an account, and its guest."""
    client = browser()
    answer = start_match(client, opponent="bot", **choices)
    assert answer.status_code == 302, answer.content.decode()
    return client, User.objects.get(is_guest=True, pk=client.session["_auth_user_id"])


def test_a_visitor_plays_a_bot_without_any_form_about_themselves() -> None:
    client, mine = come_in()
    match = Match.objects.get()
    assert south(match) == mine
    assert not mine.has_usable_password()
    assert b'data-row="idle"' in client.get(f"/matches/{match.uid}/").content


def test_a_guest_lives_in_the_time_zone_of_the_browser() -> None:
    client = browser()
    client.cookies["zone"] = "Asia/Tokyo"
    start_match(client, opponent="bot")
    assert User.objects.get(is_guest=True).time_zone == "Asia/Tokyo"


def test_a_page_that_is_only_looked_at_makes_nobody_a_guest() -> None:
    invitation = opening.create_invitation(user=person(), terms=terms(), now=NOON)
    for path in ("/", "/matches/new/", f"/take/{invitation.secret}/", "/take/nothing/"):
        browser().get(path)
    browser().post("/take/nothing/")
    assert not User.objects.filter(is_guest=True).exists()


def test_a_shared_link_seats_a_visitor_as_a_guest() -> None:
    invitation = opening.create_invitation(user=person(), terms=terms(), now=NOON)
    answer = browser().post(f"/take/{invitation.secret}/")
    assert answer["Location"] == f"/matches/{invitation.uid}/"
    assert Player.objects.get(match=invitation, seat=1).user.is_guest


def test_staff_can_shut_the_door_to_new_guests_and_those_inside_stay() -> None:
    client, _mine = come_in()
    SiteSwitches.objects.update_or_create(pk=1, defaults={"no_new_guests": True})
    switches.forget()
    assert start_match(browser(), opponent="bot")["Location"].startswith("/accounts/signup/?next=")
    assert User.objects.count() == 1
    assert start_match(client, opponent="bot")["Location"].startswith("/matches/")


def test_an_address_brings_so_many_guests_and_then_waits(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "2/h/ip"}
    answers = [start_match(browser(), opponent="bot").status_code for _try in range(3)]
    assert answers == [302, 302, 429]


def from_address(number: int) -> Any:
    return browser(REMOTE_ADDR=f"192.0.2.{number}")


def test_the_whole_site_takes_in_so_many_guests_and_the_operator_hears_of_more_once(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_site": "2/h/key"}
    answers = [start_match(from_address(number), opponent="bot") for number in range(5)]
    assert [answer.status_code for answer in answers] == [302, 302, 429, 429, 429]
    assert User.objects.filter(is_guest=True).count() == 2
    page = answers[-1].content.decode()
    assert 'href="/accounts/signup/"' in page
    assert "60 minutes" in page
    errors = [line for line in caplog.records if line.levelname == "ERROR"]
    assert len(errors) == 1
    assert "guests are turned away" in errors[0].message
    assert guests_turned_away() == 3
    site = browser(staff("operator")).get("/admin/moderation/report/site/").content.decode()
    assert "Guests turned away" in site


def test_who_is_inside_plays_on_while_the_site_is_full(settings: Any) -> None:
    client, _mine = come_in()
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_site": "1/h/key"}
    assert start_match(browser(), opponent="bot").status_code == 302
    assert start_match(browser(), opponent="bot").status_code == 429
    assert start_match(client, opponent="bot")["Location"].startswith("/matches/")
    assert guests_turned_away() == 1


def test_a_guest_has_room_for_so_many_matches_bots_included() -> None:
    mine = guest()
    for _number in range(MOST_GUEST_MATCHES):
        match_with_bot(mine)
    with pytest.raises(TooManyMatches):
        match_with_bot(mine)


# Staying


def test_after_the_third_move_one_line_leads_to_name_and_password() -> None:
    mine = guest()
    page = BoardPage(match_with_bot(mine), mine)
    match = Match.objects.get()
    for number, text in enumerate(("c2c6", "a1a2", "a2a1"), start=1):
        assert 'id="claim"' not in page.html(), number
        play(match, text)
        assert match.players.get(seat=1).is_to_act
        let_the_bot_play(match)
    line = page.html().partition('id="claim"')[2].partition("</p>")[0]
    assert f'href="/claim/?next=/matches/{match.uid}/"' in line
    User.objects.filter(pk=mine.pk).update(is_guest=False)
    assert 'id="claim"' not in page.html()


def let_the_bot_play(match: Match) -> None:
    from games.bots import services
    from games.bots.models import BotTurn

    debt = BotTurn.objects.get(match=match)
    services.play_bot_turn(debt_id=debt.pk, now=timezone.now())


def test_claiming_turns_the_guest_itself_into_an_account() -> None:
    client, mine = come_in()
    answer = client.post("/claim/", {**CLAIM, "next": "/archive/"})
    assert answer["Location"] == "/archive/"
    user = User.objects.get()
    assert (user.pk, user.name, user.is_guest, user.time_zone) == (
        *(mine.pk, "Mika", False, "Asia/Tokyo"),
    )
    assert client.get("/desk/").status_code == 200, "signed in still"
    assert user.check_password(CLAIM["password1"])


@pytest.mark.parametrize(
    "change",
    [
        {"username": "taken"},
        {"username": "admin"},
        {"username": ""},
        {"password1": "short"},
        {"password1": "MikaMikaMika"},
    ],
)
def test_a_name_or_password_that_is_refused_changes_nothing(change: dict[str, str]) -> None:
    person("taken")
    client, mine = come_in()
    assert client.post("/claim/", {**CLAIM, **change}).status_code == 422
    mine.refresh_from_db()
    assert mine.is_guest


def test_a_claim_leads_nowhere_else() -> None:
    client, _mine = come_in()
    answer = client.post("/claim/", {**CLAIM, "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/desk/"


def test_signing_in_to_an_account_brings_everything_along() -> None:
    client, mine = come_in()
    match, ann = Match.objects.get(), person("ann")
    keep_note(uid=match.uid, user=mine, text="watch the cannon")
    answer = client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    assert answer["Location"] == "/desk/"
    assert not User.objects.filter(is_guest=True).exists()
    assert south(match) == ann
    assert "watch the cannon" in client.get(f"/matches/{match.uid}/note/").content.decode()


def no_way(guest_id: int, user_id: int) -> bool:
    raise OperationalError("a lock was not to be had in time")


def test_who_cannot_be_brought_along_stays_a_guest(monkeypatch: Any) -> None:
    client, mine = come_in()
    person("ann")
    client.raise_request_exception = False
    monkeypatch.setattr(hooks, "_installed", [replace(wiring.HOOKS, move_everything=no_way)])
    sign_in = {"login": "ann", "password": PASSWORD}
    assert client.post("/accounts/login/", sign_in).status_code == 503
    assert client.get("/desk/").context["user"] == mine
    monkeypatch.undo()
    assert client.post("/accounts/login/", sign_in)["Location"] == "/desk/"
    assert not User.objects.filter(is_guest=True).exists()


MOVED = {
    *(
        "match.Player.user",
        "match.Ruling.user",
        "setup.SetupDraft.user",
        "setup.Formation.user",
        "setup.Sketch.user",
    ),
    *("knowledge.GuessMark.user", "notes.MatchNote.user", "notices.Notice.user"),
    *("plans.Plan.user", "reviews.KeptAnalysis.user", "reviews.Variations.user"),
    *("people.Block.user", "people.Block.person", "people.Follow.user", "people.Follow.person"),
    *("people.PersonNote.user", "people.PersonNote.person", "campaign.StageResult.user"),
    "campaign.DailyRun.user",
    *("learn.StepDone.user", "endpoints.PushDevice.user"),
    *("puzzles.PuzzleRating.user", "puzzles.Attempt.user", "puzzles.PuzzleOpinion.user"),
    *("chat.ChatLine.author", "chat.Muted.user", "chat.Muted.whom", "accounts.Sanction.user"),
    *("moderation.Report.suspect", "moderation.ReportAtom.reporter"),
}
NOT_OF_GUESTS = {
    "accounts.AccessToken.user",
    "accounts.KeyedRequest.user",
    # what needs a password, or ends with the sign-in
    *("accounts.SignIn.user", "accounts.StaffCode.user", "accounts.UndoLink.user"),
    *("account.EmailAddress.user", "mfa.Authenticator.user", "accounts.Trace.user"),
    "socialaccount.SocialAccount.user",
    # what only members have
    *("accounts.User.guardian", "accounts.ChildFriend.child", "accounts.ChildFriend.friend"),
    *("conversations.Conversation.first", "conversations.Conversation.second"),
    *("conversations.Conversation.begun_by", "conversations.Message.author"),
    *("endpoints.CalendarFeed.user", "endpoints.Webhook.user", "endpoints.BotAddress.user"),
    *("notices.Mailbox.user", "personal.DataExport.user"),
    "match.Vacation.user",
    *("programs.BotAccount.user", "programs.BotAccount.owner"),
    *("ratings.Rating.user", "ratings.TurnTally.user", "lobby.Seek.user", "notices.Notice.person"),
    "lobby.SavedFilter.user",
    *("lobby.Challenge.user", "lobby.Challenge.person", "admin.LogEntry.user"),
    *("tournaments.Tournament.made_by", "tournaments.Entry.user"),
    *("leagues.Enrolment.user", "clubs.Member.user", "clubs.Announcement.author"),
    "clubs.ClubReport.reporter",
    *("ladders.Rung.user", "ladders.LadderChallenge.challenger"),
    *("ladders.LadderChallenge.challenged", "ladders.LadderStep.user", "ladders.LadderStep.other"),
    # staff's, and what staff have written down: such a guest stays, shut
    *("moderation.Inquiry.actor", "moderation.ModAction.actor", "moderation.ModAction.person"),
    *("moderation.Report.taken_by", "moderation.ReportNote.author", "moderation.StaffNote.person"),
    *("moderation.StaffNote.author", "moderation.Consent.asked_by"),
    "moderation.Consent.approved_by",
}


def test_it_is_decided_for_every_table_what_becomes_of_a_guests_rows() -> None:
    owned = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    assert owned == MOVED | NOT_OF_GUESTS


def test_signing_in_brings_talk_ties_and_stages_along() -> None:
    client, mine = come_in()
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    match = match_between(bob, cid)
    say(uid=match.uid, user=mine, room="watchers", preset="hello", now=NOON)
    for whom in (bob, cid):
        follow_person(user=mine, person=whom, wanted=True)
        mute(user=mine, whom=whom, is_muted=True)
    block_person(user=bob, person=mine, kinds=["talk"])
    note_person(user=mine, person=ann, text="myself")
    follow_person(user=ann, person=bob, wanted=True)
    StageResult.objects.create(
        match=Match.objects.first(),
        user=mine,
        stage="one",
        is_cleared=True,
        power=5,
        rounds=3,
        ended_at=NOON,
    )
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    assert not User.objects.filter(pk=mine.pk).exists()
    assert ChatLine.objects.get().author == ann
    assert set(Follow.objects.values_list("user__name", "person__name")) == {
        ("ann", "bob"),
        ("ann", "cid"),
    }
    assert set(Muted.objects.values_list("user__name", "whom__name")) == {
        ("ann", "bob"),
        ("ann", "cid"),
    }
    assert Block.objects.get(user=bob).person == ann, "nobody sheds a block by signing in"
    assert not PersonNote.objects.exists()
    assert StageResult.objects.get().user == ann


def test_a_move_that_fails_moves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _client, mine = come_in()
    ann = person("ann")
    monkeypatch.setattr(wiring, "MOVES", (*wiring.MOVES, _fail))
    with pytest.raises(RuntimeError, match="planted"):
        join(mine, ann)
    assert south(Match.objects.get()) == mine
    assert User.objects.get(pk=mine.pk).is_active


def _fail(from_id: int, to_id: int) -> None:
    raise RuntimeError("planted")


def test_guests_say_ready_made_words_and_write_none() -> None:
    invitation = opening.create_invitation(user=person("ann"), terms=terms(), now=NOON)
    client = browser()
    client.post(f"/take/{invitation.secret}/")
    page = f"/matches/{invitation.uid}/talk/"
    answer = client.post(page, {"room": "players", "text": "buy my hats"})
    assert answer.status_code == 403
    assert "Guests can send quick messages only" in answer.content.decode()
    assert not ChatLine.objects.exists()
    assert client.post(page, {"room": "players", "preset": "hello"}).status_code == 302
    assert ChatLine.objects.get().preset == "hello"
    assert 'name="text"' not in client.get(page).content.decode()


def test_who_sat_on_both_sides_of_a_board_keeps_one_of_them() -> None:
    ann = person("ann")
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    client = browser()
    client.post(f"/take/{invitation.secret}/")
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    other = Player.objects.get(match=invitation, seat=1).user
    assert other != ann
    assert not other.is_active


def test_a_wrong_password_loses_nothing() -> None:
    client, mine = come_in()
    person("ann")
    assert client.post("/accounts/login/", {"login": "ann", "password": "no"}).status_code == 422
    assert client.session["_auth_user_id"] == str(mine.pk)


@pytest.mark.parametrize(
    "path",
    [
        *("/accounts/signup/", "/accounts/email/", "/accounts/password/change/"),
        *("/accounts/password/set/", "/accounts/2fa/totp/activate/", "/accounts/reauthenticate/"),
    ],
)
def test_what_needs_a_password_asks_a_guest_for_one_first(path: str) -> None:
    client, mine = come_in()
    for answer in (client.get(path), client.post(path, {"email": "x@y.example"})):
        assert answer["Location"] == "/claim/"
    mine.refresh_from_db()
    assert mine.is_guest


# Forgetting


def away_since(user: User, days: int) -> None:
    then = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(date_joined=then)
    SignIn.objects.filter(user=user).update(seen_at=then)


def test_a_guest_away_for_a_month_is_forgotten_with_every_match_against_bots() -> None:
    _client, mine = come_in()
    away_since(mine, 29)
    forget_guests()
    assert Match.objects.exists()
    away_since(mine, 31)
    forget_guests()
    assert not User.objects.exists()
    assert not Match.objects.exists()


def test_what_a_person_has_played_with_a_guest_stays() -> None:
    invitation = opening.create_invitation(user=person("ann"), terms=terms(), now=NOON)
    browser().post(f"/take/{invitation.secret}/")
    mine = User.objects.get(is_guest=True)
    away_since(mine, 31)
    forget_guests()
    assert Player.objects.get(match=invitation, seat=1).user == mine
    assert not idle_guests(timezone.now()).exists(), "and is not asked about again"


def test_neither_members_nor_guests_who_came_today_are_forgotten() -> None:
    _client, mine = come_in()
    User.objects.filter(pk=mine.pk).update(date_joined=timezone.now() - timedelta(days=90))
    away_since(person("ann"), 90)
    forget_guests()
    assert User.objects.count() == 2
