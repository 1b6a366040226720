"""The promise of docs/api.md: what a release describes, later ones still do."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.compatibility import Comparison
from tests.api.kit import described
from tests.upgrade import keep

Json = dict[str, Any]
RELEASES = [release for release in keep.releases() if keep.kept_description(release)]
MOVES = "/api/v1/matches/{uid}/moves"


def test_the_descriptions_of_releases_are_kept() -> None:
    assert "0.2.0" in RELEASES
    assert keep.releases()[keep.releases().index("0.2.0") :] == RELEASES


@pytest.mark.parametrize("release", RELEASES)
def test_nothing_that_a_release_promises_is_taken_back(release: str) -> None:
    assert [*Comparison(json.loads(keep.kept_description(release)), described()).broken()] == []


def shape(api: Json, name: str) -> Json:
    """The fields of a shape, by its name."""
    found: Json = api["components"]["schemas"][name]
    return found


def play(api: Json) -> Json:
    """The operation that plays a move."""
    found: Json = api["paths"][MOVES]["post"]
    return found


def more_needed(api: Json) -> None:
    shape(api, "MoveIn")["properties"]["mood"] = {"type": "string"}
    shape(api, "MoveIn")["required"].append("mood")


def no_more_known(api: Json) -> None:
    shape(api, "MatchOut")["required"].remove("uid")


BROKEN: dict[str, Callable[[Json], Any]] = {
    f"POST {MOVES}: gone": lambda api: api["paths"][MOVES].pop("post"),
    f"POST {MOVES}: called move instead of playMove": lambda api: play(api).update(
        operationId="move"
    ),
    f"POST {MOVES}: needs admin instead of play": lambda api: play(api).update(
        {"x-scope": "admin"}
    ),
    f"POST {MOVES}: header If-Match gone": lambda api: play(api)["parameters"].__delitem__(
        [one["name"] for one in play(api)["parameters"]].index("If-Match")
    ),
    f"POST {MOVES}: query mood needed": lambda api: play(api)["parameters"].append(
        {"in": "query", "name": "mood", "required": True, "schema": {"type": "string"}}
    ),
    f"POST {MOVES}: 409 gone": lambda api: play(api)["responses"].pop("409"),
    f"POST {MOVES} body.mood: needed": more_needed,
    f"POST {MOVES} body.move: gone": lambda api: shape(api, "MoveIn")["properties"].pop("move"),
    f"POST {MOVES} body.move: maxLength 3": lambda api: shape(api, "MoveIn")["properties"][
        "move"
    ].update(maxLength=3),
    "GET /api/v1/matches/{uid} 200.uid: may be missing": no_more_known,
    "GET /api/v1/matches/{uid} 200.version: gone": lambda api: shape(api, "MatchOut")[
        "properties"
    ].pop("version"),
    "GET /api/v1/matches/{uid} 200.version: string instead of integer": lambda api: shape(
        api, "MatchOut"
    )["properties"]["version"].update(type="string"),
    "POST /api/v1/matches/{uid}/draw body.do: only offer": lambda api: shape(api, "DrawIn")[
        "properties"
    ]["do"].update(enum=["offer"]),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_what_is_taken_back_is_named(fault: str) -> None:
    changed = copy.deepcopy(described())
    BROKEN[fault](changed)
    assert fault in [*Comparison(described(), changed).broken()]


def test_what_is_added_breaks_nothing() -> None:
    changed = copy.deepcopy(described())
    changed["paths"]["/api/v1/new"] = {"get": {}}
    shape(changed, "MatchOut")["properties"]["mood"] = {"type": "string"}
    shape(changed, "MatchOut")["required"].append("mood")
    shape(changed, "MoveIn")["properties"]["mood"] = {"type": "string"}
    shape(changed, "DrawIn")["properties"]["do"]["enum"].append("think")
    shape(changed, "ProblemOut")["properties"]["code"]["enum"].append("new-code")
    assert [*Comparison(described(), changed).broken()] == []
