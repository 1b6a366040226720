"""What the account pages read from requests."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(request: HttpRequest, otherwise: str = "games:home") -> str:
    """Where a switch was pressed; never off this site."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    here = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure())
    return wanted if safe else reverse(otherwise)


def whole_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
