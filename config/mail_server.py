"""The server that takes our mails, as the environment names it."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote

from config.env import Env

PATIENCE = 10  # seconds


class MailServer(NamedTuple):
    """A mail server: its address, and our name and password there."""

    host: str
    port: int
    user: str
    password: str
    is_tls: bool
    """TLS from the start."""
    is_starttls: bool

    def send(self, mail: EmailMessage) -> None:
        """Hand over *mail*. Raises SMTPException or OSError."""
        trusting = ssl.create_default_context()
        server = (
            smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=trusting)
            if self.is_tls
            else smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        )
        with server:
            if self.is_starttls:
                server.starttls(context=trusting)
            if self.user:
                server.login(self.user, self.password)
            server.send_message(mail)


def mail_server_of(env: Env) -> MailServer:
    """Read the mail server from the environment; a bad value ends the start with one sentence."""
    url = env.url("EMAIL_URL", ("smtp", "smtps"), "smtp://name:password@host:587")
    is_tls = url.scheme == "smtps"
    return MailServer(
        host=url.hostname or "",
        port=url.port or (465 if is_tls else 587),
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        is_tls=is_tls,
        is_starttls=env.flag("EMAIL_STARTTLS", not is_tls),
    )
