"""How pages are answered of which scripts fetch the live part alone, and pages for frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe


def live_page(
    request: HttpRequest,
    name: str,
    context: dict[str, object],
    *,
    status: int = 200,
    refusal: str = "",
    here: str = "",
) -> HttpResponse:
    """Return the page *name*; its live part alone where a script asks.

    Answered without a refusal, the part says which address it has: *here*, or else the one asked.
    """
    whole, part = f"{name}.html", f"{name}.jinja.html"
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    if not is_part:
        context["live"] = render_to_string(part, context, request)
    response = render(request, part if is_part else whole, context, status=status)
    response["X-Match-Version"] = "0"  # the script takes every answer for the newest
    if refusal:
        response["X-Refusal"] = refusal
    if is_part and (here or status == 200):
        response["HX-Replace-Url"] = here or request.get_full_path()
    patch_vary_headers(response, ["HX-Request"])
    return response


def for_frames(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make *view* a page that anybody may ask for and show in a frame of their own page.

    So it has to be the same for everybody.
    """
    framed = csp_replace({"frame-ancestors": ["*"]})(require_safe(view))
    return cast("Callable[..., HttpResponse]", login_not_required(xframe_options_exempt(framed)))
