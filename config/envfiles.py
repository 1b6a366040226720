"""Runs `manage.py` on a server with the values that its services have.

`bin/jinya manage …` calls this. It reads files as systemd does (EnvironmentFile=, systemd.exec(5));
what stands in the environment already is left as it is.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

FOLDER = Path(os.environ.get("JINYA_ETC", "/etc/jinya"))
FILES = ("app.env", "mail.env")

_NAME = re.compile(r"[ \t]*(?:([A-Za-z_][A-Za-z0-9_]*)[ \t]*=)?[ \t]*")
_QUOTED = re.compile(r"""[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)")""", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]*")
_BARE = re.compile(r"(?:[^\\\n]|\\.)*", re.DOTALL)


def read(text: str) -> Iterator[tuple[str, str]]:
    """The names and values of a file, in their order."""
    for name, value, _start, _end in _assignments(text.replace("\r\n", "\n")):
        yield name, value


def changed(text: str, values: Mapping[str, str]) -> str:
    """*text* with these values, and every other line as it is; a name that is new comes last."""
    text = text.replace("\r\n", "\n")
    # of a name that stands there twice, the last is what counts
    places = {name: (start, end) for name, _value, start, end in _assignments(text)}
    known = sorted(values.keys() & places.keys(), key=lambda name: places[name], reverse=True)
    for name in known:
        start, end = places[name]
        text = f"{text[:start]}{name}={quoted(values[name])}{text[end:]}"
    new = [f"{name}={quoted(value)}\n" for name, value in values.items() if name not in places]
    return (text if text.endswith("\n") or not text else text + "\n") + "".join(new)


def quoted(value: str) -> str:
    """*value* as systemd, compose and a shell read it alike."""
    if _PLAIN.fullmatch(value):
        return value
    if "'" not in value:
        return f"'{value}'"
    return '"' + re.sub(r'([\\"$`])', r"\\\1", value) + '"'


def replace(path: Path, text: str) -> None:
    """Put *text* into *path* at once or not at all; a new file is its owner's alone."""
    path = path.resolve()
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            if path.exists():
                was = path.stat()
                if (was.st_uid, was.st_gid) != (os.getuid(), os.getgid()):
                    os.fchown(file.fileno(), was.st_uid, was.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(was.st_mode))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _assignments(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Each name with its value, and from where to where they stand."""
    place = 0
    while place < len(text):
        head, value = _NAME.match(text, place), ""
        assert head is not None
        start, place = place, head.end()
        while part := _QUOTED.match(text, place) if head[1] else None:
            value += part[1] or _unescaped(part[2] or "", '`$"\\\\')
            place = part.end()
        bare = _BARE.match(text, place)
        assert bare is not None
        place = bare.end() + 1
        if head[1]:
            yield head[1], value + _unescaped(bare[0].strip(), "\\s\\S"), start, bare.end()


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
            sys.exit(f"{folder / name} cannot be read: run this as root, or as who runs the site.")
    for name, value in found.items():
        os.environ.setdefault(name, value)


def main() -> None:
    """`python -m config.envfiles COMMAND …` is `manage.py COMMAND …`."""
    load()
    os.execv(sys.executable, [sys.executable, "manage.py", *sys.argv[1:]])  # noqa: S606


if __name__ == "__main__":
    main()
