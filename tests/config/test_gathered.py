"""Static files of the release before outlive an upgrade; those of earlier ones do not."""

from __future__ import annotations

import json
from pathlib import Path

from config.gathered import MANIFEST, drop_older


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def gathered(folder: Path, digest: str) -> set[str]:
    """The files that a release gathers into *folder*."""
    named = f"css/base.{digest}.css"
    names = {"css/base.css", "css/base.css.gz", named, f"{named}.gz", f"{named}.br"}
    (folder / "css").mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text(digest)
    (folder / MANIFEST).write_text(json.dumps({"paths": {"css/base.css": named}}))
    return {name for name in names if digest in name}


def test_only_the_release_before_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    gathered(tmp_path, "aaaa")
    drop_older(tmp_path)
    before = gathered(tmp_path, "bbbb")
    drop_older(tmp_path)
    assert files(tmp_path) == before | {MANIFEST}
    new = gathered(tmp_path, "cccc")
    assert before | new < files(tmp_path)
    assert (tmp_path / "css/base.css").read_text() == "cccc"


def test_a_folder_that_is_not_there_is_left_alone(tmp_path: Path) -> None:
    drop_older(tmp_path / "none")
    assert not (tmp_path / "none").exists()
