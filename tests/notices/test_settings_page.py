"""The matrix is kept as it is ticked; nonsense is refused and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notices.choices import (
    COLUMNS,
    QUEUED,
    Reach,
    digest_hour,
    is_on,
    kept_cells,
    quiet_hours,
    reach_of,
    rhythm_of,
    set_reachable,
    stop_address,
    stopped_mail,
    wants,
    warns_in_quiet,
)
from games.notices.events import EVENT_OF, EVENTS, WORDINGS, Channel, Kind
from games.notices.models import Delivery
from games.notices.selectors import unread_notices
from tests.kit.builders import NOON, match_between, person

pytestmark = pytest.mark.django_db

URL = reverse("games:notice-settings")
GOOD = {"wait": "5", "rhythm": "morning", "hour": "7", "quiet_from": "22:00", "quiet_to": "06:30"}


def ticks(user: User) -> set[str]:
    user.refresh_from_db()
    return {f"{slug}.{channel}" for slug, channel in kept_cells(user)}


FIXED = {f"{event.slug}.{channel}" for event in EVENTS for channel in event.fixed}
UNSHOWN = {f"{event.slug}.{one}" for event in EVENTS for one in (Channel.PUSH, Channel.WEBHOOK)}


def test_what_is_ticked_is_kept_and_nothing_else(ann: User, hers: Client) -> None:
    chosen = {"turn.bell", "chat.mail", "over.mail", "seeking.tab"}
    assert hers.post(URL, {**GOOD, "cells": sorted(chosen)}).status_code == 302
    assert ticks(ann) - UNSHOWN == (chosen | FIXED) - UNSHOWN
    assert (ann.mail_your_turn, ann.mail_match_over) == (False, True)
    assert (ann.mail_wait_minutes, rhythm_of(ann), digest_hour(ann)) == (5, "morning", 7)
    assert [f"{one:%H:%M}" for one in quiet_hours(ann) or ()] == ["22:00", "06:30"]
    assert not warns_in_quiet(ann)
    again = hers.get(URL).content.decode()
    assert 'value="chat.mail" checked' in again
    assert 'value="turn.mail">' in again


def test_saving_the_page_as_it_comes_changes_no_tick(ann: User, hers: Client) -> None:
    before = ticks(ann)
    hers.post(URL, {**GOOD, "cells": sorted(before)})
    assert ticks(ann) == before
    ann.refresh_from_db()
    assert ann.notice_choices["cells"] == {}  # so that a better default reaches them


@pytest.mark.parametrize(
    "nonsense",
    [
        {"wait": ""}, {"wait": "-1"}, {"wait": "1441"}, {"rhythm": "weekly"}, {"hour": "24"},
        {"quiet_to": ""}, {"quiet_from": "25:00"}, {"quiet_to": "22:00"},
        {"cells": ["turn.pigeon"]}, {"cells": ["turn"]}, {"cells": ["\x00"]},
    ],
)  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(
    ann: User, hers: Client, nonsense: dict[str, Any]
) -> None:
    before = ticks(ann)
    answer = hers.post(URL, {**GOOD, **nonsense})
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert ticks(ann) == before
    assert ann.notice_choices is None


def test_every_kind_belongs_to_one_event_and_has_its_words() -> None:
    held = [kind for event in EVENTS for kind in event.kinds]
    assert sorted(held) == sorted(EVENT_OF) == sorted(WORDINGS) == sorted(Kind)
    for event in EVENTS:
        assert event.fixed <= event.on, event.slug
    assert {slug for slug, _channel in COLUMNS} <= {event.slug for event in EVENTS}


def test_news_goes_where_the_matrix_says(ann: User, hers: Client) -> None:
    hers.post(URL, {**GOOD, "cells": ["turn.mail", "begins.mail"]})
    match_between(User.objects.get(pk=ann.pk), person("bob"))
    deliveries = Delivery.objects.values_list("notice__kind", "channel")
    assert set(deliveries) == {("your-turn", "mail"), ("match-began", "mail")}
    assert unread_notices(ann.pk) == 0  # and the bell is off


def test_a_channel_without_an_address_owes_nothing(ann: User) -> None:
    assert not wants(ann, Kind.YOUR_TURN, Channel.PUSH)
    set_reachable(ann.pk, Channel.PUSH, True)
    ann.refresh_from_db()
    assert wants(ann, Kind.YOUR_TURN, Channel.PUSH)
    match_between(ann, person("bob"))
    owed = Delivery.objects.filter(channel="push").values_list("notice__kind", flat=True)
    assert set(owed) == {"your-turn", "match-began"}
    set_reachable(ann.pk, Channel.PUSH, False)
    ann.refresh_from_db()
    assert not wants(ann, Kind.YOUR_TURN, Channel.PUSH)


def test_account_news_cannot_be_switched_off(ann: User, hers: Client) -> None:
    hers.post(URL, {**GOOD, "cells": []})
    ann.refresh_from_db()
    account = EVENTS[-1]
    assert is_on(ann, account, Channel.MAIL)
    assert is_on(ann, account, Channel.BELL)
    assert not is_on(ann, account, Channel.TAB)


def test_mail_that_came_back_is_said_and_tried_again_by_a_button(ann: User, hers: Client) -> None:
    stop_address(ann.pk, "ann@example.org", "550 unknown", NOON)
    assert "550 unknown" in hers.get(URL).content.decode()
    assert hers.post(URL, {"do": "again"}).status_code == 302
    ann.refresh_from_db()
    assert stopped_mail(ann) is None
    assert "550 unknown" not in hers.get(URL).content.decode()


def test_another_address_is_another_matter(ann: User) -> None:
    stop_address(ann.pk, "ann@example.org", "550 unknown", NOON)
    ann.refresh_from_db()
    assert stopped_mail(ann) is not None
    ann.email = "ann@example.com"
    assert stopped_mail(ann) is None


SENT = {f"{event.slug}.{channel}" for event in EVENTS for channel in QUEUED}
OF_ACCOUNT = FIXED & SENT


@pytest.mark.parametrize(
    ("reach", "sent"),
    [
        ("all", SENT),
        ("turns", {cell for cell in SENT if cell.split(".")[0] in ("turn", "clock", "excused")}),
        ("account", set()),
    ],
)
def test_one_press_chooses_what_leaves_the_site(
    ann: User, hers: Client, reach: str, sent: set[str]
) -> None:
    hers.post(URL, {**GOOD, "rhythm": "never", "cells": ["chat.bell", "turn.mail"]})
    on_site = ticks(ann) - SENT
    assert hers.post(URL, {"reach": reach}).status_code == 302
    assert ticks(ann) & SENT == sent | OF_ACCOUNT
    assert ticks(ann) - SENT == on_site, "the bell is as it was"
    assert (reach_of(ann), rhythm_of(ann)) == (Reach(reach), "")
    page = hers.get(URL).content.decode()
    assert f'value="{reach}" aria-pressed="true"' in page
    assert page.count('aria-pressed="true"') == 1 + 2  # besides language and theme


def test_other_ticks_are_none_of_the_three(ann: User, hers: Client) -> None:
    assert reach_of(ann) is None, "as it is before anything is chosen"
    hers.post(URL, {"reach": "all"})
    hers.post(URL, {**GOOD, "rhythm": "", "cells": sorted(SENT - {"over.mail"})})
    assert reach_of(User.objects.get(pk=ann.pk)) is None


def test_a_choice_there_is_not_is_refused(ann: User, hers: Client) -> None:
    before = ticks(ann)
    assert hers.post(URL, {"reach": "nothing"}).status_code == 422
    assert ticks(ann) == before
