"""The address of a bot account as its owner reads of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.refusals import refusal_sentence
from games.endpoints.selectors import bot_addresses_of

if TYPE_CHECKING:
    from games.endpoints.models import BotAddress
    from games.programs.models import BotAccount


@dataclass(frozen=True, slots=True)
class TroubleLine:
    """Something that went wrong."""

    at: datetime
    match: str
    """The uid; "" where no match was asked about."""
    text: str


@dataclass(frozen=True, slots=True)
class AddressPanel:
    """How an address stands."""

    url: str
    answered_at: datetime | None
    silent_since: datetime | None
    stopped_at: datetime | None
    old_until: datetime | None
    """Until when the old secret signs as well; None where none does."""
    troubles: Sequence[TroubleLine]


@dataclass(frozen=True, slots=True)
class OwnBot:
    """A bot account on the page of its owner."""

    account: BotAccount
    address: AddressPanel | None


def own_address(user_id: int, now: datetime) -> AddressPanel | None:
    """Return the address of one bot account; None where it has none."""
    row = bot_addresses_of([user_id]).get(user_id)
    return _panel(row, now) if row else None


def with_addresses(bots: Sequence[BotAccount], now: datetime) -> list[OwnBot]:
    """Return somebody's bots, each with its address."""
    rows = bot_addresses_of([bot.user_id for bot in bots])
    return [
        OwnBot(bot, _panel(rows[bot.user_id], now) if bot.user_id in rows else None) for bot in bots
    ]


def _panel(row: BotAddress, now: datetime) -> AddressPanel:
    return AddressPanel(
        url=row.url,
        answered_at=row.sent_at,
        silent_since=row.failing_since,
        stopped_at=row.stopped_at,
        old_until=row.old_until if len(row.secrets_at(now)) > 1 else None,
        troubles=[_line(*each) for each in row.troubles],
    )


def _line(at: str, match: str, code: str, detail: str) -> TroubleLine:
    return TroubleLine(datetime.fromisoformat(at), match, trouble_sentence(code, detail))


def trouble_sentence(code: str, detail: str) -> str:
    """Return what went wrong, in words for the owner."""
    if code == "silent":
        return _silence(detail)
    return _sentences().get(code) or refusal_sentence(code)


def _sentences() -> dict[str, str]:
    return {
        "too-large": _("The answer was too large: 4096 bytes at most are read."),
        "no-json": _("The answer was no JSON."),
        "no-action": _("The answer had no “action”: a text of at most 200 characters."),
        "no-move": _("The answer was not a move in this game."),
        "not-open": _("The move that was answered was not open."),
        "late": _("The time ran out before the answer came."),
    }


def _silence(detail: str) -> str:
    """Return why there was no answer: by its status, or by our own word for it."""
    if detail.isdigit():
        return _("The address answered with the status %(status)s.") % {"status": detail}
    return {
        "name not found": _("The address leads to no host."),
        "no connection": _("There was no connection to the address."),
        "address not public": _("The address does not lead to a public host."),
    }.get(detail) or _("No whole answer came within five seconds.")
