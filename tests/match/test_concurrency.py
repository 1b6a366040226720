"""Things done at the same moment: the result is that of doing them one after the other."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.bots import services as bots
from games.bots.models import BotTurn
from games.match.changes import deadlines, ending, turns
from games.match.exceptions import (
    AlreadyOffered,
    AnsweredByClock,
    MatchNotActive,
    SeatTaken,
    StaleMove,
    TooManyMatches,
)
from games.match.models import Match, Player
from games.match.sealed import SealedPly
from games.match.status import Status
from games.match.terms import opening
from games.match.terms.opening import MOST_MATCHES
from games.moderation.selectors.audits import faults_of
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services import post
from games.setup import services as formations
from games.setup.models import SetupDraft
from tests.kit.builders import (
    NOON,
    house_was_up,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    terms,
    use_up_overtime,
)
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tests.kit.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


def move(match, user, text="e3e4", *, seat_ply=1, key="the-same-key", now=NOON):
    def call() -> None:
        turns.play_move(
            uid=match.uid, user=user, move=turns.MoveRequest(text, seat_ply, key), now=now
        )

    return call


def fresh(match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_four_copies_of_one_turn_are_one_turn(match) -> None:
    assert at_once(*[move(match, south(match))] * 4) == [None] * 4
    assert SealedPly.objects.count() == 1
    assert faults_of(fresh(match)) == []


def test_four_turns_under_four_keys_are_one_turn_and_three_refusals(match) -> None:
    ann = south(match)
    results = at_once(*[move(match, ann, key=f"key-number-{n}") for n in range(4)])
    assert (results.count(StaleMove), results.count(None)) == (3, 1)
    assert SealedPly.objects.count() == 1
    assert faults_of(fresh(match)) == []


def test_different_moves_for_one_turn_are_one_turn(match) -> None:
    ann = south(match)
    moves = ["e3e4", "d3d4", "a1a2", "f1e2"]
    results = at_once(*[move(match, ann, text, key=f"key-for-{text}") for text in moves])
    assert results.count(None) == 1
    assert SealedPly.objects.get().move == moves[results.index(None)]


def test_a_move_and_a_resignation_come_one_after_the_other(match) -> None:
    ann, bob = south(match), north(match)
    results = at_once(move(match, ann), lambda: ending.resign(uid=match.uid, user=bob, now=NOON))
    assert results in ([None, None], [MatchNotActive, None])
    ended = fresh(match)
    assert (ended.status, ended.ended_how) == (Status.FINISHED, "resignation")
    assert SealedPly.objects.count() == (2 if results[0] is None else 1)
    assert faults_of(ended) == []


def test_a_move_and_the_acceptance_of_a_draw_come_one_after_the_other(match) -> None:
    play(match, "e3e4")
    ann, bob = south(match), north(match)
    ending.offer_draw(uid=match.uid, user=ann, now=NOON)
    accept, moved = at_once(
        lambda: ending.accept_draw(uid=match.uid, user=bob, now=NOON),
        move(match, bob, "e6e5"),
    )
    ended = fresh(match)
    if accept is None:
        assert (ended.ended_how, moved) == ("agreement", MatchNotActive)
    else:  # the move was the answer
        assert (ended.status, moved) == (Status.ACTIVE, None)
    assert faults_of(ended) == []


def test_two_draw_offers_are_an_agreement(match) -> None:
    users = [south(match), north(match)]
    results = at_once(
        *[lambda user=user: ending.offer_draw(uid=match.uid, user=user, now=NOON) for user in users]
    )
    assert results == [None, None]
    assert fresh(match).ended_how == "agreement"
    assert SealedPly.objects.filter(move=None).count() == 2
    assert faults_of(fresh(match)) == []


def test_two_resignations_end_it_once(match) -> None:
    users = [south(match), north(match)]
    results = at_once(
        *[lambda user=user: ending.resign(uid=match.uid, user=user, now=NOON) for user in users]
    )
    assert sorted(map(str, results)) == sorted(map(str, [None, MatchNotActive]))
    assert Notice.objects.filter(kind="match-over").count() == 2
    assert faults_of(fresh(match)) == []


def test_a_seat_has_one_taker() -> None:
    invitation = opening.create_invitation(user=person("ann"), terms=terms(), now=NOON)
    takers = [person(name) for name in ("bob", "cid", "dee")]

    def take(user):
        return opening.take_seat(secret=invitation.secret, user=user, now=NOON) and user

    results = at_once(*[lambda user=user: take(user) for user in takers])
    winners = [result for result in results if result in takers]
    assert len(winners) == 1
    assert results.count(SeatTaken) == 2
    assert north(invitation) == winners[0]
    assert faults_of(fresh(invitation)) == []


def test_taking_and_withdrawing_come_one_after_the_other() -> None:
    ann, bob = person("ann"), person("bob")
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    at_once(
        lambda: opening.take_seat(secret=invitation.secret, user=bob, now=NOON),
        lambda: opening.cancel_invitation(uid=invitation.uid, user=ann, now=NOON),
    )
    match = fresh(invitation)
    taken = match.players.filter(user=bob).exists()
    assert match.status == (Status.ACTIVE if taken else Status.ABORTED)
    assert faults_of(match) == []


def test_a_rematch_is_one_match(match) -> None:
    ann, bob = south(match), north(match)
    ending.resign(uid=match.uid, user=ann, now=NOON)

    def ask(user):
        return lambda: opening.ask_rematch(uid=match.uid, user=user, now=NOON)

    results = at_once(ask(ann), ask(bob), ask(ann), ask(bob))
    made = [result for result in results if isinstance(result, Match)]
    assert len(made) == 1
    assert all(r is None or r is AlreadyOffered for r in results if r is not made[0])
    assert Match.objects.count() == 2
    assert faults_of(made[0]) == []


def test_the_last_room_is_given_once() -> None:
    ann = person("ann")
    rows = Match.objects.bulk_create(
        Match(game="xiongqi", rules_version=1, time_control="none", created_at=NOON)
        for _number in range(MOST_MATCHES - 1)
    )
    Player.objects.bulk_create(Player(match=row, seat=0, user=ann) for row in rows)
    results = at_once(*[lambda: opening.create_invitation(user=ann, terms=terms(), now=NOON)] * 4)
    assert results.count(TooManyMatches) == 3
    assert Match.objects.count() == MOST_MATCHES


def test_one_form_sent_four_times_makes_one_match() -> None:
    ann = person("ann")
    asked = terms(key="the-same-key")
    results = at_once(*[lambda: opening.create_invitation(user=ann, terms=asked, now=NOON)] * 4)
    assert len({match.pk for match in results}) == 1
    assert Match.objects.count() == 1


def test_a_move_in_time_and_a_sweep_never_both_happen(match) -> None:
    """The move arrived at the deadline; the sweep comes six seconds later."""
    play(match, "e3e4", "e6e5")
    use_up_overtime(match)
    late = match.deadline + timedelta(seconds=6)
    house_was_up(since=late - DAY, until=late)
    moved, swept = at_once(
        move(match, south(match), "d3d4", seat_ply=2, now=match.deadline),
        lambda: deadlines.sweep_deadlines(now=late),
    )
    ended = fresh(match)
    if moved is None:
        assert (ended.status, swept) == (Status.ACTIVE, 0)
    else:
        assert (ended.ended_how, moved, swept) == ("time", MatchNotActive, 1)
    assert faults_of(ended) == []


def test_two_sweeps_end_a_match_once(match) -> None:
    play(match, "e3e4", "e6e5")
    use_up_overtime(match)
    late = match.deadline + timedelta(seconds=6)
    house_was_up(since=late - DAY, until=late)
    results = at_once(*[lambda: deadlines.sweep_deadlines(now=late)] * 2)
    assert sorted(results) == [0, 1]
    assert Notice.objects.filter(kind="match-over").count() == 2
    assert faults_of(fresh(match)) == []


def test_an_outage_seen_by_two_sweeps_is_given_back_once(match) -> None:
    deadline = match.deadline
    house_was_up(since=NOON - DAY, until=NOON)
    at_once(*[lambda: deadlines.sweep_deadlines(now=NOON + timedelta(hours=1))] * 2)
    assert fresh(match).deadline == deadline + timedelta(hours=1)


def test_an_outage_given_back_during_a_move_leaves_clocks_that_fit(match) -> None:
    house_was_up(since=NOON - DAY, until=NOON)
    hour = NOON + timedelta(hours=1)
    at_once(move(match, south(match), now=hour), lambda: deadlines.sweep_deadlines(now=hour))
    assert faults_of(fresh(match)) == []


def test_two_workers_pay_a_debt_once() -> None:
    match = match_with_bot(person("ann"))
    play(match, "e3e4")
    debt = BotTurn.objects.get()
    results = at_once(*[lambda: bots.play_bot_turn(debt_id=debt.pk, now=NOON + DAY)] * 3)
    assert sorted(results, key=str) == [False, False, True]
    assert SealedPly.objects.count() == 2
    assert faults_of(fresh(match)) == []


def test_two_workers_send_a_mail_once(mailoutbox) -> None:
    match_between(person("ann", email="ann@example.org"), person("bob"))
    delivery = Delivery.objects.get()

    def send():
        return post.deliver(delivery_id=delivery.pk, senders=SENDERS, now=NOON + DAY)

    assert sorted(map(str, at_once(send, send, send))) == ["", "", "sent"]
    assert len(mailoutbox) == 1


def test_matches_do_not_wait_for_each_other_for_ever() -> None:
    """Sixteen acts over two matches of the same two people."""
    ann, bob = person("ann"), person("bob")
    matches = [match_between(ann, bob), match_between(bob, ann)]
    calls = []
    for match in matches:
        first, second = south(match), north(match)
        calls += [
            move(match, first),
            move(match, first, key="another-key"),
            lambda m=match, u=second: ending.offer_draw(uid=m.uid, user=u, now=NOON),
            lambda m=match, u=first: ending.accept_draw(uid=m.uid, user=u, now=NOON),
            lambda m=match, u=second: ending.withdraw_draw(uid=m.uid, user=u),
            lambda m=match, u=first: ending.refuse_draw(uid=m.uid, user=u),
            lambda m=match, u=second: opening.ask_rematch(uid=m.uid, user=u, now=NOON),
            move(match, second, "e6e5", key="the-reply-key"),
        ]
    results = at_once(*calls)
    faults = [result for result in results if isinstance(result, Exception)]
    assert faults == []
    for match in Match.objects.all():
        assert faults_of(match) == []


# Setting up

ARMY = "setup:ATBDDBTAPCFXXEKPHSLGMJE"


@pytest.fixture
def placing():
    return match_between(person("ann"), person("bob"), game="gunjin")


def test_both_ready_at_the_same_moment_begin_play_once(placing) -> None:
    calls = [move(placing, user(placing), ARMY, key="ready-now") for user in (south, north)]
    assert at_once(*calls) == [None, None]
    placing.refresh_from_db()
    assert not placing.is_setting_up
    assert [player.is_to_act for player in placing.players.all()] == [True, False]
    assert faults_of(placing) == []


def test_ready_and_a_draft_at_the_same_moment_leave_no_draft(placing) -> None:
    asked = formations.SetupRequest("save", "." * 23)
    at_once(
        move(placing, south(placing), ARMY),
        lambda: formations.prepare(uid=placing.uid, user=south(placing), asked=asked),
    )
    assert not SetupDraft.objects.exists()


def test_a_deadline_swept_twice_while_somebody_gets_ready_places_once(placing) -> None:
    move(placing, north(placing), ARMY)()
    late = placing.deadline + DAY
    house_was_up(NOON, late)
    at_once(
        lambda: deadlines.flag_if_overdue(uid=placing.uid, now=late),
        lambda: deadlines.flag_if_overdue(uid=placing.uid, now=late),
        move(placing, south(placing), ARMY, key="just-in-time", now=placing.deadline),
    )
    placing.refresh_from_db()
    assert not placing.is_setting_up
    assert SealedPly.objects.filter(match=placing).count() == 2
    assert faults_of(placing) == []


def asked() -> tuple[Match, object]:
    """A match of Seichu in which South is asked about a foul it has captured; and South."""
    ann = person("cleo")
    match = seichu_match(ann, person("dan"), *FOUL_CAPTURED)
    house_was_up(since=NOON, until=match.deadline + timedelta(seconds=9))
    return match, ann


def counted(match) -> list[str]:
    """What was said to the question, in order."""
    rows = SealedPly.objects.filter(match=match, move__in=["doubt", "accept"])
    return list(rows.values_list("move", flat=True))


@pytest.mark.parametrize("number", range(4))
def test_an_answer_and_the_silence_it_breaks_are_one_answer(number) -> None:
    """The answer arrived in time, but waits for the lock while a sweep speaks for who is silent."""
    match, ann = asked()
    swept = match.deadline + timedelta(seconds=6)
    calls = [
        move(match, ann, "doubt", seat_ply=4, now=match.deadline),
        lambda: deadlines.flag_if_overdue(uid=match.uid, now=swept),
    ]
    said, spoken = at_once(*(calls if number % 2 else calls[::-1]))[:: 1 if number % 2 else -1]
    assert faults_of(fresh(match)) == []
    if said is None:  # the Doubt was first, and proven
        assert (counted(match), spoken) == (["doubt"], False)
        assert fresh(match).ended_how == "foul-proven"
    else:
        assert (counted(match), said, spoken) == (["accept"], AnsweredByClock, True)
        assert fresh(match).status == Status.ACTIVE


def test_a_doubt_and_its_opposite_at_once_are_one_answer() -> None:
    match, ann = asked()
    answers = ["doubt", "accept", "doubt", "accept"]
    calls = [
        move(match, ann, text, seat_ply=4, key=f"answer-{n}") for n, text in enumerate(answers)
    ]
    results = at_once(*calls)
    assert results.count(None) == 1
    assert counted(match) == [answers[results.index(None)]]
    assert set(results) <= {None, StaleMove, MatchNotActive}
    assert faults_of(fresh(match)) == []


def test_nobody_answers_for_the_one_who_is_asked() -> None:
    """Not even under the key and with the number of the one who is."""
    match, ann = asked()
    dan = north(match)
    results = at_once(
        move(match, dan, "accept", seat_ply=4),
        move(match, dan, "accept", seat_ply=3),
        move(match, ann, "doubt", seat_ply=4),
    )
    assert results[2] is None
    assert all(isinstance(result, type) for result in results[:2])
    assert counted(match) == ["doubt"]
