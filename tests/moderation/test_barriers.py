"""What anybody tells of accessibility: it reaches staff, is answered by mail, and is bounded."""

from __future__ import annotations

import pytest
from django.conf import settings as configured
from django.utils import translation

from accounts.models import Letter
from games.moderation.models import Barrier
from tests.kit.browsing import browser
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db
TELL, WAITING = "/accessibility/tell/", "/admin/moderation/report/barriers/"
WHY = {"reason": "other", "note": "as told"}


def told(**form: str) -> int:
    """What a visitor who reads Japanese is answered to the form."""
    with translation.override("ja"):
        return browser(headers={"Accept-Language": "ja"}).post(TELL, form).status_code


def test_it_is_answered_in_its_language_and_the_address_forgotten() -> None:
    assert told(text="矢印キーが効きません。", page="/lobby/", address="ann@inn.example") == 302
    helper = browser(staff("helper"))
    row, page = Barrier.objects.get(), helper.get(WAITING).content.decode()
    assert "矢印キーが効きません。" in page
    assert "ann@inn.example" not in page
    helper.post(WAITING, {"key": row.pk, "answer": " ", **WHY})
    assert not Letter.objects.exists()
    for _time in range(2):
        helper.post(WAITING, {"key": row.pk, "answer": "直しました。", **WHY})
    letter, row = Letter.objects.get(), Barrier.objects.get()
    assert (letter.recipient, row.address) == ("ann@inn.example", "")
    assert "アクセシビリティ" in letter.subject
    assert "直しました。" in letter.body
    assert row.text in letter.body
    assert "直しました" not in helper.get(WAITING).content.decode()


def test_without_an_address_it_is_closed() -> None:
    assert told(text="No focus.") == 302
    helper = browser(staff("helper"))
    assert 'name="answer"' not in helper.get(WAITING).content.decode()
    helper.post(WAITING, {"key": Barrier.objects.get().pk, **WHY})
    assert not Barrier.objects.filter(answered_at=None).exists()
    assert not Letter.objects.exists()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"text": "  "},
        {"text": "x" * 2001},
        {"text": "\x00"},
        {"text": "x", "address": "nobody"},
        {"text": "x", "address": "a@b.example\nBcc: c@d.example"},
        {"text": "x", "page": "x" * 201},
    ],
)
def test_what_cannot_be_answered_is_refused(form: dict[str, str]) -> None:
    assert told(**form) == 422
    assert not Barrier.objects.exists()


def test_nobody_sends_them_without_end() -> None:
    most = int(configured.ACCOUNT_RATE_LIMITS["barrier"].partition("/")[0])
    assert {told(text="again") for _time in range(most)} == {302}
    assert told(text="again") == 429
    assert Barrier.objects.count() == most
