"""The checks of the repository find what they are there to find."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polib
import pytest

from config import catalogues
from tools import audit, comments, translations

pytestmark = pytest.mark.usefixtures("any_database")

# --- translations ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("Your turn")', [("", "Your turn")]),
        ('gettext_lazy("a" "b")', [("", "ab")]),
        ('ngettext("%(n)s ply", "%(n)s plies", n)', [("", "%(n)s ply")]),
        ('pgettext("piece", "General")', [("piece", "General")]),
        ('npgettext_lazy("piece", "one", "many", 3)', [("piece", "one")]),
        ("_(name)", []),
        ('other("Your turn")', []),
    ],
)
def test_sentences_of_code(source: str, found: list[translations.Message]) -> None:
    assert list(translations.in_code(source)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% load i18n %}{% translate "Your turn" %}', [("", "Your turn")]),
        ('{% load i18n %}{% trans "General" context "piece" %}', [("piece", "General")]),
        (
            "{% load i18n %}{% blocktranslate trimmed %}\n It is\n {{ a }}{% endblocktranslate %}",
            [("", "It is %(a)s")],
        ),
        (
            "{% load i18n %}{% blocktrans count n=x %}one{% plural %}many{% endblocktrans %}",
            [("", "one")],
        ),
        ('{{ _("Close")|upper }}', [("", "Close")]),
        ("plain", []),
    ],
)
def test_sentences_of_templates(source: str, found: list[translations.Message]) -> None:
    assert list(translations.in_template(source)) == found


SENTENCES = {("", "Your turn"): "games/desk/a.py", ("piece", "General"): "templates/b.html"}


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> polib.POFile:
    """A whole catalogue of a site with two sentences."""
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    made = polib.POFile()
    made.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    made.append(polib.POEntry(msgid="Your turn", msgstr="あなたの番です"))
    made.append(polib.POEntry(msgctxt="piece", msgid="General", msgstr="将"))
    made.fpath = str(tmp_path / "django.po")
    return made


def faults(catalogue: polib.POFile) -> list[str]:
    catalogue.save()
    return translations.check(Path(catalogue.fpath), SENTENCES, {})


def test_a_whole_catalogue_has_no_faults(catalogue: polib.POFile) -> None:
    assert faults(catalogue) == []


def test_an_empty_and_a_doubtful_translation_are_faults(catalogue: polib.POFile) -> None:
    catalogue[0].msgstr = ""
    catalogue[1].flags.append("fuzzy")
    assert faults(catalogue) == [
        "django.po: not translated: 'Your turn' (games/desk/a.py)",
        "django.po: not translated: 'General' (templates/b.html)",
    ]


def test_a_sentence_that_stands_twice_is_a_fault(catalogue: polib.POFile) -> None:
    catalogue.append(polib.POEntry(msgid="Your turn", msgstr="あなたの番です"))
    assert faults(catalogue) == ["django.po: stands 2 times: 'Your turn'"]


def test_the_same_words_in_another_context_do_not_count(catalogue: polib.POFile) -> None:
    catalogue[1].msgctxt = None
    assert faults(catalogue) == [
        "django.po: not translated: 'General' (templates/b.html)",
        "django.po: used nowhere: 'General'",
    ]


def test_a_changed_catalogue_is_compiled_anew(catalogue: polib.POFile, tmp_path: Path) -> None:
    folder = tmp_path / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source, compiled = folder / "django.po", folder / "django.mo"
    catalogue.save(str(source))
    assert catalogues.compile_catalogues(tmp_path) == [compiled]
    assert catalogues.compile_catalogues(tmp_path) == []
    catalogue[0].msgstr = "手番です"
    catalogue.save(str(source))
    os.utime(source, (compiled.stat().st_mtime + 1,) * 2)
    assert catalogues.compile_catalogues(tmp_path) == [compiled]
    assert {entry.msgstr for entry in polib.mofile(str(compiled))} == {"手番です", "将"}


@pytest.mark.parametrize("text", ["手番:", "General(将)", "取る? 乗る"])
def test_narrow_punctuation_in_japanese_is_a_fault(catalogue: polib.POFile, text: str) -> None:
    catalogue[0].msgstr = text
    assert faults(catalogue) == [f"django.po: punctuation of half width: {text!r}"]


@pytest.mark.parametrize("text", ["手番：", "将（A）", "PINで (A)", "詰み。12:30"])
def test_wide_punctuation_and_that_of_other_signs_is_none(
    catalogue: polib.POFile, text: str
) -> None:
    catalogue[0].msgstr = text
    assert faults(catalogue) == []


@pytest.mark.parametrize(
    ("english", "japanese", "fault"),
    [
        ("%(n)s of %s", "%(n)sの%s", "placeholder without a name in '%(n)s of %s'"),
        ("by %(name)s", "%(nam)sによる", "other placeholders than in English: '%(nam)sによる'"),
        ("{days} d", "日", "other placeholders than in English: '日'"),
        ("%(zzz)s", "%(zzz)s", "placeholder 'zzz' is not in tools/comments.toml ('%(zzz)s')"),
    ],
)
def test_placeholders_have_names_and_are_those_of_english(
    catalogue: polib.POFile, english: str, japanese: str, fault: str
) -> None:
    catalogue[0] = polib.POEntry(msgid=english, msgstr=japanese, flags=["python-format"])
    catalogue.save()
    needed = {("", english): "a.py", ("piece", "General"): "b.html"}
    assert translations.check(Path(catalogue.fpath), needed, {}) == [f"django.po: {fault}"]


def test_a_language_has_its_forms_of_number() -> None:
    forms = {0: "%(n)s日", 1: "%(n)s日"}
    entry = polib.POEntry(msgid="%(n)s day", msgid_plural="%(n)s days", msgstr_plural=forms)
    assert comments.faults_of(entry, 1) == ["2 forms of number instead of 1: '%(n)s day'"]
    assert comments.faults_of(entry, 2) == []


def test_translators_read_where_a_sentence_is_seen_and_what_its_placeholders_are() -> None:
    bare = """#\nmsgid ""\nmsgstr ""\n
