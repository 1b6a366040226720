"""The mails that the house has sent, as its folder has them."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

from tests.walk.walking import House


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
