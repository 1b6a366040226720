"""The board of a match that is over, as a picture."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from accounts.sign_in.tokens import Scope
from games.api.authorization import door
from games.api.routes.matches import Ply
from games.boards.kit.faces import PIECE_SETS
from games.boards.socialpictures import social_picture
from games.matchpage.presenters.sharing import shared_picture
from games.matchpage.selectors.board import shared_facts

router = Router(tags=["Matches"])
SVG, PNG = "image/svg+xml", "image/png"


@router.get(
    "/matches/{slug:uid}/picture",
    url_name="picture",
    summary="The board as a picture",
    **door(Scope.READ, str, kinds=(SVG, PNG)),
)
def picture(
    request: HttpRequest,
    uid: str,
    ply: Ply = None,
    eyes: Annotated[str, Query(max_length=10)] = "",
    pieces: Annotated[str, Query(max_length=20)] = PIECE_SETS[0],
    kind: Literal["svg", "png"] = "svg",
) -> HttpResponse:
    """The board of a match that is over, at its end or after ply `ply`, the same for everybody.

    `eyes` is a side's name, to look at it as that side did; `pieces` is a piece set.
    """
    facts = shared_facts(uid, now=timezone.now(), after_ply=ply, eyes=eyes)
    drawing = shared_picture(facts, pieces if pieces in PIECE_SETS else PIECE_SETS[0])
    if kind == "png":
        return HttpResponse(social_picture(str(drawing)), content_type=PNG)
    return HttpResponse(drawing, content_type=SVG)
