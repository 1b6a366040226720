"""Ladders over weeks: challenges, matches, time, vacation, rulings, and accounts that go."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.ladders import selectors
from games.ladders.exceptions import (
    ChallengeRunning,
    ChallengeSettled,
    ClimberAway,
    GuestsClimbNot,
    MayNotBeChallenged,
    MetLately,
    NoLadder,
    NotOnLadder,
    OffForNow,
    OnLadder,
    OutOfReach,
    TooManyBegun,
    TooManyReceived,
)
from games.ladders.models import Ladder, LadderChallenge, LadderStep, Rung
from games.ladders.services import challenging, places
from games.ladders.services.counting import sweep_places
from games.match.changes import adjudicating, deadlines, ending
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.models import Match, Vacation
from games.match.status import Status
from games.notices.models import Notice
from games.people.models import Block
from queues.transactions import writing
from tests.kit.browsing import browser
from tests.kit.builders import NOON, TOO_LATE, guest, house_was_up, person, play
from tests.ladders.conftest import NAMES, order, sent

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def begun(people: dict[str, User], who: str, whom: str, now: object = NOON) -> Match:
    """The match of an accepted challenge."""
    asked = sent(people, who, whom, now)
    return challenging.accept(game="xiongqi", key=asked.pk, user=people[whom], now=now)  # type: ignore[arg-type]


def kinds(user: User) -> list[str]:
    """What a user was told."""
    return list(Notice.objects.filter(user=user, match=None).values_list("kind", flat=True))


def resign(match: Match, user: User, now: object = NOON) -> None:
    ending.resign(uid=match.uid, user=user, now=now)  # type: ignore[arg-type]


def test_who_wins_takes_the_place_and_all_between_move_down(twelve: dict[str, User]) -> None:
    match = begun(twelve, "fay", "bob")
    assert (match.event, match.rated, match.game) == ("ladder-xiongqi", True, "xiongqi")
    resign(match, twelve["bob"])
    assert order()[:7] == ["ann", "fay", "bob", "cat", "dan", "eve", "gus"]
    assert LadderChallenge.objects.get().state == "played"


def test_who_loses_or_draws_stays(twelve: dict[str, User]) -> None:
    resign(begun(twelve, "fay", "bob"), twelve["fay"])
    assert order() == list(NAMES)


def test_accepted_twice_it_is_one_match_and_seats_are_shared_fairly(
    twelve: dict[str, User],
) -> None:
    asked = sent(twelve, "fay", "bob")
    one, other = (
        challenging.accept(game="xiongqi", key=asked.pk, user=twelve["bob"], now=NOON)
        for _twice in range(2)
    )
    assert one == other
    first = [one.players.get(seat=0).user]
    second = begun(twelve, "bob", "ann")
    first.append(second.players.get(seat=0).user)
    assert first == [twelve["bob"], twelve["ann"]]  # Bob has had it, so Ann has it
    assert begun(twelve, "gus", "bob").players.get(seat=0).user == twelve["gus"]


def test_sent_twice_it_is_one_challenge_and_told_once(twelve: dict[str, User]) -> None:
    assert sent(twelve, "fay", "bob") == sent(twelve, "fay", "bob")
    assert kinds(twelve["bob"]) == ["ladder-challenged"]


@pytest.mark.parametrize(
    ("who", "whom", "error"),
    [
        ("joe", "ann", OutOfReach),
        ("ann", "bob", OutOfReach),
        ("bob", "bob", OutOfReach),
        ("bob", "nobody", NotOnLadder),
    ],
)
def test_only_eight_places_above(
    twelve: dict[str, User], who: str, whom: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        sent(twelve, who, whom)
    assert sent(twelve, "joe", "bob")


def test_two_begun_and_two_received(twelve: dict[str, User]) -> None:
    sent(twelve, "fay", "bob")
    begun(twelve, "fay", "cat")
    with pytest.raises(TooManyBegun):
        sent(twelve, "fay", "dan")
    sent(twelve, "gus", "bob")
    with pytest.raises(TooManyReceived):
        sent(twelve, "hal", "bob")


def test_two_between_whom_one_runs_are_told_so(twelve: dict[str, User]) -> None:
    sent(twelve, "fay", "bob")
    html = browser(twelve["fay"]).get("/events/ladder-xiongqi/").content.decode()
    assert html.count("There is a challenge between you two already.") == 1
    begun(twelve, "gus", "cat")
    with pytest.raises(ChallengeRunning):
        sent(twelve, "gus", "cat")


def test_the_same_two_meet_once_in_fourteen_days(twelve: dict[str, User]) -> None:
    resign(begun(twelve, "fay", "bob"), twelve["bob"])
    with pytest.raises(MetLately):
        sent(twelve, "bob", "fay", NOON + 13 * DAY)
    assert sent(twelve, "bob", "fay", NOON + 15 * DAY)


def test_blocked_away_and_closed_are_not_challenged(twelve: dict[str, User]) -> None:
    Block.objects.create(user=twelve["bob"], person=twelve["fay"], kind="challenge")
    with pytest.raises(MayNotBeChallenged):
        sent(twelve, "fay", "bob")
    Vacation.objects.create(
        user=twelve["cat"], starts_at=NOON - DAY, ends_at=NOON + DAY, made_at=NOON
    )
    with pytest.raises(ClimberAway):
        sent(twelve, "fay", "cat")
    User.objects.filter(pk=twelve["dan"].pk).update(is_active=False)
    with pytest.raises(MayNotBeChallenged):
        sent(twelve, "fay", "dan")


def test_who_does_not_answer_in_three_days_gives_the_place_and_is_told(
    twelve: dict[str, User],
) -> None:
    sent(twelve, "fay", "bob")
    assert challenging.give_unanswered(NOON + 3 * DAY - timedelta(minutes=1)) == 0
    assert challenging.give_unanswered(NOON + 3 * DAY) == 1
    assert challenging.give_unanswered(NOON + 3 * DAY) == 0
    assert order()[:3] == ["ann", "fay", "bob"]
    assert "ladder-given" in kinds(twelve["bob"])


def test_on_vacation_since_nothing_is_given(twelve: dict[str, User]) -> None:
    sent(twelve, "fay", "bob")
    Vacation.objects.create(
        user=twelve["bob"], starts_at=NOON + DAY, ends_at=NOON + 9 * DAY, made_at=NOON
    )
    assert challenging.give_unanswered(NOON + 3 * DAY) == 0
    assert order() == list(NAMES)
    assert LadderChallenge.objects.get().state == "withdrawn"


def test_refused_the_place_is_given_and_taken_back_it_is_not(twelve: dict[str, User]) -> None:
    asked = sent(twelve, "fay", "bob")
    for wrong in ("ann", "fay"):
        with pytest.raises(NoLadder):
            challenging.refuse(game="xiongqi", key=asked.pk, user=twelve[wrong], now=NOON)
    challenging.refuse(game="xiongqi", key=asked.pk, user=twelve["bob"], now=NOON)
    assert order()[:3] == ["ann", "fay", "bob"]
    again = sent(twelve, "gus", "bob")
    with pytest.raises(NoLadder):
        challenging.take_back(game="xiongqi", key=again.pk, user=twelve["bob"], now=NOON)
    challenging.take_back(game="xiongqi", key=again.pk, user=twelve["gus"], now=NOON)
    with pytest.raises(ChallengeSettled):
        challenging.accept(game="xiongqi", key=again.pk, user=twelve["bob"], now=NOON)
    assert order()[:3] == ["ann", "fay", "bob"]


def lose_on_time(match: Match, user: User, later: datetime) -> datetime:
    """Let the time of a user run out for good; when that was."""
    seat = match.players.get(user=user).seat
    play(match, "a1a2", "a8a7", *(["a2a1"] if seat == 1 else []), now=later)
    match.refresh_from_db()
    while match.status == Status.ACTIVE:
        later = match.deadline + TOO_LATE
        house_was_up(NOON, later)
        deadlines.flag_if_overdue(uid=match.uid, now=later)
        match.refresh_from_db()
    assert match.ended_how == "time"
    return later


def test_a_loss_on_time_drops_to_the_bottom_third_and_a_second_one_takes_off(
    twelve: dict[str, User],
) -> None:
    later = lose_on_time(begun(twelve, "fay", "bob"), twelve["bob"], NOON)
    assert " ".join(order()) == "ann fay cat dan eve gus hal ida bob joe kim leo"
    later += 20 * DAY
    later = lose_on_time(begun(twelve, "joe", "bob", later), twelve["bob"], later)
    assert "bob" not in order()
    with pytest.raises(OffForNow):
        places.join(game="xiongqi", user=twelve["bob"], now=later)
    places.join(game="xiongqi", user=twelve["bob"], now=later + 60 * DAY)
    assert order()[-1] == "bob"
    ladder = Ladder.objects.get()
    assert selectors.late_losses(ladder, twelve["bob"]) == 0


def test_where_a_loss_on_time_does_not_stand_nobody_is_off_for_it(
    twelve: dict[str, User],
) -> None:
    first = begun(twelve, "fay", "bob")
    later = lose_on_time(first, twelve["bob"], NOON) + 20 * DAY
    later = lose_on_time(begun(twelve, "joe", "bob", later), twelve["bob"], later)
    for rule, is_off in ((adjudicating.annul, False), (adjudicating.restore, True)):
        with writing():
            match, players = lock_match(uid=first.uid)
            rule(Case(match, players, later))
        assert ("bob" not in order()) == is_off
        assert sweep_places(later) == 0
        taken = selectors.taken_off_at(Ladder.objects.get(), twelve["bob"])
        assert (taken is not None) == is_off


def test_what_the_follower_has_missed_is_done_by_the_sweep(twelve: dict[str, User]) -> None:
    match = begun(twelve, "fay", "bob")
    play(match, "a1a2", "a8a7")
    for change, fay_leads in (
        ({"status": Status.FINISHED, "ended_how": "resignation"}, True),
        ({"annulled_at": NOON}, False),
        ({"annulled_at": None}, True),
        ({"status": Status.ACTIVE, "ended_how": ""}, False),
    ):
        Match.objects.filter(pk=match.pk).update(**change)
        match.players.filter(user=twelve["fay"]).update(result="won")
        assert sweep_places(NOON) > 0 and sweep_places(NOON) == 0
        assert (order().index("fay") < order().index("bob")) == fay_leads
    assert LadderChallenge.objects.get().state == "accepted"


def test_who_is_shut_out_for_long_is_off(twelve: dict[str, User]) -> None:
    for name, days in (("bob", 30), ("cat", 31)):
        until = NOON + days * DAY
        User.objects.filter(pk=twelve[name].pk).update(shut_out_until=until)
    assert places.drop_absent(NOON) == 1
    assert order() == [name for name in NAMES if name != "cat"]


def test_annulled_restored_and_annulled_again_it_flows_back(twelve: dict[str, User]) -> None:
    match = begun(twelve, "fay", "bob")
    play(match, "a1a2", "a8a7")
    resign(match, twelve["bob"])
    resign(begun(twelve, "leo", "joe"), twelve["joe"])
    assert " ".join(order()) == "ann fay bob cat dan eve gus hal ida leo joe kim"
    for act, expected in (
        (adjudicating.annul, "ann bob cat dan eve fay gus hal ida leo joe kim"),
        (adjudicating.restore, "ann fay bob cat dan eve gus hal ida leo joe kim"),
        (adjudicating.annul, "ann bob cat dan eve fay gus hal ida leo joe kim"),
    ):
        with writing():
            locked, players = lock_match(uid=match.uid)
            act(Case(locked, players, NOON))
        assert " ".join(order()) == expected
        assert sweep_places(NOON) == 0


def test_who_leaves_loses_the_place_and_open_challenges_end(twelve: dict[str, User]) -> None:
    asked = sent(twelve, "fay", "bob")
    match = begun(twelve, "gus", "bob")
    places.leave(game="xiongqi", user=twelve["bob"], now=NOON)
    asked.refresh_from_db()
    assert asked.state == "withdrawn"
    resign(match, twelve["bob"])
    assert order() == [name for name in NAMES if name != "bob"]
    with pytest.raises(NotOnLadder):
        places.leave(game="xiongqi", user=twelve["bob"], now=NOON)
    places.join(game="xiongqi", user=twelve["bob"], now=NOON)
    assert order()[-1] == "bob"


def test_who_may_join(twelve: dict[str, User]) -> None:
    for game in ("nation", "chess"):
        with pytest.raises(NoLadder):
            places.join(game=game, user=twelve["ann"], now=NOON)
    with pytest.raises(OnLadder):
        places.join(game="xiongqi", user=twelve["ann"], now=NOON)
    with pytest.raises(GuestsClimbNot):
        places.join(game="xiongqi", user=guest(), now=NOON)


def test_away_too_long_or_closed_is_off(twelve: dict[str, User]) -> None:
    Vacation.objects.create(
        user=twelve["cat"], starts_at=NOON, ends_at=NOON + 40 * DAY, made_at=NOON
    )
    assert places.drop_absent(NOON + 29 * DAY) == 0
    assert places.drop_absent(NOON + 30 * DAY) == 1
    User.objects.filter(pk=twelve["dan"].pk).update(is_active=False)
    assert places.drop_absent(NOON) == 1
    assert order() == [name for name in NAMES if name not in ("cat", "dan")]


def test_places_are_made_anew_from_what_has_happened(twelve: dict[str, User]) -> None:
    resign(begun(twelve, "fay", "bob"), twelve["bob"])
    right = order()
    Rung.objects.filter(user=twelve["fay"]).update(place=12)
    Rung.objects.filter(user=twelve["leo"]).delete()
    assert sweep_places(NOON) > 0
    assert order() == right
    assert sweep_places(NOON) == 0


def test_a_match_that_fails_to_end_moves_nobody(
    twelve: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(twelve, "fay", "bob")
    steps = LadderStep.objects.count()
    monkeypatch.setattr("games.match.changes.followers._followers", (*_followers(), _broken))
    with pytest.raises(ZeroDivisionError):
        resign(match, twelve["bob"])
    assert order() == list(NAMES)
    assert LadderStep.objects.count() == steps


def _followers() -> tuple[object, ...]:
    from games.match.changes import followers

    return followers._followers


def _broken(_change: object) -> None:
    raise ZeroDivisionError


def test_of_two_who_were_asked_nobody_else_is_concerned(twelve: dict[str, User]) -> None:
    stranger = person("zoe")
    asked = sent(twelve, "fay", "bob")
    for act in (challenging.accept, challenging.refuse, challenging.take_back):
        with pytest.raises(NoLadder):
            act(game="xiongqi", key=asked.pk, user=stranger, now=NOON)
