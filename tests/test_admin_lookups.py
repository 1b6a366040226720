"""What the lists of the admin site may be asked for by their addresses."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from django.contrib import admin
from django.http import HttpRequest
from django.utils import translation

from accounts.common.admin_lists import NewestPages
from accounts.models import User
from games.match.models import Match
from games.notices.models import Delivery, Notice
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, play
from tests.kit.crowd import copies, copy_match
from tests.kit.staff import staff


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        (Match, "secret__startswith"),
        (Match, "secret"),
        (Match, "players__user__email__startswith"),
        (Notice, "subject__startswith"),
        (Delivery, "notice__user__password__startswith"),
        (User, "password__startswith"),
        (User, "email__startswith"),
        (User, "emailaddress__email"),
    ],
)
def test_no_address_asks_for_what_is_not_shown(model: type, lookup: str) -> None:
    assert not admin.site._registry[model].lookup_allowed(lookup, "a", HttpRequest())


@pytest.mark.parametrize(
    ("model", "lookup", "value"),
    [
        (Match, "status__exact", "active"),
        (Match, "game", "xiongqi"),
        (Notice, "kind__exact", "your-turn"),
        (Delivery, "outcome__isnull", True),
    ],
)
def test_filters_work(model: type, lookup: str, value: object) -> None:
    assert admin.site._registry[model].lookup_allowed(lookup, str(value), HttpRequest())


@pytest.mark.django_db
def test_filters_name_games_with_and_without_their_counts() -> None:
    match_between(person("ann"), person("bob"))
    site = browser(staff("senior"))
    for query, found in (("", ">Xiongqi<"), ("?_facets=True", ">Xiongqi (1)<")):
        page = site.get(f"/admin/match/match/{query}").content.decode()
        assert found in re.sub(r"\s*([<>])\s*", r"\1", page)


def test_only_our_own_admin_pages_are_registered() -> None:
    registered = {model._meta.label for model in admin.site._registry}
    assert registered == {
        *("accounts.User", "auth.Group"),
        *("match.Match", "notices.Notice", "notices.Delivery", "bots.BotTurn"),
        *("moderation.Report", "moderation.Appeal", "moderation.ModAction", "moderation.Consent"),
        *("puzzles.Puzzle", "news.NewsItem"),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Notice, Delivery])
def test_staff_who_play_do_not_see_when_their_opponents_looked(model: type) -> None:
    rights = {"is_staff": True, "is_superuser": True}
    ann, root = person("ann", **rights), person("root", **rights)
    bob, eve = person("bob", email="bob@x.example"), person("eve", email="eve@x.example")
    for south, north in ((ann, bob), (bob, eve)):
        play(match_between(south, north), "e3e4")
    assert hidden_from(root, model) == set()
    assert hidden_from(ann, model) == {("bob", Match.objects.of_user(ann.pk).get())}


def hidden_from(user: User, model: Any) -> set[tuple[str, Match]]:
    """Whose rows, and about which match, the list of *model* does not show to *user*."""
    request = HttpRequest()
    request.user = user
    shown = admin.site._registry[model].get_queryset(request)
    rows = model.objects.exclude(pk__in=shown.values("pk"))
    notices = [row if isinstance(row, Notice) else row.notice for row in rows]
    return {(notice.user.name, notice.match) for notice in notices}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "",
        "?app_label=accounts",
        "?app_label=accounts&model_name=user",
        "?app_label=nothing&model_name=user&field_name=groups",
        "?app_label=accounts&model_name=user&field_name=nothing",
    ],
)
def test_an_autocompletion_of_nothing_is_refused_without_a_traceback(
    query: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = browser(staff("senior")).get(f"/admin/autocomplete/{query}")
    assert answer.status_code == 403
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


@pytest.mark.django_db
def test_matches_are_found_by_their_address_and_by_how_a_name_begins() -> None:
    match = match_between(person("Annika"), person("bob"))
    match_between(person("cid"), person("dan"))
    site = browser(staff("senior"))
    for wanted in (match.uid, "anni", "ANNIKA"):
        found = site.get("/admin/match/match/", {"q": wanted}).context["cl"].result_list
        assert [row.uid for row in found] == [match.uid], wanted
    assert not site.get("/admin/match/match/", {"q": "nika"}).context["cl"].result_list


@pytest.mark.django_db
def test_a_list_of_staff_shows_fifty_rows_and_puts_into_words_what_they_say_alone(
    monkeypatch,
) -> None:
    copy_match(match_between(person(), person()), 60)
    Match.objects.update(ended_how="resignation")
    first = Notice.objects.all()[:1].get()
    copies(first, 0, 60, subject="'told ' || n")
    site, said = browser(staff("senior")), Counter[str]()
    said_by: Any = vars(translation)["_trans"]
    say = said_by.gettext

    def counting(words: str) -> str:
        said[words] += 1
        return say(words)

    monkeypatch.setattr(said_by, "gettext", counting)
    for path, sometimes in (("match/match", "stalemate"), ("notices/notice", "a test")):
        site.get(f"/admin/{path}/")
        said.clear()
        shown = site.get(f"/admin/{path}/").context["cl"]
        assert len(shown.result_list) == 50
        assert said[sometimes] <= 2  # in the filter beside the list


@pytest.mark.django_db
def test_long_lists_count_no_further_than_their_newest_pages(monkeypatch) -> None:
    monkeypatch.setattr(NewestPages, "MOST", 2)
    matches = [match_between(person(), person()) for _number in range(3)]
    shown = browser(staff("senior")).get("/admin/match/match/").context["cl"]
    assert shown.result_count == 2
    assert shown.result_list[0].pk == matches[-1].pk
