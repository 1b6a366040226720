"""The worker dies in the middle of a round of Nation: the round is finished, and once.

A match follows from what the player does, so it can be compared with one whose worker lived. `make
faults` kills it fifty times here (JINYA_ROUND_KILLS), and fifty times in sites under load.
"""

from __future__ import annotations

import os
from datetime import timedelta
from functools import partial
from itertools import cycle, islice

import pytest

from games.bots import services as bots
from games.bots.models import BotTurn
from games.match.models import Match
from games.match.sealed import SealedPly
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.faults.crashing import Point, dies
from tests.kit.builders import NOON, person
from tests.kit.stages import do, locked_stage, pay_all

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

STAGE = "heart-of-the-map"
"""Four nations of the site against one."""
ROUND = ("command:tax", "train")
POINTS = (
    Point("queues.leases.claim", after=True),
    Point("queues.leases.hold", after=True, time=5),
    Point("games.bots.services._answer", time=2),
    Point("games.bots.thinking.choose", after=True, time=3),
    Point("games.match.changes.turns.settle", after=True, time=4),
    Point("django.db.backends.base.base.BaseDatabaseWrapper.commit", time=7),
    Point("django.db.backends.base.base.BaseDatabaseWrapper.commit", after=True, time=6),
    Point("games.common.live._send", time=5),
    Point("games.bots.services._pay", after=True, time=8),
)
KILLS = max(int(os.environ.get("JINYA_ROUND_KILLS", "0")), len(POINTS))


def plies(match: Match) -> list[tuple[int, int, str]]:
    rows = SealedPly.objects.filter(match=match).order_by("number")
    return list(rows.values_list("number", "seat", "move"))


def sweep_for_two_minutes() -> None:
    """What beat and a worker do in the two minutes after."""
    for seconds in range(0, 121, 2):
        now = NOON + timedelta(seconds=seconds)
        for debt_id in bots.lease_owed_turns(now=now):
            bots.play_bot_turns(debt_id=debt_id, now=now)


def test_a_round_is_finished_once_wherever_its_worker_dies() -> None:
    twin = locked_stage(person(), STAGE)
    lengths = [len(plies(twin))]
    for text in ROUND:
        do(twin, text)
    pay_all(twin)
    expected = plies(twin)
    for point in islice(cycle(POINTS), KILLS):
        match = locked_stage(person(), STAGE)
        assert plies(match) == expected[: lengths[0]]
        for text in ROUND:
            do(match, text)
        debt = BotTurn.objects.get()
        assert dies(point, partial(bots.play_bot_turns, debt_id=debt.pk, now=NOON)), point
        assert lengths[0] + len(ROUND) <= len(plies(match)) < len(expected), f"not amid it: {point}"
        sweep_for_two_minutes()
        assert plies(match) == expected, point
        assert not BotTurn.objects.exists(), point
        assert match.notices.filter(kind=Notice.Kind.YOUR_TURN).count() == 2, point
        match.refresh_from_db()
        assert faults_of(match) == [], point


def test_two_workers_play_a_round_once() -> None:
    """The second comes by while the first is in the middle of it."""
    match = locked_stage(person(), STAGE)
    for text in ROUND:
        do(match, text)
    debt = BotTurn.objects.get()
    choose, seconds = bots.thinking.choose, []

    def disturbed(question: bots.thinking.Question) -> str:
        seconds.append(bots.play_bot_turn(debt_id=BotTurn.objects.get().pk, now=NOON))
        return choose(question)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bots.thinking, "choose", disturbed)
        paid = bots.play_bot_turns(debt_id=debt.pk, now=NOON)
    assert paid == len(seconds) > 4
    assert not any(seconds)
    assert not BotTurn.objects.exists()
    assert faults_of(Match.objects.get(pk=match.pk)) == []
