"""What staff read: words in their own language, and none of the codes that rows are made of."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.db import models
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from engines.catalogue import GAMES
from engines.core.outcome import Termination
from games.boards.names import game_name
from games.match import admin as match_admin
from games.match.changes import ending
from games.match.models import Match
from games.match.presenters.endings import ending_name
from games.match.status import Status
from games.moderation.models import Appeal, Consent, ModAction
from games.moderation.presenters.words import fact_name
from games.moderation.selectors.audits import CANCELLED, CONCEDED
from games.moderation.services.actions import ActionRequest
from games.moderation.services.rulings import rule
from games.moderation.services.sanctions import Limit, impose, lift
from games.moderation.services.sites import give_time_to_all
from games.notices.models import Delivery, Notice
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import LONGER_MATE, NOON, QUICK_MATE, match_between, person, play, south
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.staff import staff, why
from tests.moderation.test_sanctions import sanctioned

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=6)


@pytest.mark.parametrize("kind", [Status, Notice.Kind, Delivery.Outcome])
def test_every_code_has_a_label_in_both_languages(kind: type[models.TextChoices]) -> None:
    by_itself = {code: code.replace("-", " ").title() for code in kind.values}
    for code, label in kind.choices:
        with override("en"):
            english = str(label)
        with override("ja"):
            assert str(label) not in (english, code), code
        assert english != by_itself[code], code


@pytest.mark.parametrize("slug", [meta.slug for meta in GAMES])
def test_a_game_is_called_the_same_in_the_list_of_matches(slug: str) -> None:
    for language in ("en", "ja"):
        with override(language):
            assert match_admin.game_name(slug) == game_name(slug)


def test_the_list_of_matches_names_the_game() -> None:
    match_between(person("ann"), person("bob"))
    client = browser(staff("senior"))
    assert ">Xiongqi</td>" in client.get("/admin/match/match/").content.decode()


@pytest.mark.parametrize("model", [Appeal, Consent, ModAction, Notice])
def test_columns_of_staff_are_named_in_japanese(model: type[models.Model]) -> None:
    made = admin.site.get_model_admin(model)
    with override("ja"):
        names = [str(label_for_field(name, model, made)) for name in made.list_display]
    assert [name for name in names if name.isascii()] == []


def test_the_list_of_appeals_names_the_person_and_the_limit() -> None:
    made = sanctioned(person("ann"), "mute", 3)
    Appeal.objects.create(sanction=made, ground="sorry", happened="h", request="w", made_at=NOON)
    page = browser(staff("moderator")).get("/admin/moderation/appeal/").content.decode()
    assert ">ann</a>" in page
    assert ">no chat</td>" in page


def test_every_end_has_a_name() -> None:
    for termination in Termination:
        assert "-" not in ending_name(termination)
        with override("ja"):
            assert ending_name(termination) != termination.value
    for code in {*CANCELLED, *CONCEDED[True], *CONCEDED[False]}:
        with override("ja"):
            assert ending_name(code) != code


@pytest.fixture
def log() -> None:
    """Actions of every kind that write facts into the log."""
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4")
    senior = why(staff("senior"))
    for action, fields in (("freeze", {}), ("resume", {}), ("win", {"seat": 0}), ("annul", {})):
        rule(uid=match.uid, asked=ActionRequest(action, **fields), why=senior, now=LATER)  # type: ignore[arg-type]
    sanction = impose(person=south(match), limit=Limit("mute", "abuse", 3), why=senior, now=LATER)
    lift(sanction=sanction, why=senior, now=LATER)
    give_time_to_all(hours=3, why=why(staff("operator")), now=LATER)


def test_the_log_tells_what_changed_in_words(log: None) -> None:
    reader = browser(staff("senior", "reader"))
    for row in ModAction.objects.all():
        page = reader.get(f"/admin/moderation/modaction/{row.pk}/change/").content.decode()
        content = page[page.index('id="content"') :]
        shown = re.sub(r"<[^>]+>", " ", content)
        facts = {**row.before, **row.after}
        for fact in facts.keys() - {"seats", "hours"}:
            assert fact_name(fact) != fact
            assert not re.search(rf"\b{fact}\b", shown) or fact in fact_name(fact).lower(), fact
        assert row.verb not in shown
        assert " → " in shown
        assert "{" not in shown


def test_lists_are_filtered_by_words(log: None) -> None:
    quick = match_between(person("eve"), person("fay"))
    play(quick, *QUICK_MATE)
    reader = browser(staff("senior", "reader"))
    page = reader.get("/admin/match/match/").content.decode()
    assert ">checkmate<" in page
    assert "decided by a moderator" in page
    assert "Relaxed: 5 days" in page
    found = reader.get("/admin/match/match/?ended_how=checkmate")
    assert found.status_code == 200
    assert [row.uid for row in found.context["cl"].result_list] == [quick.uid]
    log_page = reader.get("/admin/moderation/modaction/?verb=match-win")
    assert log_page.status_code == 200
    assert "Decide: a win" in log_page.content.decode()
    assert ModAction.objects.filter(verb="match-win").count() == 1
    assert Match.objects.count() == 2


def test_a_move_has_one_number_everywhere() -> None:
    """Placing is no move: the third move is move 3 for players, in lists and for staff."""
    match = gunjin_match(person("ann"), person("bob"), *OCCUPATION[:3])
    ann = south(match)
    ending.resign(uid=match.uid, user=ann, now=LATER)
    board = BoardPage(match, ann).html()
    assert re.findall(r'class="move-number">(\d+)', board) == ["1", "3"]
    assert ">3 / 3</output>" in board
    assert "3 moves" in browser(ann).get("/archive/").content.decode()
    workbench = (
        browser(staff("senior"))
        .get(reverse("admin:moderation_match", args=[match.uid]))
        .content.decode()
    )
    assert re.findall(r'<li value="(\d+)">', workbench) == ["1", "2", "3"]


def test_a_rewind_names_the_move_and_sides_by_their_names() -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, *LONGER_MATE[:3])
    reader = browser(staff("senior"))
    page = f"{reverse('admin:moderation_rule', args=[match.uid])}?verb=rewind&ply=1"
    asked = ActionRequest("rewind", ply=1)
    shown = reader.get(page).content.decode()
    assert "<td>Back to after move</td><td>–</td><td>1</td>" in shown
    assert "<td>North: clock</td>" in shown
    rule(uid=match.uid, asked=asked, why=why(User.objects.get(name="senior")), now=NOON)
    row = ModAction.objects.get()
    logged = reader.get(f"/admin/moderation/modaction/{row.pk}/change/").content.decode()
    assert "Back to after move: – → 1<br>" in logged
    assert "<br>North: clock: " in logged
    for html in (shown, logged):
        assert "seat 1" not in html


def test_the_page_of_a_match_names_its_sides() -> None:
    match = match_between(person("ann"), person("bob"))
    Match.objects.update(draw_offered_by=1)
    path = f"/admin/match/match/{match.pk}/change/"
    senior = staff("senior")
    senior.is_superuser = True
    senior.save()
    html = browser(senior).get(path).content.decode()
    assert html.count(">South<") == 1
    assert html.count(">North<") == 2
