"""A game that is played alone opens to visitors like the others."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

from games.match.models import Match
from tests.kit.browsing import browser

pytestmark = pytest.mark.django_db


def test_a_visitor_begins_the_first_stage_as_a_guest() -> None:
    cache.clear()
    client = browser()
    html = client.get("/campaign/").content.decode()
    stage = re.findall(r'name="stage" value="([^"]+)"', html)[0]
    key = re.findall(r'name="key" value="([^"]+)"', html)[0]
    answer = client.post("/campaign/start/", {"stage": stage, "key": key})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.uid}/"
    assert match.players.exclude(user=None).get().user.is_guest
