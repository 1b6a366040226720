"""What makes the site an app: manifest, service worker, and the page shown without a network."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.common.access import public_page

ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))


@public_page
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It lies at the root, as it may look after no page above its own place."""
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@cache
def _script() -> str:
    """The script, in which its cache is named by what it keeps of this release."""
    script = (Path(settings.STATICFILES_DIRS[0]) / "js" / "worker.js").read_text()
    with override(settings.LANGUAGE_CODE):
        page = render_to_string("offline.html")
    release = sha256(f"{script}{page}".encode()).hexdigest()[:16]
    return script.replace("house-release", f"house-{release}")


@public_page
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the name, the look and the first page of an installed app."""
    values = {
        "id": "/",
        "name": _("Jinya"),
        "short_name": _("Jinya"),
        "description": _("Board games against friends and bots, live or over several days."),
        "lang": get_language(),
        "start_url": reverse("games:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#fdfaf4",
        "theme_color": "#fdfaf4",
        "icons": [
            {
                "src": static(f"img/{'maskable' if purpose == 'maskable' else 'icon'}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in ICONS
        ],
        "shortcuts": [
            {"name": _("My matches"), "url": reverse("games:desk")},
            {"name": _("New match"), "url": reverse("games:new")},
        ],
    }
    return JsonResponse(values, content_type="application/manifest+json")


@public_page
def offline(request: HttpRequest) -> HttpResponse:
    """Show a page in the place of one that cannot be had now; the same for everybody."""
    return render(request, "offline.html")
