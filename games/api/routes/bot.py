"""Bot accounts: asking somebody to own this one, and the rules by which it answers challenges."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router
from pydantic import Field

from accounts.models import User
from accounts.sign_in.tokens import Scope
from games.api.authorization import door, owner_of
from games.api.shapes import Schema
from games.common.filling import filled
from games.programs import addresses, services
from games.programs.presenters import own_address
from games.programs.rules import Rules
from games.programs.selectors import account_of, rules_of

router = Router(tags=["Bot accounts"])
Bound = Annotated[int | None, Field(ge=0, le=services.HIGHEST)]


class RulesOut(Schema):
    """Rules by which challenges are accepted without asking."""

    games: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=20)] = []
    """By their slugs; none stands for all."""
    pace: Literal["", "slow", "live"] = ""
    rated: Literal["", "yes", "no"] = ""
    audience: Literal["anyone", "people", "bots", "followed"] = "anyone"
    low: Bound = None
    high: Bound = None
    declines: bool = True
    """Whether all others are declined, rather than left to wait for you."""


class TroubleOut(Schema):
    """Something that went wrong with an address."""

    at: datetime
    match: str
    """The uid of the match it was asked about; "" for none."""
    text: str


class AddressOut(Schema):
    """Where this account is asked for its moves, and how that address answers."""

    url: str
    secret: str
    """Only in the answer that made it, else "". It signs as Standard Webhooks has it."""
    old_until: datetime | None
    """Until when the secret before signs as well; null where none does."""
    answered_at: datetime | None
    silent_since: datetime | None
    """Since when it has not answered; null while it does."""
    stopped_at: datetime | None
    """When it was switched off, after a week of silence."""
    troubles: list[TroubleOut]
    """The newest twenty, newest first."""


class BotOut(Schema):
    """The steps this account has made towards being a bot account."""

    name: str
    state: str
    """`none`, `asked` or `allowed`."""
    owner: str
    """Who owns it or is asked to; "" for nobody."""
    rules: RulesOut | None
    """Null where no challenge is answered by rules."""
    address: AddressOut | None
    """Null where the account is not asked at an address."""
    closes_at: datetime | None
    """When this account is deleted because its owner's is; null while the owner stays."""


class OwnerIn(Schema):
    """The account that is asked to own the bot."""

    owner: Annotated[str, Field(min_length=1, max_length=100)]


class AddressIn(Schema):
    """What is to be done with the address."""

    do: Literal["set", "renew-secret", "end-old-secret", "start", "remove"] = "set"
    """`renew-secret` makes another secret, beside which the old one signs for a day; `start`
    switches on again what was switched off."""
    url: Annotated[str, Field(max_length=500)] = ""
    """For `set`: a public https address."""


class RulesIn(RulesOut):
    """The rules that stand from now on."""

    on: bool = True
    """False ends them."""


@router.get("/bot", url_name="bot", summary="My bot account", **door(Scope.BOT, BotOut))
def bot(request: HttpRequest) -> BotOut:
    """The state of the bot account, its owner, and how it answers challenges."""
    return _bot_out(owner_of(request))


@router.post(
    "/bot",
    url_name="bot",
    summary="Become a bot account",
    **door(Scope.BOT, BotOut, bucket="write", as_a_page="other"),
)
def become(request: HttpRequest, body: OwnerIn) -> BotOut:
    """Ask the person of that name to own this account, which must have played nothing. Their yes,
    on the page of bot accounts, makes it one for good. Asked twice, it is one request."""
    user = owner_of(request)
    services.ask(user=user, name=body.owner, now=timezone.now())
    return _bot_out(user)


@router.post(
    "/bot/rules",
    url_name="bot-rules",
    summary="Set challenge rules",
    **door(Scope.BOT, BotOut, bucket="write", as_a_page="other"),
)
def set_rules(request: HttpRequest, body: RulesIn) -> BotOut:
    """Let challenges be answered by these rules, in the place of those before."""
    user, fields = owner_of(request), body.dict(exclude={"on", "declines"})
    rules = Rules(**fields) if body.on else None
    services.set_rules(user=user, rules=rules, declines=body.declines)
    return _bot_out(user)


@router.post(
    "/bot/address",
    url_name="bot-address",
    summary="Set the address",
    **door(Scope.BOT, BotOut, bucket="write", as_a_page="other"),
)
def set_address(request: HttpRequest, body: AddressIn) -> BotOut:
    """Let this account be asked for its moves at an https address, in the place of any before: each
    turn is posted there, and the answer `{"action": "..."}` is played."""
    user, now = owner_of(request), timezone.now()
    secret = ""
    match body.do:
        case "set":
            secret = addresses.name_address(user=user, url=body.url, now=now)
        case "renew-secret":
            secret = addresses.renew_secret(user=user, now=now)
        case "end-old-secret":
            addresses.end_old_secret(user=user)
        case "start":
            addresses.start_again(user=user, now=now)
        case "remove":
            addresses.end_address(user=user)
    return _bot_out(user, secret)


def _address_out(user: User, secret: str) -> AddressOut | None:
    shown = own_address(user.pk, timezone.now())
    if shown is None:
        return None
    troubles = [filled(TroubleOut, line) for line in shown.troubles]
    return filled(AddressOut, shown, secret=secret, troubles=troubles)


def _bot_out(user: User, secret: str = "") -> BotOut:
    row, kept = account_of(user.pk), rules_of(user.pk)
    names = (*asdict(Rules()), "declines")
    rules = RulesOut(**{name: getattr(kept, name) for name in names}) if kept else None
    return BotOut(
        name=user.name,
        state=row.state if row else "none",
        owner=row.owner.name if row else "",
        rules=rules,
        address=_address_out(user, secret),
        closes_at=row.owner.leaves_at if row else None,
    )
