"""Every kind of news has its sentences, its row of the matrix, and a page that shows it."""

from __future__ import annotations

from collections import Counter

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.notices.events import EVENTS, OF_SUBJECT, WORDINGS, Kind
from games.notices.models import Notice
from games.notices.presenters.lines import notice_url
from games.notices.services.notifying import tell, tell_many

OF_NO_MATCH = [kind for kind in Kind if WORDINGS[kind].page]


def test_every_kind_has_words_and_one_event() -> None:
    assert set(WORDINGS) == set(Kind)
    assert Counter(kind for event in EVENTS for kind in event.kinds) == Counter(Kind)


@pytest.mark.parametrize("kind", OF_NO_MATCH)
def test_every_kind_told_of_no_match_leads_to_its_own_page(kind: Kind) -> None:
    page = WORDINGS[kind].page
    expected = reverse(page, args=["its-uid"] if page in OF_SUBJECT else [])
    assert notice_url(Notice(kind=kind, subject="its-uid again")) == expected


@pytest.mark.parametrize("kind", sorted(set(Kind) - set(OF_NO_MATCH)))
def test_a_kind_without_a_page_is_told_of_matches_alone(kind: Kind) -> None:
    now = timezone.now()
    with pytest.raises(AssertionError, match="no page in"):
        tell(user=User(), kind=kind, person=None, subject="", now=now)
    with pytest.raises(AssertionError, match="no page in"):
        tell_many(user_ids=[1], kind=kind, person=None, game="", subject="", now=now)
