"""A crosstable on a phone, both ways round."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games.tournaments.services import beginning, entering
from games.tournaments.services.entering import TournamentRequest
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE
from tests.kit.builders import person, terms

WHERE = """() => {
  const table = document.querySelector(".table-scroll"), met = table.querySelectorAll("thead .met");
  const edge = table.getBoundingClientRect().left;
  return {
    room: table.clientWidth,
    whole: table.scrollWidth,
    met: met[met.length - 1].getBoundingClientRect().right - edge,
  };
}"""


def test_all_meetings_of_eight_are_in_view_on_a_phone(
    new_visitor: NewVisitor, site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)
    now = timezone.now()
    names = ("ann", "bob", "cat", "dan", "eve", "Frederika Longname", "gus", "hal")
    people = [person(name) for name in names]
    asked = TournamentRequest(name="Autumn", terms=terms(key="key-of-this-event"), size=8)
    made = entering.make_tournament(user=people[0], asked=asked, now=now)
    for user in people[1:]:
        entering.enter(uid=made.uid, user=user, now=now)
    beginning.begin_due(now)
    beginning.begin_matches(now)
    page = new_visitor(**PHONE)
    page.goto(f"/events/{made.uid}/")
    upright = page.evaluate(WHERE)
    assert upright["met"] <= upright["room"] + 1
    page.set_viewport_size({"width": 844, "height": 390})
    across = page.evaluate(WHERE)
    assert across["whole"] <= across["room"]
