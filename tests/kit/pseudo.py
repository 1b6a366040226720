"""The site in a pseudo-language, and what is wrong with its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

from django.conf import settings
from django.test import override_settings
from django.utils import translation

from tools.pseudo import CLOSING, HOW, OPENING, write_catalogue

INLINE = {"a", "abbr", "b", "bdi", "br", "em", "i", "small", "span", "strong"}
INLINE |= {"code", "kbd", "time"}
SILENT = {"bdi", "code", "kbd", "pre", "script", "style", "svg", "time", "title"}
EMPTY = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
SPOKEN = ("alt", "aria-label", "placeholder", "title")
NAMES = re.compile(r"Jinya|https://|\.json|Slack|Discord|ntfy|English")
"""What is called the same in every language, and languages by their own names."""
PLAIN = re.compile(r"[A-Za-z]{3}")
PARTS = re.compile(rf"(?<![.!?:]){CLOSING} ?{OPENING}")


@contextmanager
def pseudo_languages(folder: Path) -> Iterator[None]:
    """Have the site speak the languages of `tools.pseudo`, whose catalogues are below *folder*."""
    for language in HOW:
        write_catalogue(folder, language)
    more = [(language, language) for language in HOW]
    spoken = override_settings(
        LANGUAGES=[*settings.LANGUAGES, *more], LOCALE_PATHS=[*settings.LOCALE_PATHS, folder]
    )
    with translation.override("en"), spoken:
        yield  # Django's own receiver forgets what the languages said


class Said(HTMLParser):
    """What is not translatable on a page, put together, or cut."""

    def __init__(self, html: str, language: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._language, self._depth, self._run = language, 0, ""
        self._open: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        is_silent = tag in SILENT or (said.get("lang") or self._language) != self._language
        if not is_silent and not self._is_silent():
            for name in SPOKEN:
                self._look_at(said.get(name) or "", "cut")
        if tag not in INLINE:
            self._end_of_run()
        if tag not in EMPTY:
            self._open.append((tag, is_silent or self._is_silent()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Shapes within pictures, which say nothing."""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag not in INLINE:
            self._end_of_run()

    def handle_data(self, data: str) -> None:
        if not self._is_silent():
            text = " ".join(data.split())
            self._run += data
            self._look_at(text, "")

    def _is_silent(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def _look_at(self, text: str, cut: str) -> None:
        """Look at one text; what stands within brackets that are open before it is translated."""
        depth, bare = 0 if cut else self._depth, ""
        for letter in text:
            depth += (letter == OPENING) - (letter == CLOSING)
            bare += letter if depth == 0 else ""
        if PLAIN.search(NAMES.sub("", bare)):
            self.faults.append(f"plain: {text}")
        if self._is_sentence_of_parts(text):
            self.faults.append(f"parts: {text}")
        if cut and depth:
            self.faults.append(f"cut: {text}")
        if not cut:
            self._depth = depth

    @staticmethod
    def _is_sentence_of_parts(text: str) -> bool:
        whole = text.replace("~", "")
        return text.count(OPENING) == 2 and bool(PARTS.search(whole))

    def _end_of_run(self) -> None:
        if self._depth:
            self.faults.append(f"cut: {' '.join(self._run.split())}")
        self._depth, self._run = 0, ""
