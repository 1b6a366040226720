"""A page asks for few files, and for no styles of other games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from config.bundles import EXPORT, IMPORT, SCRIPTS, STYLES
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


def test_what_styles_name_is_put_in() -> None:
    for path in sorted(STATIC.glob("css/**/*.css")):
        sent = finders.find(path.relative_to(STATIC).as_posix())
        text = re.sub(r"/\*.*?\*/", "", Path(str(sent)).read_text(), flags=re.DOTALL)
        assert not re.search(r"@(custom-media|mixin|include)|@media [^{]*\(--", text), path.name


def test_sizes_of_windows_have_names() -> None:
    """How wide or high a window is, is told by a name: the numbers stand in one place."""
    by_hand = re.compile(r"@media [^{]*(?:width|height)[^{]*")
    found = {path.name: by_hand.findall(path.read_text()) for path in STATIC.glob("css/**/*.css")}
    assert {name: sizes for name, sizes in found.items() if sizes} == {}
    asked = set(re.findall(r"@media ([^{]+)", (STATIC / "css" / "match" / "moves.css").read_text()))
    assert "(--below-desktop) " in asked


def test_what_is_read_out_and_not_seen_is_written_once() -> None:
    texts = [path.read_text() for path in STATIC.glob("css/**/*.css")]
    assert sum(text.count("clip-path: inset(50%)") for text in texts) == 1


CHOSEN = re.compile(r'(?<=\[data-theme="contrast"\])([^{,]*) \{([^}]*)\}')
ASKED = re.compile(
    r'(?<=:root:not\(\[data-theme="light"\], \[data-theme="dark"\]\))([^{]*) \{([^}]*)\}'
)


def test_those_whose_system_asks_for_contrast_get_what_those_get_who_chose_it() -> None:
    found: dict[tuple[str, str], str] = {}
    for path in sorted(STATIC.glob("css/**/*.css")):
        sent = Path(str(finders.find(path.relative_to(STATIC).as_posix()))).read_text()
        chosen, asked = (
            sorted((where.strip(), " ".join(rules.split())) for where, rules in rule.findall(sent))
            for rule in (CHOSEN, ASKED)
        )
        assert chosen == asked, path.name
        found |= {(path.name, where): rules for where, rules in chosen}
    tokens = found["tokens.css", ""]
    for token in ("--paper: light-dark(#fff, #000);", "--south-edge: #000;", "--frame: #000;"):
        assert token in tokens
    assert found["board.css", ".board::before"] == "background: var(--field);"


def test_styles_are_collected_once() -> None:
    listed = [path for finder in finders.get_finders() for path, _ in finder.list([])]
    assert listed.count("css/tokens.css") == listed.count("js/lib.js") == 1
    assert len(listed) == len(set(listed))


def test_scripts_do_not_see_one_anothers_names() -> None:
    for name, sources in SCRIPTS.items():
        text = Path(str(finders.find(name))).read_text()
        assert text.count("\n}\n{\n") == len(sources) - 1
        assert not re.search(r"^(import|export) ", text, re.MULTILINE), "a block cannot import"


def exported(source: str) -> set[str]:
    """What a script gives to others."""
    text = (STATIC / source).read_text()
    return set(re.findall(r"^export (?:const|(?:async )?function) (\w+)", text, re.MULTILINE))


def imported(source: str) -> Iterator[tuple[set[str], str]]:
    """What a script asks for, and of whom."""
    for names, other in IMPORT.findall((STATIC / source).read_text()):
        yield set(names.split(", ")), f"js/{other}.js"


def test_what_scripts_share_is_there_once_and_before_them() -> None:
    for name, sources in SCRIPTS.items():
        text = Path(str(finders.find(name))).read_text()
        for names, other in (pair for source in sources for pair in imported(source)):
            assert names <= exported(other), f"{name}: {names - exported(other)}"
            (body,) = re.findall(re.escape(EXPORT.sub("", (STATIC / other).read_text())), text)
            assert text.index(body) < text.index("\n{\n"), name


def test_no_behaviour_makes_what_it_could_import() -> None:
    shared = {name for path in STATIC.glob("js/*.js") for name in exported(f"js/{path.name}")}
    assert {"send", "say", "fill", "root", "hint"} <= shared
    again = re.compile(
        rf"^\s*(?:const|let|(?:async )?function) ({'|'.join(sorted(shared))})\b", re.MULTILINE
    )
    for path in sorted(STATIC.glob("js/*.js")):
        assert not again.findall(path.read_text()), path.name


def test_one_place_speaks_to_screen_readers() -> None:
    speaking = [path.name for path in STATIC.glob("js/*.js") if 'Id("live")' in path.read_text()]
    assert speaking == ["lib.js"]
    made = [
        path.name
        for path in STATIC.glob("js/*.js")
        if re.search(r"\brole = |aria-live|ariaLive", path.read_text())
    ]
    assert made == []


@pytest.mark.parametrize("family", ["Jinya Mincho JA", "Jinya Song SC", "Jinya Song TC"])
def test_no_character_is_in_two_of_the_faces(family: str) -> None:
    text = (STATIC / "css" / "fonts.css").read_text()
    faces = re.findall(r'font-family: "([^"]+)".*?unicode-range: ([^;]+);', text, re.DOTALL)
    every: list[int] = []
    for _name, ranges in (face for face in faces if face[0] in ("Jinya Mincho", family)):
        for part in re.findall(r"U\+([0-9A-F-]+)", ranges):
            first, _, last = part.partition("-")
            every += range(int(first, 16), int(last or first, 16) + 1)
    assert len(every) > 900
    assert len(every) == len(set(every))
