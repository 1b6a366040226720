"""Tables made anew from matches: they agree, and what was broken by hand is repaired."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.match.changes import adjudicating
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.models import Match, Player
from games.match.status import Status
from games.tasks import repair_events
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.pairings import round_robin
from games.tournaments.services import repairing
from queues.transactions import writing
from tests.kit.builders import NOON, QUICK_MATE, play
from tests.tournaments.conftest import Maker, count_differences

pytestmark = pytest.mark.django_db


def repaired() -> str:
    out = StringIO()
    call_command("recompute_events", stdout=out)
    return out.getvalue()


def test_what_is_stored_agrees_and_what_was_broken_is_repaired(
    begun: Maker, four: list[User]
) -> None:
    tournament = begun()
    match = tournament.pairings.get(first__user=four[0], second__user=four[1]).match
    assert match is not None
    play(match, *QUICK_MATE)
    assert "0 rows in 1 tables" in repaired()
    Pairing.objects.filter(match=match).update(outcome="")
    assert repairing.repair_running(NOON) == 1 and repairing.repair_running(NOON) == 0
    assert Pairing.objects.get(match=match).outcome == "first"
    Pairing.objects.filter(match=match).update(outcome="second")
    assert "1 rows in 1 tables" in repaired() and "0 rows in 1 tables" in repaired()
    Pairing.objects.filter(match=match).update(outcome="")
    repair_events()
    assert Pairing.objects.get(match=match).outcome == "first"


def test_an_annulled_match_is_void_and_stays_so(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    match = tournament.pairings.get(first__user=four[0], second__user=four[1]).match
    assert match is not None
    play(match, *QUICK_MATE)
    with writing():
        locked, players = lock_match(uid=match.uid)
        adjudicating.annul(Case(locked, players, NOON))
    assert Pairing.objects.get(match=match).outcome == "void"
    assert "0 rows" in repaired()


@pytest.mark.parametrize(
    "change",
    [
        {"annulled_at": NOON},
        {"status": Status.ACTIVE, "ended_how": ""},
        {"status": Status.ABORTED, "ended_how": "set-up"},
    ],
)
def test_what_the_follower_has_missed_is_found_by_the_sweep(
    begun: Maker, four: list[User], change: dict[str, Any]
) -> None:
    """As if the process had lost the ruling, or the follower had never been called."""
    tournament = begun()
    match = tournament.pairings.get(first__user=four[0], second__user=four[1]).match
    assert match is not None
    if change.get("status") != Status.ABORTED:
        play(match, *QUICK_MATE)
    Match.objects.filter(pk=match.pk).update(**change)
    assert count_differences() == 1
    assert repairing.repair_running(NOON) == 1 and repairing.repair_running(NOON) == 0
    assert count_differences() == 0
    if "annulled_at" in change:
        Match.objects.filter(pk=match.pk).update(annulled_at=None)
        assert repairing.repair_running(NOON) == 1
        assert Pairing.objects.get(match=match).outcome == "first"


@pytest.mark.parametrize(
    ("seed", "tables"),
    [(0, 4), *(pytest.param(seed, 90, marks=pytest.mark.prove) for seed in range(1, 5))],
)
def test_ten_thousand_matches_agree(four: list[User], seed: int, tables: int) -> None:
    """A table has 28 matches, and the night has 360 tables."""
    chance = random.Random(seed)
    for number in range(tables):
        _table(number, four[0], chance)
    assert repairing.repair_all(NOON) == (tables, tables * 8)  # the places are not written yet
    assert repairing.repair_all(NOON) == (tables, 0)
    assert count_differences() == 0
    broken = Pairing.objects.filter(outcome="first")[0]
    Pairing.objects.filter(pk=broken.pk).update(outcome="second")
    assert repairing.repair_all(NOON)[1] == 1


def _table(number: int, user: User, chance: random.Random) -> None:
    """A table of eight that is over, whose results are made up; its places are not written."""
    tournament = Tournament.objects.create(
        key=f"k{number}",
        name="Made up",
        made_by=user,
        game="xiongqi",
        time_control="relaxed",
        size=8,
        state=Tournament.State.OVER,
        created_at=NOON,
        closes_at=NOON,
    )
    entries = [
        Entry(tournament=tournament, bot="easy", entered_at=NOON, number=n) for n in range(8)
    ]
    Entry.objects.bulk_create(entries)
    pairs = round_robin(8)
    matches = Match.objects.bulk_create(
        Match(
            game="xiongqi",
            time_control="relaxed",
            rules_version=1,
            status=Status.FINISHED,
            ended_how="resignation",
            event=tournament.uid,
            created_at=NOON,
            started_at=NOON,
            ended_at=NOON,
        )
        for _pair in pairs
    )
    results = [chance.choice(("won", "lost", "drawn")) for _match in matches]
    other = {"won": "lost", "lost": "won", "drawn": "drawn"}
    Player.objects.bulk_create(
        Player(match=match, seat=seat, bot="easy", result=result if seat == 0 else other[result])
        for match, result in zip(matches, results, strict=True)
        for seat in (0, 1)
    )
    outcomes = {"won": "first", "lost": "second", "drawn": "draw"}
    Pairing.objects.bulk_create(
        Pairing(
            tournament=tournament,
            first=entries[one],
            second=entries[two],
            match=match,
            outcome=outcomes[result],
        )
        for (one, two), match, result in zip(pairs, matches, results, strict=True)
    )
