"""A page asks for few files, and for no styles of other games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from config.bundles import SCRIPTS, STYLES
from tests.kit.browsing import browser
from tests.kit.builders import match_with_bot, person

STATIC = Path(settings.STATICFILES_DIRS[0])
MOST = 150_000  # bytes of styles and scripts, compressed where they are sent so


def linked(html: str) -> list[str]:
    """The styles and scripts of a page."""
    found = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', html)
    return found + re.findall(r'<script src="/static/([^"]+)"', html)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["xiongqi", "gunjin", "seichu"])
def test_a_match_page_asks_for_five_files_and_no_other_games(game: str) -> None:
    user = person()
    html = browser(user).get(f"/matches/{match_with_bot(user, game=game).uid}/").content.decode()
    files = linked(html)
    assert len(files) == 5, files
    games = [name for name in files if name.startswith("css/") and "site" not in name]
    assert games == ["css/match.bundle.css", f"css/{game}.bundle.css"]
    assert sum(sent(name) for name in files) < MOST


def sent(name: str) -> int:
    """How many bytes a browser is sent for a file."""
    answer = browser().get(f"/static/{name}", headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200, name
    return len(answer.content)


def test_every_source_is_there_and_what_styles_point_at_is_found() -> None:
    for name, sources in STYLES.items():
        path = finders.find(name)
        assert path, name
        for source in sources:
            assert (STATIC / source).is_file(), source
        for url in re.findall(r'url\("\.\./([^"]+)"\)', Path(path).read_text()):
            assert finders.find(url), f"{url} in {name}"
        assert "../../" not in Path(path).read_text()


def test_scripts_do_not_see_one_anothers_names() -> None:
    for name, sources in SCRIPTS.items():
        text = Path(str(finders.find(name))).read_text()
        assert text.count("\n}\n{\n") == len(sources) - 1
        assert not re.search(r"^(import|export) ", text, re.MULTILINE), "a block cannot import"


def test_no_character_is_in_two_of_the_faces() -> None:
    text = (STATIC / "css" / "fonts.css").read_text()
    every: list[int] = []
    for ranges in re.findall(r"unicode-range: ([^;]+);", text):
        for part in re.findall(r"U\+([0-9A-F-]+)", ranges):
            first, _, last = part.partition("-")
            every += range(int(first, 16), int(last or first, 16) + 1)
    assert len(every) > 900
    assert len(every) == len(set(every))
