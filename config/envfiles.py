"""Runs `manage.py` on a server with the values that its services have.

`bin/jinya manage …` calls this. It reads files as systemd does (EnvironmentFile=, systemd.exec(5));
what stands in the environment already is left as it is.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(os.environ.get("JINYA_ETC", "/etc/jinya"))
FILES = ("app.env", "mail.env")

_NAME = re.compile(r"[ \t]*(?:([A-Za-z_][A-Za-z0-9_]*)[ \t]*=)?[ \t]*")
_QUOTED = re.compile(r"""[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)")""", re.DOTALL)
_BARE = re.compile(r"(?:[^\\\n]|\\.)*", re.DOTALL)


def read(text: str) -> Iterator[tuple[str, str]]:
    """The names and values of a file, in their order."""
    text, place = text.replace("\r\n", "\n"), 0
    while place < len(text):
        head, value = _NAME.match(text, place), ""
        assert head is not None
        place = head.end()
        while quoted := _QUOTED.match(text, place) if head[1] else None:
            value += quoted[1] or _unescaped(quoted[2] or "", '`$"\\\\')
            place = quoted.end()
        bare = _BARE.match(text, place)
        assert bare is not None
        place = bare.end() + 1
        if head[1]:
            yield head[1], value + _unescaped(bare[0].strip(), "\\s\\S")


def _unescaped(text: str, signs: str) -> str:
    """*text* without the strokes before *signs*, and without lines that only look ended."""
    return re.sub(rf"\\([{signs}])", r"\1", text.replace("\\\n", ""))


def load(folder: Path = FOLDER) -> None:
    """Take the values of the files that are there; ends the process for one it may not read."""
    found: dict[str, str] = {}
    for name in FILES:
        try:
            found.update(read((folder / name).read_text()))
        except FileNotFoundError:
            continue
        except PermissionError:
            sys.exit(f"{folder / name} cannot be read: run this as root, or as who runs the house.")
    for name, value in found.items():
        os.environ.setdefault(name, value)


def main() -> None:
    """`python -m config.envfiles COMMAND …` is `manage.py COMMAND …`."""
    load()
    os.execv(sys.executable, [sys.executable, "manage.py", *sys.argv[1:]])  # noqa: S606


if __name__ == "__main__":
    main()
