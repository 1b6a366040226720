"""What programs are answered is the same for twins, byte for byte, and a planted leak is found."""

from __future__ import annotations

from typing import Any

import pytest

from games.api.routes import matches
from games.match.sealed import SealedPosition
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import TALLY
from tests.secrecy.house import stage
from tests.secrecy.surfaces import SHOWING
from tests.secrecy.worlds import HIDDEN_GAMES

pytestmark = pytest.mark.usefixtures("db")
hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)
ASKING = ("south", "north", "stranger")
PROGRAMS = " api:"
"""What is in the name of each cell of an operation for programs."""


@hidden_games
def test_programs_of_twins_are_told_the_same(game: str) -> None:
    TALLY.showing.clear()
    with stage(game) as shown:
        found = drives.everywhere(shown, drives.EVERY[:1], only=PROGRAMS, viewers=ASKING)
        assert list(found) == []
    assert TALLY.showing >= {"api:match", "api:play"}
    assert TALLY.showing - {""} <= SHOWING


def test_a_leak_to_programs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = matches.match_json

    def leaking(facts: Any, **asked: Any) -> Any:
        told = honest(facts, **asked)
        sealed = SealedPosition.objects.get(match__uid=facts.uid)
        return told.model_copy(update={"said": str(sealed.data)})

    monkeypatch.setattr(matches, "match_json", leaking)
    with stage(HIDDEN_GAMES[0]) as shown:
        shown.is_honest = False
        found = drives.everywhere(shown, drives.EVERY[:1], only="get api:match ", viewers=ASKING)
        assert list(found)
