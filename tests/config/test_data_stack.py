"""Calls cost the same however deep they are made."""

from __future__ import annotations

import resource
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config.data_stack import roomy

CALLS = 500
DEPTHS = range(300)


def leaf() -> None:
    """Something to call, whose frame is large enough to meet every border."""
    a = b = c = d = e = f = g = h = i = j = k = m = n = o = p = q = r = s = t = u = v = w = 0
    del a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w


def faults_at(depth: int) -> int:
    """Pages of memory that are asked for by so many calls, so deep down."""
    if depth:
        return faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _number in range(CALLS):
        leaf()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_no_depth_is_dear() -> None:
    """At a border of two chunks each call asks for a page of memory, and gives it back."""
    roomy_faults_at = roomy(faults_at)
    assert max(map(roomy_faults_at, DEPTHS)) < CALLS / 10


@login_not_required
def dearest_depth(request: HttpRequest) -> HttpResponse:
    """A page that calls at all these depths."""
    return HttpResponse(str(max(map(faults_at, DEPTHS))))


urlpatterns = [path("", dearest_depth)]


@pytest.mark.urls(__name__)
def test_no_page_meets_a_border() -> None:
    answers: list[Any] = []
    asking = Thread(target=lambda: answers.append(Client().get("/")))  # with a stack of its own
    asking.start()
    asking.join()
    assert int(answers[0].content) < CALLS / 10


def test_what_is_passed_through_stays_as_it_is() -> None:
    @roomy
    def both(one: int, *, other: int) -> tuple[int, int]:
        return one, other

    assert both(1, other=2) == (1, 2)
    assert both.__name__ == "both"
