"""The strength of a bot: chosen on the form of a new match, kept in a rematch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.catalogue import GAMES, meta_for
from games.boards.kit.characters import HOUSE_BOTS
from games.lobby import demo
from games.match.changes import ending
from games.match.models import Match, Player
from games.match.terms import opening
from tests.kit.browsing import browser, start_match
from tests.kit.builders import NOON, everything, person

pytestmark = pytest.mark.django_db

CHOICES = [(meta.slug, level) for meta in GAMES if not meta.solo for level in meta.bot_levels]


def bots() -> list[str]:
    """The levels of the bots that sit in matches."""
    rows = Player.objects.exclude(bot="").order_by("match")
    return list(rows.values_list("bot", flat=True))


@pytest.mark.parametrize(("game", "level"), CHOICES)
def test_the_chosen_bot_sits_down(game: str, level: str) -> None:
    answer = start_match(browser(person("Ann")), game=game, opponent="bot", level=level)
    assert (answer.status_code, bots()) == (302, [level])


@pytest.mark.parametrize("data", [{}, {"level": ""}])
def test_without_a_choice_it_is_the_easy_one(data: dict[str, str]) -> None:
    start_match(browser(person("Ann")), opponent="bot", **data)
    assert bots() == ["easy"]


@pytest.mark.parametrize("level", ["npc", "grandmaster", "Easy", "easy ", "medium\x00", "9" * 300])
@pytest.mark.parametrize("opponent", ["bot", "link"])
def test_a_level_there_is_not_starts_nothing(opponent: str, level: str) -> None:
    client = browser(person("Ann"))
    before = everything()
    answer = start_match(client, opponent=opponent, level=level)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Nothing has been sent yet." in html
    assert 'id="id_level_error"' in html
    assert everything() == before


def test_a_bot_that_does_not_play_the_game_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = replace(meta_for("gungi"), bot_levels=("easy",))
    monkeypatch.setattr("games.lobby.forms.meta_for", lambda _slug: weak)
    client = browser(person("Ann"))
    answer = start_match(client, game="gungi", opponent="bot", level="strong")
    assert answer.status_code == 422
    assert "Kurama (strong bot) does not play Gungi." in answer.content.decode()
    assert not Match.objects.exists()
    # a friend by link plays whatever bots there are
    assert start_match(client, game="gungi", level="strong").status_code == 302


def test_the_form_introduces_every_bot_and_has_the_easy_one_chosen() -> None:
    html = browser(person("Ann")).get("/matches/new/?opponent=bot").content.decode()
    for level, name in (("easy", "Tama"), ("medium", "Ponta"), ("strong", "Kurama")):
        assert f'<p class="bot-line" data-level="{level}">' in html
        assert f"{name} ({level} bot)" in html
        assert f"bots.svg#{name.lower()}" in html
    assert '<option value="easy" selected>' in html


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_bot_that_does_not_play_every_game_says_so(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    lacking = [
        replace(meta, bot_levels=("easy",)) if meta.slug in ("gunjin", "seichu") else meta
        for meta in (replace(meta, bot_levels=tuple(HOUSE_BOTS)) for meta in GAMES if not meta.solo)
    ]
    monkeypatch.setattr("games.boards.names.GAMES", lacking)
    client = browser(person("Ann"))
    client.cookies["django_language"] = language
    html = client.get("/matches/new/?opponent=bot").content.decode()
    values = {"en": "Plays Xiongqi, Gungi.", "ja": "熊棋、軍儀に対応しています。"}[language]
    assert html.count(values) == len(HOUSE_BOTS) - 1  # all but the easy one


def test_a_link_may_choose_the_bot() -> None:
    html = browser(person("Ann")).get("/matches/new/?opponent=bot&level=strong").content.decode()
    assert '<option value="strong" selected>' in html


def test_two_levels_asked_for_with_one_key_are_two_requests() -> None:
    client = browser(person("Ann"))
    for level in ("easy", "medium", "medium"):
        start_match(client, opponent="bot", level=level, key="the-same-key")
    assert bots() == ["easy", "medium"]


def test_a_rematch_keeps_the_level() -> None:
    ann = person("Ann")
    terms = opening.Terms(game="xiongqi", time_control="none", side=0)
    match = opening.create_bot_match(user=ann, terms=terms, level="medium", now=NOON)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    again = opening.ask_rematch(uid=match.uid, user=ann, now=NOON)
    assert again is not None
    assert [player.bot for player in again.players.order_by("seat")] == ["medium", ""]


def test_the_house_shows_bots_of_several_levels() -> None:
    demo.keep_bots_at_play(NOON)
    assert {*bots()} >= {"easy", "medium"}
    for match in Match.objects.all():
        levels = [player.bot for player in match.players.all()]
        assert {*levels} <= {*meta_for(match.game).bot_levels}
