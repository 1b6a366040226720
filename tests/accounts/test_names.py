from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.common import names
from games.boards.kit.characters import HOUSE_BOTS


def code_of(name: str) -> str:
    """Why the name is refused, or "" if it is not."""
    try:
        names.check_name(names.normalise(name))
    except ValidationError as error:
        return str(error.code)
    return ""


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "山田 太郎", "ジョン・スミス", "Иван Петров", "Zoë", "한국 사람", "نور", "สมชาย"),
        *("badminton fan", "Staffan", "x-2_y.z", "Ἀθηνᾶ", "陳大文", "ab", "n" * 20, "Lee李"),
    ],
)
def test_names_of_many_tongues_are_welcome(name: str) -> None:
    assert code_of(name) == ""


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("a", "name_length"),
        ("n" * 21, "name_length"),
        ("n" * 10_000, "name_length"),
        ("\ufdfa" * 2, "name_length"),  # one sign that NFKC writes out as four words
        ("a\x00b", "name_signs"),
        ("a\u200bb", "name_signs"),
        ("a\u202eb", "name_signs"),
        ("a\u2066b", "name_signs"),
        ("a\u00adb", "name_signs"),
        ("a\nb", "name_signs"),
        ("a\r\nBcc: x", "name_signs"),
        ("a\ud800", "name_signs"),
        ("🙂🙂", "name_signs"),
        ("<b>Ann</b>", "name_signs"),
        ("Ann@house", "name_signs"),
        ("a/b", "name_signs"),
        ("e" + "\u0301" * 5, "name_signs"),
        ("\u0301\u0301ab\u0489", "name_signs"),
        ("a  b", "name_separators"),
        ("a._b", "name_separators"),
        ("-ab", "name_separators"),
        ("ab.", "name_separators"),
        ("1234", "name_letterless"),
        ("Аnn", "name_mixed"),  # a Cyrillic А
        ("Οmar", "name_mixed"),  # a Greek Ο
        ("ᎪᏴᏟ", "name_alphabet"),
        ("ⲁⲃ", "name_alphabet"),
    ],
)
def test_why_a_name_is_refused(name: str, code: str) -> None:
    assert code_of(name) == code


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "ADMIN", "Admin1", "adm1n", "site_admin", "administrator", "a.d.m.i.n", "root"),
        *("npc", "NPC 7", "bot", "Bot-7", "system", "guest", "Guest 12", "anonymous", "support"),
        *(
            "help",
            "null",
            "me",
            "South",
            "north",
            "staff",
            "moderator",
            "Moderator Ken",
            "rnoderator",
        ),
        *(
            "Jinya",
            "jinya_help",
            "J1nya",
            "ＪＩＮＹＡ",
            "陣屋",
            "陣屋の人",
            "管理者",
            "運営チーム",
            "公式",
        ),
        *("None", "new", "ties", "gone-fishing", "Gone fishing", "g0ne.abc"),
        *("先手", "ゲスト", "ボット3", "名無しさん", "vvebmaster", "gungi", "Xiongqi"),
    ],
)
def test_names_of_the_house_are_reserved(name: str) -> None:
    assert code_of(name) == "name_reserved"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("Ann", "ann"),
            ("Ann", "Ａｎｎ"),
            ("straße", "STRASSE"),
            ("ｱﾝ", "アン"),
            ("é1", "e\u03011"),
        ),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert names.name_key(one) == names.name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("BOB", "ВОВ"),  # Cyrillic
        ("NINA", "ΝΙΝΑ"),  # Greek
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("Olga", "0lga"),
        ("corn", "com"),
        ("vvolf", "wolf"),
        ("ann_lee", "ann-lee"),
        ("ann lee", "ann.lee"),
        ("タロウ", "夕ロウ"),
        ("エリ", "工リ"),
        ("カ石", "力石"),
        *(("Alice", twin) for twin in ("Al1ce", "Aiice", "AIice", "Al ice", "Alíce", "A.l-ice")),
        ("Hana", "ʜana"),  # small capitals
        ("Lukasz", "Łukasz"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert names.name_key(one) != names.name_key(other)
    assert names.look_key(one) == names.look_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("Ivan", "Iwan"), ("山田", "山口"), ("かき", "がき")]
)
def test_names_that_differ(one: str, other: str) -> None:
    assert names.look_key(one) != names.look_key(other)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_house_bots_are_reserved(language: str) -> None:
    with translation.override(language):
        taken = [str(bot.name) for bot in HOUSE_BOTS.values() if not code_of(str(bot.name))]
    assert taken == []


@pytest.mark.parametrize("around", ["\ufeff{}", "{}\u200b", " {}\u3000", "\u200e{}\u2060"])
def test_what_is_pasted_around_a_name_is_no_part_of_it(around: str) -> None:
    pasted = around.format("Ann")
    assert names.normalise(pasted) == "Ann"
    assert names.name_key(pasted) == "ann"


@given(st.text(max_size=40))
def test_any_text_is_either_a_name_or_refused_with_a_reason(text: str) -> None:
    name = names.normalise(text)
    reason = code_of(name)
    assert reason == "" or reason.startswith("name_")
    assert names.normalise(name) == name


@given(st.text(max_size=20))
def test_the_key_of_a_key_is_itself_and_fits_its_column(text: str) -> None:
    key = names.name_key(text)
    assert names.name_key(key) == key
    assert code_of(text) or len(names.look_key(text)) <= 200
