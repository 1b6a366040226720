"""A PostgreSQL database and a Redis database of our own, for as long as they are needed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
from redis import Redis, RedisError

from tests.running import NotReady
from tests.running.reaper import entrust, release

POSTGRES = urlsplit(
    os.environ.get("JINYA_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/")
)
REDIS = urlsplit(os.environ.get("JINYA_TEST_REDIS_URL", "redis://127.0.0.1:6379/"))
REDIS_NUMBERS = range(10, 16)
"""The Redis databases that may be taken, if they are empty."""

ADMIN_URL = urlunsplit(POSTGRES._replace(path="/postgres"))


@contextmanager
def own_database() -> Iterator[str]:
    """The address of a new, empty database on the server we are told of."""
    name = f"jinya_run_{os.getpid()}_{secrets.token_hex(3)}"
    entrust("database", name)
    with psycopg.connect(ADMIN_URL, autocommit=True, connect_timeout=3) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(POSTGRES._replace(path=f"/{name}"))
    finally:
        drop_database(name)
        release("database", name)


def drop_database(name: str) -> None:
    """Away with it, whoever is still connected."""
    with psycopg.connect(ADMIN_URL, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextmanager
def own_redis() -> Iterator[str]:
    """The address of an empty Redis database that is ours for a while; flushed afterwards.

    Two sites in one database would take each other's tasks and do nothing with them.
    """
    url = _claimed()
    entrust("redis", url)
    try:
        yield url
    finally:
        with Redis.from_url(url) as client:
            client.flushdb()
        release("redis", url)


def _claimed() -> str:
    for number in REDIS_NUMBERS:
        url = urlunsplit(REDIS._replace(path=f"/{number}"))
        with Redis.from_url(url, socket_connect_timeout=3) as client:
            if client.dbsize() == 0 and client.set("claimed-by", os.getpid(), nx=True):
                return url
    raise NotReady(f"none of the Redis databases {REDIS_NUMBERS} is empty")


def servers_missing() -> str:
    """Why no site on servers can stand here, or ""."""
    try:
        psycopg.connect(ADMIN_URL, connect_timeout=3).close()
        Redis.from_url(REDIS.geturl(), socket_connect_timeout=3).ping()
    except (psycopg.OperationalError, RedisError) as error:
        return str(error).splitlines()[0]
    return ""
