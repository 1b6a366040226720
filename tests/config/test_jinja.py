"""Compiled templates: texts are escaped, missing values are errors, sentences are translated."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist, engines
from django.template.backends.jinja2 import Jinja2
from django.test import RequestFactory
from django.utils.translation import override
from jinja2 import UndefinedError

import config.jinja
from config.jinja import ENDING
from tools.translations import in_template

SCRIPT = "<script>alert(1)</script>"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;"


def compiled() -> Jinja2:
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    return backend


def drawn(source: str, **values: object) -> str:
    return str(compiled().from_string(source).render(values))


@pytest.mark.parametrize(
    "source",
    [
        "{{ name }}",
        '{% set held = name %}<b title="{{ held }}">',
        "{% macro m(text) %}{{ text }}{% endmacro %}{{ m(name) }}",
        "{% blocktranslate with name=name %}Mute {{ name }}{% endblocktranslate %}",
        (
            "{% blocktranslate count left=2 with name=name %}{{ name }}{% plural %}{{ name }}s"
            "{% endblocktranslate %}"
        ),
    ],
)
def test_what_people_type_is_escaped(source: str) -> None:
    said = drawn(source, name=SCRIPT)
    assert ESCAPED in said
    assert "<script" not in said


@pytest.mark.parametrize(
    "source",
    [
        "{{ nobody_gave_this }}",
        "{% if nobody_gave_this %}{% endif %}",
        "{{ given.nothing }}",
        "{% blocktranslate with name=nobody %}Mute {{ name }}{% endblocktranslate %}",
    ],
)
def test_a_missing_value_is_an_error(source: str) -> None:
    with pytest.raises(UndefinedError):
        drawn(source, given=object())


SENTENCES = [
    ('{% translate "Moves" %}', "Moves", "棋譜"),
    ('{% translate "Draw" context "offer" %}', "Draw", "引き分け"),
    ('{{ _("First move") }}', "First move", "最初へ"),
    (
        (
            "{% blocktranslate trimmed with ply=3 plies=made|length %}\n Move {{ ply }} of\n"
            " {{ plies }}{% endblocktranslate %}"
        ),
        "Move 3 of 4",
        "4手中3手目",
    ),
    (
        (
            "{% blocktranslate trimmed count left=1 %}{{ left }} command left{% plural %}"
            "{{ left }} commands left{% endblocktranslate %}"
        ),
        "1 command left",
        "命令は残り1",
    ),
    (
        (
            "{% blocktranslate trimmed count left=2 %}{{ left }} command left{% plural %}"
            "{{ left }} commands left{% endblocktranslate %}"
        ),
        "2 commands left",
        "命令は残り2",
    ),
    ("{% blocktranslate %}100 % sure{% endblocktranslate %}", "100 % sure", "100 % sure"),
]


@pytest.mark.parametrize(("source", "english", "japanese"), SENTENCES)
def test_sentences_are_in_the_readers_language(source: str, english: str, japanese: str) -> None:
    found = {}
    for language in ("en", "ja"):
        with override(language):
            found[language] = drawn(source, made=range(4))
    assert found == {"en": english, "ja": japanese}
    assert len(list(in_template(source))) == 1  # and it is gathered for translators


def test_the_ending_decides_which_backend_renders() -> None:
    with pytest.raises(TemplateDoesNotExist):
        compiled().get_template("matchpage/page.html")
    assert engines["django"].get_template("matchpage/page.html")


@pytest.mark.parametrize(
    "path", sorted(Path(settings.BASE_DIR, "templates").rglob(f"*{ENDING}")), ids=lambda p: p.name
)
def test_every_one_compiles(path: Path) -> None:
    name = str(path.relative_to(settings.BASE_DIR / "templates"))
    assert compiled().get_template(name)


def test_what_is_kept_is_drawn_once_for_each_value_and_language() -> None:
    source = '{{ kept("matchpage/keys.jinja.html", letters=letters) }}'
    config.jinja._kept.cache_clear()
    shown = {}
    for language in ("en", "ja"):
        with override(language):
            for letters in ("AB", "CD", "AB"):
                shown[language, letters] = drawn(source, letters=letters)
    assert len(set(shown.values())) == 4
    assert "<kbd>C</kbd>" in shown["ja", "CD"]
    assert config.jinja._kept.cache_info().hits == 2


def test_what_is_kept_knows_nothing_but_its_values() -> None:
    source = '{{ kept("matchpage/keys.jinja.html") }}'
    with pytest.raises(UndefinedError, match="letters"):
        drawn(source, letters="AB", match=object())


def test_the_token_of_a_page_is_masked_once_and_anew_for_each_page() -> None:
    template = compiled().from_string("{{ csrf_input }}|{{ csrf_input }}")
    one, other = (template.render(request=RequestFactory().get("/")).split("|") for _page in "12")
    assert one[0] == one[1]
    assert one[0] != other[0]
    assert one[0].startswith('<input type="hidden" name="csrfmiddlewaretoken"')
