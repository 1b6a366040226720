"""Faults come where they are meant to, and leave what they should."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, OperationalError, transaction

from tests.town.ends import Ends
from tests.town.faults import Faults, Killed

pytestmark = pytest.mark.django_db(transaction=True)


def meant(kind: str, after: int) -> Faults:
    """One fault, once so many points were passed."""
    faults = Faults(Random(1), 1.0)
    faults.kind, faults._left = kind, after
    return faults


def two_rows(done: list[str]) -> None:
    """Two statements in a transaction, and what follows it: begin, insert, insert, commit."""
    with transaction.atomic():
        Group.objects.bulk_create([Group(name="one")])
        Group.objects.bulk_create([Group(name="two")])
        transaction.on_commit(lambda: done.append("told"))


def came(faults: Faults, work: Callable[[list[str]], None]) -> tuple[bool, int, list[str]]:
    """Whether it came, how many rows are there afterwards, and what followed the commit."""
    done: list[str] = []
    Group.objects.filter(name__in=("one", "two")).delete()
    with faults.watching():
        try:
            work(done)
        except (Killed, DatabaseError):
            pass
        found = faults.disarm("a test")
    return found, Group.objects.filter(name__in=("one", "two")).count(), done


def test_a_killed_process_leaves_all_or_nothing_wherever_it_dies() -> None:
    seen = [came(meant("killed", point), two_rows) for point in range(12)]
    assert (True, 0, []) in seen
    assert (True, 2, []) in seen  # after the commit, before anybody was told
    assert seen[-1] == (False, 2, ["told"])
    assert {rows for _came, rows, _done in seen} == {0, 2}


def test_a_full_disk_meets_what_is_written_alone() -> None:
    def read(done: list[str]) -> None:
        done.append(str(Group.objects.count()))

    assert came(meant("full", 0), read)[0] is False
    assert came(meant("full", 0), two_rows) == (True, 0, [])


def test_a_deadlock_is_over_when_it_is_tried_again() -> None:
    def again(done: list[str]) -> None:
        with pytest.raises(OperationalError):
            two_rows(done)
        two_rows(done)

    assert came(meant("deadlock", 0), again) == (True, 2, ["told"])


def test_the_dead_do_nothing_more() -> None:
    faults, tried = meant("killed", 0), []

    def stubborn(_done: list[str]) -> None:
        for _time in range(3):
            try:
                Group.objects.count()
            except Killed:
                tried.append("dead")

    assert came(faults, stubborn)[0]
    assert tried == ["dead"] * 3


def test_what_was_taken_without_a_word_may_come_again_and_nothing_else() -> None:
    unsure: set[str] = set()
    ends = Ends(Random(1).random, 0.0, unsure)
    headers: dict[str, Any] = {"webhook-id": "one"}
    ends.post("https://hooks.example.org/", b"{}", headers)
    assert ends.twice() == []
    ends.post("https://hooks.example.org/", b"{}", headers)
    assert ends.twice() == ["webhook one"]
    unsure.add("webhook one")
    assert ends.twice() == []
