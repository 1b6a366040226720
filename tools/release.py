"""Makes a release, or says what is missing for one: `python -m tools.release` (`make release`).

Into dist/ go the wheel of the site and that of the client, each built twice and compared, the list
of what the site is made of, the notes, and `jinya-<version>.json`: version, date, commit, and the
SHA-256 of all of these and of every migration. With `--tag` the commit then gets its tag. With
`--image NAME:VERSION@DIGEST`, which the workflow "release" has published, that is named, too, and
there is what containers need to run it: compose.yaml with this image, and what lies beside it.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import re
import subprocess
import sys
import tarfile
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
RELEASE = re.compile(r"^## \d.*$", re.MULTILINE)
MOST_LINES = 60
"""Of what players and operators read of a release; all else stands below in detail."""
FRONT = ("### For players", "### For operators")
IMAGE = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")
OWN_IMAGE = "${JINYA_IMAGE:-jinya:%s}"
"""What compose.yaml runs unless it is told otherwise."""
BESIDE = ("bin/jinya", "config/version.py", "deploy")
"""What compose.yaml hands to containers from its own folder."""


def faults(version: str, changelog: str, migrations: dict[str, str], api: str) -> Iterator[str]:
    """What is missing for a release, in sentences; *api* is how the API is described now."""
    if not NUMBER.fullmatch(version):
        yield f"config/version.py says {version}; a release is three numbers, like 0.2.0."
        return
    yield from _faults_of_changelog(version, changelog)
    for name in ("compose.yaml", "compose.build.yaml"):
        if OWN_IMAGE % version not in (ROOT / name).read_text():
            yield f"{name} does not name {OWN_IMAGE % version}."
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
    if keep.kept_description(version) != api:
        yield (
            f"The description of the API has changed since the site of {version} was kept: "
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
    lines = notes(changelog).strip().count("\n") + 1
    if lines > MOST_LINES:
        yield f"What players and operators read has {lines} lines; {MOST_LINES} are the most."


def notes(changelog: str) -> str:
    """What players and operators read of the newest release; what has not been released is none."""
    before, heading, after = RELEASE.split(changelog)[1].partition(FRONT[-1])
    rest = after.partition("\n### ")[0]
    return f"{before}{heading}{rest}".strip() + "\n"


def bundle(image: str) -> bytes:
    """What containers need to run *image*, as an archive; the same bytes each time."""
    texts = {"compose.yaml": (ROOT / "compose.yaml").read_text()}
    texts["compose.yaml"] = texts["compose.yaml"].replace(
        OWN_IMAGE % VERSION, f"${{JINYA_IMAGE:-{image}}}"
    )
    paths = sorted(Path(name) for name in git("ls-files", *BESIDE).splitlines())
    with io.BytesIO() as whole:
        with tarfile.open(fileobj=whole, mode="w") as archive:
            for path in (Path("compose.yaml"), *paths):
                data = texts.get(str(path), (ROOT / path).read_text()).encode()
                member = tarfile.TarInfo(f"jinya/{path}")
                member.size, member.mode = len(data), (ROOT / path).stat().st_mode & 0o755
                archive.addfile(member, io.BytesIO(data))
        return gzip.compress(whole.getvalue(), mtime=0)


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


def make(changelog: str, commit: str, image: str) -> dict[str, Any]:
    """Build everything into dist/; what the file about it says."""
    lock = (ROOT / "requirements.txt").read_text()
    made = dict(built_twice(source) for source in (ROOT, ROOT / "clients" / "python"))
    made[f"jinya-{VERSION}.cdx.json"] = sbom(lock, VERSION).encode()
    made[f"jinya-{VERSION}-notes.md"] = notes(changelog).encode()
    if image:
        made[f"jinya-{VERSION}-compose.tar.gz"] = bundle(image)
    DIST.mkdir(exist_ok=True)
    for name, data in made.items():
        (DIST / name).write_bytes(data)
    told = {
        "version": VERSION,
        "date": date_of(changelog),
        "commit": commit,
        "image": image,
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
    reading.add_argument("--image", default="", help="the image, by name, version and digest")
    asked = reading.parse_args()
    changelog = (ROOT / "CHANGELOG.md").read_text()
    found = [*faults(VERSION, changelog, keep.digests(), keep.described())]
    if asked.image and not IMAGE.fullmatch(asked.image):
        found.append(f"{asked.image} names no image by version and digest.")
    if git("status", "--porcelain"):
        found.append("There are files that are not committed: what is built would be in no commit.")
    if found:
        print("\n".join(found))
        return 1
    told = make(changelog, git("rev-parse", "HEAD"), asked.image)
    print(f"Jinya {VERSION} of {told['date']}, commit {told['commit']}")
    for name, digest in told["files"].items():
        print(f"{digest}  dist/{name}")
    print(f"{len(told['migrations'])} migrations, all as they were kept")
    if asked.tag:
        git("tag", "--annotate", f"v{VERSION}", "--message", f"Jinya {VERSION}")
        print(f"tagged v{VERSION}; now: git push origin v{VERSION}")
        print(
            "The workflow “release” then builds, signs and publishes the image, and all of these."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
