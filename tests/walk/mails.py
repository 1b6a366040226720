"""The mails that the site has sent, as its folder has them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from itertools import count
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.running.processes import free_port
from tests.walk.walking import House


@contextmanager
def mail_server(folder: Path) -> Iterator[str]:
    """The address of a mail server that puts what it gets into a folder."""
    folder.mkdir()
    numbers = count()

    class Keep:
        async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
            (folder / f"{next(numbers):06}").write_bytes(envelope.original_content or b"")
            return "250 OK"

    server = Controller(Keep(), hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        yield f"smtp://127.0.0.1:{server.port}"
    finally:
        server.stop()


def letters_to(house: House, address: str) -> list[str]:
    """The texts of all mails to *address*, as far as they have come."""
    found = []
    for file in sorted((house.folder / "mail").glob("*")):
        for raw in file.read_bytes().split(b"-" * 79 + b"\n"):
            message = message_from_bytes(raw, policy=default)
            if address in str(message["To"] or ""):
                body = message.get_body(("plain",))
                found.append(body.get_content() if body is not None else raw.decode())
    return found
