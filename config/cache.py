"""Short-lived counts in Redis, and in this process alone while Redis is away."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from config.outages import Breaker, outages

T = TypeVar("T")

MOST_ENTRIES = 100_000  # of a count kept in memory: nobody makes us forget by filling it up
LOCAL_OPTIONS = {"MAX_ENTRIES": MOST_ENTRIES}

breaker = Breaker("the cache", "limits are counted in each process by itself")


class Json:
    """A serializer for values in Redis: JSON, so that nobody who writes there runs code here."""

    def dumps(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


def as_json(value: Any) -> Any:
    """Return *value* as it is read again where it is kept as JSON; TypeError if it cannot be."""
    return json.loads(json.dumps(value))


class MemoryCache(LocMemCache):
    """Django's cache in memory, which takes what Redis would take, and also counts."""

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return super().add(key, as_json(value), timeout, version)

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        super().set(key, as_json(value), timeout, version)

    def count(self, ages: Mapping[str, int]) -> list[int]:
        """Count one more under each key, which is forgotten so many seconds after its first."""
        return [self._one_more(key, age) for key, age in ages.items()]

    def _one_more(self, key: str, age: int) -> int:
        if self.add(key, 1, age):
            return 1
        try:
            return int(self.incr(key))
        except ValueError:  # forgotten between the two steps
            return 1


class RedisCounts(RedisCache):
    """Django's cache in Redis, with connections that outlive a request, which also counts.

    Django makes a cache for each request and thread, and each would connect anew.
    """

    _cache: RedisCacheClient

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._cache = _client_of(server, **params["OPTIONS"])

    def count(self, ages: Mapping[str, int]) -> list[int]:
        """The same as in memory, in one round trip."""
        with self._cache.get_client(write=True).pipeline() as asked:
            for key, age in ages.items():
                name = self.make_and_validate_key(key)
                asked.set(name, 0, ex=age, nx=True)
                asked.incr(name)
            return [int(count) for count in asked.execute()[1::2]]


@cache
def _client_of(server: str, **options: Any) -> RedisCacheClient:
    return RedisCacheClient([server], **options)


class SteadyCache(BaseCache):
    """Django's cache in Redis; what Redis does not answer, a cache in memory does.

    Limits go on to hold while Redis is away, for each process by itself, and no page fails.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = {**params.get("OPTIONS", {}), "serializer": Json}
        self._redis = RedisCounts(server, {**params, "OPTIONS": options})
        self._local = MemoryCache("beside-redis", {**params, "OPTIONS": LOCAL_OPTIONS})

    def _ask(self, question: Callable[[MemoryCache | RedisCounts], T]) -> T:
        if not breaker.lets_through():
            return question(self._local)
        try:
            answer = question(self._redis)
        except outages() as error:
            breaker.failed(error)
            return question(self._local)
        breaker.worked()
        return answer

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda cache: cache.get(key, default, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        return self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._ask(lambda cache: cache.incr(key, delta, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.delete(key, version))

    def count(self, ages: Mapping[str, int]) -> list[int]:
        """Count one more under each key, which is forgotten so many seconds after its first."""
        return self._ask(lambda cache: cache.count(ages))

    def clear(self) -> None:
        self._local.clear()
        return self._ask(lambda cache: cache.clear())
