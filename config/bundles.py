"""Styles and scripts put together, so that a page asks for few files.

The table says what belongs together; a finder hands the result to whoever looks for static
files: `collectstatic`, WhiteNoise in the embedded site, and tests. Every style that a page
links is made here, also one by itself: in the sources sizes and groups of declarations have
names. Nothing is kept: every process writes all of it anew into a folder of its own, which
goes with it.
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
from django.contrib.staticfiles.finders import BaseFinder, FileSystemFinder
from django.core.files.storage import FileSystemStorage, Storage

from games.boards.cards import CARDS

SITE_STYLES = (
    *("fonts", "tokens", "reset", "base", "layout", "site", "button", "form", "card", "rows"),
    *("messages", "table", "pagination", "prose"),
)
STYLES: Mapping[str, Sequence[str]] = {
    "css/site.bundle.css": [f"css/{name}.css" for name in SITE_STYLES],
    "css/match.bundle.css": [
        f"css/{name}.css"
        for name in (
            *("pieces", "board", "match/page", "match/seats", "match/actions", "match/result"),
            *("match/moves", "match/chooser", "match/columns"),
            *("placing", "marks", "note", "plan", "replay", "talk"),
        )
    ],
    # the front door shows boards of all games
    "css/home.bundle.css": [
        *(f"css/{name}.css" for name in ("pieces", "board", "home")),
        *dict.fromkeys(style for card in CARDS for style in card.styles),
        "css/low.css",
    ],
    "css/desk.bundle.css": [f"css/{name}.css" for name in ("pieces", "desk", "lobby", "events")],
    **{card.stylesheet: (*card.styles, "css/low.css") for card in CARDS},
}
"""Each bundle with what it is made of, in order."""

SCRIPTS: Mapping[str, Sequence[str]] = {
    "js/match.bundle.js": [
        f"js/{name}.js"
        for name in (
            *(
                "site",
                "suggest",
                "desk",
                "board",
                "placing",
                "match",
                "marks",
                "note",
                "live",
                "replay",
            ),
            *("since", "playback", "commands", "legend", "device"),
        )
    ],
    "js/setup.bundle.js": [
        f"js/{name}.js"
        for name in ("site", "suggest", "desk", "board", "placing", "match", "legend", "device")
    ],
    "js/learn.bundle.js": [
        f"js/{name}.js"
        for name in (
            *("site", "suggest", "desk", "board", "match", "autoplay", "commands", "legend"),
            "device",
        )
    ],
    "js/site.bundle.js": ["js/site.js", "js/suggest.js", "js/desk.js", "js/device.js"],
    "js/home.bundle.js": ["js/site.js", "js/suggest.js", "js/lesson.js", "js/device.js"],
    "js/lobby.bundle.js": ["js/lobby.js"],
}

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const |(?:async )?function )", re.MULTILINE)


SIZE = re.compile(r"^@custom-media (--[\w-]+) (.+);\n", re.MULTILINE)
GROUP = re.compile(r"^@mixin ([\w-]+) \{\n(.+?)^\}\n", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r"@include ([\w-]+);")
MEDIA = re.compile(r"@media [^{]+")


def sheets(folder: Path) -> Mapping[str, str]:
    """Every style in *folder* by its path, with what it names put in.

    `@media (--from-tablet)` asks for a size that `@custom-media` names, `@include unseen;` for
    what `@mixin` holds; both may stand in any file, once. Raises `KeyError` for other names.
    """
    paths = sorted((folder / "css").rglob("*.css"))
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in paths}
    every = "\n".join(texts.values())
    sizes, groups = dict(SIZE.findall(every)), dict(GROUP.findall(every))

    def sized(media: re.Match[str]) -> str:
        return re.sub(r"\((--[\w-]+)\)", lambda named: sizes[named[1]], media[0])

    def plain(text: str) -> str:
        text = GROUP.sub("", SIZE.sub("", text))
        return MEDIA.sub(sized, INCLUDE.sub(lambda named: groups[named[1]].strip(), text))

    return {path: plain(text) for path, text in texts.items()}


def styles(texts: Mapping[str, str], sources: Iterable[str]) -> str:
    """The sources one after the other; what they point at is still found from `css/`."""
    return "\n".join(_from_css(texts[source], source) for source in sources)


def _from_css(text: str, source: str) -> str:
    deeper = "../" * (source.count("/") - 1)
    return re.sub(rf'url\("{re.escape(deeper)}\.\./', 'url("../', text) if deeper else text


def scripts(folder: Path, sources: Iterable[str]) -> str:
    """Return what the sources import, once, and then the sources, each in a block.

    A block sees what is shared and its own names, and those of no other block.
    """
    texts = [(folder / source).read_text() for source in sources]
    shared = dict.fromkeys(name for text in texts for _, name in IMPORT.findall(text))
    common = [EXPORT.sub("", (folder / f"js/{name}.js").read_text()) for name in shared]
    return "\n".join([*common, *(f"{{\n{IMPORT.sub('', text)}\n}}" for text in texts)])


def build(folder: Path, target: Path) -> Iterable[str]:
    """Write all that is made of the sources in *folder* to *target*; its paths."""
    texts = sheets(folder)
    made = {
        **texts,
        **{name: styles(texts, sources) for name, sources in STYLES.items()},
        **{name: scripts(folder, sources) for name, sources in SCRIPTS.items()},
    }
    for name, text in made.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text)
        (target / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    return made.keys()


class BundleFinder(BaseFinder):
    """Finds styles and bundles of scripts, made when one is first looked for."""

    @cached_property
    def made(self) -> tuple[FileSystemStorage, frozenset[str]]:
        """The storage in which this process keeps them, and their paths."""
        target = Path(tempfile.mkdtemp(prefix="jinya-bundles-"))
        register(shutil.rmtree, target, ignore_errors=True)
        paths = build(Path(settings.STATICFILES_DIRS[0]), target)
        return FileSystemStorage(location=target), frozenset(paths)

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return where *path* lies; an empty list for what is not made here, as Django asks."""
        storage, paths = self.made
        found = storage.path(path) if path in paths else None
        if find_all or kwargs.get("all"):
            return [found] if found else []
        return found or []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Every path with the storage it lies in.

        WhiteNoise, which gives no patterns, sends the compressed file where one lies beside;
        `collectstatic` compresses by itself.
        """
        storage, paths = self.made
        for path in sorted(paths):
            yield path, storage
            if ignore_patterns is None:
                yield f"{path}.gz", storage


class SourceFinder(FileSystemFinder):
    """Finds what is sent as it stands in the folder; the sources of styles are not."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """As Django's, without what `BundleFinder` makes."""
        yield from super().list([*(ignore_patterns or []), "css/*"])
