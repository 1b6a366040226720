"""A bot written from the docs alone plays every game, from the challenge to the result.

The gate sees the first plies, and gives up then; JINYA_WHOLE_MATCHES=1 plays to the end.
"""

from __future__ import annotations

import os
import random

import pytest
from django.utils import timezone

from accounts.sign_in.tokens import make_token
from engines.catalogue import GAMES
from games.match.models import Match
from tests.api.docs_bot import DocsBot
from tests.kit.builders import person
from tests.kit.stages import FIRST, pay_all
from tests.site import Site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.gate]
DUELS = [meta.slug for meta in GAMES if len(meta.seats) == 2 and not meta.solo]
IS_WHOLE = bool(os.environ.get("JINYA_WHOLE_MATCHES"))
MOST = 3000 if IS_WHOLE else 16
"""Turns of both, after which one gives up."""


def bot(site: Site, seed: int) -> DocsBot:
    user, scopes = person(), ("read", "play", "challenge")
    token = make_token(user=user, name="bot", scopes=scopes, days=30, now=timezone.now())[1]
    return DocsBot(site.url, token, random.Random(seed))


def finish(uid: str, one: DocsBot) -> Match:
    """The match once it is over; given up where the gate does not wait for that."""
    if not one.ask("GET", f"/matches/{uid}")["result"]:
        assert not IS_WHOLE
        one.ask("POST", f"/matches/{uid}/resign")
    match = Match.objects.get(uid=uid)
    assert match.status == "finished"
    return match


@pytest.mark.parametrize("game", DUELS)
def test_two_of_them_play_a_match(site: Site, game: str) -> None:
    one, other = bot(site, 1), bot(site, 2)
    uid = one.begin(other, game)
    for _turn in range(MOST // 2):
        if one.turn(uid).get("result") or other.turn(uid).get("result"):
            break
    match = finish(uid, one)
    print(f"{game}: {one.plies} and {other.plies} plies, ended by {match.ended_how}")
    assert min(one.plies, other.plies) >= 2, "a match of Seichu may be over after a few"


def test_one_plays_a_stage_of_the_campaign(site: Site) -> None:
    one = bot(site, 3)
    uid = one.ask("POST", f"/campaign/stages/{FIRST}")["match"]
    match = Match.objects.get(uid=uid)
    for _turn in range(MOST):
        pay_all(match, now=timezone.now())  # as a worker does
        if one.turn(uid).get("result"):
            break
    match = finish(uid, one)
    print(f"nation: {one.plies} plies, ended by {match.ended_how}")
    assert one.plies >= 4
