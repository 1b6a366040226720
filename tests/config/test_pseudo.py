"""Every sentence can be translated, whole, into a language of longer words."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from tests.kit.browsing import browser
from tests.kit.builders import match_between, person
from tests.kit.pseudo import Said, pseudo_languages
from tools.pseudo import accented, mirrored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

OWN = (
    *("lobby", "new", "learn", "puzzles", "watch", "events", "clubs", "ratings", "campaign"),
    *("skirmish", "fair-play", "cookies", "desk", "archive", "notices", "notice-settings"),
    *("set-ups", "my-data", "devices", "vacation", "people", "reports", "new-event", "new-club"),
)
OF_GAMES = "/rules/gunjin/ /learn/gungi/ /set-ups/gunjin/ /analysis/xiongqi/"
OTHERS = f"/settings/ /settings/security/ /api/ /events/league-xiongqi/ {OF_GAMES}"


def test_a_sentence_keeps_its_placeholders_and_elements() -> None:
    assert accented("by <b>%(name)s</b>") == "⟦bý <b>%(name)s</b>~⟧"
    assert mirrored("%(n)d day") == "⟦%(n)d داي~⟧".replace("~", "ـ" * 2)


@pytest.mark.parametrize(
    ("html", "faults"),
    [
        ("<p>⟦á <bdi>Ann</bdi> b⟧</p>", []),
        ("<p>⟦á⟧ · 3</p>", []),
        ("<p>⟦Á.~⟧ ⟦B.~⟧</p>", []),
        ("<p>Your turn</p>", ["plain: Your turn"]),
        ('<a title="Your turn">⟦á⟧</a>', ["plain: Your turn"]),
        ('<p lang="en">Your turn</p>', []),
        ("<p>⟦Á~⟧ ⟦b~⟧</p>", ["parts: ⟦Á~⟧ ⟦b~⟧"]),
        ("<p>⟦Á</p><p>⟦b⟧</p>", ["cut: ⟦Á"]),
    ],
)
def test_faults_are_found(html: str, faults: list[str]) -> None:
    assert Said(html, "eo").faults == faults


def test_pages_say_nothing_that_is_not_translatable_put_together_or_cut(tmp_path: Path) -> None:
    member = person()
    match = match_between(member, person())
    paths = [reverse(f"games:{name}") for name in OWN] + OTHERS.split()
    paths += [f"/matches/{match.uid}/", f"/people/{member.name}/"]
    with pseudo_languages(tmp_path):
        client = browser(member, headers={"Accept-Language": "eo"})
        pages = {path: client.get(path) for path in paths}
    assert {path: page.status_code for path, page in pages.items() if page.status_code != 200} == {}
    found = {path: Said(page.content.decode(), "eo").faults for path, page in pages.items()}
    assert {path: faults for path, faults in found.items() if faults} == {}
