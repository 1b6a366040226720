from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.sign_in.common_passwords import build, is_common

COMMON = Path(__file__).with_name("common_passwords.txt.gz")


def codes_of(password: str, user: User | None = None) -> set[str]:
    try:
        validate_password(password, user)
    except ValidationError as refusal:
        return {str(error.code) for error in refusal.error_list}
    return set()


@pytest.mark.parametrize(
    ("length", "codes"),
    [
        (11, {"password_too_short"}),
        (12, set()),
        (64, set()),
        (128, set()),
        (129, {"password_too_long"}),
        (10_000, {"password_too_long"}),
    ],
)
def test_from_12_to_128_characters(length: int, codes: set[str]) -> None:
    assert codes_of(("rivers carry paper lanterns home " * 400)[:length]) == codes


@pytest.mark.parametrize(("length", "codes"), [(14, {"password_too_short"}), (15, set())])
def test_staff_need_15(length: int, codes: set[str]) -> None:
    assert codes_of("rivers carry paper"[:length], User(name="Ken", is_staff=True)) == codes


def test_the_3000_most_used_are_refused() -> None:
    words = gzip.decompress(COMMON.read_bytes()).decode().split("\n")[:-1]
    assert len(words) == len(set(words)) == 3000
    assert all(len(word) >= 12 for word in words)
    missed = [word for word in words if "password_too_common" not in codes_of(word)]
    assert missed == []


def test_case_and_width_do_not_help() -> None:
    assert is_common("QwErTy123456")
    assert is_common("ｑｗｅｒｔｙ１２３４５６")


@pytest.mark.parametrize(
    "password",
    [
        "aaaaaaaaaaaaaaaa",
        "xy" * 9,
        "ab1!" * 4,
        "абвгдежзийкл",
        "いろいろいろいろいろいろ",
        "~}|{zyxwvuts",
    ],
)
def test_patterns_are_refused(password: str) -> None:
    assert "password_too_common" in codes_of(password)


@pytest.mark.parametrize(
    "password",
    [
        *(
            "jinyajinyajinya",
            "Jinya-2026-Gungi!",
            "gunjinshogi2026",
            "xiongqi-xiongqi",
            "J1nya!!!!2026",
        ),
        *("陣屋陣屋陣屋陣屋", "seichu+nation+1", "ＪＩＮＹＡ-gungi-77"),
    ],
)
def test_names_of_the_site_and_its_games_are_refused(password: str) -> None:
    assert "password_known_words" in codes_of(password)


@pytest.mark.parametrize("password", ["Carolina--1999!", "carolina.carolina", "mail4carolina42"])
def test_the_own_name_and_address_are_refused(password: str) -> None:
    user = User(name="Carolina", email="mail4@jinya.example")
    assert "password_known_words" in codes_of(password, user)
    assert codes_of(password, User(name="Bob")) == set()


@pytest.mark.parametrize(
    "password",
    [
        *(
            "seven kettles sing",
            "the jinya has seven kettles",
            "  blanks around it  ",
            "🍵 tea at the inn",
        ),
        *("夕暮れの縁側で茶を飲む人", "kX9#mQ2$vL7!"),
    ],
)
def test_good_passwords_are_welcome(password: str) -> None:
    assert codes_of(password, User(name="Ann", email="ann@jinya.example")) == set()


def test_the_filter_finds_what_was_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"kettle number {number}" for number in range(1000)]
    bits = build(words)
    monkeypatch.setattr("accounts.sign_in.common_passwords._bits", lambda: bits)
    assert all(is_common(word) for word in words)
    assert not any(is_common(f"teapot number {number}") for number in range(1000))
