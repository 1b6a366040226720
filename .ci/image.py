"""The site as the image has it: what Dockerfile copies and installs, and what compose.yaml runs.

Built outside of a container, with the Python at hand and without the compiled engines, which no
process needs.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
IGNORED = (ROOT / ".dockerignore").read_text().splitlines()
SERVICES: dict[str, dict[str, Any]] = {
    name: service
    for name, service in yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].items()
    if service.get("command", [""])[0] == "bin/jinya"
}
"""Those that run in the image, by their names."""


class Image:
    """A tree in *folder*, with a virtual environment of what servers need and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.venv = folder / "house", folder / "venv"
        self.base = {
            "PATH": f"{self.venv / 'bin'}:{os.environ['PATH']}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "HOME": str(folder),
        }

    def build(self) -> None:
        """As Dockerfile does."""
        left_out = shutil.ignore_patterns("__pycache__", "*.pyc", "node_modules")
        for name in (line.removeprefix("!") for line in IGNORED if line.startswith("!")):
            source, target = ROOT / name, self.tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=left_out)
            else:
                shutil.copy2(source, target)
        subprocess.run([sys.executable, "-m", "venv", self.venv], check=True)
        install = "-m pip install --quiet --disable-pip-version-check --no-deps --no-compile"
        install += " --require-hashes --only-binary :all: -r requirements.txt"
        python = str(self.venv / "bin" / "python")
        subprocess.run([python, *install.split()], cwd=self.tree, check=True)
        dummy = shlex.split((self.tree / ".ci/dummy.env").read_text(), comments=True)
        values = dict(line.split("=", 1) for line in dummy)
        self.run("static", values)
        shutil.rmtree(self.tree / ".ci")

    def command(self, what: str) -> list[str]:
        """That of one process or of one step of upkeep."""
        return [str(self.tree / "bin" / "jinya"), *what.split()]

    def run(self, what: str, values: dict[str, str]) -> None:
        """Run it to its end. CalledProcessError if it fails."""
        subprocess.run(self.command(what), cwd="/", env={**self.base, **values}, check=True)


def handed(service: str, values: dict[str, str]) -> dict[str, str]:
    """What compose.yaml hands to that service, which is given nothing else: of *values*, and what
    stands there."""
    known = SERVICES[service]["environment"]
    there = {name: str(text) for name, text in known.items() if "$" not in str(text)}
    return {**there, **{name: value for name, value in values.items() if name in known}}


def command_of(service: str) -> str:
    """What compose.yaml runs there, for `Image.command`."""
    return " ".join(SERVICES[service]["command"][1:])
