"""Mails whose headers every server takes: no header begins with an empty line."""

from __future__ import annotations

from email.header import decode_header, make_header
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives


class FoldedMessage(EmailMessage):
    """A mail that folds its headers by the length of their names as well.

    Django folds without the name, and a first part that does not fit beside it then moves to the
    second line, which some servers refuse.
    """

    def message(self, **how: Any) -> Any:
        """Return the mail as it is sent."""
        made = super().message(**how)
        made.policy = made.policy.clone(max_line_length=None)  # or it is folded once more
        for name, value in made.items():
            folded = make_header(decode_header(value), header_name=name).encode()
            made.replace_header(name, folded.lstrip())
        return made


class FoldedAlternatives(FoldedMessage, EmailMultiAlternatives):
    """Such a mail in plain text and in HTML."""
