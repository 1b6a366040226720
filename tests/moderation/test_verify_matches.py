"""`verify_matches` finds any stored field that does not follow from the play."""

from __future__ import annotations

import random
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, models, transaction

from games.bots.models import BotTurn
from games.match.changes import ending
from games.match.changes.deadlines import flag_if_overdue, pass_deadline
from games.match.changes.ending import cancel_running
from games.match.models import Match, Player
from games.match.sealed import SealedPly, SealedPosition
from games.match.status import Status
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    REPETITION,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    submit,
    terms,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    """A match in every stage of life, by name."""
    ann, bob = person("ann"), person("bob")
    matches = {name: match_between(ann, bob) for name in ("running", "drawn", "agreed", "resigned")}
    matches["mated"] = match_between(bob, ann)
    matches["untimed"] = match_between(ann, bob, time_control="none")
    matches["fresh"] = match_between(ann, bob)
    matches["late"] = match_between(ann, bob)
    matches["cancelled"] = match_between(ann, bob)
    matches["bot"] = match_with_bot(ann)
    matches["placing"] = match_between(ann, bob, game="gunjin")
    matches["placed"] = match_between(ann, bob, game="gunjin")
    matches["open"] = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    matches["withdrawn"] = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    for name in ("running", "untimed", "late"):
        play(matches[name], "e3e4", "e6e5", "d3d4")
    play(matches["drawn"], *REPETITION)
    play(matches["mated"], *QUICK_MATE)
    play(matches["agreed"], "e3e4")
    submit(matches["bot"], ann)
    matches["lesson"] = opening.create_lesson_match(
        user=ann, terms=terms(), plies=LESSON, level="easy", now=NOON
    )
    for name in ("placing", "placed"):
        submit(matches[name], bob, "setup:ATBDDBTAPCFXXEKPHSLGMJE")
    flag_if_overdue(uid=matches["placed"].uid, now=NOON + timedelta(days=3))
    ending.offer_draw(uid=matches["running"].uid, user=bob, now=NOON)
    ending.offer_draw(uid=matches["agreed"].uid, user=bob, now=NOON)
    ending.accept_draw(uid=matches["agreed"].uid, user=ann, now=NOON)
    ending.resign(uid=matches["resigned"].uid, user=ann, now=NOON)
    opening.ask_rematch(uid=matches["mated"].uid, user=ann, now=NOON)
    opening.ask_rematch(uid=matches["mated"].uid, user=bob, now=NOON)
    late = matches["late"]
    pass_deadline(late, list(late.players.all()), now=NOON + timedelta(days=30))
    cancel_running(matches["cancelled"], list(matches["cancelled"].players.all()), now=NOON)
    opening.cancel_invitation(uid=matches["withdrawn"].uid, user=ann, now=NOON)
    return matches


def verify():
    out, status = StringIO(), 0
    try:
        call_command("verify_matches", stdout=out)
    except SystemExit as end:
        status = int(end.code or 0)
    return out.getvalue().splitlines(), status


def test_a_house_in_order_is_said_to_be(house) -> None:
    assert verify() == (["16 matches looked at, 0 faulty"], 0)


def test_an_empty_house_is_in_order() -> None:
    assert verify() == (["0 matches looked at, 0 faulty"], 0)


def test_each_faulty_match_has_one_line_and_the_command_fails(house) -> None:
    broken = [house["running"], house["mated"]]
    SealedPly.objects.filter(match__in=broken, number=1).update(move="a1a2")
    lines, status = verify()
    assert status == 1
    assert [line.split(":")[0] for line in lines[:-1]] == [match.uid for match in broken]
    assert "its plies do not lead to the stored position" in lines[0]
    assert lines[-1] == "16 matches looked at, 2 faulty"


UNCHECKED = {
    # a name, a request or a count of its own: nothing else in the site follows from it
    Match: {
        *("id", "uid", "secret", "request_key", "rematch_of", "rated", "event", "is_practised"),
        "is_bounded",  # by when it began
    },
    Player: {
        *("id", "match", "user", "draws_barred", "seen_end_at", "desk_mark"),
        # how turns were answered: the deadlines they were held against are gone since, and
        # what is taken back still counts
        *("answers", "missed", "acted_at"),
    },
    SealedPosition: {"match", "seed", "versions"},  # without chance in the rules, no seed shows
    SealedPly: {"pk", "match", "key"},
    BotTurn: {
        *("id", "match", "due_at", "hinted_until", "held_until", "attempts"),
        *("answer", "answer_ply", "set_aside_in"),
    },
}
LESSON = ("e3e4", "e6e5")
FLIPS = [
    (model, field)
    for model, unchecked in UNCHECKED.items()
    for field in model._meta.fields
    if field.name not in unchecked
]
FAR = timedelta(days=400)


