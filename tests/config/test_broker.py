"""A queue that goes away and comes back ends no worker."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from kombu import Connection
from kombu.transport import redis

from config import broker

LOST: Any = SimpleNamespace(connection=SimpleNamespace(client=None))
"""What a channel is after its connection was lost."""


def test_addresses_of_redis_lead_to_our_transport() -> None:
    for scheme in ("redis", "rediss"):
        assert Connection(f"{scheme}://127.0.0.1:1/0").get_transport_cls() is broker.Transport
    assert broker.Transport.Channel is broker.Channel


def test_kombu_still_needs_it() -> None:
    """If this fails, `config.broker` can go."""
    with pytest.raises(AttributeError, match="hostname"):
        redis.Channel._connparams(LOST)


def test_what_is_done_after_the_connection_was_lost_connects_again() -> None:
    without: Any = SimpleNamespace(connection=None)
    for lost in (LOST, without):
        with pytest.raises(broker.Transport.connection_errors):
            broker.Channel._connparams(lost)
