"""Calls made at the same moment, in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from games.common.exceptions import GamesError


def at_once(*calls: Callable[[], object]) -> list[Any]:
    """Do all of them in threads that start together; what each returned or was refused with."""
    results: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(number: int, call: Callable[[], object]) -> None:
        try:
            start.wait(10)
            results[number] = call()
        except GamesError as refusal:
            results[number] = type(refusal)
        except Exception as fault:  # noqa: BLE001 - shown by the assertions
            results[number] = fault
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(number, call)) for number, call in enumerate(calls)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "a deadlock"
    return results
