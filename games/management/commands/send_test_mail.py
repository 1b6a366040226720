"""Sends a mail as those of news are, to see how it arrives: headers, signatures, look."""

from __future__ import annotations

from argparse import ArgumentParser
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.core.validators import validate_email
from django.utils import timezone

from games.notices.presenters.mails import sample_mail


class Command(BaseCommand):
    help = "Sends one mail of the kind that tells of boards, with made-up lines, to an address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")
        parser.add_argument(
            "--language", choices=[code for code, _name in settings.LANGUAGES], default="en"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        address = options["address"]
        try:
            validate_email(address)
        except ValidationError as error:
            raise CommandError(f"{address} is no e-mail address.") from error
        mail = sample_mail(address, options["language"], now=timezone.now())
        try:
            mail.send()
        except (SMTPException, OSError) as error:
            raise CommandError(f"The mail server did not take it: {error}") from error
        headers = mail.extra_headers
        self.stdout.write(f"Handed over: {mail.subject}")
        self.stdout.write(f"From: {mail.from_email}   To: {address}")
        self.stdout.write(f"Message-ID: {headers['Message-ID']}")
        self.stdout.write(
            "Look at the source of what arrives: spf, dkim and dmarc should say pass, and the"
            " signature should cover List-Unsubscribe and List-Unsubscribe-Post (docs/mail.md)."
        )
