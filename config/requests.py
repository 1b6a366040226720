"""The name of the request being answered, for log lines and error pages."""

from __future__ import annotations

from contextvars import ContextVar

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="-")
