"""Setting up in secret: both at once, ready for good, and what the site does for the silent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engines.catalogue import meta_for
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.desk.selectors import desk_of
from games.match.changes import ending
from games.match.changes.deadlines import flag_if_overdue, sweep_deadlines
from games.match.clocks.controls import FIRST_MOVE, RELAXED, SETTING_UP
from games.match.exceptions import (
    KeyReused,
    NothingOffered,
    NotSeated,
    NotToAct,
    OutOfTime,
    RefusedMove,
    StaleMove,
)
from games.match.models import Match
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts, watched_match
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from games.setup import services as formations
from games.setup.exceptions import (
    BadDraft,
    FormationInTheWay,
    FormationNameTaken,
    IncompleteFormation,
    NoSuchFormation,
    NotPlacing,
    TooManyFormations,
)
from games.setup.models import Formation, SetupDraft
from games.setup.services import SetupRequest
from tests.kit.builders import (
    NOON,
    NORTH,
    SOUTH,
    everything,
    house_was_up,
    match_between,
    north,
    person,
    south,
    submit,
    terms,
)

pytestmark = pytest.mark.django_db

PLACING = meta_for("gunjin").placing
assert PLACING is not None
FORTRESS, HAMMER, SCOUTS = (army.letters for army in PLACING.armies)
HALF = FORTRESS[:10] + "." * 13
HOUR = timedelta(hours=1)
LATE = NOON + SETTING_UP + HOUR


def ready(match: Match, seat: int, letters: str = FORTRESS, **changes: Any) -> None:
    """The player in *seat* is ready with *letters*."""
    user = match.players.get(seat=seat).user
    submit(match, user, PLACING.action(letters), key=f"ready-{seat}-1", **changes)


def save_draft(*, uid: str, user, letters: str) -> None:
    formations.prepare(uid=uid, user=user, asked=SetupRequest("save", letters))


def player(match: Match, seat: int):
    return match.players.get(seat=seat)


def notices(match: Match, kind: str) -> int:
    return Notice.objects.filter(match=match, kind=kind).count()


# Both at once


def test_both_are_to_place_within_48_hours_whatever_their_clocks_hold(match) -> None:
    assert match.is_setting_up
    for seat in (SOUTH, NORTH):
        one = player(match, seat)
        assert one.is_to_act
        assert one.deadline == NOON + timedelta(hours=48)
        assert one.bank == RELAXED.bank
    assert match.deadline == NOON + timedelta(hours=48)


@pytest.mark.parametrize("order", [(SOUTH, NORTH), (NORTH, SOUTH)])
def test_when_both_are_ready_play_begins_with_south_and_full_clocks(match, order) -> None:
    first, second = order
    ready(match, first, now=NOON + HOUR)
    assert match.is_setting_up
    assert [player(match, seat).is_to_act for seat in order] == [False, True]
    assert player(match, first).deadline is None
    assert player(match, second).deadline == NOON + SETTING_UP, "their time runs on"
    ready(match, second, now=NOON + 3 * HOUR)
    assert not match.is_setting_up
    assert [player(match, seat).is_to_act for seat in (SOUTH, NORTH)] == [True, False]
    assert player(match, SOUTH).deadline == NOON + 3 * HOUR + FIRST_MOVE
    for seat in order:
        assert player(match, seat).bank == RELAXED.bank
        assert not player(match, seat).has_moved
    assert faults_of(match) == []


def test_after_the_first_step_the_clock_is_charged_as_ever(match) -> None:
    ready(match, SOUTH)
    ready(match, NORTH)
    submit(match, south(match), "b3b4", seat_ply=2, key="first-step", now=NOON + HOUR)
    mover = player(match, SOUTH)
    assert mover.has_moved
    assert mover.bank == RELAXED.bank - HOUR + RELAXED.bonus
    assert faults_of(match) == []


def test_without_a_clock_there_is_no_deadline() -> None:
    untimed = match_between(person(), person(), game="gunjin", time_control="none")
    assert untimed.is_setting_up
    assert untimed.deadline is None
    ready(untimed, SOUTH)
    ready(untimed, NORTH)
    assert faults_of(untimed) == []


def test_a_bot_places_by_its_ordinary_turn() -> None:
    from games.bots.models import BotTurn
    from games.bots.services import play_bot_turn

    match = opening.create_bot_match(
        user=person(), terms=terms(game="gunjin"), level="easy", now=NOON
    )
    debt = BotTurn.objects.get(match=match)
    assert player(match, NORTH).deadline is None
    assert play_bot_turn(debt_id=debt.pk, now=NOON)
    match.refresh_from_db()
    assert match.is_setting_up
    ready(match, SOUTH)
    assert not match.is_setting_up
    assert faults_of(match) == []


# Ready is final


def test_ready_is_final(match) -> None:
    ready(match, SOUTH)
    before = everything()
    with pytest.raises(NotToAct):
        submit(match, south(match), PLACING.action(HAMMER), seat_ply=2, key="on-second-thought")
    with pytest.raises(StaleMove):
        submit(match, south(match), PLACING.action(HAMMER), key="in-another-tab")
    with pytest.raises(KeyReused):
        submit(match, south(match), PLACING.action(HAMMER), key="ready-0-1")
    assert everything() == before


def test_the_same_request_twice_is_answered_as_the_first_time(match) -> None:
    ready(match, SOUTH)
    before = everything()
    ready(match, SOUTH)
    assert everything() == before


def test_what_is_no_army_is_refused(match) -> None:
    before = everything()
    for letters, code in ((FORTRESS.replace("A", "G"), "wrong-army"), ("b3b4", "place-first")):
        text = letters if code == "place-first" else PLACING.action(letters)
        with pytest.raises(RefusedMove) as refused:
            submit(match, south(match), text)
        assert refused.value.code == code
    assert everything() == before


def test_no_draw_is_offered_before_play_has_begun(match) -> None:
    with pytest.raises(NothingOffered):
        ending.offer_draw(uid=match.uid, user=south(match), now=NOON)


def test_leaving_before_play_has_begun_cancels_and_shows_nothing(match) -> None:
    ready(match, NORTH)
    save_draft(uid=match.uid, user=south(match), letters=HALF)
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.ABORTED, "left")
    assert not match.is_setting_up
    assert not SetupDraft.objects.exists()
    view: Any = Referee(match).view(Viewer.of(Seat(SOUTH)))
    assert view["setups"] == [None, None]
    assert all(piece["kind"] is None for piece in view["pieces"])
    assert faults_of(match) == []


def test_a_rematch_is_set_up_anew_with_sides_swapped(match) -> None:
    ready(match, SOUTH)
    ready(match, NORTH, HAMMER)
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    opening.ask_rematch(uid=match.uid, user=south(match), now=NOON)
    again = opening.ask_rematch(uid=match.uid, user=north(match), now=NOON)
    assert again is not None
    assert again.is_setting_up
    assert south(again) == north(match)
    assert prepared(again, north(again)) == PLACING.nothing


# The silent


def setup_of(match: Match, seat: int) -> str:
    """What *seat* sees of its own set-up."""
    view: Any = Referee(match).view(Viewer.of(Seat(seat)))
    return str(view["setups"][seat])


def test_for_one_silent_seat_the_house_places_an_army_that_is_not_published(match) -> None:
    ready(match, SOUTH)
    assert flag_if_overdue(uid=match.uid, now=LATE)
    match.refresh_from_db()
    assert match.status == Status.ACTIVE
    assert not match.is_setting_up
    assert [player(match, seat).placed_by_house for seat in (SOUTH, NORTH)] == [False, True]
    placed = setup_of(match, NORTH)
    assert PLACING.is_complete(placed)
    assert PLACING.action(placed) not in PLACING.published()
    assert notices(match, Notice.Kind.PLACED_BY_HOUSE) == 2
    assert player(match, SOUTH).deadline == LATE + FIRST_MOVE
    assert faults_of(match) == []


def test_the_seed_of_the_match_decides_which_army() -> None:
    seen = set()
    for _number in range(12):
        match = match_between(person(), person(), game="gunjin")
        ready(match, SOUTH)
        flag_if_overdue(uid=match.uid, now=LATE)
        seen.add(setup_of(match, NORTH))
    assert len(seen) > 1


def test_two_silent_seats_cancel_the_match(match) -> None:
    save_draft(uid=match.uid, user=south(match), letters=FORTRESS)
    assert flag_if_overdue(uid=match.uid, now=LATE)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.ABORTED, "set-up")
    assert notices(match, Notice.Kind.MATCH_CANCELLED) == 2
    assert not SetupDraft.objects.exists()
    assert faults_of(match) == []


def test_nobody_is_late_before_the_deadline(match) -> None:
    assert not flag_if_overdue(uid=match.uid, now=NOON + SETTING_UP)
    ready(match, SOUTH, now=NOON + SETTING_UP)
    assert match.is_setting_up


def test_ready_after_the_deadline_is_too_late(match) -> None:
    ready(match, SOUTH)
    house_was_up(NOON, LATE)
    with pytest.raises(OutOfTime):
        ready(match, NORTH, HAMMER, now=LATE)
    assert player(match, NORTH).placed_by_house
    assert not match.is_setting_up
    with pytest.raises(StaleMove):
        ready(match, NORTH, HAMMER, now=LATE)


def test_a_sweep_finds_the_silent_and_comes_to_nothing_the_second_time(match) -> None:
    ready(match, NORTH)
    house_was_up(NOON, LATE)
    assert sweep_deadlines(now=LATE) == 1
    before = everything()
    assert not flag_if_overdue(uid=match.uid, now=LATE)
    assert everything() == before


# Drafts


def prepared(match: Match, user, now=NOON) -> str:
    preparation = board_facts(match.uid, user, now=now).preparation
    assert preparation is not None
    return preparation.letters


def test_a_draft_is_kept_for_its_owner_alone(match) -> None:
    save_draft(uid=match.uid, user=south(match), letters=HALF)
    save_draft(uid=match.uid, user=south(match), letters=HALF[::-1])
    assert prepared(match, south(match)) == HALF[::-1]
    assert prepared(match, north(match)) == PLACING.nothing
    assert board_facts(match.uid, person(), now=NOON).preparation is None


def test_a_draft_is_told_to_nobody_in_any_way(match) -> None:
    def seen_by_others() -> list[object]:
        users = (north(match), stranger)
        return [
            *(board_facts(match.uid, user, now=NOON) for user in users),
            *(watched_match(match.uid, user) for user in users),
            desk_of(north(match).pk, now=NOON),
            Match.objects.values().get(),
            list(match.players.values()),
            list(Notice.objects.values()),
        ]

    stranger = person()
    before = seen_by_others()
    for end in range(23):
        letters = FORTRESS[:end] + "." * (23 - end)
        save_draft(uid=match.uid, user=south(match), letters=letters)
        formations.keep_formation(
            user_id=south(match).pk, game="gunjin", name="mine", letters=HAMMER
        )
    assert seen_by_others() == before


def test_no_frame_is_sent_for_a_draft(match, monkeypatch, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        save_draft(uid=match.uid, user=south(match), letters=HALF)
    assert callbacks == []


def test_a_draft_is_forgotten_when_its_owner_is_ready(match) -> None:
    for user in (south(match), north(match)):
        save_draft(uid=match.uid, user=user, letters=HALF)
    ready(match, SOUTH)
    assert [draft.user_id for draft in SetupDraft.objects.all()] == [north(match).pk]
    ready(match, NORTH)
    assert not SetupDraft.objects.exists()


def test_no_draft_is_left_to_who_is_ready_last_and_moves_first(match) -> None:
    save_draft(uid=match.uid, user=south(match), letters=HALF)
    ready(match, NORTH)
    ready(match, SOUTH)
    assert not SetupDraft.objects.exists()


@pytest.mark.parametrize(
    "letters", ["", "G", "." * 22, "." * 24, "G" * 23, "g" + "." * 22, "Z" + "." * 22, "軍" * 23]
)
def test_what_cannot_become_an_army_is_no_draft(match, letters) -> None:
    with pytest.raises(BadDraft):
        save_draft(uid=match.uid, user=south(match), letters=letters)
    assert not SetupDraft.objects.exists()


def test_drafts_are_for_those_who_place(match) -> None:
    with pytest.raises(NotSeated):
        save_draft(uid=match.uid, user=person(), letters=HALF)
    ready(match, SOUTH)
    with pytest.raises(NotPlacing):
        save_draft(uid=match.uid, user=south(match), letters=HALF)
    other = match_between(south(match), north(match))
    with pytest.raises(NotPlacing):
        save_draft(uid=other.uid, user=south(match), letters=HALF)


def test_a_complete_draft_is_warned_about(match) -> None:
    user = south(match)
    save_draft(uid=match.uid, user=user, letters="AXBDDBXAPCTTEEKPHSLFMJG")
    facts = board_facts(match.uid, user, now=NOON)
    assert facts.cautions == ("flag-without-support", "both-bridges-blocked")
    save_draft(uid=match.uid, user=user, letters="AXBDDBXAPCTTEEKPHSLFMJ.")
    assert board_facts(match.uid, user, now=NOON).cautions == ()


def test_nobody_sees_kinds_before_the_end(match) -> None:
    ready(match, SOUTH)
    for viewer in (Viewer.of(Seat(NORTH)), BYSTANDER):
        view: Any = Referee(match).view(viewer)
        assert view["ready"] == [True, False]
        assert all(piece["kind"] is None for piece in view["pieces"])


# Formations


def keep(user, name: str, letters: str = FORTRESS, **how: bool) -> None:
    formations.keep_formation(user_id=user.pk, game="gunjin", name=name, letters=letters, **how)


def test_formations_are_kept_overwritten_renamed_and_forgotten() -> None:
    ann = person("ann")
    keep(ann, "wall")
    keep(ann, "wall")  # once more the same: nothing to ask
    with pytest.raises(FormationInTheWay):
        keep(ann, "wall", HAMMER)
    assert Formation.objects.get().letters == FORTRESS
    keep(ann, "wall", HAMMER, may_replace=True)
    keep(ann, "door", SCOUTS)
    formations.rename_formation(user_id=ann.pk, game="gunjin", name="wall", to="a wall")
    kept = [(one.name, one.letters) for one in Formation.objects.all()]
    assert kept == [("a wall", HAMMER), ("door", SCOUTS)]
    formations.forget_formation(user_id=ann.pk, game="gunjin", name="door")
    assert Formation.objects.count() == 1


def test_formations_are_ones_own() -> None:
    ann, bob = person("ann"), person("bob")
    keep(ann, "wall")
    with pytest.raises(NoSuchFormation):
        formations.forget_formation(user_id=bob.pk, game="gunjin", name="wall")
    with pytest.raises(NoSuchFormation):
        formations.rename_formation(user_id=bob.pk, game="gunjin", name="wall", to="mine")
    keep(bob, "wall", HAMMER)
    assert Formation.objects.get(user=ann).letters == FORTRESS


def test_twenty_formations_may_be_kept() -> None:
    ann = person()
    for number in range(20):
        keep(ann, f"number {number}")
    with pytest.raises(TooManyFormations):
        keep(ann, "one more")
    keep(ann, "number 7", HAMMER, may_replace=True)
    formations.forget_formation(user_id=ann.pk, game="gunjin", name="number 7")
    keep(ann, "one more")


def test_a_name_is_given_once_and_to_whole_armies() -> None:
    ann = person()
    keep(ann, "wall")
    keep(ann, "door")
    with pytest.raises(FormationNameTaken):
        formations.rename_formation(user_id=ann.pk, game="gunjin", name="door", to="wall")
    with pytest.raises(IncompleteFormation):
        keep(ann, "half", HALF)
    with pytest.raises(NotPlacing):
        formations.keep_formation(user_id=ann.pk, game="xiongqi", name="x", letters="x")


def test_formations_go_with_the_account() -> None:
    ann = person()
    keep(ann, "wall")
    ann.delete()
    assert not Formation.objects.exists()
