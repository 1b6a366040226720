"""The list of parts holds every pin of the lock file, with its hashes, the same each time."""

from __future__ import annotations

import json
import re
from pathlib import Path

from config.version import VERSION
from tools.sbom import sbom

LOCK = (Path(__file__).resolve().parents[2] / "requirements.txt").read_text()


def test_every_pin_is_in_it_with_its_hashes() -> None:
    found = json.loads(sbom(LOCK, VERSION))
    listed = {part["name"]: part for part in found["components"]}
    pins = dict(re.findall(r"^([\w.-]+)(?:\[.*\])?==([^ ;\\]+)", LOCK, re.MULTILINE))
    assert {name: part["version"] for name, part in listed.items()} == pins
    assert all(part["hashes"] for part in listed.values())
    assert sum(len(part["hashes"]) for part in listed.values()) == LOCK.count("--hash=sha256:")
    assert listed["django"]["purl"] == f"pkg:pypi/django@{pins['django']}"
    assert found["metadata"]["component"]["name"] == "jinya"


def test_the_same_lock_makes_the_same_list() -> None:
    assert sbom(LOCK, "1") == sbom(LOCK, "1")
