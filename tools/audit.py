"""Does the lock file pin anything with a known hole? `python -m tools.audit requirements.txt`

When the advisory service cannot be reached this says so, and checks only what can be known
without it: the floors below which we know of holes, and that the installed set fits together.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

FLOORS = {
    "daphne": (4, 2, 2),  # CVE-2026-44545, CVE-2026-44546
    "kombu": (5, 4),  # workers stop consuming after a broker restart
    "channels-redis": (4, 3),
    "django": (5, 2, 19),  # the supported series, with its fixes
}


def main(lock: str) -> int:
    """0 when nothing is known against the pins in *lock*, else 1."""
    pins = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", Path(lock).read_text(), re.MULTILINE))
    report = ask_advisories(lock)
    audited = [entry for entry in report if "vulns" in entry]
    holes = [(entry, vuln) for entry in audited for vuln in entry["vulns"]]
    for entry, vuln in holes:
        fixed = ", ".join(vuln["fix_versions"]) or "no release yet"
        print(f"{entry['name']} {entry['version']}: {vuln['id']} (fixed in {fixed})")
    if not audited:
        return check_without_advisories(lock, pins)
    missing = sorted(set(pins) - {entry["name"] for entry in audited})
    if missing:
        print(f"{lock}: no answer about {', '.join(missing)}")
    if holes or missing:
        return 1
    print(f"{lock}: {len(audited)} pins, no known holes")
    return 0


def ask_advisories(lock: str) -> list[dict[str, Any]]:
    """What the advisory service says about each pin; empty when it cannot be reached."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", lock, "--disable-pip"]
    options = ["--require-hashes", "--progress-spinner", "off", "--format", "json"]
    found = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    try:
        return list(json.loads(found.stdout)["dependencies"])
    except (ValueError, KeyError):
        return []


def check_without_advisories(lock: str, pins: dict[str, str]) -> int:
    """The part of the check that needs nobody else."""
    print(f"{lock}: NOT AUDITED, the advisory service cannot be reached from here.")
    low = [name for name, floor in FLOORS.items() if parts(pins.get(name, "0")) < floor]
    for name in low:
        print(f"{name} {pins.get(name)} is below {'.'.join(map(str, FLOORS[name]))}")
    fits = subprocess.run([sys.executable, "-m", "pip", "check"], check=False).returncode == 0
    if low or not fits:
        return 1
    print(f"{lock}: checked instead: version floors, and that the installed set fits together")
    return 0


def parts(version: str) -> tuple[int, ...]:
    """The leading numbers of *version*."""
    return tuple(int(part) for part in re.findall(r"\d+", version.split("+", maxsplit=1)[0])[:3])


if __name__ == "__main__":
    sys.exit(max(main(lock) for lock in sys.argv[1:]))
