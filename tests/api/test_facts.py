"""Each fact that a program is told of a match, beside the one that its page is made of."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.api import schemas
from games.match.changes import ending
from games.match.models import Match
from games.matchpage.presenters.page import MatchPage, present_match
from games.matchpage.selectors.board import BoardFacts, board_facts
from tests.api.kit import Program
from tests.kit.browsing import browser
from tests.kit.builders import match_between, match_with_bot, north, person, play, south
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match
from tests.kit.stages import stage_of

pytestmark = pytest.mark.django_db
FactOf = Callable[[BoardFacts, MatchPage], Any]

OF_FACTS = (
    *("uid", "version", "game", "rules_version", "options", "time_control", "is_rated"),
    *("onlookers", "start", "event", "status", "is_setting_up", "frozen_at", "seat", "seat_ply"),
    *("view", "viewed_ply", "started_at", "ended_at"),
)
FACTS: dict[str, FactOf] = {
    "game_name": lambda facts, page: page.heading.game_name,
    "terms": lambda facts, page: page.heading.terms,
    "status_sentence": lambda facts, page: page.sentences.status,
    "said": lambda facts, page: page.sentences.said,
    "players": lambda facts, page: [
        {
            **{
                name: getattr(panel, name)
                for name in (
                    *("seat", "side", "side_name", "name", "is_me", "is_to_act", "is_winner"),
                    *("rating", "away"),
                )
            },
            **{
                name: getattr(facts.players[panel.seat], name)
                for name in ("is_bot", "result", "placed_by_house")
            },
            "clock": {
                "seconds": facts.players[panel.seat].clock_seconds,
                "deadline": clock.deadline if (clock := facts.players[panel.seat].clock) else None,
                **{name: getattr(panel.clock, name) for name in ("short", "sentence", "off")},
            },
        }
        for panel in sorted(page.people.panels, key=lambda one: one.seat)
    ],
    "question": lambda facts, page: page.playing.check.question if page.playing.check else "",
    "moves": lambda facts, page: [
        {
            **{name: getattr(move, name) for name in ("ply", "seat", "letter", "path", "sentence")},
            "made_at": time.made_at if (time := facts.ply_times.get(move.ply)) else None,
            "took": int(time.took.total_seconds()) if time and time.took is not None else None,
        }
        for row in page.story.moves
        for move in row.moves
        if move
    ],
    "events": lambda facts, page: [{"kind": kind, "facts": moves} for kind, moves in facts.news],
    "may": lambda facts, page: {
        "resign": facts.may_resign,
        "offer_draw": facts.may_offer_draw,
        "claim_draw": facts.may_claim_draw,
        "take_back": facts.may_take_back,
        "ask_takeback": facts.takeback.may_ask,
        "rematch": facts.may_rematch,
        "claim": facts.times.may_claim,
        "end": facts.times.may_end,
        "give": page.extras.time_offers is not None and page.extras.time_offers.gifts is not None,
        "pause": facts.times.may_pause,
    },
    "asked": lambda facts, page: {
        "draw": facts.draw_offered_by,
        "takeback": facts.takeback.asked_by,
        "rematch": facts.rematch_offered_by,
        "pause": facts.times.pause_asked_by,
    },
    "time_sentence": lambda facts, page: (
        page.extras.times.sentence if page.extras.times else page.heading.limit
    ),
    "result": lambda facts, page: (
        page.people.result
        and {
            "headline": page.people.result.headline,
            "why": page.people.result.why,
            "ended_how": facts.ended_how,
            "winners": facts.winners,
            "remarks": page.people.result.remarks,
        }
    ),
    "rematch": lambda facts, page: facts.rematch_uid or "",
    "older": lambda facts, page: facts.window.earlier,
}
BESIDE = {"now", "legal"}
"""The moment of the answer; and the moves, which are compared one by one."""
SHOWN = ("game_name", "terms", "question", "said")
"""Sentences that stand on the page as they are told."""


def duel() -> Match:
    match = match_between(person(), person(), now=timezone.now(), rated=True)
    play(match, "e3e4", "e6e5", now=timezone.now())
    return match


def offered() -> Match:
    match = duel()
    ending.offer_draw(uid=match.uid, user=south(match), now=timezone.now())
    return match


def over() -> Match:
    match = duel()
    ending.resign(uid=match.uid, user=south(match), now=timezone.now())
    return match


def placing() -> Match:
    return gunjin_match(person(), person(), is_placed=False)


def doubtful() -> Match:
    match = seichu_match(person(), person())
    facts = board_facts(match.uid, south(match), now=timezone.now())
    play(match, next(iter(facts.bluffs)), now=timezone.now())
    return match


STATES: tuple[Callable[[], Match], ...] = (
    duel,
    offered,
    over,
    placing,
    lambda: gunjin_match(person(), person()),
    doubtful,
    lambda: match_between(person(), person(), now=timezone.now(), game="gungi"),
    lambda: match_with_bot(person()),
    lambda: stage_of(person()),
)


def plain(value: Any) -> Any:
    """As it is after a way through JSON."""
    return json.loads(json.dumps(value, default=str))


def at(moment: Any) -> Any:
    """Moments written in one way."""
    if isinstance(moment, dict):
        return {name: at(value) for name, value in moment.items()}
    if isinstance(moment, (list, tuple)):
        return [at(value) for value in moment]
    if isinstance(moment, str) and len(moment) > 18 and moment[10] in "T ":
        return moment[:10] + " " + moment[11:19]
    return moment


def test_no_fact_is_left_out() -> None:
    found = {*FACTS, *OF_FACTS, *BESIDE}
    assert set(schemas.MatchOut.model_fields) == found


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("number", range(len(STATES)))
def test_each_fact_is_the_pages_for_players_and_onlookers(
    number: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, now = STATES[number](), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    players = [player.user for player in match.players.all() if player.user]
    for user in (*players, person()):
        User.objects.filter(pk=user.pk).update(language=language)
        user.refresh_from_db()
        with override(language):
            answer = Program(user).get(f"/matches/{match.uid}").json()
            facts = board_facts(match.uid, user, now=timezone.now())
            page = present_match(facts)
            expected = {
                **{name: fact(facts, page) for name, fact in FACTS.items()},
                **{name: getattr(facts, name) for name in OF_FACTS},
            }
        assert {name: at(answer[name]) for name in expected} == at(plain(expected))
        _compare_moves(answer["legal"], facts, page)
        html = shown(browser(user), match)
        assert all(answer[name] in html for name in SHOWN)
        assert f'data-version="{answer["version"]}"' in html


def _compare_moves(legal: list[dict[str, Any]], facts: BoardFacts, page: MatchPage) -> None:
    if facts.is_setting_up:
        assert legal == []
        return
    offers = {offer.action: asdict(offer) for offer in page.playing.choice.offers}
    calls = {call.action: call.name for call in page.playing.calls}
    assert [move["action"] for move in legal] == list(facts.legal)
    assert set(offers) | set(calls) == set(facts.legal)
    for move in legal:
        offer = offers.get(move["action"], {"text": calls.get(move["action"])})
        assert move["text"] == offer["text"]
        assert move["squares"] == list(offer.get("squares", ()))
        assert move["captures"] == offer.get("captures", False)
        bluff = facts.bluffs.get(move["action"])
        assert move["fouls"] == (list(bluff.fouls) if bluff else [])
        assert move["could_be_true"] == (bluff.could_be_true if bluff else True)


def shown(client: Client, match: Match) -> str:
    from html import unescape

    return unescape(client.get(f"/matches/{match.uid}/").content.decode())


def test_the_players_are_those_of_the_match() -> None:
    match = duel()
    answer = Program(north(match)).get(f"/matches/{match.uid}").json()
    assert [seat["name"] for seat in answer["players"]] == [south(match).name, north(match).name]
    assert [seat["is_me"] for seat in answer["players"]] == [False, True]
