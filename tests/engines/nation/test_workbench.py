"""Stages that others write: read and played, or refused in a sentence with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from engines.nation.workbench import LONGEST, BadStage, read_stages

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "river-ford.toml"
TEXT = EXAMPLE.read_text(encoding="utf-8")
ENDLESS = """
[again]
name = { en = "Again", ja = "再" }
flavour = { en = "And again.", ja = "また。" }
family = "rite"
cooldown = 0
effects = [
  { do = "actions", on = "self", add = 1 },
]
"""


def refused(text: str, name: str = "mine.toml") -> str:
    with pytest.raises(BadStage) as found:
        read_stages({name: text})
    return str(found.value)


def line(words: str) -> int:
    """The number of the first line of the example with these words."""
    return next(n for n, one in enumerate(TEXT.splitlines(), start=1) if words in one)


def test_the_example_of_the_documents_is_read() -> None:
    content, stages = read_stages({EXAMPLE.name: TEXT})
    assert stages == ("river-ford",)
    assert [event.id for event in content.stages["river-ford"].events] == ["flood", "the-duke-arms"]
    page = (EXAMPLE.parents[1] / "adding-a-stage.md").read_text(encoding="utf-8")
    assert TEXT in page, "the page shows the file as it is"


@pytest.mark.parametrize(
    ("old", "new", "at", "problem"),
    [
        ("rounds = 8", "rounds = 100", "rounds = 8", "must be a whole number from 1 to 99"),
        ("rounds = 8", "rounds = true", "rounds = 8", "must be a whole number"),
        ("rounds = 8", "medals = [5, 9]\nrounds = 8", "rounds = 8", "must be three leads"),
        ('"duchy"', '"elves"', "npcs = [", "there is no 'elves'"),
        ('"parade"', '"flying"', "unlocks", "there is no 'flying'"),
        ("rounds = [4]", "rounds = [1]", "rounds = [4]", "must be rising whole numbers"),
        ('to = "all"', 'to = "npc2"', 'to = "all"', "must be one of"),
        ('to = "npc1"', 'to = "npc1"\ncolour = 3', 'when = { nation', "is unknown here"),
        ('"mobilised"', '"fear"', 'id = "the-duke-arms"', "is no state of a nation"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(old: str, new: str, at: str, problem: str) -> None:
    found = refused(TEXT.replace(old, new, 1))
    assert found.startswith(f"mine.toml, line {line(at)}: river-ford")
    assert problem in found


def test_what_is_no_toml_is_told_with_its_line() -> None:
    assert "line 4" in refused(TEXT.replace('name = { en = "The', "name = { en = The", 1))


def test_what_is_endless_or_huge_is_refused() -> None:
    assert "cooldown must be 1 or more" in refused(ENDLESS, "commands.toml")
    assert "longer than" in refused("#" * (LONGEST + 1))
    many = "\n".join(f"[s{number}]" for number in range(301))
    assert "at most 300 entries" in refused(many, "states.toml")
    effects = "  { do = 'damage', on = 'front', rate = 200 },\n"
    assert "at most 12" in refused(TEXT.replace(effects.replace("'", '"'), 13 * effects, 1))
    npc = TEXT.splitlines()[line("npc = ") - 1] + "\n"
    assert "must be 1 to 11 nations" in refused(TEXT.replace(npc, 12 * npc, 1))


def test_a_folder_may_bring_content_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "stages.toml").write_text(TEXT.replace('"flood"', '"spate"'), encoding="utf-8")
    (tmp_path / "npcs.toml").write_text("[duchy]\nratio = 10\n")
    call_command("check_stage", str(tmp_path), "--read-only")
    assert "Read without a mistake: river-ford." in capsys.readouterr().out
    assert read_stages({"npcs.toml": "[duchy]\nratio = 10\n"})[0].npcs["duchy"].ratio == 10


def test_the_command_prints_the_row_that_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_stage", str(EXAMPLE))
    page = (EXAMPLE.parents[1] / "adding-a-stage.md").read_text(encoding="utf-8")
    printed = capsys.readouterr().out
    assert "| river-ford | 8 | 1 |" in printed
    assert printed in page


def test_the_command_refuses_and_never_hangs(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="takes longer than 0 seconds"):
        call_command("check_stage", str(EXAMPLE), "--seconds=0")
    with pytest.raises(CommandError, match="no TOML file"):
        call_command("check_stage", str(tmp_path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("check_stage", str(tmp_path / "none.toml"))