# a note\n#: gone.py\n#, python-format\nmsgid "by %(name)s"\nmsgstr "%(name)s"
msgid "Four words and more"\nmsgstr "x"\n"""
    places = {("", "by %(name)s"): "games/desk/a.py", ("", "Four words and more"): "games/b.py"}
    assert comments.commented(bare, places).split("\n", 4)[4] == (
        "# a note\n#. Seen: /desk/\n#. name: the name of a person or a thing\n#: games/desk/a.py\n"
        '#, python-format\nmsgid "by %(name)s"\nmsgstr "%(name)s"\n\n'
        '#: games/b.py\nmsgid "Four words and more"\nmsgstr "x"\n'
    )


# --- pins ------------------------------------------------------------------------------------

PINS = "django==5.2.19 \\\n    --hash=sha256:0\nkombu==5.7.0 \\\n    --hash=sha256:0\n"


@pytest.fixture
def lock(tmp_path: Path) -> str:
    path = tmp_path / "lock.txt"
    path.write_text(PINS)
    return str(path)


def report(*names: str, vulns: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
    return [{"name": name, "version": "1", "vulns": list(vulns)} for name in names]


def test_all_pins_known_and_sound(lock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "ask_advisories", lambda lock: report("django", "kombu"))
    assert audit.main(lock) == 0


def test_a_known_hole_fails(
    lock: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hole = {"id": "CVE-1", "fix_versions": ["2"]}
    found = [*report("django"), *report("kombu", vulns=(hole,))]
    monkeypatch.setattr(audit, "ask_advisories", lambda lock: found)
    assert audit.main(lock) == 1
    assert "kombu 1: CVE-1 (fixed in 2)" in capsys.readouterr().out


def test_an_answer_about_some_pins_only_fails(lock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [*report("django"), {"name": "kombu", "skip_reason": "not found"}]
    monkeypatch.setattr(audit, "ask_advisories", lambda lock: found)
    assert audit.main(lock) == 1


def test_without_the_service_it_says_so_and_looks_at_the_floors(
    lock: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask_advisories", lambda lock: [])
    monkeypatch.setattr(audit, "FLOORS", {"django": (5, 2, 19), "kombu": (5, 4)})
    assert audit.main(lock) == 0
    assert "NOT AUDITED" in capsys.readouterr().out
    monkeypatch.setattr(audit, "FLOORS", {"django": (5, 2, 20)})
    assert audit.main(lock) == 1
    assert "django 5.2.19 is below 5.2.20" in capsys.readouterr().out
