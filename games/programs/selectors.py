"""Whose bot an account is, which bots somebody has, and how a bot answers challenges."""

from __future__ import annotations

from django.db.models import QuerySet

from games.programs.models import BotAccount, ChallengeRules
from games.programs.rules import ACCEPT, Asked, Rules, answer

State = BotAccount.State


def account_of(user_id: int) -> BotAccount | None:
    """Return what the user has asked for, or the bot account that it is; with its owner."""
    return BotAccount.objects.filter(user_id=user_id).select_related("owner").first()


def owner_name(user_id: int) -> str:
    """Return who owns the bot account; "" where it is none."""
    row = account_of(user_id)
    return row.owner.name if row and row.state == State.ALLOWED else ""


def bots_of(owner_id: int) -> QuerySet[BotAccount]:
    """Return the bot accounts of somebody, closed ones left out."""
    return _of(owner_id).filter(state=State.ALLOWED)


def waiting_for(owner_id: int) -> QuerySet[BotAccount]:
    """Return who has asked somebody to be their bot and waits for the answer."""
    return _of(owner_id).filter(state=State.ASKED)


def _of(owner_id: int) -> QuerySet[BotAccount]:
    rows = BotAccount.objects.filter(owner_id=owner_id, user__is_active=True)
    return rows.select_related("user").order_by("pk")


def rules_of(user_id: int) -> ChallengeRules | None:
    """Return the rules by which the bot account answers challenges; None where it has set none."""
    return ChallengeRules.objects.filter(bot__user_id=user_id).first()


def answer_by_rules(user_id: int, asked: Asked) -> str:
    """`ACCEPT`, a reason to decline, or "" where the challenge is left to wait."""
    row = rules_of(user_id)
    if row is None:
        return ""
    rules = Rules(row.games, row.pace, row.rated, row.audience, row.low, row.high)
    reply = answer(rules, asked)
    return reply if reply == ACCEPT or row.declines else ""


def with_rules() -> QuerySet[ChallengeRules, int]:
    """Return the users that answer challenges by rules."""
    return ChallengeRules.objects.values_list("bot__user", flat=True)
