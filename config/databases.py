"""How each kind of database is spoken to."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

import dj_database_url

SQLITE_OPTIONS: dict[str, Any] = {
    # a transaction that will write says so at once, and waits instead of failing half-way
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a confirmed turn survives a power cut
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
POOL = {"min_size": 2, "max_size": 10, "timeout": 10}


def sqlite(path: Path) -> dict[str, Any]:
    """A database in the file *path*."""
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": SQLITE_OPTIONS}


PREPARED: dict[str, Any] = {"server_side_binding": True, "prepare_threshold": 3}
"""A connection plans a statement once, the third time it is asked; that takes both options."""

OPTIONS = frozenset(
    {
        *("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "channel_binding"),
        *("application_name", "connect_timeout", "target_session_attrs", "passfile"),
    }
)
"""What may follow the question mark of a database's address."""

SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


FAILING_OVER: dict[str, Any] = {"target_session_attrs": "read-write", "connect_timeout": 3}
"""With several servers: a standby is passed by, and one that is gone is given up soon."""


class BadOption(ValueError):
    """An option of a database's address that we do not know, or a value that it cannot have."""


def postgresql(
    url: str,
    *,
    pooled: bool,
    lock_timeout: int = 0,
    statement_timeout: int = 0,
    bouncer: bool = False,
) -> dict[str, Any]:
    """The database at *url*: a pool for web processes, one kept connection for a worker.

    Timeouts are in seconds, 0 for none. Behind PgBouncer in transaction mode (*bouncer*) nothing
    may belong to a connection: no cursors on the server, no prepared statements, and the timeouts
    are those of the role.
    Under ASGI every request has a thread context of its own, so connections kept by age
    would never be used again and never be closed. An address may name several servers, of which
    the one that takes writes is spoken to. Raises BadOption, or ValueError for no address.
    """
    split = urlsplit(url)
    _check_options(split.query)
    servers = _servers_of(split)
    login, at, _places = split.netloc.rpartition("@")
    kept = 0 if pooled else 60
    found = dj_database_url.parse(
        split._replace(netloc=f"{login}{at}{servers[0].netloc}").geturl(),
        conn_max_age=kept,
        conn_health_checks=True,  # PostgreSQL may have been restarted
        disable_server_side_cursors=bouncer,
    )
    options: dict[str, Any] = {**found.get("OPTIONS", {})}
    if len(servers) > 1:
        found["HOST"] = ",".join(str(server.hostname) for server in servers)
        found["PORT"] = ",".join(str(server.port or 5432) for server in servers)
        options = FAILING_OVER | options
    timeouts = {"lock_timeout": lock_timeout, "statement_timeout": statement_timeout}
    if not bouncer:
        options |= PREPARED
        options["options"] = " ".join(
            f"-c {name}={seconds}s" for name, seconds in timeouts.items() if seconds
        )
    if pooled:
        options["pool"] = POOL
    return {**found, "OPTIONS": {name: value for name, value in options.items() if value != ""}}


def _servers_of(url: SplitResult) -> list[SplitResult]:
    """Return the servers that *url* names, each as an address. Raises ValueError."""
    servers = [urlsplit(f"//{place}") for place in url.netloc.rpartition("@")[2].split(",")]
    if not all(server.hostname and server.port != 0 for server in servers):
        raise ValueError(url.netloc)
    return servers


def _check_options(query: str) -> None:
    """Raises BadOption with the name of the first option that will not do."""
    for name, values in parse_qs(query, keep_blank_values=True).items():
        if name not in OPTIONS:
            raise BadOption(f"the option {name[:20]!r}, which we do not know")
        if len(values) > 1 or not values[0]:
            raise BadOption(f"the option {name!r} not just once with a value")
        if name == "sslmode" and values[0] not in SSL_MODES:
            raise BadOption("a sslmode that is none of " + ", ".join(SSL_MODES))
