"""What one was told: the bell, read and marked as read."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from accounts.models import User
from accounts.sign_in.tokens import Scope
from games.api import schemas as out
from games.api.authorization import door, owner_of
from games.api.presenters import notice_json
from games.api.problems import Problem
from games.api.shapes import Schema
from games.notices.selectors import newest_lines, own_notice, unread_notices
from games.notices.services.notifying import mark_all_read, mark_line_read

router = Router(tags=["People"])
NEWEST = 25
"""Lines of the bell, where nothing else is asked for."""


@router.get(
    "/notices", url_name="notices", summary="My notices", **door(Scope.NOTICES, out.NoticesOut)
)
def notices(
    request: HttpRequest, limit: Annotated[int, Query(ge=1, le=100)] = NEWEST
) -> out.NoticesOut:
    """The newest lines of your bell, and how many of all are unread."""
    return _bell(owner_of(request), limit)


class ReadIn(Schema):
    line: Annotated[str, Field(max_length=60)] = ""
    """Which one; all of them if there is none."""


@router.post(
    "/notices",
    url_name="notices",
    summary="Mark notices as read",
    **door(Scope.NOTICES, out.NoticesOut, bucket="write", as_a_page="other"),
)
def mark_notices(request: HttpRequest, body: ReadIn) -> out.NoticesOut:
    """Mark your whole bell as read, or one line: with it all that you were told of its match. What
    is read is not sent by mail any more."""
    user, now = owner_of(request), timezone.now()
    if not body.line:
        mark_all_read(user.pk, now=now)
        return _bell(user)
    notice = own_notice(user.pk, body.line)
    if notice is None:
        raise Problem(404, "not-found")
    mark_line_read(notice, now=now)
    return _bell(user)


def _bell(user: User, most: int = NEWEST) -> out.NoticesOut:
    lines = [*map(notice_json, newest_lines(user.pk, most))]
    return out.NoticesOut(notices=lines, unread=unread_notices(user.pk))
