"""How a new account becomes a bot account: it asks, its owner says yes, and that is for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.common import events, names
from accounts.models import User
from accounts.sanctions.rights import is_shut_out
from engines.catalogue import GAMES
from games.match.clocks.vacations import give_up_all
from games.match.exceptions import UnknownTerms
from games.match.reading.selectors import matches_of
from games.match.terms.opening import hold
from games.notices.services.notifying import NoticeKind, mark_subject_read, tell
from games.people.selectors import Kind, has_blocked, person_called
from games.programs import selectors
from games.programs.addresses import forget_address
from games.programs.exceptions import (
    AlreadyAsked,
    NameTooLong,
    NoSuchOwner,
    NotABot,
    NotFresh,
    NothingAsked,
    TooManyBots,
)
from games.programs.models import BotAccount, ChallengeRules
from games.programs.rules import Rules
from queues.transactions import writing

if TYPE_CHECKING:
    IsUsed = Callable[[int], bool]

State = BotAccount.State
MOST_BOTS = 3
"""How many bots one may own."""
MOST_WAITING = 10
"""How many may wait for the answer of one person."""

HIGHEST = 4000
"""The highest rating that rules can name."""

_is_used: list[IsUsed] = []


def install(questions: Sequence[IsUsed]) -> None:
    """Let other slices say whether an account has been used there; once, when the site starts."""
    _is_used[:] = questions


def ask(*, user: User, name: str, now: datetime) -> BotAccount:
    """Ask whoever is called *name* to own this account as a bot. Asked twice, it is one request.

    Raises NotFresh, NameTooLong, NoSuchOwner, AlreadyAsked or TooManyBots.
    """
    owner = person_called(name)
    if owner is None or not may_own(owner) or owner.pk == user.pk:
        raise NoSuchOwner
    with writing():
        held = {one.pk: one for one in hold(user, owner)}
        before = selectors.account_of(user.pk)
        if before is not None:
            if before.state == State.ASKED and before.owner_id == owner.pk:
                return before
            raise AlreadyAsked
        _check_can_become(held[user.pk])
        if selectors.waiting_for(owner.pk).count() >= MOST_WAITING:
            raise TooManyBots
        made = BotAccount.objects.create(user=user, owner=owner, asked_at=now)
        if not has_blocked(owner.pk, user.pk, Kind.CHALLENGE):
            tell(
                user=owner,
                kind=NoticeKind.BOT_ASKED,
                person=user,
                subject=_subject(user.pk),
                now=now,
            )
        events.note("bot-asked", user=user.pk, by=owner.pk)
    return made


def allow(*, owner: User, key: int, now: datetime) -> User:
    """Say yes: the account is a bot account from now on, and its name says so.

    Said twice, it is said once. Raises NothingAsked, NoSuchOwner, TooManyBots, NotFresh or
    NameTooLong.
    """
    with writing():
        row = BotAccount.objects.filter(pk=key, owner=owner).first()
        if row is None:
            raise NothingAsked
        held = {one.pk: one for one in hold(User(pk=row.user_id), owner)}
        row = BotAccount.objects.filter(pk=key, owner=owner).first()
        if row is None:
            raise NothingAsked
        user = held[row.user_id]
        if row.state == State.ALLOWED:
            return user
        if not may_own(held[owner.pk]):
            raise NoSuchOwner
        if selectors.bots_of(owner.pk).count() >= MOST_BOTS:
            raise TooManyBots
        _check_can_become(user)
        row.state, row.allowed_at = State.ALLOWED, now
        row.save(update_fields=["state", "allowed_at"])
        user.name, user.is_program = names.marked(user.name), True
        user.night_from = user.night_to = None
        user.save(update_fields=["name", "is_program", "night_from", "night_to"])
        give_up_all(user)
        mark_subject_read(owner.pk, _subject(user.pk), now)
        events.note("bot-allowed", user=user.pk, by=owner.pk)
    return user


def drop(*, user: User, key: int, now: datetime) -> None:
    """Take one's own request back, or decline somebody's. Raises NothingAsked."""
    with writing():
        rows = BotAccount.objects.filter(Q(user=user) | Q(owner=user), pk=key, state=State.ASKED)
        row = rows.select_for_update(of=("self",)).first()
        if row is None:
            raise NothingAsked
        row.delete()
        mark_subject_read(row.owner_id, _subject(row.user_id), now)


def close(user: User) -> None:
    """Whoever is deleted is asked to own nothing any more, and answers no challenge by rules."""
    with writing():
        BotAccount.objects.filter(owner=user, state=State.ASKED).delete()
        ChallengeRules.objects.filter(bot__user=user).delete()
        forget_address(user)


def _subject(user_id: int) -> str:
    """Return what an owner is told about, once for each account however often it asks."""
    return f"bot {user_id}"


def set_rules(*, user: User, rules: Rules | None, declines: bool = True) -> None:
    """Let the bot account answer challenges by these rules, or by none.

    Raises NotABot, or UnknownTerms for rules that nothing could fit.
    """
    with writing():
        bot = selectors.account_of(user.pk)
        if bot is None or bot.state != State.ALLOWED:
            raise NotABot
        if rules is None:
            ChallengeRules.objects.filter(bot=bot).delete()
            return
        _check_rules(rules)
        fields = {**asdict(rules), "games": list(rules.games), "declines": declines}
        ChallengeRules.objects.update_or_create(bot=bot, defaults=fields)


def _check_rules(rules: Rules) -> None:
    chosen = {
        ChallengeRules.Pace: rules.pace,
        ChallengeRules.Rated: rules.rated,
        ChallengeRules.Audience: rules.audience,
    }
    if any(value not in choices.values for choices, value in chosen.items()):
        raise UnknownTerms
    ends = [end for end in (rules.low, rules.high) if end is not None]
    if ends != sorted(ends) or any(not 0 <= end <= HIGHEST for end in ends):
        raise UnknownTerms
    if not set(rules.games) <= {meta.slug for meta in GAMES}:
        raise UnknownTerms


def may_own(user: User) -> bool:
    """Return whether the user could answer for a bot."""
    is_person = not (user.is_guest or user.is_program or user.is_child)
    return is_person and user.is_active and not is_shut_out(user)


def _check_can_become(user: User) -> None:
    """Raises what keeps the held user from being a bot account."""
    if any((user.is_guest, user.is_staff, user.is_program, user.is_child, not user.is_active)):
        raise NotFresh
    if matches_of(user.pk).exists() or any(is_used(user.pk) for is_used in _is_used):
        raise NotFresh
    if selectors.waiting_for(user.pk).exists() or selectors.bots_of(user.pk).exists():
        raise NotFresh
    if len(names.marked(user.name)) > names.MAX_LENGTH:
        raise NameTooLong
