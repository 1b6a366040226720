"""What `python -m tests.bench history` keeps and says."""

from __future__ import annotations

from pathlib import Path

from tests.bench.bench_history import HEADING, keep, kept_lines, worse

LINE = dict(
    zip(HEADING, ("2026-11-28", "1bdd2111", "2000000", "100", "200", "300", "40"), strict=True)
)


def test_a_figure_that_is_a_tenth_worse_is_said() -> None:
    now = LINE | {"commit": "f4ead121", "move, nodes": "109", "bytes": "330", "statements": "30"}
    assert worse(LINE, now) == ["bytes: 1.10 times that of 1bdd2111"]


def test_kept_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert kept_lines(tmp_path / "none.tsv") == []
    keep([LINE, LINE], tmp_path / "kept.tsv")
    assert kept_lines(tmp_path / "kept.tsv") == [LINE, LINE]
