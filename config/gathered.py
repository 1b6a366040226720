"""Of the gathered static files, keeps those of the release that runs: `python -m config.gathered`.

`bin/jinya static` calls it before the files of the new release come beside them. Processes and
pages of the release before ask for theirs, by names with a digest, until all have gone.
"""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "staticfiles"
MANIFEST = "staticfiles.json"
COMPRESSED = (".gz", ".br")


def drop_older(folder: Path) -> None:
    """Delete what the manifest in *folder* does not name with a digest."""
    manifest = folder / MANIFEST
    if not manifest.exists():
        return
    kept = {folder / name for name in json.loads(manifest.read_text())["paths"].values()}
    for path in folder.rglob("*"):
        plain = path.with_suffix("") if path.suffix in COMPRESSED else path
        if path.is_file() and path != manifest and plain not in kept:
            path.unlink()


if __name__ == "__main__":
    drop_older(FOLDER)
