"""What operators watch of programs: requests by operation and scope, and who waits for news.

Nothing here is about one match or one person.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Gauge

REQUESTS = Counter(
    "jinya_api_requests",
    "Requests of programs",
    ["operation", "method", "scope", "status"],
)
WAITING = Gauge("jinya_api_waiting", "Programs that wait for news in this process")
METHODS = frozenset(("GET", "POST", "HEAD"))


def count_request(request: HttpRequest, response: HttpResponse) -> None:
    """Count one more; what leads to no operation is counted together."""
    route = request.resolver_match
    REQUESTS.labels(
        operation=(route.url_name if route else None) or "none",
        method=request.method if request.method in METHODS else "other",
        scope=getattr(request, "api_scope", ""),
        status=str(response.status_code),
    ).inc()
