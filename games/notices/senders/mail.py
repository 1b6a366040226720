"""By e-mail."""

from __future__ import annotations

from games.notices.models import Delivery
from games.notices.presenters.mails import mail_for
from games.notices.services.post import Came


def send(delivery: Delivery) -> Came:
    """Hand the mail over to the mail server."""
    mail_for(delivery.notice).send()
    return Came(Delivery.Outcome.SENT)
