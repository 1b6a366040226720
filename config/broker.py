"""Redis as the queue's transport: a connection that is lost can be had again, whoever uses it."""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as Lost


class Channel(redis.Channel):
    """A channel that raises an error Celery reconnects for when it is used after its connection was
    lost, such as to acknowledge a task that ends then. kombu itself (up to 5.7.0) raises an
    AttributeError there, which ends the worker."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        transport = self.connection
        if transport is None or transport.client is None:
            raise Lost("the connection to the queue was lost")
        found: dict[str, Any] = super()._connparams(asynchronous)
        return found


class Transport(redis.Transport):
    """With these channels."""

    Channel = Channel
