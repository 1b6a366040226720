"""An OpenID Connect provider on this machine, with keys and tokens that are real."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client

from config.oidc import Provider

CLIENT, SECRET = "the-house", "a secret of the site"
KEYS = {kid: rsa.generate_private_key(65537, 2048) for kid in ("theirs", "forged")}


@dataclass
class Person:
    """Who is signed in over there, and what is said of them."""

    sub: str = "u-17"
    claims: dict[str, Any] = field(default_factory=dict)


@dataclass
class OpenIdHouse:
    """What it answers can be changed while it runs."""

    origin: str = ""
    person: Person = field(default_factory=Person)
    token: dict[str, Any] = field(default_factory=dict)
    """Claims of the id token that are otherwise than they should be."""
    key: str = "theirs"
    replaced: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """Answers in place of the right ones, by path."""
    asked: list[str] = field(default_factory=list)
    challenge: str = ""

    @property
    def provider(self) -> Provider:
        """What an operator writes into the settings."""
        return Provider("school", "School", self.origin, CLIENT, SECRET)

    def answer(self, path: str, form: dict[str, list[str]], bearer: str) -> Any:
        """Return what lies at *path*; None for nothing."""
        if path == "/.well-known/openid-configuration":
            ends = {"authorization": "auth", "token": "token", "userinfo": "me"}
            said = {f"{name}_endpoint": f"{self.origin}/{end}" for name, end in ends.items()}
            return {**said, "issuer": self.origin, "jwks_uri": f"{self.origin}/keys"}
        if path == "/keys":
            public = KEYS["theirs"].public_key()
            return {"keys": [{**jwt.algorithms.RSAAlgorithm.to_jwk(public, True), "kid": "theirs"}]}
        if path == "/me" and bearer == "Bearer opens-me":
            return {"sub": self.person.sub, **self.person.claims}
        if path == "/token" and self._is_challenge_of(form.get("code_verifier", [""])[0]):
            now = int(time.time())
            claims = {"iss": self.origin, "aud": CLIENT, "iat": now, "exp": now + 60}
            claims = {**claims, "sub": self.person.sub, **self.token}
            signed = jwt.encode(claims, KEYS[self.key], "RS256", {"kid": "theirs"})
            return {"access_token": "opens-me", "token_type": "Bearer", "id_token": signed}
        return None

    def _is_challenge_of(self, verifier: str) -> bool:
        digest = hashlib.sha256(verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=") == self.challenge

    def go(self, client: Client, **form: str) -> Any:
        """Press the button, sign in there, and come back."""
        page = client.post("/accounts/by/school/", form)
        if page.status_code != 200:
            return page
        query = parse_qs(urlsplit(page.context["away"]).query)
        self.challenge = query["code_challenge"][0]
        back = urlsplit(query["redirect_uri"][0]).path
        return client.get(back, {"state": query["state"][0], "code": "c"})


@contextmanager
def open_id_house() -> Iterator[OpenIdHouse]:
    """Run it on a free port of this machine."""
    house = OpenIdHouse()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            form = parse_qs(self.rfile.read(length).decode())
            path = urlsplit(self.path).path
            house.asked.append(path)
            said = house.answer(path, form, self.headers.get("Authorization", ""))
            right = (200 if said is not None else 400, json.dumps(said).encode())
            status, text = house.replaced.get(path, right)
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "http://127.0.0.1:9/")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_POST = do_GET  # noqa: N815 - as the server calls it

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    house.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield house
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
