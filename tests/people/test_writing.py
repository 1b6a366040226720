"""Who may write to whom: the table, and chat as it holds there."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils.translation import override

from accounts.models import User
from games.chat.selectors import talk_of
from games.chat.services import say
from games.people.writing import (
    RULES,
    NoTalkChosen,
    ReaderHasNoTalk,
    Standing,
    Writing,
)
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, north, person, south

PAGE = Path(__file__).parents[2] / "docs" / "rules-of-the-site.md"


@pytest.mark.parametrize("standing", Standing)
def test_the_page_of_rules_has_every_row_of_the_table(standing: Standing) -> None:
    rules = [RULES[standing][what] for what in Writing]
    with override("en"):
        why = next((str(rule.why.sentence) for rule in rules if rule.why), "")
    cells = [standing, *(rule.passage.value for rule in rules), why]
    row = "".join(f"| {cell} " if cell else "| " for cell in cells) + "|\n"
    assert row in PAGE.read_text()


@pytest.mark.django_db
def test_whoever_has_chosen_no_chat_sends_and_reads_quick_messages_alone() -> None:
    match = match_between(person("south"), person("north"), game="gunjin")
    ann, bob = south(match), north(match)
    say(uid=match.uid, user=bob, room="players", text="before", now=NOON)
    User.objects.filter(pk=ann.pk).update(no_talk=True)
    for user, room, why in (
        (ann, "players", NoTalkChosen),
        (ann, "later", NoTalkChosen),
        (bob, "players", ReaderHasNoTalk),
        (bob, "later", ReaderHasNoTalk),
    ):
        with pytest.raises(why):
            say(uid=match.uid, user=user, room=room, text="words", now=NOON)
        say(uid=match.uid, user=user, room=room, preset="hello", now=NOON)
    assert [line.text for line in talk_of(match.uid, south(match)).lines] == [
        "Hello! Have fun."
    ] * 3
    assert talk_of(match.uid, bob).lines[0].text == "before"


@pytest.mark.django_db
def test_pages_say_why_there_are_quick_messages_alone() -> None:
    match = match_between(person("south", no_talk=True), person("north"), game="xiongqi")
    for user, why in ((south(match), NoTalkChosen), (north(match), ReaderHasNoTalk)):
        page = BoardPage(match, user, htmx=True)
        shown = page.get(path="talk/").content.decode()
        assert str(why.sentence) in shown
        assert 'name="text"' not in shown
        assert page.post("talk", {"room": "players", "text": "words"}).status_code == 403
