"""The owner of the token."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from games.api.authorization import door
from games.api.presenters import account_json
from games.api.schemas import AccountOut

router = Router(tags=["Account"])


@router.get("/account", url_name="account", summary="My account", **door(None, AccountOut))
def account(request: HttpRequest) -> AccountOut:
    """The owner of the token, what it may do, and until when."""
    return account_json(request.api_token)  # type: ignore[attr-defined]
