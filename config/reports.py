"""Error reports to a Sentry server, if the operator names one: where it broke, and nothing else.

A report is built up from what may leave the site, never cut down from what Sentry gathers:
variables, texts of errors, forms, addresses and log lines may hold what the rules hide.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration

from config.requests import current_request_id

Event = dict[str, Any]

KEPT = ("event_id", "timestamp", "level", "platform", "release", "logger")
KEPT_OF_FRAME = ("filename", "function", "lineno", "module", "in_app")


def start(dsn: str, **options: Any) -> None:
    """From now on errors of this process are reported to *dsn*."""
    sentry_sdk.init(
        dsn,
        integrations=[DjangoIntegration(), CeleryIntegration()],
        auto_enabling_integrations=False,
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        before_send=scrubbed,  # type: ignore[arg-type]  # their type of an event is a TypedDict
        before_send_transaction=lambda event, hint: None,
        **options,
    )


def scrubbed(event: Event, hint: Event) -> Event:
    """Return what of *event* may leave: kinds of errors, places in the code, the request's id."""
    kept: Event = {name: event[name] for name in KEPT if name in event}
    kept["tags"] = {"request": current_request_id.get()}
    errors = event.get("exception", {}).get("values", [])
    if errors:
        kept["exception"] = {"values": [_without_text(error) for error in errors]}
    return kept


def _without_text(error: Event) -> Event:
    frames = (error.get("stacktrace") or {}).get("frames", [])
    places = [{name: frame.get(name) for name in KEPT_OF_FRAME} for frame in frames]
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "stacktrace": {"frames": places},
    }
