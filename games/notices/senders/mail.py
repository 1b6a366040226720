"""By e-mail: one mail for all that is owed to a reader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import Any

from django.core.mail import EmailMessage, get_connection

from games.notices.models import Delivery
from games.notices.presenters.mails import mail_for
from games.notices.services.bounces import stop_mail_to, without_addresses
from games.notices.services.post import Came, Unsure

PERMANENT = 500
"""Answers of a mail server from here on are for good."""

READY = 250
"""What a mail server answers when it is asked whether it is still there."""


class Line:
    """The connection to the mail server that mails after one another share."""

    def __init__(self) -> None:
        self._connection: Any = None

    def send(self, mail: EmailMessage) -> None:
        """Send *mail*, by a new connection if there is none that works."""
        if self._connection is not None and not _is_there(self._connection):
            self.hang_up()
        if self._connection is None:
            connection = get_connection()
            connection.open()
            self._connection = connection
        mail.connection = self._connection
        try:
            mail.send()
        except SMTPRecipientsRefused:
            raise  # the server itself is well
        except BaseException:
            self.hang_up()
            raise

    def hang_up(self) -> None:
        """Leave it; whatever goes wrong then matters no more."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
        except (SMTPException, OSError):
            pass


def _is_there(connection: Any) -> bool:
    """Asked before each mail but the first: one may never know whether a mail was taken by a
    server that hangs up while it is handed over."""
    wire = getattr(connection, "connection", None)
    if wire is None:  # no mail server, but a folder
        return True
    try:
        return bool(wire.noop()[0] == READY)
    except (SMTPException, OSError):
        return False


_line: ContextVar[Line | None] = ContextVar("line", default=None)


@contextmanager
def line() -> Iterator[Line]:
    """Inside, all mails go through one connection, while it works."""
    kept = Line()
    token = _line.set(kept)
    try:
        yield kept
    finally:
        _line.reset(token)
        kept.hang_up()


def send(delivery: Delivery) -> Came:
    """Hand the mail over to the mail server, by the line that is open or one for it alone."""
    open_line = _line.get()
    if open_line is None:
        with line() as own:
            return _send(delivery, own)
    return _send(delivery, open_line)


def _send(delivery: Delivery, by: Line) -> Came:
    user = delivery.notice.user
    mail = mail_for(
        user,
        [one.notice for one in delivery.together],
        key=f"news-{delivery.name}",
        now=delivery.taken_at,
        boards=delivery.boards,
    )
    try:
        by.send(mail)
    except SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()), (0, b""))
        return _refused(delivery, code, said)
    except SMTPResponseException as error:
        if isinstance(error, SMTPDataError) and _is_about_address(error):
            return _refused(delivery, error.smtp_code, error.smtp_error)
        return Came("", f"{error.smtp_code}")
    except (TimeoutError, SMTPServerDisconnected) as error:
        raise Unsure(type(error).__name__) from error
    return Came(Delivery.Outcome.SENT)


def _is_about_address(error: SMTPResponseException) -> bool:
    """Return whether a server that has heard the mail says that nobody is there (RFC 3463: 5.1)."""
    said = error.smtp_error
    words = said.decode(errors="replace") if isinstance(said, bytes) else said
    return error.smtp_code >= PERMANENT and words.startswith("5.1.")


def _refused(delivery: Delivery, code: int, said: bytes | str) -> Came:
    """The server knows no such address, now or for good."""
    words = said.decode(errors="replace") if isinstance(said, bytes) else said
    sentence = f"{code} {without_addresses(words)}"
    if code < PERMANENT:
        return Came("", sentence)
    stop_mail_to(delivery.notice.user.mail_reader.email, sentence, delivery.taken_at)
    return Came(Delivery.Outcome.FAILED, sentence)
