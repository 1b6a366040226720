"""Who runs this site: the texts say what the code does, in both languages, for everybody."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import retention
from accounts.common import cookies
from config.env import BadEnvironment, Env
from config.operator import LANGUAGES, PAGES, Operator, operator_of
from config.version import VERSION
from games.about.presenters import BACKUP_AGE, KEPT, cookie_rows, kept_rows
from games.about.views import PRIVATE
from games.personal.services import GRACE
from games.personal.tables import TABLES
from tests.kit.browsing import browser
from tests.kit.builders import person

ROOT = Path(__file__).resolve().parent.parent.parent
SOMEBODY = Operator(
    site="The Inn",
    name="Hana Mori",
    address=("1-2-3 Hongo", "Tokyo"),
    contact="mailto:hana@inn.example",
    source="https://code.example/inn",
)

pytestmark = pytest.mark.django_db


def read(path: str, language: str = "en", client: Client | None = None) -> str:
    with translation.override(language):  # a request leaves its language behind
        answer = (client or Client()).get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def body(html: str) -> str:
    """What the page itself says."""
    return html.split("<main", 1)[1].split("</main>", 1)[0]


# --- what is kept -----------------------------------------------------------------------------


def test_every_table_that_names_a_person_is_told_of_once() -> None:
    found = [table for kept in KEPT for table in kept.tables]
    assert sorted(found) == sorted(TABLES)


def test_every_sweep_is_told_of_once() -> None:
    found = [entry for kept in KEPT for entry in kept.sweeps]
    assert sorted(found) == sorted(retention.TABLE)


def test_what_goes_with_the_account_is_not_said_to_stay() -> None:
    for kept in KEPT:
        goes = {TABLES[table].goes for table in kept.tables}
        assert len(goes) <= 1, kept.what
        if goes == {False}:
            assert kept.how_long().startswith("for good"), kept.what
        elif goes:
            assert "for good" not in kept.how_long(), kept.what


@pytest.mark.parametrize("entry", retention.TABLE)
def test_the_times_are_those_that_the_sweep_keeps_to(
    entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [kept] = [kept for kept in KEPT if entry in kept.sweeps]
    days = max(retention.TABLE[entry].age.days, 1)  # codes carry their own end
    assert re.search(rf"\b{days} days?\b", kept.how_long())


def test_accounts_logs_and_backups_are_told_with_the_times_they_have(settings: Any) -> None:
    settings.OPERATOR = Operator(log_days=17)
    said = dict(kept_rows())
    assert f"{GRACE.days} days more" in next(t for w, t in said.items() if w.startswith("Your acc"))
    assert next(t for w, t in said.items() if w.startswith("The servers")) == "17 days"
    dropped = re.search(r"-mtime \+(\d+) -delete", (ROOT / "bin" / "jinya").read_text())
    assert dropped
    assert timedelta(days=int(dropped[1]) + 1) == BACKUP_AGE


# --- cookies ----------------------------------------------------------------------------------


def test_every_cookie_of_the_code_is_told_of() -> None:
    ours = {cookies.DEVICE, cookies.THEME, cookies.PIECES, cookies.ZONE}
    named = {value for name, value in vars(cookies).items() if name.isupper()}
    assert named == ours
    djangos = {
        *(configured.SESSION_COOKIE_NAME, configured.CSRF_COOKIE_NAME),
        configured.LANGUAGE_COOKIE_NAME,
    }
    assert {cookie.name for cookie in cookie_rows()} == ours | djangos


def test_cookies_are_told_to_last_as_long_as_they_do() -> None:
    client = Client()
    client.post(reverse("accounts:theme"), {"theme": "dark", "next": "/"})
    client.post(reverse("accounts:pieces"), {"pieces": "international", "next": "/"})
    client.post(reverse("set_language"), {"language": "ja", "next": "/"})
    found = {cookie.name: cookie.how_long for cookie in cookie_rows()}
    assert {"theme", "pieces", configured.LANGUAGE_COOKIE_NAME} <= set(client.cookies)
    for name, cookie in client.cookies.items():
        assert found[name] == f"{int(cookie['max-age']) // 86400} days"


# --- pages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_stands_in_both_languages(page: str, language: str, settings: Any) -> None:
    settings.OPERATOR = SOMEBODY
    html = body(read(f"/{page}/", language))
    assert f'<div class="prose" lang="{language}">' in html
    assert "The Inn" in html
    assert page == "cookies" or "Hana Mori" in html
    japanese = re.findall(r"[\u3041-\u30ff]", html)
    assert (len(japanese) > 100) is (language == "ja")


def test_the_other_language_is_one_press_away() -> None:
    assert 'href="?in=ja"' in body(read("/terms/", "en"))
    html = body(read("/terms/?in=ja", "en"))
    assert 'lang="ja"' in html
    assert "利用規約" in read("/terms/", "ja")
    assert "同意するものとします" in html
    assert "for good" not in body(read("/privacy/?in=ja", "en"))


@pytest.mark.parametrize("asked", ["fr", "..", "en/../ja", "\x00", "x" * 500])
def test_an_odd_language_gets_the_readers_own(asked: str) -> None:
    html = Client().get("/privacy/", {"in": asked}, headers={"accept-language": "en"})
    assert html.status_code == 200
    assert 'class="prose" lang="en"' in html.content.decode()


def test_the_language_that_decides_is_named_on_the_other(settings: Any) -> None:
    settings.OPERATOR = Operator(language="ja")
    assert "The Japanese text decides" in read("/terms/", "en")
    assert "日本語版が正文" not in read("/terms/", "ja")
    settings.OPERATOR = Operator()
    assert "decides" not in body(read("/terms/", "en"))


def test_texts_of_the_operators_own_are_shown_as_text(settings: Any) -> None:
    own = "# Our <rules>\n\nBe <b>kind</b>.\nAlways."
    settings.OPERATOR = Operator(texts={"terms.en": own})
    html = body(read("/terms/", "ja"))  # there is no Japanese one
    assert "<h2>Our &lt;rules&gt;</h2>" in html
    assert "<p>Be &lt;b&gt;kind&lt;/b&gt;.<br>Always.</p>" in html
    assert 'lang="en"' in html
    assert 'href="?in=' not in html
    assert "Privacy" in read("/privacy/", "en")


def test_an_operator_who_says_nothing_is_not_made_up() -> None:
    html = body(read("/imprint/"))
    assert "has not said here who they are" in html
    assert "Where the source can be had has not been said" in html


def test_the_age_and_the_services_are_told_where_there_are_any(settings: Any) -> None:
    settings.VAPID_KEY = ""
    assert "push messages" not in read("/privacy/")
    for page, what in (("terms", "years old"), ("privacy", "collects errors")):
        assert what not in read(f"/{page}/")
    settings.MINIMUM_AGE = 13
    settings.OPERATOR = Operator(reports_errors=True)
    settings.VAPID_KEY = "a key"
    assert "13 years old" in read("/terms/")
    assert "13歳以上" in read("/terms/", "ja")
    assert "collects errors" in read("/privacy/")
    assert "push messages" in read("/privacy/")


# --- the foot of every page -------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/rules/", "/privacy/", "/accounts/login/"])
def test_the_foot_leads_to_everything(path: str, settings: Any) -> None:
    settings.OPERATOR = SOMEBODY
    foot = read(path).split('<footer class="site-foot">')[1]
    for there in (
        *("/fair-play/", "/privacy/", "/terms/", "/cookies/", "/imprint/"),
        "/accessibility/",
        *("mailto:hana@inn.example", "https://code.example/inn"),
    ):
        assert f'href="{there}"' in foot
    assert f"Jinya {VERSION}" in foot


def test_without_an_address_the_source_is_asked_for_in_the_imprint() -> None:
    foot = read("/").split('<footer class="site-foot">')[1]
    assert 'href="/imprint/#source"' in foot
    assert 'href=""' not in foot
    assert 'id="source"' in read("/imprint/")


def test_whoever_is_shut_out_reads_under_which_terms() -> None:
    for page in (*PAGES, "fair-play"):
        assert f"/{page}/".startswith(configured.OPEN_TO_THE_SHUT_OUT)


# --- robots -----------------------------------------------------------------------------------


def test_robots_are_kept_from_pages_of_people_and_boards() -> None:
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    previews, others = answer.content.decode().split("User-agent: *\n")
    assert "Sitemap: http://testserver/sitemap.xml" in others
    assert "Disallow: /matches/\n" in others
    assert "Disallow: /matches/" not in previews  # a link that is passed on is shown
    for path in PRIVATE:
        assert f"Disallow: {path}\n" in previews
        assert f"Disallow: {path}\n" in others
    profile = reverse("accounts:profile", args=[person().name])
    assert profile.startswith(PRIVATE)


def test_all_that_the_sitemap_names_is_there_for_everybody() -> None:
    xml = Client().get("/sitemap.xml").content.decode()
    places = re.findall(r"<loc>http://testserver(/[^<]*)</loc>", xml)
    assert {"/", "/rules/seichu/", "/privacy/", "/fair-play/"} <= set(places)
    assert not [path for path in places if path.startswith(PRIVATE)]
    for path in places:
        assert Client().get(path).status_code == 200, path


# --- settings ---------------------------------------------------------------------------------


def test_the_environment_says_who_runs_this_house(tmp_path: Path) -> None:
    (tmp_path / "imprint.ja.txt").write_text("運営者")
    found = operator_of(
        Env(
            {
                "JINYA_HOUSE_NAME": "The Inn",
                "JINYA_OPERATOR": "Hana Mori",
                "JINYA_OPERATOR_ADDRESS": "1-2-3 Hongo | Tokyo",
                "JINYA_CONTACT": "mailto:hana@inn.example",
                "JINYA_SOURCE": "https://code.example/inn",
                "JINYA_TEXTS_LANGUAGE": "ja",
                "JINYA_TEXTS": str(tmp_path),
                "JINYA_LOG_DAYS": "30",
                "JINYA_SENTRY_DSN": "https://key@sentry.example/1",
            }
        )
    )
    assert found == Operator(
        site="The Inn",
        name="Hana Mori",
        address=("1-2-3 Hongo", "Tokyo"),
        contact="mailto:hana@inn.example",
        language="ja",
        source="https://code.example/inn",
        log_days=30,
        reports_errors=True,
        texts={"imprint.ja": "運営者"},
    )
    assert operator_of(Env({})) == Operator()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("TEXTS_LANGUAGE", "fr", "one of both, en, ja"),
        ("CONTACT", "hana@inn.example", "mailto:somebody@host or an https address"),
        ("SOURCE", "javascript:alert(1)", "an address like https://code.example/jinya"),
        ("OPERATOR", "x" * 101, "one line of at most 100 characters"),
        ("LOG_DAYS", "a year", "a whole number from 0 to 3650"),
        ("TEXTS", "texts", "the absolute path of a folder"),
        ("TEXTS", "/no/such/folder", "a folder of texts in UTF-8"),
    ],
)
def test_what_makes_no_sense_ends_the_start_with_a_sentence(
    name: str, value: str, expected: str
) -> None:
    with pytest.raises(BadEnvironment, match=f"JINYA_{name} is .*; expected {re.escape(expected)}"):
        operator_of(Env({f"JINYA_{name}": value}))


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("privacy.fr.txt", b"Bonjour"),
        ("privcy.en.txt", b"a slip"),
        ("terms.en.txt", b" \n"),
        ("terms.en.txt", b"\xff\xfe"),
        ("terms.en.txt", b"x" * 100_001),
    ],
)
def test_a_text_that_nobody_would_read_ends_the_start(
    tmp_path: Path, file: str, content: bytes
) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(BadEnvironment, match=r"JINYA_TEXTS is .*; expected .*"):
        operator_of(Env({"JINYA_TEXTS": str(tmp_path)}))


def test_the_name_of_an_account_opens_the_same_pages() -> None:
    assert "Jinya" in read("/privacy/", client=browser(person()))
