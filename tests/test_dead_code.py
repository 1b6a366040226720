"""`make check` names what the product does not use."""

from pathlib import Path

import pytest

from tools import dead_code

PLANTED = '''
"""Speaks of in_docs_alone."""
def in_docs_alone(): pass
def loaded_here(): pass
class Used:
    def asked(self): pass
    def in_docs_alone_too(self): "Calls in_docs_alone_too."
found = Used().asked(loaded_here)
'''


def test_what_nothing_uses_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "planted.py").write_text(PLANTED)
    (tmp_path / "games" / "other.py").write_text("from games.planted import found\n")
    monkeypatch.setattr(dead_code, "ROOT", tmp_path)
    names = [Path("games/planted.py"), Path("games/other.py")]
    monkeypatch.setattr(dead_code, "listed_files", lambda: names)
    assert dead_code.main() == 1
    named = capsys.readouterr().out.split("\n")
    assert named == [
        "games/planted.py:3: in_docs_alone",
        "games/planted.py:7: in_docs_alone_too",
        "",
    ]
