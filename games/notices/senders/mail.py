"""By e-mail: one mail for all that is owed to a reader."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected

from games.notices.models import Delivery
from games.notices.presenters.mails import mail_for
from games.notices.services.bounces import stop_mail_to, without_addresses
from games.notices.services.post import Came, Unsure

PERMANENT = 500
"""Answers of a mail server from here on are for good."""


def send(delivery: Delivery) -> Came:
    """Hand the mail over to the mail server."""
    user = delivery.notice.user
    notices = [one.notice for one in delivery.together]
    mail = mail_for(user, notices, key=f"news-{delivery.pk}", now=delivery.taken_at)
    try:
        mail.send()
    except SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()), (0, b""))
        return _refused(delivery, code, said)
    except SMTPResponseException as error:
        return Came("", f"{error.smtp_code}")
    except (TimeoutError, SMTPServerDisconnected) as error:
        raise Unsure(type(error).__name__) from error
    return Came(Delivery.Outcome.SENT)


def _refused(delivery: Delivery, code: int, said: bytes | str) -> Came:
    """The server knows no such address, now or for good."""
    words = said.decode(errors="replace") if isinstance(said, bytes) else said
    told = f"{code} {without_addresses(words)}"
    if code < PERMANENT:
        return Came("", told)
    stop_mail_to(delivery.notice.user.email, told, delivery.taken_at)
    return Came(Delivery.Outcome.FAILED, told)
