"""What is logged, as it would be written."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from config.logs import Discretion, JsonLine, PlainLine


class Lines(logging.Handler):
    """Keeps what would be written to the log, in both of our formats."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.addFilter(Discretion())
        self.lines: list[str] = []
        self._formats = (PlainLine(), JsonLine())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [form.format(record) for form in self._formats]


@contextmanager
def log_lines() -> Iterator[list[str]]:
    """What is logged meanwhile, and nowhere else; also where logs are switched off."""
    handler, root = Lines(), logging.getLogger()
    before, handlers, off = root.level, root.handlers, root.manager.disable
    logging.disable(logging.NOTSET)
    root.setLevel(logging.INFO)
    root.handlers = [handler]
    try:
        yield handler.lines
    finally:
        root.handlers = handlers
        root.setLevel(before)
        logging.disable(off)
