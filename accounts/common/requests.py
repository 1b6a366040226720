"""What the account pages read from requests."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(request: HttpRequest, otherwise: str = "games:home") -> str:
    """Return where a switch was pressed; never off this site."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    here = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure())
    return wanted if safe else reverse(otherwise)


def whole_number(text: str | None, digits: int = 18, *, otherwise: int = 0) -> int:
    """Return the whole number that *text* is, of at most so many digits, or else *otherwise*."""
    text = text or ""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else otherwise
