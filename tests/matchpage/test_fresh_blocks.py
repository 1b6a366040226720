"""Whoever is blocked from watching loses the board at once, and also where word of it is lost."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.common import live, rechecks
from games.match.models import Match
from games.people.services import block_person
from tests.kit.builders import match_between, person
from tests.kit.sockets import Page, open_page

pytestmark = pytest.mark.django_db(transaction=True)

NEVER = 3600.0


@pytest.fixture(params=["word", "looks"])
def word_arrives(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets learn of it by word alone, or by their own looks alone."""
    if request.param == "word":
        monkeypatch.setattr(rechecks, "EVERY", NEVER)
    else:
        monkeypatch.setattr(rechecks, "EVERY", 0.05)
        monkeypatch.setattr(live, "_send", lambda group, message: None)


async def watched(name: str) -> tuple[Any, Any, Page]:
    """A player, somebody of that name who watches (a visitor without one), and their board."""

    def made() -> tuple[Any, Any, Any]:
        south = person("south")
        return south, person(name) if name else None, match_between(south, person("north"))

    south, eve, match = await sync_to_async(made)()
    page = await open_page(f"/ws/matches/{match.uid}/", eve)
    await page.receive_json_from()
    return south, eve, page


@pytest.mark.parametrize("who_blocks", ["player", "onlooker"])
async def test_a_fresh_block_closes_the_board_of_who_watches(
    word_arrives: None, who_blocks: str
) -> None:
    south, eve, page = await watched("eve")
    pair = (
        {"user": south, "person": eve} if who_blocks == "player" else {"user": eve, "person": south}
    )
    await sync_to_async(block_person)(**pair, kinds=["watch"])
    assert await page.close_code() == 4410
    again = await open_page(page.scope["path"], eve)
    assert await again.close_code() == 4404


async def test_a_block_of_another_kind_closes_nothing(word_arrives: None) -> None:
    south, eve, page = await watched("eve")
    await sync_to_async(block_person)(user=south, person=eve, kinds=["talk"])
    assert await page.receive_nothing(timeout=0.3)
    await page.disconnect()


async def test_a_match_hidden_in_silence_closes_the_boards_of_visitors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rechecks, "EVERY", 0.05)
    _south, _nobody, page = await watched("")
    await sync_to_async(Match.objects.update)(hidden_at=timezone.now())
    assert await page.close_code() == 4404