def another_value(field: models.Field, value: Any, chance: random.Random) -> object:
    """Something else of the right type, far enough off to matter."""
    if field.name == "game":
        return "chess"
    if field.name.endswith(("_offered_by", "_asked_by")):
        return 7  # another seat would be an offer like any other
    if isinstance(field, models.JSONField):
        return corrupted(value, chance)
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.IntegerField):
        return (value or 0) + 1
    if isinstance(field, models.DurationField):
        return FAR if value is None else None
    if isinstance(field, models.DateTimeField):
        return NOON if value is None else value + FAR
    return ("x" + (value or ""))[: field.max_length]


def corrupted(value: Any, chance: random.Random) -> object:
    """JSON with one leaf changed."""
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return {**value, key: corrupted(value[key], chance)}
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        return [*value[:place], corrupted(value[place], chance), *value[place + 1 :]]
    if isinstance(value, str) and value:
        place = chance.randrange(len(value))
        return value[:place] + ("b" if value[place] != "b" else "c") + value[place + 1 :]
    if isinstance(value, int):
        return value + 1
    return {"x": 1}


def owner(row):
    return row if isinstance(row, Match) else row.match


def matters(row, field) -> bool:
    """Whether something follows from this field in this stage of the match."""
    match = owner(row)
    if isinstance(row, SealedPly):
        return field.name != "made_at" or row.number < match.plies
    if field.name in ("created_at", "started_at", "ended_at"):
        return match.status == Status.FINISHED
    if field.name == "clock_started_at":
        return match.time_control != "none" or row.clock_started_at is None
    return True


def is_found(model, field, chance) -> bool:
    """Flip *field* of some row: the audit finds it, or the database does not even take it."""
    row = chance.choice([row for row in model.objects.order_by("pk") if matters(row, field)])
    value = another_value(field, getattr(row, field.attname), chance)
    try:
        with transaction.atomic():
            model.objects.filter(pk=row.pk).update(**{field.attname: value})
            faults = faults_of(Match.objects.get(pk=owner(row).pk))
            transaction.set_rollback(True)
    except IntegrityError:
        return True
    return bool(faults)


def test_any_flipped_field_is_found(house) -> None:
    chance = random.Random(20261120)
    flips = [*FLIPS, *(chance.choice(FLIPS) for _time in range(100 - len(FLIPS)))]
    missed = [
        (model.__name__, field.name) for model, field in flips if not is_found(model, field, chance)
    ]
    assert sorted(set(missed)) == []
    assert verify()[1] == 0


def test_a_lost_row_is_found(house) -> None:
    for model in (SealedPosition, SealedPly, Player, BotTurn):
        row = model.objects.order_by("match__status", "pk").first()
        match = owner(row)
        row.delete()
        assert faults_of(Match.objects.get(pk=match.pk)) != [], model


def test_a_made_up_ply_is_found(house) -> None:
    for name in ("running", "mated", "resigned"):
        ply = SealedPly.objects.filter(match=house[name]).last()
        ply.number, ply.seat_ply, ply.key = ply.number + 1, ply.seat_ply + 1, "new"
        ply.save(force_insert=True)
        assert faults_of(house[name]) != [], name


def test_a_fault_tells_nothing_of_the_position(house) -> None:
    SealedPosition.objects.update(data={"secret": "the empress stands on e5"})
    lines, _status = verify()
    assert all("empress" not in line for line in lines)


def test_requests_of_one_moment_may_be_taken_the_other_way_round() -> None:
    """A ply is not older than the one before it, whichever request arrived first."""
    match, moment = match_between(person(), person()), NOON + timedelta(seconds=2)
    play(match, "e3e4", now=moment)
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    match.refresh_from_db()
    assert match.ended_at == moment
    assert faults_of(match) == []


def test_no_plies_were_given_in_a_match_that_has_not_begun(house) -> None:
    open_match = Match.objects.filter(status=Status.OPEN).first()
    assert open_match
    Match.objects.filter(pk=open_match.pk).update(given_plies=1)
    assert faults_of(Match.objects.get(pk=open_match.pk))
