"""What `make release` finds missing, and that this checkout holds what a release needs."""

from __future__ import annotations

import io
import re
import tarfile

import pytest

from config.version import VERSION
from tests.running import ROOT
from tests.upgrade import keep
from tools import release
from tools.release import MOST_LINES, OWN_IMAGE, date_of, faults

CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
NEXT = keep.releases()[-1]
"""The release that is kept last: out already, or being made."""


def told(monkeypatch: pytest.MonkeyPatch, version: str = NEXT, **changed: object) -> list[str]:
    """The faults of *version*, as if it was not out, where something has *changed*."""
    monkeypatch.setattr(keep, "COMMITS", {})
    cut = f"## {NEXT} (2026-11-28)\n\n### For players\n\n- One.\n\n### For operators\n\n- Two.\n"
    given: dict[str, object] = {"changelog": f"# Changelog\n\n{cut}\n## 0.1.0 (2026-11-24)\n"}
    given |= {"migrations": keep.kept_digests(NEXT), "api": keep.kept_description(NEXT), **changed}
    return list(faults(version, **given))  # type: ignore[arg-type]


def test_nothing_is_missing_for_a_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch) == []


@pytest.mark.parametrize("version", ["0.2.0+dev", "0.2", "next"])
def test_what_is_no_release_is_none(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    assert told(monkeypatch, version) == [
        f"config/version.py says {version}; a release is three numbers, like 0.2.0."
    ]


def test_one_that_is_out_is_not_made_again() -> None:
    assert any(fault.startswith("0.1.0 is out already") for fault in faults("0.1.0", "", {}, ""))


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        (f"{NEXT} (2026-11-28)", "Unreleased", "begins with Unreleased"),
        (f"{NEXT} (2026-11-28)", NEXT, "it should be"),
        ("### For operators", "### Added", 'no "### For operators"'),
        ("- One.", "- One.\n" * MOST_LINES, f"{MOST_LINES} are the most"),
    ],
)
def test_a_changelog_that_is_not_cut_is_found(
    monkeypatch: pytest.MonkeyPatch, was: str, becomes: str, said: str
) -> None:
    cut = f"## {NEXT} (2026-11-28)\n\n### For players\n\n- One.\n\n### For operators\n\n- Two.\n"
    (fault,) = told(monkeypatch, changelog=cut.replace(was, becomes))
    assert said in fault


def test_a_migration_that_is_new_since_then_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    migrations = {**keep.kept_digests(NEXT), "games/match/migrations/0099_new.py": "0" * 64}
    (fault,) = told(monkeypatch, migrations=migrations)
    assert fault.startswith("Migrations have changed")


def test_a_description_of_the_api_that_is_new_since_then_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (fault,) = told(monkeypatch, api="{}")
    assert fault.startswith("The description of the API has changed")


def test_a_release_that_is_not_kept_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep, "releases", list)
    (fault,) = told(monkeypatch)
    assert fault == f"There is no kept site of {NEXT}: python -m tests.upgrade.keep {NEXT}"


def test_the_changelog_of_this_version_is_dated_and_short() -> None:
    release = VERSION.removesuffix("+dev")
    assert re.search(rf"^## {re.escape(release)} \(\d{{4}}-\d\d-\d\d\)$", CHANGELOG, re.MULTILINE)
    assert date_of(CHANGELOG) >= "2026-11-24"


def test_a_compose_file_of_another_version_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "OWN_IMAGE", "${JINYA_IMAGE:-other:%s}")
    image = f"${{JINYA_IMAGE:-other:{NEXT}}}"
    files = ("compose.yaml", "compose.build.yaml")
    assert told(monkeypatch) == [f"{name} does not name {image}." for name in files]


def test_what_containers_need_names_the_image_by_digest_and_is_all_there() -> None:
    image = f"registry.example/jinya:{VERSION}@sha256:{'0' * 64}"
    data = release.bundle(image)
    assert data == release.bundle(image)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        modes = {member.name: member.mode for member in archive}
        file = archive.extractfile("jinya/compose.yaml")
        assert file is not None
        compose = file.read().decode()
    assert f"image: ${{JINYA_IMAGE:-{image}}}" in compose
    assert OWN_IMAGE % VERSION not in compose
    for path in re.findall(r"\./([\w./-]+?):", compose):
        assert any(f"{name}/".startswith(f"jinya/{path}/") for name in modes), path
    assert modes["jinya/bin/jinya"] & 0o111


def test_the_notes_are_what_players_and_operators_read() -> None:
    text = release.notes(CHANGELOG)
    assert all(text.count(heading) == 1 for heading in release.FRONT)
    assert text.count("\n### ") == 2
    assert text.count("\n") <= MOST_LINES
