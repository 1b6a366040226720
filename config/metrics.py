"""What operators watch: counts of requests by view, and gauges of the whole site.

Nothing here is about one match: how long a move took may say what it was.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge
from prometheus_client import generate_latest as text_of

from config import celery, served
from config.health import has_token
from config.outages import outages
from games.wiring import GAUGES

logger = logging.getLogger("jinya.metrics")


@login_not_required
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers of this process and of the site, for whoever has the token of the operator."""
    if not has_token(request):
        raise Http404
    return HttpResponse(text_of(REGISTRY) + text_of(gauges()), content_type=CONTENT_TYPE_LATEST)


def gauges() -> CollectorRegistry:
    """The gauges as they stand now; one that cannot be read is left out."""
    registry = CollectorRegistry()
    for name, number in GAUGES.items():
        try:
            value = float(number())
        except Exception:
            logger.warning("no gauge %s", name, exc_info=True)
            continue
        Gauge(f"jinya_{name}", f"{number.__module__}.{number.__qualname__}", registry=registry).set(
            value
        )
    depth = Gauge("jinya_queue_depth", "Messages that wait", ["queue"], registry=registry)
    for queue, waiting in depths():
        depth.labels(queue=queue).set(waiting)
    worked_on = Gauge("jinya_queue_served", "1 if a worker serves it", ["queue"], registry=registry)
    for queue in celery.QUEUES:
        worked_on.labels(queue=queue).set(served.is_served(queue))
    return registry


def depths() -> Iterator[tuple[str, int]]:
    """Each queue, and how many messages wait in it; nothing while the broker is away."""
    if not celery.breaker.lets_through():
        return
    try:
        with celery.app.connection_for_read() as connection:
            channel = connection.default_channel
            found = [(queue, int(channel._size(queue))) for queue in celery.QUEUES]  # noqa: SLF001
    except outages(OperationalError) as error:
        celery.breaker.failed(error)
        return
    celery.breaker.worked()
    yield from found
