"""Asking whoever sits at a terminal, one thing at a time, or a file of answers in their place."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Mapping


class Refused(ValueError):
    """An answer that cannot be taken; the text is a sentence that says why."""


class Ended(SystemExit):
    """Nobody answers any more, or a file of answers holds nonsense; nothing was changed."""


def taken(text: str) -> str:
    """Take any answer."""
    return text


class Dialogue:
    """Asks; with *answers* it reads them there and asks nobody."""

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self.answers = answers

    @property
    def is_live(self) -> bool:
        """True if a person answers, not a file."""
        return self.answers is None

    def say(self, text: str = "") -> None:
        """Write a line."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def head(self, title: str) -> None:
        """Begin another part, where somebody reads it."""
        if self.is_live:
            self.say(f"\n== {title}")

    def ask(
        self,
        name: str,
        question: str,
        default: str = "",
        check: Callable[[str], str] = taken,
        *,
        is_secret: bool = False,
    ) -> str:
        """Return what *check* makes of the answer; it raises Refused for nonsense.

        An answer that is left out is the default; "-" is none at all. Secrets are shown neither
        while they are typed nor as a default.
        """
        if self.answers is not None:
            try:
                return check(self.answers.get(name, default))
            except Refused as refused:
                raise Ended(f"{name}: {refused}") from None
        self.say(f"\n{question}")
        shown = ("kept as it is" if is_secret else default) if default else "none"
        while True:
            typed = self._read(f"  [{shown}] > ", is_secret=is_secret)
            if not is_secret:
                typed = typed.strip()
            try:
                return check(_readable({"": default, "-": ""}.get(typed, typed)))
            except Refused as refused:
                self.say(f"  {refused}")

    def _read(self, prompt: str, *, is_secret: bool) -> str:
        try:
            if is_secret and sys.stdin.isatty():
                return getpass.getpass(prompt)
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Ended("\nNobody answers any more: nothing more is written.") from None
        except UnicodeDecodeError:
            return _UNREADABLE


_UNREADABLE = "\udcff"


def _readable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused("This cannot be read: it is not in UTF-8.") from None
    return text
