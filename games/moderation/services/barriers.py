"""Barriers: told by anybody, answered by mail where there is an address."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts import mail
from games.common.exceptions import GamesError
from games.moderation.models import Barrier
from games.moderation.services.log import Facts, NotAllowed, Why, check_right, write
from queues.transactions import writing


class NoAnswer(GamesError):
    sentence = _("Write an answer.")
    status = 422


@dataclass(frozen=True, slots=True)
class BarrierRequest:
    """A barrier as somebody tells of it."""

    text: str
    page: str = ""
    address: str = ""


def tell_of_barrier(asked: BarrierRequest, now: datetime) -> Barrier:
    """Keep what somebody tells; staff find it in their queue."""
    with writing():
        return Barrier.objects.create(
            page=asked.page,
            text=asked.text,
            address=asked.address,
            language=get_language() or "en",
            made_at=now,
        )


def answer_barrier(*, key: int, why: Why, answer: str, now: datetime) -> None:
    """Answer by mail in the language it was told in and forget the address; without one, close it.

    Raises NotAllowed, NoReason or NoAnswer.
    """
    check_right(why, "work_reports")
    with writing():
        row = Barrier.objects.select_for_update().filter(pk=key, answered_at=None).first()
        if row is None:
            raise NotAllowed
        if row.address:
            if not answer.strip():
                raise NoAnswer
            context = {"question": row.text, "answer": answer.strip()[:2000]}
            with override(row.language):
                mail.write("moderation/email/barrier_answered", row.address, context)
        row.answered_at, row.address = now, ""
        row.save()
        write(why, "barrier-answered", now=now, facts=Facts(after={"barrier": row.pk}))
