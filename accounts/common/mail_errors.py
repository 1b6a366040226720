"""What a mail server meant that does not take our mails."""

from __future__ import annotations

import smtplib


def why_no_mail(error: Exception, *, to: str, sender: str, reason: str) -> str:
    """Return what the server does and which setting may be wrong; *reason* is its first line."""
    match error:
        case smtplib.SMTPAuthenticationError():
            return f"refuses our name and password (JINYA_EMAIL_URL): {error}."
        case smtplib.SMTPNotSupportedError():
            return f"lacks something (JINYA_EMAIL_STARTTLS?): {reason}"
        case smtplib.SMTPRecipientsRefused():
            return f"does not take mails for {to}."
        case smtplib.SMTPSenderRefused():
            return f"takes no mails from {sender} (JINYA_EMAIL_FROM)."
        case _:
            return f"does not work: {reason}"
