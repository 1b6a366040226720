"""Who may ask for a page, and by which methods: one word above each view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required, login_required
from django.views.decorators.http import require_http_methods, require_POST, require_safe

View = Callable[..., Any]


def _both(who: View, how: View) -> Callable[[View], View]:
    return lambda view: who(how(view))


_read_or_post = require_http_methods(["GET", "HEAD", "POST"])

public_page = _both(login_not_required, require_safe)
"""Anybody reads it."""
public_form = _both(login_not_required, _read_or_post)
"""Anybody reads and posts it."""
public_action = _both(login_not_required, require_POST)
"""Anybody posts it."""

own_page = _both(login_required, require_safe)
"""Whoever is signed in reads it; likewise the next two."""
own_form = _both(login_required, _read_or_post)
own_action = _both(login_required, require_POST)
