"""The switches of the whole site, time for everybody, and sign-up for a class."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts import switches
from accounts.models import SiteSwitches
from accounts.sign_in import sign_up_codes
from games.match.clocks.health import owe
from games.match.exceptions import CannotRule
from games.moderation.services.log import Facts, Why, check_right, write
from queues.transactions import writing


@dataclass(frozen=True, slots=True)
class Setting:
    """How all switches are to stand."""

    panic: bool
    no_new_matches: bool
    no_new_guests: bool
    no_new_accounts: bool
    bots_paused: bool
    banner_en: str
    banner_ja: str


def set_switches(*, setting: Setting, why: Why, now: datetime) -> None:
    """Let the switches stand as *setting* says. Raises NotAllowed or NoReason.

    When panic ends, every running clock is given back the time it lasted.
    """
    check_right(why, "switch_site")
    with writing():
        row, _is_new = SiteSwitches.objects.select_for_update().get_or_create(pk=1)
        before = _facts(row)
        if row.panic_since is not None and not setting.panic:
            owe(now - row.panic_since, now)
        row.panic_since = (row.panic_since or now) if setting.panic else None
        row.no_new_matches = setting.no_new_matches
        row.no_new_guests = setting.no_new_guests
        row.no_new_accounts = setting.no_new_accounts
        row.bots_paused = setting.bots_paused
        row.banner_en, row.banner_ja = setting.banner_en[:300], setting.banner_ja[:300]
        row.save()
        write(why, "site-switched", now=now, facts=Facts(before=before, after=_facts(row)))
    switches.forget()


def give_time_to_all(*, hours: int, why: Why, now: datetime) -> None:
    """Give every running clock *hours* more. Raises NotAllowed, NoReason or CannotRule."""
    check_right(why, "switch_site")
    if not 0 < hours <= 24 * 14:
        raise CannotRule
    with writing():
        owe(timedelta(hours=hours), now)
        write(why, "time-for-all", now=now, facts=Facts(after={"hours": hours}))


def _facts(row: SiteSwitches) -> dict[str, Any]:
    return {
        "panic_since": row.panic_since.isoformat() if row.panic_since else None,
        "no_new_matches": row.no_new_matches,
        "no_new_guests": row.no_new_guests,
        "no_new_accounts": row.no_new_accounts,
        "bots_paused": row.bots_paused,
        "banner_en": row.banner_en,
        "banner_ja": row.banner_ja,
    }


def open_sign_up(*, accounts: int, why: Why, now: datetime) -> str:
    """A code by which so many sign up within an hour, from one address if they like.

    Raises NotAllowed, NoReason or CannotRule.
    """
    check_right(why, "switch_site")
    if not 0 < accounts <= sign_up_codes.MOST:
        raise CannotRule
    with writing():
        write(why, "sign-up-opened", now=now, facts=Facts(after={"accounts": accounts}))
        return sign_up_codes.give(accounts, now)
