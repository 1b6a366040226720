"""What the site is made of, as CycloneDX: `python -m tools.sbom requirements.txt > sbom.cdx.json`

From the lock file alone, with its hashes, so that one commit gives one list, byte for byte.
"""

from __future__ import annotations

import re
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from config.version import VERSION

PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
HOUSE = "jinya"


def components(lock: str) -> Iterator[Component]:
    """One for each pin of the text of a lock file, with the hashes that may be installed."""
    starts = [*PIN.finditer(lock)]
    ends = [pin.start() for pin in starts[1:]] + [len(lock)]
    for pin, end in zip(starts, ends, strict=True):
        name, version = pin[1].lower(), pin[2]
        purl = PackageURL("pypi", None, name, version)
        hashes = sorted(set(HASH.findall(lock[pin.end() : end])))
        yield Component(
            type=ComponentType.LIBRARY,
            name=name,
            version=version,
            purl=purl,
            bom_ref=purl.to_string(),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one) for one in hashes],
        )


def sbom(lock: str, version: str) -> str:
    """The list as JSON text."""
    house = Component(type=ComponentType.APPLICATION, name=HOUSE, version=version, bom_ref=HOUSE)
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, lock))
    bom.metadata.component = house
    bom.metadata.timestamp = datetime(1970, 1, 1, tzinfo=UTC)  # the commit dates it
    parts = [*components(lock)]
    bom.components.update(parts)
    bom.register_dependency(house, parts)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


if __name__ == "__main__":
    sys.stdout.write(sbom(Path(sys.argv[1]).read_text(), VERSION))
