"""Giving up: at any time while it is played, never afterwards."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from engines.registry import engine_for
from games.bots.models import BotTurn
from games.match.changes import ending
from games.match.exceptions import MatchNotActive, NotSeated, StaleMove
from games.match.sealed import SealedPly, SealedPosition
from games.match.status import Status
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.browsing import BoardPage
from tests.kit.builders import (
    NOON,
    everything,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
    terms,
)

pytestmark = pytest.mark.django_db


def resign(match, user):
    ending.resign(uid=match.uid, user=user, now=NOON)
    match.refresh_from_db()


@pytest.mark.parametrize(("seat", "results"), [(0, ["lost", "won"]), (1, ["won", "lost"])])
def test_either_seat_resigns_whoever_is_to_move(match, seat, results) -> None:
    resign(match, [south, north][seat](match))
    assert (match.status, match.ended_how) == (Status.FINISHED, "resignation")
    assert [player.result for player in match.players.all()] == results
    assert not match.players.filter(is_to_act=True).exists()
    assert Notice.objects.filter(kind="match-over").count() == 2
    assert faults_of(match) == []


def test_a_resignation_is_a_ply_of_its_own(match) -> None:
    play(match, "e3e4")
    resign(match, south(match))
    assert list(SealedPly.objects.values_list("number", "seat", "move")) == [
        (1, 0, "e3e4"),
        (2, 0, None),
    ]
    assert match.plies == 2


def test_keys_of_moves_never_stand_in_the_way_of_a_resignation(match) -> None:
    for seat, text in enumerate(("e3e4", "e6e5")):
        submit(match, [south, north][seat](match), text, key="conceded-3")
    resign(match, south(match))
    assert match.status == Status.FINISHED


def test_after_a_resignation_nothing_more_happens(match) -> None:
    resign(match, south(match))
    before = everything()
    for user in (south(match), north(match)):
        with pytest.raises(MatchNotActive):
            resign(match, user)
        with pytest.raises(MatchNotActive):
            submit(match, user)
    assert everything() == before


def test_the_debt_of_a_bot_ends_with_the_match() -> None:
    match = match_with_bot(person("ann"))
    submit(match, south(match))
    assert BotTurn.objects.exists()
    resign(match, south(match))
    assert not BotTurn.objects.exists()


@pytest.mark.parametrize("stranger", [AnonymousUser, lambda: person("carol")])
def test_only_players_resign(match, stranger) -> None:
    user = stranger()
    before = everything()
    with pytest.raises(NotSeated):
        resign(match, user)
    assert everything() == before


def test_an_invitation_is_withdrawn_not_resigned() -> None:
    ann = person("ann")
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    with pytest.raises(MatchNotActive):
        resign(invitation, ann)


def test_a_stale_page_cannot_play_on(match) -> None:
    play(match, "e3e4", "e6e5")
    with pytest.raises(StaleMove):
        submit(match, south(match), "d3d4", seat_ply=1)


@pytest.mark.parametrize(
    ("seat", "ended_how", "results"),
    [(0, "no-force", ["drawn", "drawn"]), (1, "resignation", ["won", "lost"])],
)
def test_whoever_cannot_lose_by_the_rules_draws(match, seat, ended_how, results) -> None:
    engine = engine_for("xiongqi", match.rules_version)
    alone = engine.codec.dump_position(engine.codec.read("g7/8/8/8/8/8/8/1R5G S"))
    SealedPosition.objects.filter(match=match).update(data=alone)
    resign(match, [south, north][seat](match))
    assert (match.status, match.ended_how) == (Status.FINISHED, ended_how)
    assert [player.result for player in match.players.all()] == results
    if ended_how == "no-force":
        html = BoardPage(match, south(match)).html()
        assert "One side resigned, but the other had too few pieces left to win: a draw." in html
