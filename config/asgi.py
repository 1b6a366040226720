"""The door of the web process: pages over HTTP, nudges over web sockets."""

from __future__ import annotations

import gc
import os
import threading
import time
from typing import Any, cast

gc.disable()  # what is loaded stays: looking for garbage in it takes a fifth of the start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
os.environ.setdefault("JINYA_PROCESS", "web")  # connections come from a pool here

import django

django.setup(set_prefix=False)  # before the imports below: they need the apps loaded

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.db import connection
from django.urls import re_path
from django.utils import timezone

from config.cors import open_to_other_sites
from config.handler import Pages
from config.head_responses import without_bodies_for_head
from config.limits import limited, no_such_socket
from config.request_gate import admitted
from config.urls import urlpatterns  # noqa: F401 - of all pages, before the first is asked for
from games.api.streams import streaming
from games.moderation.services import founding
from games.urls import websocket_urlpatterns

ANNOUNCED_AGAIN = 10.0  # seconds until a database that was away is asked anew
pages = Pages()
sockets = URLRouter([*websocket_urlpatterns, re_path("", cast(Any, no_such_socket))])

application = ProtocolTypeRouter(
    {
        "http": without_bodies_for_head(open_to_other_sites(limited(streaming(admitted(pages))))),
        # full origins: hosts alone would let http:// and other ports in
        "websocket": OriginValidator(sockets, settings.SITE_ORIGINS),
    }
)


def announce() -> None:
    """Say how the first of the staff is made; by itself, as a loop may run here already."""
    while not founding.announce(timezone.now()):
        connection.close()
        time.sleep(ANNOUNCED_AGAIN)
    connection.close()


if settings.SETUP_PAGE:
    threading.Thread(target=announce, name="announce", daemon=True).start()
gc.freeze()  # nor is it looked through ever again, which holds up all pages for a tenth of a second
gc.enable()
