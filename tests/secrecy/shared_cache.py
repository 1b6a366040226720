"""A greedy shared cache before the site: it keeps all that RFC 9111 lets it keep."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from urllib.parse import urlsplit

BY_HEURISTICS = {200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501}
"""Statuses of answers that may be kept though they say nothing of their age (RFC 9110, 15.1)."""
A_DAY = 86_400.0  # seconds
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"}

Headers = dict[str, str]


@dataclass(frozen=True)
class Answer:
    """What the site has said; names of headers in lower case."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """All values of a header, after each other."""
        return ", ".join(value for key, value in self.headers if key == name)


@dataclass
class CachedAnswer:
    """An answer, and for which question it was given."""

    asked: Headers
    answer: Answer
    since: float = field(default_factory=monotonic)

    def suits(self, asked: Headers) -> bool:
        """Whether it would do for another question, as far as `Vary` says (4.1)."""
        names = [name.strip().lower() for name in self.answer.header("vary").split(",") if name]
        return "*" not in names and all(self.asked.get(n) == asked.get(n) for n in names)

    def is_fresh(self) -> bool:
        """Whether it may be handed on without asking (4.2)."""
        said = directives(self.answer.header("cache-control"))
        return "no-cache" not in said and monotonic() - self.since < lifetime(self.answer)


def directives(text: str) -> dict[str, str]:
    """The parts of a `Cache-Control`."""
    parts = (part.strip().partition("=") for part in text.lower().split(",") if part.strip())
    return {name: value.strip('"') for name, _sign, value in parts}


def lifetime(answer: Answer) -> float:
    """For how many seconds a shared cache may take it for fresh (4.2.1, 4.2.2)."""
    said = directives(answer.header("cache-control"))
    for name in ("s-maxage", "max-age"):
        if name in said:
            return float(said[name])
    if answer.header("expires"):
        try:
            began, ends = (parsedate_to_datetime(answer.header(n)) for n in ("date", "expires"))
        except ValueError:
            return 0.0  # "0" and the like
        return (ends - began).total_seconds()
    return A_DAY


def may_be_kept(asked: Headers, answer: Answer) -> bool:
    """Whether a shared cache may store it (3)."""
    said = directives(answer.header("cache-control"))
    explicit = {"public", "s-maxage", "max-age"} & said.keys() or answer.header("expires")
    return (
        not {"no-store", "private"} & said.keys()
        and "no-store" not in directives(asked.get("cache-control", ""))
        and (answer.status in BY_HEURISTICS or bool(explicit))
        and ("authorization" not in asked or bool({"public", "s-maxage"} & said.keys()))
    )


@dataclass
class SharedCache:
    """Answers for the site at *origin*."""

    origin: str
    is_careful: bool = True
    """Whether it heeds what it is told; a careless one keeps everything by its address."""
    stored: dict[str, list[CachedAnswer]] = field(default_factory=dict)
    handed_on: list[tuple[str, Headers, Headers]] = field(default_factory=list)
    """What was not asked of the site: where, for whom it was made, who got it."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, method: str, target: str, asked: Headers, body: bytes) -> Answer:
        """What is kept and fresh, or what the site says now."""
        if method != "GET":
            answer = self._ask(method, target, asked, body)
            if method != "HEAD" and answer.status < 400:
                self.stored.pop(target, None)  # (4.4)
            return answer
        with self.lock:
            stored = self.stored.get(target, [])
            kept = next((one for one in stored if not self.is_careful or one.suits(asked)), None)
            if kept is None or (self.is_careful and not kept.is_fresh()):
                return self._renewed(target, asked, kept)
            self.handed_on.append((target, kept.asked, asked))
            return kept.answer

    def _renewed(self, target: str, asked: Headers, kept: CachedAnswer | None) -> Answer:
        """What the site says, which may be that what is kept still holds (4.3)."""
        tag = kept.answer.header("etag") if kept else ""
        changed = kept.answer.header("last-modified") if kept else ""
        questions = {"if-none-match": tag, "if-modified-since": changed}
        answer = self._ask("GET", target, {**asked, **{k: v for k, v in questions.items() if v}})
        if kept and answer.status == 304:
            kept.since = monotonic()
            self.handed_on.append((target, kept.asked, asked))
            return kept.answer
        others = [one for one in self.stored.get(target, ()) if one is not kept]
        if not self.is_careful or may_be_kept(asked, answer):
            others.insert(0, CachedAnswer(asked, answer))
        self.stored[target] = others
        return answer

    def _ask(self, method: str, target: str, asked: Headers, body: bytes = b"") -> Answer:
        connection = HTTPConnection(urlsplit(self.origin).netloc, timeout=60)
        try:
            connection.request(method, target, body or None, asked)
            said = connection.getresponse()
            headers = tuple((name.lower(), value) for name, value in said.getheaders())
            return Answer(said.status, headers, said.read())
        finally:
            connection.close()


@contextmanager
def open_cache(cache: SharedCache) -> Iterator[str]:
    """Where the cache can be asked meanwhile: host and port."""

    class Door(BaseHTTPRequestHandler):
        def answer(self) -> None:
            asked = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(asked.pop("content-length", 0)))
            answer = cache.answer(self.command, self.path, asked, body)
            self.send_response_only(answer.status)
            for name, value in answer.headers:
                if name not in HOP_BY_HOP | {"content-length"}:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        do_GET = do_HEAD = do_POST = answer  # noqa: N815 - names of the library

        def log_message(self, *args: object) -> None:
            """Nothing: the tests say what went wrong."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield "{}:{}".format(*server.server_address[:2])
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
