"""The services elsewhere by which people may sign in here (OpenID Connect)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from config.env import Env

NAME = re.compile(r"[a-z][a-z0-9]{0,19}")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Provider:
    """A service that says who somebody is."""

    name: str
    """Stands in addresses and beside what is kept of people, so it stays."""
    label: str
    """What people know it by."""
    issuer: str
    client: str
    secret: str


def providers_of(env: Env) -> tuple[Provider, ...]:
    """Read the providers from the environment; a bad value ends the start with one sentence."""
    names = env.words("OIDC")
    if len(set(names)) < len(names) or not all(map(NAME.fullmatch, names)):
        raise env.refuse(
            "OIDC", "different names of lower-case letters and digits, separated by commas"
        )
    return tuple(_provider(env, name) for name in names)


def by_providers_alone(env: Env, providers: tuple[Provider, ...]) -> bool:
    """Return whether new accounts are made only by signing in with one of *providers*."""
    alone = env.choice("SIGN_UP", "open", ("open", "providers")) == "providers"
    if alone and not providers:
        raise env.refuse("SIGN_UP", "open where JINYA_OIDC names nobody to sign up by")
    return alone


def _provider(env: Env, name: str) -> Provider:
    own = f"OIDC_{name.upper()}_"
    client = env.line(f"{own}CLIENT", "", 200)
    if not client:
        raise env.refuse(f"{own}CLIENT", "what this site is called there, the client id")
    return Provider(
        name=name,
        label=env.line(f"{own}LABEL", name.capitalize(), 40),
        issuer=_issuer(env, f"{own}ISSUER"),
        client=client,
        secret=env.secret(f"{own}SECRET", 8),
    )


def _issuer(env: Env, name: str) -> str:
    """An https address without anything behind its path, or an http one on this machine."""
    example = "https://id.example/realms/go"
    url = env.url(name, ("https", "http"), example)
    is_near = url.scheme == "https" or url.hostname in LOOPBACK
    if not is_near or url.query or url.fragment or "@" in url.netloc:
        raise env.refuse(name, f"an https address like {example}", secret=True)
    return url.geturl().rstrip("/")
