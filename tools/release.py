"""Makes a release, or says what is missing for one: `python -m tools.release` (`make release`).

Into dist/ go the wheel of the site and that of the client, each built twice and compared, the list
of what the site is made of, and `jinya-<version>.json`: version, date, commit, and the SHA-256 of
all of these and of every migration. With `--tag` the commit then gets its tag.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from config.version import VERSION
from tests.upgrade import keep
from tools.sbom import sbom

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
NUMBER = re.compile(r"\d+\.\d+\.\d+")
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
MOST_LINES = 60
"""Of what players and operators read of a release; all else stands below in detail."""
FRONT = ("### For players", "### For operators")


def faults(version: str, changelog: str, migrations: dict[str, str]) -> Iterator[str]:
    """What is missing for a release, in sentences."""
    if not NUMBER.fullmatch(version):
        yield f"config/version.py says {version}; a release is three numbers, like 0.2.0."
        return
    yield from _faults_of_changelog(version, changelog)
    if version in keep.COMMITS:
        yield f"{version} is out already (COMMITS in tests/upgrade/keep.py)."
    if version not in keep.releases():
        yield f"There is no kept site of {version}: python -m tests.upgrade.keep {version}"
        return
    for kind in keep.KINDS:
        if not json.loads(keep.promised(version, kind))["running"]:
            yield f"In the kept site of {version} on {kind} no match is in progress."
    if keep.kept_digests(version) != migrations:
        yield (
            f"Migrations have changed since the site of {version} was kept: "
            f"python -m tests.upgrade.keep {version}"
        )


def _faults_of_changelog(version: str, changelog: str) -> Iterator[str]:
    first = HEADING.search(changelog)
    if first is None or not re.fullmatch(rf"{version} \(\d{{4}}-\d\d-\d\d\)", first[1]):
        said = first[1] if first else "nothing"
        yield f"CHANGELOG.md begins with {said}; it should be {version} (YYYY-MM-DD)."
        return
    section = HEADING.split(changelog)[2]
    for heading in FRONT:
        if heading not in section:
            yield f'CHANGELOG.md has no "{heading}" for {version}.'
            return
    front = section.partition(FRONT[-1])
    rest = front[2].partition("\n### ")[0]
    lines = (front[0] + front[1] + rest).strip().count("\n") + 1
    if lines > MOST_LINES:
        yield f"What players and operators read has {lines} lines; {MOST_LINES} are the most."


def date_of(changelog: str) -> str:
    """The day of the newest release."""
    found = re.search(r"^## \S+ \((\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    assert found is not None
    return found[1]


def built(source: Path, folder: Path) -> Path:
    """The wheel of what lies in *source*."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def built_twice(source: Path) -> tuple[str, bytes]:
    """The name and the bytes of a wheel; ends the process if two of them differ."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        first, second = built(source, Path(one)), built(source, Path(two))
        data = first.read_bytes()
        if (first.name, data) != (second.name, second.read_bytes()):
            sys.exit(f"Two wheels of {source.name} differ.")
        return first.name, data


def make(changelog: str, commit: str) -> dict[str, Any]:
    """Build everything into dist/; what the file about it says."""
    lock = (ROOT / "requirements.txt").read_text()
    made = dict(built_twice(source) for source in (ROOT, ROOT / "clients" / "python"))
    made[f"jinya-{VERSION}.cdx.json"] = sbom(lock, VERSION).encode()
    DIST.mkdir(exist_ok=True)
    for name, data in made.items():
        (DIST / name).write_bytes(data)
    told = {
        "version": VERSION,
        "date": date_of(changelog),
        "commit": commit,
        "files": {name: sha256(data).hexdigest() for name, data in sorted(made.items())},
        "migrations": keep.kept_digests(VERSION),
    }
    (DIST / f"jinya-{VERSION}.json").write_text(json.dumps(told, indent=2) + "\n")
    return told


def git(*words: str) -> str:
    """What git says."""
    command = ["git", *words]
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def main() -> int:
    """Check, build, and print what was made; 1 if something is missing."""
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--tag", action="store_true", help="tag the commit in the end")
    asked = reading.parse_args()
    changelog = (ROOT / "CHANGELOG.md").read_text()
    found = [*faults(VERSION, changelog, keep.digests())]
    if git("status", "--porcelain"):
        found.append("There are files that are not committed: what is built would be in no commit.")
    if found:
        print("\n".join(found))
        return 1
    told = make(changelog, git("rev-parse", "HEAD"))
    print(f"Jinya {VERSION} of {told['date']}, commit {told['commit']}")
    for name, digest in told["files"].items():
        print(f"{digest}  dist/{name}")
    print(f"{len(told['migrations'])} migrations, all as they were kept")
    if asked.tag:
        git("tag", "--annotate", f"v{VERSION}", "--message", f"Jinya {VERSION}")
        print(f"tagged v{VERSION}; now: git push origin v{VERSION}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
