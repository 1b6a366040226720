"""What bot accounts may not do: too many matches at once and a day, rated ones with people who
have not allowed it, time off, ladders, and tournaments of people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.common.exceptions import GamesError
from games.ladders.services import places
from games.lobby.models import Seek
from games.lobby.services.challenges import accept_challenge, send_challenge
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import ending, pausing
from games.match.changes.permissions import check_can_pause
from games.match.clocks import vacations
from games.match.clocks.timeoff import rest_of
from games.match.models import Match
from games.match.terms import opening, programs
from games.tournaments.models import Tournament
from games.tournaments.services import entering
from tests.kit.builders import NOON, match_between, person, play, terms
from tests.programs.test_becoming import bot_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(db: None) -> User:
    return bot_of(person("Mika"), "Walker")


def code_of(act: Any, *args: Any, **asked: Any) -> str:
    with pytest.raises(GamesError) as caught:
        act(*args, **asked)
    return caught.value.code


def seek_of(user: User, **changes: Any) -> Seek:
    return open_seek(user=user, asked=SeekRequest(terms(side=None, **changes)), now=NOON)


def test_thirty_matches_at_once(bot: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_RUNNING", 2)
    match = match_between(bot, person())
    opening.create_bot_match(user=bot, terms=terms(time_control="none"), level="easy", now=NOON)
    assert code_of(match_between, bot, person()) == "bot-has-no-room"
    asked = opening.create_invitation(user=person(), terms=terms(), now=NOON)
    assert code_of(opening.take_seat, secret=asked.secret, user=bot, now=NOON) == "bot-has-no-room"
    against = {"user": bot, "terms": terms(time_control="none"), "level": "easy", "now": NOON}
    assert code_of(opening.create_bot_match, **against) == "bot-has-no-room"
    ending.resign(uid=match.uid, user=bot, now=NOON)
    match_between(bot, person())


def test_a_hundred_matches_of_bots_a_day(bot: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_A_DAY", 2)
    other = bot_of(person())
    match = match_between(bot, other, rated=True)
    ending.resign(uid=match.uid, user=bot, now=NOON)
    match_between(bot, other)
    assert code_of(match_between, bot, other) == "bots-played-enough"
    assert code_of(match_between, bot_of(person()), bot) == "bots-played-enough"
    match_between(bot, person())
    match_between(bot, other, now=NOON + timedelta(days=1, seconds=1))


def test_rated_matches_are_for_people_who_allow_them(bot: User) -> None:
    nobu, open_one = person("Nobu"), person("Ona", meets_bots=True)
    assert code_of(match_between, bot, nobu, rated=True) == "meets-no-bots"
    assert code_of(match_between, nobu, bot, rated=True) == "meets-no-bots"
    for one, other in ((bot, nobu), (nobu, bot)):
        asked = {"user": one, "person": other, "terms": terms(rated=True), "now": NOON}
        assert code_of(send_challenge, **asked) == "meets-no-bots"
    sent = send_challenge(user=nobu, person=bot, terms=terms(), now=NOON)
    assert accept_challenge(uid=sent.uid, user=bot, now=NOON).rated is False
    match_between(bot, open_one, rated=True)
    match_between(bot, nobu)


def test_seeks_of_people_are_not_taken_by_bots_unless_they_allow_it(bot: User) -> None:
    nobu, open_one = person("Nobu"), person("Ona", meets_bots=True)
    seek = seek_of(nobu)
    assert code_of(take_seek, uid=seek.uid, user=bot, now=NOON) == "not-for-bots"
    own = seek_of(bot)
    assert pair_seek(seek_id=own.pk, now=NOON) is None
    assert take_seek(uid=own.uid, user=nobu, now=NOON)
    rated = seek_of(bot, rated=True)
    assert code_of(take_seek, uid=rated.uid, user=nobu, now=NOON) == "meets-no-bots"
    assert take_seek(uid=rated.uid, user=open_one, now=NOON).rated
    theirs = seek_of(open_one)
    assert take_seek(uid=theirs.uid, user=bot, now=NOON)


def test_no_vacation_no_pause_and_no_time_off(bot: User) -> None:
    week = {"starts": NOON, "ends": NOON + timedelta(days=2), "now": NOON}
    assert code_of(vacations.take, user=bot, **week) == "no-vacation"
    match = match_between(bot, person(), time_control="relaxed.nvw")
    play(match, "e3e4", "e6e5")
    south, north = match.players.select_related("user", "match")
    assert rest_of(match, south).weekends is False
    assert rest_of(match, south).night is None
    south.user.is_program = False
    assert rest_of(match, south).weekends is True
    south.user.is_program = True
    assert code_of(check_can_pause, match, [south, north], NOON) == "nothing-offered"
    assert code_of(pausing.ask_pause, uid=match.uid, user=bot, days=3, now=NOON)


def test_what_was_planned_before_is_given_up() -> None:
    fresh, mika = person(), person("Mika")
    vacations.take(user=fresh, starts=NOON, ends=NOON + timedelta(days=2), now=NOON)
    from games.programs import services

    made = services.allow(
        owner=mika, key=services.ask(user=fresh, name="Mika", now=NOON).pk, now=NOON
    )
    assert (made.away_until, vacations.away_until([made.pk], NOON)) == (None, {})


def test_no_ladder_and_no_tournament_but_where_bots_are_let_in(bot: User) -> None:
    assert code_of(places.join, game="xiongqi", user=bot, now=NOON) == "bots-climb-not"
    fields = {"made_by": person(), "game": "xiongqi", "time_control": "relaxed", "size": 4}
    times = {"created_at": NOON, "closes_at": NOON + timedelta(days=1)}
    for takes_bots in (False, True):
        made = Tournament.objects.create(
            key=f"key-{takes_bots}", name="Autumn", rated=False, takes_bots=takes_bots,
            **fields, **times,
        )  # fmt: skip
        if takes_bots:
            assert entering.enter(uid=made.uid, user=bot, now=NOON)
        else:
            assert code_of(entering.enter, uid=made.uid, user=bot, now=NOON) == "bots-enter-not"
    assert Match.objects.count() == 0
