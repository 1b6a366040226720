"""Are PostgreSQL and Redis there? If not: what is missing, and status 1."""

from __future__ import annotations

import sys

import psycopg
import redis

POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"


def main() -> int:
    """0 when both answer."""
    missing = []
    try:
        psycopg.connect(POSTGRESQL, connect_timeout=5).close()
    except psycopg.OperationalError as error:
        missing.append(f"PostgreSQL at {POSTGRESQL}: {error}")
    try:
        redis.Redis.from_url(REDIS, socket_timeout=5).ping()
    except redis.RedisError as error:
        missing.append(f"Redis at {REDIS}: {error}")
    for line in missing:
        print(f"Cannot reach {line}")
    if missing:
        print("Start them, or set JINYA_SKIP_PRODUCTION_STACK=1 to leave this part out.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
