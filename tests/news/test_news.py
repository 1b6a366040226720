"""Site news: who writes them, who reads them, and in which language."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.news.models import NewsItem
from tests.kit.browsing import browser
from tests.kit.builders import person
from tests.kit.staff import staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

ADD = "/admin/news/newsitem/add/"


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def written(texts: dict[str, str], days: int = 0) -> NewsItem:
    item = NewsItem.objects.create(shown_at=timezone.now() - timedelta(days=days))
    for language, title in texts.items():
        item.texts.create(language=language, title=title, text="More\nof it")
    cache.clear()
    return item


def page(language: str = "en", path: str = "/news/") -> str:
    answer = browser(headers={"Accept-Language": language}).get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def form(**changes: str) -> dict[str, str]:
    counts = {"TOTAL_FORMS": "1", "INITIAL_FORMS": "0", "MIN_NUM_FORMS": "1", "MAX_NUM_FORMS": "4"}
    values = {f"texts-{name}": value for name, value in counts.items()}
    values |= {"shown_at_0": "2026-11-01", "shown_at_1": "12:00:00", "texts-0-language": "en"}
    return {**values, "texts-0-title": "New boards", "texts-0-text": "They are here.", **changes}


@pytest.mark.parametrize("role", ["operator", "senior"])
def test_some_staff_write_and_everybody_reads_at_once(
    role: str, django_capture_on_commit_callbacks: Any
) -> None:
    worker = browser(staff(role))
    assert "New boards" not in page()
    with django_capture_on_commit_callbacks(execute=True):
        assert worker.post(ADD, form()).status_code == 302
    assert "New boards" in page()
    gone = {"action": "delete_selected", "post": "yes"}
    gone["_selected_action"] = str(NewsItem.objects.get().pk)
    with django_capture_on_commit_callbacks(execute=True):
        worker.post("/admin/news/newsitem/", gone)
    assert "New boards" not in page()


@pytest.mark.parametrize("role", ["moderator", "helper"])
def test_others_do_not_write(role: str) -> None:
    assert browser(staff(role)).post(ADD, form()).status_code == 403
    assert not NewsItem.objects.exists()


@pytest.mark.parametrize(
    "missing",
    [
        {"texts-0-title": ""},
        {"texts-TOTAL_FORMS": "0"},
        {"shown_at_0": "never"},
        {"texts-0-language": "xx"},
        {"texts-0-title": "x" * 101},
    ],
)
def test_what_lacks_something_is_refused(missing: dict[str, str]) -> None:
    assert browser(staff("operator")).post(ADD, form(**missing)).status_code == 200
    assert not NewsItem.objects.exists()


@pytest.mark.parametrize(
    ("language", "there", "read"),
    [
        ("ja", {"en": "E", "ja": "J"}, "J"),
        ("zh-hant", {"en": "E", "zh-hans": "S"}, "S"),
        ("zh-hans", {"ja": "J", "en": "E"}, "E"),
        ("en", {"ja": "J", "zh-hans": "S"}, "J"),
    ],
)
def test_the_nearest_language_is_read_and_marked(
    language: str, there: dict[str, str], read: str
) -> None:
    written(there)
    html = page(language)
    assert f">{read}</h2>" in html
    is_own = there.get(language) == read
    assert ('dir="auto">' in html.split("<article")[1]) != is_own


def test_what_is_not_to_be_shown_yet_is_read_by_nobody() -> None:
    written({"en": "Tomorrow"}, days=-1)
    for path in ("/news/", "/news/feed/", "/accounts/login/"):
        assert "Tomorrow" not in page(path=path)


@pytest.mark.parametrize(("days", "is_told"), [(13, True), (15, False)])
def test_who_signs_in_is_told_of_what_is_new(days: int, is_told: bool) -> None:
    item = written({"en": "New boards"}, days)
    assert (f'href="/news/#news-{item.pk}"' in page(path="/accounts/login/")) == is_told


def test_the_feed_says_it_in_the_language_of_its_address_and_is_not_sent_twice() -> None:
    item = written({"en": "E & <b>", "ja": "J"})
    answer = browser().get("/news/feed/?in=ja")
    assert f"/news/#news-{item.pk}" in answer.content.decode()
    assert "<title>J</title>" in answer.content.decode()
    assert "<title>E &amp; &lt;b&gt;</title>" in page(path="/news/feed/")
    again = browser(headers={"If-None-Match": answer["ETag"]}).get("/news/feed/?in=ja")
    assert again.status_code == 304


def test_more_news_take_no_more_statements(django_assert_max_num_queries: Any) -> None:
    client = browser(person())
    for _number in range(5):
        written({"en": "E", "ja": "J"})
    client.get("/news/")
    with django_assert_max_num_queries(8):
        client.get("/news/")
