"""Every field that is stored or told says who may know it. What has no label may not exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from engines.core.seats import BYSTANDER, Seat, Viewer
from games.selectors.boards import BoardFacts, PlayerFacts, WatchedMatch
from games.selectors.desks import MatchRow
from tests.noninterference.worlds import HIDDEN_GAMES, engine_of, some_world

PUBLIC, OWNER, STAFF, NOBODY = "public", "owner", "staff", "nobody"
"""Everybody; the user the row or the facts are for; staff with the right to look; the referee."""

ROWS = {
    "Match": {
        PUBLIC: "uid game rules_version options time_control status created_at started_at ended_at "
        "ended_how plies deadline is_setting_up draw_offered_by rematch_of rematch_offered_by",
        OWNER: "secret request_key",
        STAFF: "id",
    },
    "Player": {
        PUBLIC: "match seat user bot is_to_act result bank clock_started_at deadline has_moved "
        "placed_by_house draws_barred",
        OWNER: "seen_end_at",
        STAFF: "id",
    },
    "Commitments": {PUBLIC: "match digests openings"},
    "BotTurn": {STAFF: "id match seat due_at hinted_until thinking_until attempts"},
    "Notice": {OWNER: "user match kind subject made_at read_at", STAFF: "id"},
    "Delivery": {
        STAFF: "id notice channel due_at hinted_until sending_until attempts settled_at outcome"
    },
    "HouseHealth": {STAFF: "id last_beat healthy_since"},
    "SetupDraft": {OWNER: "match user letters", NOBODY: "id"},
    "Formation": {OWNER: "user game name letters", NOBODY: "id"},
    "GuessMark": {OWNER: "match user piece ply kind square made_at", NOBODY: "id"},
    "MatchNote": {OWNER: "match user text", NOBODY: "id"},
    "SealedPosition": {NOBODY: "match seed schema data plies seat_plies versions"},
    "SealedPly": {NOBODY: "id match number seat seat_ply move key made_at"},
    "SealedEvent": {NOBODY: "id match ply order kind public private"},
}

FACTS = {
    # what is PUBLIC follows from public rows; what is OWNER's, from the viewer's view or own rows
    BoardFacts: {
        PUBLIC: "uid game rules_version status players draw_offered_by ended_how winners "
        "time_control started_at ended_at rematch_uid rematch_offered_by now is_setting_up "
        "commitments",
        OWNER: "version seat view news reveal legal seat_ply viewed_ply may_resign may_offer_draw "
        "may_rematch secret preparation cautions bluffs guesses eyes",
    },
    PlayerFacts: {
        PUBLIC: "seat name is_bot is_to_act deadline clock_seconds limit result placed_by_house"
    },
    WatchedMatch: {OWNER: "seat version"},
    MatchRow: {
        PUBLIC: "uid game opponent opponent_is_bot status deadline time_control ended_how "
        "created_at started_at ended_at plies is_setting_up",
        OWNER: "seat is_to_act draw_offered rematch_offered result is_new secret view",
    },
}


def labelled(labels: dict[str, str]) -> list[str]:
    """All fields that have a label, in order."""
    return sorted(name for names in labels.values() for name in names.split())


def test_every_stored_field_has_one_label() -> None:
    stored = {
        model.__name__: sorted(field.name for field in model._meta.concrete_fields)
        for model in apps.get_app_config("games").get_models()
    }
    assert stored == {model: labelled(labels) for model, labels in ROWS.items()}


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.__name__)
def test_every_field_for_pages_has_one_label(facts: type[Any]) -> None:
    assert sorted(field.name for field in fields(facts)) == labelled(FACTS[facts])


@pytest.mark.parametrize("game", HIDDEN_GAMES)
def test_whatever_a_game_tells_is_in_its_manifest(game: str) -> None:
    manifest = import_module(f"engines.{game}.manifest")
    listed = {
        release.event: {
            field for other in manifest.RELEASES if other.event == release.event
            for field in other.fields
        }
        for release in manifest.RELEASES
    }  # fmt: skip
    shown = {field for release in manifest.VIEW for field in release.fields}
    engine = engine_of(game)
    for number in range(12):
        world = some_world(engine, b"%032d" % number, 60)
        over = engine.concede(world.position, frozenset({Seat(0)}))
        for step in (*world.steps, over):
            for event in step.events:
                told = {*(event.public or {}), *(f for own in event.private.values() for f in own)}
                assert told <= listed[event.kind], event.kind
        for position in (world.position, over.position):
            for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER):
                view = engine.codec.dump_view(engine.view(position, viewer))
                assert set(paths(view)) <= shown


def paths(told: Any, path: str = "") -> Iterator[str]:
    """Every field of a view, lists written ``[]``."""
    if isinstance(told, dict):
        for key, value in told.items():
            here = f"{path}.{key}" if path else key
            yield here
            yield from paths(value, here)
    elif isinstance(told, list):
        for value in told:
            if isinstance(value, dict):
                yield from paths(value, f"{path}[]")
