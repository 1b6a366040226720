"""The other ends of the channels: a mail server, and a push service and webhooks behind one port.

They stand in the process that kills the worker, so they outlive it. What arrives for the first
time may find them busy, slow or hanging; when it comes again they are well.
"""

from __future__ import annotations

import socketserver
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SLOWLY = 0.01
"""Seconds before and after each hand-over, so that kills find one under way."""

PATIENCE = 0.5
"""Seconds a worker waits for an answer."""

MOODS = {1: "slow", 4: "busy", 7: "hangs", 9: "takes and hangs"}
"""What of ten that come for the first time finds them in no good mood."""


class Ends:
    """What they took, by channel: how often each id."""

    def __init__(self) -> None:
        self.taken: dict[str, Counter[str]] = {
            name: Counter() for name in ("mail", "push", "webhook")
        }
        self.moods: Counter[str] = Counter()
        self.unanswered: Counter[str] = Counter()
        """By channel: how often they took something and did not say so."""
        self.ports: list[int] = []
        self._seen: dict[str, set[str]] = {name: set() for name in self.taken}
        self._lock = threading.Lock()

    def ask(self, channel: str, name: str, answer: Callable[[bool], None]) -> None:
        """Take what comes under that *name*, or not, and give the answer that goes with it."""
        time.sleep(SLOWLY)
        with self._lock:
            seen = self._seen[channel]
            mood = "" if name in seen else MOODS.get(len(seen) % 10, "")
            seen.add(name)
            self.moods[mood] += 1
            if mood not in ("busy", "hangs"):
                self.taken[channel][name] += 1
            if mood == "takes and hangs":
                self.unanswered[channel] += 1
        if "hangs" in mood:
            time.sleep(3 * PATIENCE)
            return
        time.sleep(PATIENCE / 2 if mood == "slow" else SLOWLY)
        answer(mood != "busy")


@contextmanager
def ends() -> Iterator[Ends]:
    """Inside, they listen: mail at the first of the ports, push and webhooks at the other."""
    found = Ends()

    class Mail(_Mail):
        end = found

    class Posted(_Posted):
        end = found

    class Threads(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

    servers = (
        Threads(("127.0.0.1", 0), Mail),
        ThreadingHTTPServer(("127.0.0.1", 0), Posted),
    )
    for server in servers:
        found.ports.append(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield found
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


class _Mail(socketserver.StreamRequestHandler):
    """As much of SMTP as `smtplib` speaks."""

    end: Ends

    def handle(self) -> None:
        try:
            self._speak()
        except OSError:
            pass  # whoever called is gone

    def _speak(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self._say("354 go on")
                self._take()
            elif word == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        if line:  # else it was cut short
            name = str(message_from_bytes(b"".join(lines))["Message-ID"])
            self.end.ask("mail", name, lambda is_well: self._say(_SAID[is_well]))

    def _say(self, words: str) -> None:
        self.wfile.write(words.encode() + b"\r\n")


_SAID = {True: "250 taken", False: "451 busy"}


class _Posted(BaseHTTPRequestHandler):
    """A push service by the topic of what it is sent, and webhooks by the id."""

    end: Ends

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        if len(self.rfile.read(size)) < size:
            return  # it was cut short
        hook = self.headers["webhook-id"]
        channel, name = ("webhook", hook) if hook else ("push", self.headers["Topic"])
        self.end.ask(channel, name, self._answer)

    def _answer(self, is_well: bool) -> None:
        try:
            self.send_response(201 if is_well else 503)
            self.send_header("Content-Length", "0")
            self.end_headers()
        except OSError:
            pass

    def log_message(self, *_words: Any) -> None:
        """Nothing."""
