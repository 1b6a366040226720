"""All of one's finished matches at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from accounts.models import User
from accounts.sign_in.tokens import Scope
from games.api.authorization import door, owner_of
from games.api.routes.matches import Uid
from games.desk.selectors import own_matches
from games.record.presenters import record_json
from games.record.selectors import match_record

router = Router(tags=["Matches"])
MOST = 100


@router.get(
    "/export",
    url_name="export",
    summary="My finished matches",
    **door(Scope.RECORDS, str, bucket="export", kinds=("application/x-ndjson",)),
)
def export(
    request: HttpRequest,
    game: Annotated[str, Query(max_length=20)] = "",
    after: Uid = "",
    order: Literal["newest", "oldest"] = "oldest",
    limit: Annotated[int, Query(ge=1, le=MOST)] = MOST,
) -> HttpResponse:
    """The records of your finished matches, a line of JSON each (NDJSON); at most a hundred.

    `after` is the `match` of the last line you have.
    """
    user = owner_of(request)
    found = own_matches(
        user.pk, state="finished", game=game, after=after, is_upwards=order == "oldest"
    )
    uids = [seat.match.uid for seat in found[:limit]]
    return HttpResponse(b"".join(_lines(uids, user)), content_type="application/x-ndjson")


def _lines(uids: list[str], user: User) -> Iterator[bytes]:
    for uid in uids:
        record = record_json(match_record(uid, user))
        yield json.dumps(record, ensure_ascii=False).encode() + b"\n"
