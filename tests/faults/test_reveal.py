"""The plug is pulled while a match ends: result and reveal are there together, or neither.

`make faults` pulls it a hundred times (JINYA_REVEAL_KILLS).
"""

from __future__ import annotations

import os
from datetime import timedelta
from functools import partial
from itertools import cycle, islice

import pytest

from games.match.models import Commitments, Match
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from tests.faults.crashing import Point, dies
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, everything, person, play
from tests.kit.gunjin import ARMIES, OCCUPATION, gunjin_match, place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

LATER = NOON + timedelta(hours=1)
COMMIT = "django.db.backends.base.base.BaseDatabaseWrapper.commit"
BEFORE = (
    Point("games.match.referee.Referee._record", after=True),
    Point("games.match.changes.settling._commit"),
    Point("games.match.changes.settling._commit", after=True),
    Point("games.match.changes.turns.settle", after=True),
    Point(COMMIT),
)
AFTER = (Point(COMMIT, after=True), Point("games.common.live._send"))
POINTS = (*BEFORE, *AFTER)
KILLS = max(int(os.environ.get("JINYA_REVEAL_KILLS", "0")), len(POINTS))


def is_revealed(match: Match) -> bool:
    """Whether anybody who asks is told anything that was hidden; all of it, then."""
    match.refresh_from_db()
    row = Commitments.objects.get(match=match)
    html = [
        match.status == Status.FINISHED,
        row.openings is not None,
        browser().get(f"/matches/{match.uid}/record.json").status_code == 200,
        "Unknown piece" not in BoardPage(match).html(),
    ]
    assert len(set(html)) == 1, html
    return html[0]


def test_the_result_and_the_reveal_come_together_or_not_at_all() -> None:
    for point in islice(cycle(POINTS), KILLS):
        match = gunjin_match(person(), person(), *OCCUPATION[:-1])
        before = everything()
        assert dies(point, partial(play, match, OCCUPATION[-1], now=LATER)), point
        assert is_revealed(match) == (point in AFTER), point
        if point in BEFORE:
            assert everything() == before, point
            play(match, OCCUPATION[-1], now=LATER)
        assert is_revealed(match), point
        assert faults_of(match) == [], point


def test_play_begins_with_all_commitments_or_not_at_all() -> None:
    for point in islice(cycle(POINTS), KILLS):
        match = gunjin_match(person(), person(), is_placed=False)
        place(match, 0)
        before = everything()
        assert dies(point, partial(place, match, 1, ARMIES[1])), point
        assert Commitments.objects.filter(match=match).exists() == (point in AFTER), point
        if point in BEFORE:
            assert everything() == before, point
            place(match, 1)
        assert faults_of(Match.objects.get(pk=match.pk)) == [], point
