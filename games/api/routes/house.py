"""What the site is: its games and clocks, and its own description."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from games.api.authorization import door
from games.api.presenters import house_json
from games.api.schemas import HouseOut

router = Router(tags=["House"])


@router.get("/games", url_name="games", summary="Games and clocks", **door(None, HouseOut))
def games(request: HttpRequest) -> HouseOut:
    """What is played here, with its options, and by which clocks."""
    return house_json()
