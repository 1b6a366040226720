"""Buttons that lead to the services elsewhere by which people may sign in."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest

from accounts import switches

register = template.Library()


@register.inclusion_tag("accounts/provider_buttons.html", takes_context=True)
def provider_buttons(context: template.Context, code: str = "") -> dict[str, Any]:
    """A button for each service; nothing where there is none."""
    request: HttpRequest = context["request"]
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "providers": settings.OIDC,
        "next": request.POST.get("next") or request.GET.get("next", ""),
        "code": (code or request.GET.get("code", ""))[:40],
    }


@register.simple_tag
def signs_up_elsewhere() -> bool:
    """Return whether new accounts are made only by signing in with one of those services."""
    return bool(settings.SIGN_UP_BY_PROVIDERS)


@register.simple_tag
def is_sign_up_closed() -> bool:
    """Return whether new accounts are switched off."""
    return bool(switches.is_on("no_new_accounts"))
