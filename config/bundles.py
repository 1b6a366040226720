"""Styles and scripts put together, so that a page asks for few files.

The table says what belongs together; a finder hands the result to whoever looks for static
files: `collectstatic`, WhiteNoise in the embedded house, and tests. Nothing is kept: every
process writes the bundles anew into a folder of its own, which goes with it.
"""

from __future__ import annotations

import gzip
import re
import shutil
import tempfile
from atexit import register
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

from games.boards.cards import CARDS

SITE_STYLES = (
    *("fonts", "tokens", "reset", "base", "layout", "house", "button", "form", "card"),
    *("messages", "table", "pagination", "prose"),
)
STYLES: Mapping[str, Sequence[str]] = {
    "css/site.bundle.css": [f"css/{name}.css" for name in SITE_STYLES],
    "css/match.bundle.css": [
        f"css/{name}.css"
        for name in (
            *("pieces", "board", "match", "placing", "marks", "note", "plan", "replay", "talk"),
        )
    ],
    "css/home.bundle.css": [f"css/{name}.css" for name in ("pieces", "board", "home")],
    **{card.stylesheet: (*card.styles, "css/low.css") for card in CARDS},
}
"""Each bundle with what it is made of, in order."""

SCRIPTS: Mapping[str, Sequence[str]] = {
    "js/match.bundle.js": [
        f"js/{name}.js"
        for name in (
            *("site", "desk", "board", "placing", "match", "marks", "note", "live", "replay"),
            *("playback", "legend", "device"),
        )
    ],
    "js/setup.bundle.js": [
        f"js/{name}.js"
        for name in ("site", "desk", "board", "placing", "match", "legend", "device")
    ],
    "js/learn.bundle.js": [
        f"js/{name}.js" for name in ("site", "desk", "board", "match", "legend", "device")
    ],
    "js/site.bundle.js": ["js/site.js", "js/desk.js", "js/device.js"],
    "js/home.bundle.js": ["js/site.js", "js/lesson.js", "js/device.js"],
}


def styles(folder: Path, sources: Iterable[str]) -> str:
    """The sources one after the other; what they point at is still found from `css/`."""
    return "\n".join(_from_css((folder / source).read_text(), source) for source in sources)


def _from_css(text: str, source: str) -> str:
    deeper = "../" * (source.count("/") - 1)
    return re.sub(rf'url\("{re.escape(deeper)}\.\./', 'url("../', text) if deeper else text


def scripts(folder: Path, sources: Iterable[str]) -> str:
    """The sources one after the other, each in a block: what one names, no other sees."""
    return "\n".join(f"{{\n{(folder / source).read_text()}\n}}" for source in sources)


def build(folder: Path, target: Path) -> None:
    """Write every bundle of the sources in *folder* to *target*."""
    made = {
        **{name: styles(folder, sources) for name, sources in STYLES.items()},
        **{name: scripts(folder, sources) for name, sources in SCRIPTS.items()},
    }
    for name, text in made.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text)
        (target / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


class BundleFinder(BaseFinder):
    """Finds the bundles, made when one is first looked for."""

    @cached_property
    def storage(self) -> FileSystemStorage:
        """Where this process keeps them."""
        target = Path(tempfile.mkdtemp(prefix="jinya-bundles-"))
        register(shutil.rmtree, target, ignore_errors=True)
        build(Path(settings.STATICFILES_DIRS[0]), target)
        return FileSystemStorage(location=target)

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Where the bundle *path* lies; an empty list for anything else, as Django asks."""
        found = self.storage.path(path) if path in STYLES or path in SCRIPTS else None
        if find_all or kwargs.get("all"):
            return [found] if found else []
        return found or []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Every bundle with the storage it lies in.

        WhiteNoise, which gives no patterns, sends the compressed file where one lies beside;
        `collectstatic` compresses by itself.
        """
        for path in (*STYLES, *SCRIPTS):
            yield path, self.storage
            if ignore_patterns is None:
                yield f"{path}.gz", self.storage
