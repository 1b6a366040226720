"""The switches of the whole site, time for everybody, and sign-up for a class."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts import switches
from accounts.models import SiteSwitches
from accounts.sign_in import sign_up_codes
from accounts.switches import PLAIN, Switches
from games.match.clocks.health import owe
from games.match.exceptions import CannotRule
from games.moderation.services.log import Facts, Why, check_right, write
from queues.transactions import writing


def set_switches(*, setting: Switches, why: Why, now: datetime) -> None:
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
        for name in PLAIN:
            setattr(row, name, getattr(setting, name))
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
    since = row.panic_since.isoformat() if row.panic_since else None
    return {"panic_since": since, **{name: getattr(row, name) for name in PLAIN}}


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
