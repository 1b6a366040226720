"""The wheel: the same bytes each time, all that the site needs and no more, and it plays."""

from __future__ import annotations

import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.running import PYTHON, ROOT
from tests.running.processes import bare_environment, free_port

pytestmark = pytest.mark.usefixtures("any_database")

PATIENCE = 180.0  # seconds, on a busy machine: the database is made first
LEFT_OUT = ("tests/", "docs/", ".", "clients/", "deploy/", "requirements", "tools/")
NOT_OF_THE_SITE = {
    *("CHANGELOG.md", "CONTRIBUTING.md", "Dockerfile", "Makefile", "README.md", "SECURITY.md"),
    *("biome.json", "compose.build.yaml", "compose.yaml", "package-lock.json", "package.json"),
    "pyproject.toml",
    *("tsconfig.json", "tsconfig.worker.json"),
}
TAKEN_ALL_THE_SAME = {
    *("deploy/backup-away", "deploy/deletions.sql", "deploy/roles.sh", "deploy/roles.sql"),
    *("requirements.txt", "tools/verify_record.py"),
}


def built(folder: Path) -> Path:
    subprocess.run(
        [PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("jinya-*-py3-none-any.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


def is_of_the_site(name: str) -> bool:
    if name in TAKEN_ALL_THE_SAME:
        return True
    return name not in NOT_OF_THE_SITE and not name.startswith(LEFT_OUT)


def test_two_wheels_are_equal(wheel: Path, tmp_path: Path) -> None:
    assert built(tmp_path).read_bytes() == wheel.read_bytes()


def test_it_has_what_the_site_needs_and_no_more(wheel: Path) -> None:
    kept = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split("\n")
    wanted = {name for name in kept if name and is_of_the_site(name)}
    wanted |= {f"{name.removesuffix('.po')}.mo" for name in wanted if name.endswith(".po")}
    tree = "jinya_site/tree/"
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name.removeprefix(tree) for name in names if name.startswith(tree)} == wanted
    assert names - {f"{tree}{name}" for name in wanted} == {
        "jinya_site/__init__.py",
        "jinya_site/__main__.py",
    }


def test_it_asks_for_the_versions_that_are_tested(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        (metadata,) = (name for name in opened.namelist() if name.endswith("/METADATA"))
        lines = opened.read(metadata).decode().splitlines()
    asked = {line.removeprefix("Requires-Dist: ") for line in lines if "Requires-Dist" in line}
    pins = (ROOT / "requirements.txt").read_text().splitlines()
    assert asked == {line.rstrip(" \\") for line in pins if "==" in line and line[0].isalnum()}
    assert len(asked) > 30


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of somebody who has installed it and stands in an empty folder."""
    place, here = tmp_path / "site-packages", tmp_path / "here"
    with ZipFile(wheel) as opened:
        opened.extractall(place)
    here.mkdir()
    home = {"HOME": str(tmp_path / "home"), "PYTHONPATH": str(place), "PWD": str(here)}
    yield {**bare_environment(), **home, "JINYA_DATA": "data", "JINYA_ETC": str(tmp_path / "no")}
    assert [path.name for path in here.iterdir()] == ["data"]


@pytest.mark.rotating
def test_it_plays_from_an_empty_folder(installed: dict[str, str]) -> None:
    port = str(free_port())
    env = {**installed, "JINYA_PORT": port}
    command = [PYTHON, "-m", "jinya_site"]
    house = subprocess.Popen(
        [*command, "play", "--no-demo"], cwd=installed["PWD"], env=env,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        page, style = "", b""
        deadline = time.monotonic() + PATIENCE
        while not page and time.monotonic() < deadline and house.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                    page = answer.read().decode()
            except OSError:
                time.sleep(0.1)
        assert "Jinya" in page, house.communicate(timeout=10)[0]
        address = page.split('<link rel="stylesheet" href="')[1].split('"')[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}", timeout=5) as answer:
            style = answer.read()
        assert b"--" in style
        told = subprocess.run(
            [*command, "doctor"], cwd=installed["PWD"], env=installed,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "database" in told.stdout, told.stderr
    finally:
        house.terminate()
        house.wait(30)


def test_a_command_that_is_none_says_which_there_are(installed: dict[str, str]) -> None:
    (Path(installed["PWD"]) / "data").mkdir()
    told = subprocess.run(
        [PYTHON, "-m", "jinya_site", "dance"], cwd=installed["PWD"], env=installed,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "play" in told.stderr
