"""The kinds of one side's pieces are marked: no mark gets into another's browser.

Looked at is whatever a browser makes of the match: what it reads out and describes, the tree that
assistive technology is given, what it asks for and keeps.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from engines.core.seats import Seat
from tests.e2e.conftest import NewVisitor
from tests.secrecy.browsers import seen_of
from tests.secrecy.comparing import Pair
from tests.secrecy.house import SEATED
from tests.secrecy.marked_kinds import acts_after, marked, marked_world, match_of, signs_in
from tests.secrecy.worlds import HIDDEN_GAMES

SOUTH, NORTH = Seat(0), Seat(1)
MIDDLE = 2
"""A match some way into it."""


@pytest.fixture(scope="session")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


def places_of_marks(
    site: Any, new_visitor: NewVisitor, game: str, *, closed_to: Seat, moves: int
) -> list[str]:
    """Where marks of North's kinds got, for a visitor and the player who is not *closed_to*."""
    plain = match_of(game, MIDDLE, NORTH)
    with marked(game, NORTH):
        world = marked_world(plain, NORTH)
        acts = acts_after(Pair(world, world, frozenset({NORTH})), moves)
        played = [(Seat(SEATED[act.who]), act.form["move"]) for act in acts]
        pair = Pair(world, world, frozenset({closed_to}))
        noted = seen_of(site, new_visitor, pair, world, played, "one")
    return [received.place for received in noted if signs_in(received.blob)]


@pytest.mark.parametrize("game", HIDDEN_GAMES)
def test_no_mark_gets_into_the_browser_of_another(
    game: str, new_visitor: NewVisitor, site: Any
) -> None:
    assert places_of_marks(site, new_visitor, game, closed_to=NORTH, moves=1) == []


def test_they_are_in_what_the_owner_is_read(new_visitor: NewVisitor, site: Any) -> None:
    found = places_of_marks(site, new_visitor, "gunjin", closed_to=SOUTH, moves=0)
    assert any("accessibility tree of the viewer" in place for place in found)
    assert not any("of the visitor" in place for place in found)
