"""Room for calls: what Python 3.11 does badly at the borders of its data stack.

Frames of Python functions live on chunks of 16 KiB, some hundred frames each. A chunk is mapped
when a call does not fit any more, and unmapped when that call returns. A loop that happens to
stand at such a border and calls across it pays that for each call, some hundred times the price
of a call (python/cpython#142183, mended in later releases only). Whether a page or a test meets
one depends on nothing but how deep it is called.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

WORDS = 17_000
"""Of a frame that is given a chunk of 256 KiB and leaves nearly half of it to the calls below it;
too little for another such frame, which gets a chunk of its own, too."""


def roomy(function: Callable[P, R]) -> Callable[P, R]:
    """*function*, with one chunk for itself and all that it calls.

    The wrapper says that it needs a deep stack, and gets one; what nobody touches of it costs
    nothing. It takes one callable and returns another: that makes it a middleware, too.
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=WORDS)
    return functools.update_wrapper(call, function)
