"""Compiles the message catalogues: `python -m config.catalogues`.

Done before a process starts (make, `bin/jinya static`), so that what is compiled is never tracked
and never out of date. Babel does it: a fresh machine has no GNU gettext.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_catalogues(folder: Path = LOCALE) -> list[Path]:
    """Compiles each catalogue below *folder* that is newer than its .mo; the files written."""
    stale = [path for path in sorted(folder.glob("*/LC_MESSAGES/*.po")) if is_stale(path)]
    return [_compiled(path) for path in stale]


def is_stale(source: Path) -> bool:
    """Return whether the catalogue *source* has no compiled file as new as itself."""
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compiled(source: Path) -> Path:
    with source.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    compiled = source.with_suffix(".mo")
    part = compiled.with_suffix(".mo.part")
    with part.open("wb") as file:
        write_mo(file, catalogue)
    return part.replace(compiled)  # whoever reads meanwhile finds the old file or the new one


if __name__ == "__main__":
    compile_catalogues()
