"""What the buttons of the workbench say is what they do."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.moderation.presenters.words import action_name
from games.moderation.services.actions import ACTIONS
from tests.running import ROOT

PAGE = (ROOT / "templates/moderation/admin/match.html").read_text()
BUTTON = r'name="verb" value="([\w-]+)">\{% translate "([^"]+)" %\}</button>'
REVEAL = r'admin:moderation_reveal.*?<button>\{% translate "([^"]+)" %\}</button></form>'


def test_what_has_a_form_of_its_own_is_labelled_as_the_table_says() -> None:
    labels = dict(re.findall(BUTTON, PAGE))
    assert labels == {verb: action_name(verb) for verb in labels}
    own = {action.verb for action in ACTIONS.values() if not action.place}
    assert own - labels.keys() == {"win"}  # whose button names the side


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_button_that_reveals_says_so(language: str) -> None:
    (label,) = re.findall(REVEAL, PAGE)
    with translation.override(language):
        assert translation.gettext(label) in ("Reveal the pieces", "駒を公開して見る")
