"""How a record is written down: one line each, whatever a visitor put into it."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied

from config.requests import current_request_id

SWEEPING = ("celery.worker.strategy", "celery.app.trace", "celery.beat")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class RequestId(logging.Filter):
    """Adds the id of the request being answered, or "-"."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get()
        return True


class Brevity(logging.Filter):
    """Takes the trace from what was refused: no fault, and its sentence says why."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        return True


class JsonLine(logging.Formatter):
    """A JSON object a line, times in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": getattr(record, "request_id", "-"),
        }
        if isinstance(event := getattr(record, "event", None), dict):
            entry["event"] = event  # of jinya.security: what happened, to whom, by whom
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


SECRETS = ("secret", "token", "key")  # names of parts of addresses that open something


class Discretion(logging.Filter):
    """Takes out of Django's records what opens a seat, a reset or a switch."""

    def filter(self, record: logging.LogRecord) -> bool:
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        if match is not None and isinstance(record.args, tuple):
            values = [str(match.kwargs[name]) for name in SECRETS if name in match.kwargs]
            record.args = tuple(_without(values, argument) for argument in record.args)
        return True


def _without(values: list[str], argument: object) -> object:
    if not isinstance(argument, str):
        return argument
    for value in values:
        argument = argument.replace(value, "...")
    return argument


def visible(sign: str) -> str:
    """*sign* itself, or its escape if a terminal would obey it."""
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")


class PlainLine(logging.Formatter):
    """A line to read at the terminal; control characters show as escapes."""

    def format(self, record: logging.LogRecord) -> str:
        message = "".join(map(visible, record.getMessage()))
        line = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname.lower():8} {message}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def quieter(level: str) -> str:
    """Return the level of a logger that reports routine, where others have *level*."""
    return "WARNING" if level == "INFO" else level


def logging_to(formatter: str, level: str) -> dict[str, Any]:
    """The value of LOGGING: everything to standard error through *formatter*."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request_id": {"()": "config.logs.RequestId"},
            "discretion": {"()": "config.logs.Discretion"},
            "brevity": {"()": "config.logs.Brevity"},
        },
        "formatters": {
            "json": {"()": "config.logs.JsonLine"},
            "plain": {"()": "config.logs.PlainLine"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": formatter,
                "filters": ["request_id", "discretion", "brevity"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would write the same again, or mail it
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # what happens to accounts is kept at any level of the rest (accounts.common.events)
            "jinya.security": {"level": "INFO"},
            # anybody can ask for any name; the answer is 400 and needs no trace
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # one line for each of the thousands of sweeps a day
            **{name: {"level": quieter(level)} for name in SWEEPING},
        },
    }
