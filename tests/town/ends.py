"""The other ends of mail, push and webhooks: what they took, in whatever mood they were."""

from __future__ import annotations

import json
import smtplib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.core import mail
from django.core.mail.backends import locmem

from accounts.common import outgoing


class Ends:
    """What they took, by what it is called. *troubled* is the share of what goes wrong; *unsure* is
    told of what they took without saying so, which may come again."""

    def __init__(self, lot: Callable[[], float], troubled: float, unsure: set[str]) -> None:
        self.lot, self.troubled, self.unsure = lot, troubled, unsure
        self.taken: Counter[str] = Counter()
        self.recent: list[str] = []
        """What was taken since this was last emptied."""
        self.moods: Counter[str] = Counter()

    def mood(self, moods: tuple[str, ...]) -> str:
        """How an end is when something comes to it."""
        found = "well"
        if self.lot() < self.troubled:
            found = moods[int(self.lot() * len(moods)) % len(moods)]
        self.moods[found] += 1
        return found

    def take(self, name: str, mood: str) -> None:
        """Note that something was taken."""
        self.taken[name] += 1
        self.recent.append(name)
        if mood != "well":
            self.unsure.add(name)

    def twice(self) -> list[str]:
        """What came more than once though it was taken the first time, and said so."""
        return [name for name, times in self.taken.items() if times > 1 and name not in self.unsure]

    # --- mail

    def send(self, message: Any) -> None:
        """As a mail server takes a mail, or does not."""
        mood = self.mood(("away", "busy", "full", "takes and hangs up"))
        if mood == "away":
            raise ConnectionRefusedError("nobody listens")
        if mood == "busy":
            raise smtplib.SMTPDataError(451, b"4.3.0 try again")
        if mood == "full":
            raise smtplib.SMTPRecipientsRefused({message.to[0]: (452, b"4.2.2 mailbox full")})
        if mood == "takes and hangs up":
            self.unsure.add(message.extra_headers.get("Message-ID", ""))
            mail.outbox.append(message)
            raise smtplib.SMTPServerDisconnected("gone")

    # --- push and webhooks

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> outgoing.Answer:
        """As a push service or somebody's webhook answers, or does not."""
        outgoing.target_of(url)
        mood = self.mood(("away", "busy", "broken", "gone", "takes and hangs up"))
        if mood == "away":
            raise outgoing.Unreachable("no connection")
        if mood == "busy":
            return outgoing.Answer(429, 120)
        if mood == "broken":
            return outgoing.Answer(503)
        if mood == "gone":
            return outgoing.Answer(410)
        name = headers.get("webhook-id") or headers.get("Topic") or ""
        if "webhook-id" in headers:
            json.loads(body)
            self.take(f"webhook {name}", mood)
        if mood != "well":
            raise outgoing.Unreachable("no answer")
        return outgoing.Answer(201)


@contextmanager
def answering(ends: Ends) -> Iterator[Ends]:
    """Inside, mails and posts go to *ends*, whatever address is asked for."""
    send = locmem.EmailBackend.send_messages

    def send_messages(self: Any, messages: Any) -> int:
        sent = 0
        for message in messages:
            ends.send(message)
            sent += send(self, [message])
        return sent

    with (
        patch.object(locmem.EmailBackend, "send_messages", send_messages),
        patch.object(outgoing, "post", lambda *asked: ends.post(*asked)),
        patch.object(outgoing, "resolve", lambda host, port: "93.184.215.14"),
    ):
        yield ends
