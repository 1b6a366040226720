"""What the site reads from its environment: typed, and refused in one sentence."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from config.databases import BadOption, postgresql

LONGEST_SHOWN = 40
CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://\S+")

FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
"""How a yes and a no are written."""


class BadEnvironment(SystemExit):
    """Ends any entry point (manage.py, daphne, celery) with one sentence and status 1."""


class Env:
    """Reads the variables called `<prefix>NAME`; raises BadEnvironment for nonsense."""

    def __init__(self, values: Mapping[str, str] | None = None, prefix: str = "JINYA_") -> None:
        self.values = os.environ if values is None else values
        self.prefix = prefix

    def refuse(self, name: str, expected: str, *, secret: bool = False) -> BadEnvironment:
        """The error to raise for a bad value: its name, what it was, what is expected."""
        value = self._raw(name)
        if not value:
            was = "is not set"
        elif secret:
            was = f"is not usable ({len(value)} characters)"
        else:
            was = f"is {value[:LONGEST_SHOWN]!r}"
        return BadEnvironment(f"{self.prefix}{name} {was}; expected {expected}.")

    def text(self, name: str, default: str | None = None, *, expected: str = "a text") -> str:
        """The value, else *default*; without a default the variable must be set."""
        value = self._raw(name)
        if value:
            return value
        if default is None:
            raise self.refuse(name, expected)
        return default

    def line(self, name: str, default: str, most: int) -> str:
        """A text to be shown: one line of at most *most* characters."""
        value = self.text(name, default)
        if len(value) > most or not value.isprintable():
            raise self.refuse(name, f"one line of at most {most} characters")
        return value

    def page(self, name: str) -> str:
        """Nothing, or the https address of a page."""
        value = self.text(name, "")
        url = _split(value)
        if value and (url is None or url.scheme != "https" or not url.hostname or " " in value):
            raise self.refuse(name, "an address like https://code.example/jinya")
        return value

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number from *least* to *most*."""
        raw = self.text(name, str(default))
        if not raw.isascii() or not raw.isdigit() or not least <= int(raw) <= most:
            raise self.refuse(name, f"a whole number from {least} to {most}")
        return int(raw)

    def flag(self, name: str, default: bool) -> bool:
        """A yes or a no, also written true and false, or 1 and 0."""
        raw = self.text(name, "yes" if default else "no").lower()
        if raw not in FLAGS:
            raise self.refuse(name, "yes or no")
        return FLAGS[raw]

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        """One of *choices*."""
        raw = self.text(name, default)
        if raw not in choices:
            raise self.refuse(name, "one of " + ", ".join(choices))
        return raw

    def words(self, name: str, default: str | None = "", *, expected: str = "a list") -> list[str]:
        """A comma-separated list, empty items dropped."""
        return [
            word.strip()
            for word in self.text(name, default, expected=expected).split(",")
            if word.strip()
        ]

    def folder(self, name: str, default: Path) -> Path:
        """An absolute folder; it need not exist yet."""
        path = Path(self.text(name, str(default)))
        if not path.is_absolute():
            raise self.refuse(name, "the absolute path of a folder")
        return path

    def folders(self, name: str) -> list[Path]:
        """Absolute folders, separated by commas; none if it is not set."""
        paths = [Path(word) for word in self.words(name)]
        if not all(path.is_absolute() for path in paths):
            raise self.refuse(name, "absolute paths of folders, separated by commas")
        return paths

    def secret(self, name: str, least: int = 50, default: str | None = None) -> str:
        """A key of at least *least* characters, or *default*; never repeated in a message."""
        expected = f"a random text of at least {least} characters"
        value = self.text(name, default, expected=expected)
        if value == default:
            return value
        if len(value) < least or len(set(value)) < 5:
            raise self.refuse(name, expected, secret=True)
        return value

    def url(
        self, name: str, schemes: tuple[str, ...], example: str, default: str | None = None
    ) -> SplitResult:
        """An URL with one of *schemes* and a host; passwords in it are never repeated."""
        expected = f"an address like {example}"
        url = _split(self.text(name, default, expected=expected))
        if url is None or url.scheme not in schemes or not url.hostname:
            raise self.refuse(name, expected, secret=True)
        return url

    def database(self, name: str, **options: Any) -> dict[str, Any]:
        """Return database settings of a URL, by `databases.postgresql`; refuse unknown options."""
        expected = "an address like postgresql://name:password@host:5432/jinya"
        url = self.text(name, None, expected=expected)
        if not url.startswith(("postgresql://", "postgres://")):
            raise self.refuse(name, expected, secret=True)
        try:
            return postgresql(url, **options)
        except BadOption as bad:
            raise BadEnvironment(f"{self.prefix}{name} has {bad}.") from None
        except ValueError:
            raise self.refuse(name, "an address with quoted parts", secret=True) from None

    def contact(self, name: str) -> str:
        """Nothing, or where somebody can be reached: a mailto: or https: address."""
        value = self.text(name, "")
        if value and not CONTACT.fullmatch(value):
            raise self.refuse(name, "mailto:somebody@host or an https address")
        return value

    def origins(self, name: str) -> list[str]:
        """Full https origins, as browsers send them."""
        expected = "full origins like https://jinya.example, separated by commas"
        found = self.words(name, None, expected=expected)
        if not found or not all(_is_origin(origin) for origin in found):
            raise self.refuse(name, expected)
        return found

    def hosts(self, name: str, default: str | None = None) -> list[str]:
        """Host names without scheme, port or wildcard."""
        expected = "host names like jinya.example, separated by commas"
        found = self.words(name, default, expected=expected)
        if not all(_is_host(host) for host in found) or (default is None and not found):
            raise self.refuse(name, expected)
        return found

    def address(self, name: str, default: str) -> str:
        """An IP address to listen on."""
        raw = self.text(name, default)
        try:
            return str(ipaddress.ip_address(raw))
        except ValueError:
            raise self.refuse(name, "an IP address like 127.0.0.1") from None

    def _raw(self, name: str) -> str:
        return self.values.get(self.prefix + name, "").strip()


def _split(text: str) -> SplitResult | None:
    try:
        url = urlsplit(text)
        url.port  # noqa: B018 - reading it is what raises for a nonsensical port
    except ValueError:
        return None
    return url


def _is_host(text: str) -> bool:
    plain = text.replace(".", "").replace("-", "")
    return plain.isascii() and plain.isalnum() and not text.startswith((".", "-"))


def _is_origin(text: str) -> bool:
    url = _split(text)
    return (
        url is not None
        and url.scheme == "https"
        and _is_host(url.hostname or "")
        and "@" not in url.netloc
        and text == f"{url.scheme}://{url.netloc}".lower()
    )
