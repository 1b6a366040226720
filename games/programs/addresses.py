"""The address of a bot account: named and ended by its owner, and asked whether it is there."""

from __future__ import annotations

import time
from datetime import datetime

from accounts.models import User
from games.endpoints.services import bots
from games.endpoints.services.bots import Reply
from games.endpoints.services.signing import BadAddress, UnknownName, check_address
from games.notices.choices import set_reachable
from games.notices.events import Channel
from games.notices.services.asking import ask_for_turns
from games.notices.services.notifying import NoticeKind, tell
from games.programs import selectors
from games.programs.exceptions import AddressNotFound, AddressRefused, NoAddress, NotABot
from games.programs.models import BotAccount
from queues.sweeps import each
from queues.transactions import writing

MOST_PINGS = 50
"""Addresses asked in one sweep."""

SHIFT = 20.0
"""Seconds after which a sweep leaves the others to the next."""


def name_address(*, user: User, url: str, now: datetime) -> str:
    """Post the turns of the bot account to *url* from now on, those that wait first.

    The secret, told this once. Raises NotABot, AddressRefused or AddressNotFound.
    """
    _check_bot(user)
    try:
        check_address(url)  # looks its name up, which may take seconds: nobody else waits for that
    except UnknownName as error:
        raise AddressNotFound from error
    except BadAddress as error:
        raise AddressRefused from error
    with writing():
        secret = bots.set_address(user=user, url=url, now=now)
        set_reachable(user.pk, Channel.PROGRAM, is_there=True)
        ask_for_turns(user.pk, now, anew=True)
    return secret


def end_address(*, user: User) -> None:
    """Post nothing there any more; the program plays by the API alone. Raises NotABot."""
    _check_bot(user)
    forget_address(user)


def forget_address(user: User) -> None:
    """Post nothing to the account's address any more, if it has one."""
    with writing():
        bots.remove_address(user=user)
        set_reachable(user.pk, Channel.PROGRAM, is_there=False)


def renew_secret(*, user: User, now: datetime) -> str:
    """Return a new secret, told this once; the old one signs as well for a day, or until it is
    ended. Raises NotABot or NoAddress."""
    _check_bot(user)
    secret = bots.renew_secret(user=user, now=now)
    if not secret:
        raise NoAddress
    return secret


def end_old_secret(*, user: User) -> None:
    """Let the old secret sign no more. Raises NotABot."""
    _check_bot(user)
    bots.end_secret(user=user)


def start_again(*, user: User, now: datetime) -> None:
    """Switch an address on again that was silent for too long. Raises NotABot or NoAddress."""
    _check_bot(user)
    with writing():
        if not bots.start_again(user=user, now=now):
            raise NoAddress
        set_reachable(user.pk, Channel.PROGRAM, is_there=True)
        ask_for_turns(user.pk, now, anew=True)


def ping_addresses(now: datetime) -> int:
    """Ask the addresses whose time has come whether they are there; how many were asked."""
    until = time.monotonic() + SHIFT

    def ask(user_id: int) -> int:
        if time.monotonic() > until:
            return 0
        reply = bots.ping(user_id, now)
        if reply is not None:
            note_reply(user_id, reply, now)
        return reply is not None

    return each(bots.due_for_ping(now, MOST_PINGS), ask, what="address to ping")


def note_reply(user_id: int, reply: Reply, now: datetime) -> None:
    """Do what follows: of an address that is back all turns are asked for, of one that is switched
    off the owner is told."""
    if reply.is_back:
        ask_for_turns(user_id, now, anew=False)
    if reply.is_stopped:
        with writing():
            set_reachable(user_id, Channel.PROGRAM, is_there=False)
            account = selectors.account_of(user_id)
            if account is not None:
                tell(
                    user=account.owner,
                    kind=NoticeKind.BOT_STOPPED,
                    person=account.user,
                    subject=f"bot {user_id} {now:%Y%m%dT%H%M%S}",
                    now=now,
                )


def _check_bot(user: User) -> None:
    account = selectors.account_of(user.pk)
    if account is None or account.state != BotAccount.State.ALLOWED:
        raise NotABot
