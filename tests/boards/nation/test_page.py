"""A stage of Nation on the match page: what stands there, what can be done, what is refused."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from accounts.models import User
from engines.nation.engine import ENGINE
from engines.nation.vocabulary import ATTACK_HOOKS, BATTLE_HOOKS
from games.boards.kit.scenes import News
from games.boards.nation.chronicle import NationChronicle, chronicle_of
from games.boards.nation.panels import short
from games.boards.nation.story import FIGHTING, actions
from games.boards.nation.words import book_of
from games.match.models import Match
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from games.notices.presenters.lines import present_notice
from games.notices.selectors import newest_lines, unread_notices
from games.notices.services.presence import note_left
from tests.engines.playing import playout
from tests.kit.browsing import BoardPage, message_of
from tests.kit.builders import NOON
from tests.kit.offering import offers_in
from tests.kit.stages import FIRST, ROUND, act, locked_stage, pay_all, stage_of, win

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def match(ann: User) -> Match:
    return stage_of(ann)


def squares(html: str) -> dict[str, str]:
    """What is read out for everything that can be pressed."""
    return dict(re.findall(r'id="sq-([\w-]+)"[^>]*aria-label="([^"]*)"', html))


def offers(html: str) -> dict[str, str]:
    """The actions of the page with their sentences."""
    return {one["action"]: one["text"] for one in offers_in(html)}


def test_the_page_shows_both_nations_and_every_command(ann: User, match: Match) -> None:
    html = BoardPage(match, ann).html()
    assert "<h1>First harvest</h1>" in html
    assert "Round 1 of 6" in html
    found = squares(html)
    assert {"F", "M", "B", "1", "5", "npc1", "c-tax", "c-drill"} <= set(found)
    assert found["F"] == "vanguard, Infantry, HP 100 of 100, attack 50"
    assert found["c-tax"].startswith("Tax.")
    assert "Village league" in html


def test_what_an_action_does_is_told_before(ann: User, match: Match) -> None:
    forecasts = offers(BoardPage(match, ann).html())
    assert forecasts["command:tax"] == "Tax: power 1,000 → 1,050"
    assert forecasts["command:drill>F"] == "Drill: power 1,000 → 960, military 150 → 168"
    assert "Village league: power" in forecasts["battle:npc1"]
    asked = BoardPage(match, ann).html("?at=c-drill&at=F")
    assert "Drill: power 1,000 → 960, military 150 → 168" in asked


def test_a_newcomer_is_led_by_one_sentence(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    assert page.html().count('class="n-hint"') == 1
    assert 'class="n-hint"' not in BoardPage(match).html(), "an onlooker is not led"


def hint_on(html: str) -> str:
    return "".join(re.findall(r'class="n-hint" role="note">([^<]*)<', html))


def test_the_advice_goes_on_with_what_is_left_of_it(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    assert "press Tax and Market day" in hint_on(page.html())
    page.play("command:tax")
    assert hint_on(page.html()) == "Next: Market day, Battle."
    page.play("command:market")
    assert hint_on(page.html()) == "Next: Battle."


def test_the_actions_that_end_the_turn_stand_in_the_row_of_actions(ann: User, match: Match) -> None:
    html = BoardPage(match, ann).html()
    board, _start, row = html.partition('id="actions"')
    for action in ("b-npc1", "train"):
        assert f'form="board-form" id="sq-{action}"' in row
        assert f'id="sq-{action}"' not in board
    assert 'id="sq-train"' not in BoardPage(match).html(), "an onlooker acts for nobody"
    asked = BoardPage(match, ann).html("?at=train")
    assert 'name="move" value="train"' in asked, "without a script, too"


def numbers_after(html: str) -> list[str]:
    """What would become of numbers, as it stands beside them."""
    found = re.findall(r'class="n-after" aria-hidden="true">(.*?)</dd>', html)
    return [" ".join(re.sub("<.*?>", "", one).split()) for one in found]


def test_before_and_after_stand_side_by_side_while_an_action_is_asked_back(
    ann: User, match: Match
) -> None:
    page = BoardPage(match, ann)
    assert numbers_after(page.html()) == []
    assert numbers_after(page.html("?at=train")) == ["→ 158 +8"]
    assert numbers_after(page.html("?at=c-drill&at=F")) == ["→ 960 −40", "→ 168 +18"]
    assert numbers_after(page.html("?at=c-drill")) == [], "not before it is said for whom"
    battle = page.html("?at=b-npc1")
    assert len(numbers_after(battle)) > 2, "of both"
    assert '"command:tax":[[1,["1,050","+50","gain"],null,""]]' in battle
    assert 'id="compared"' not in BoardPage(match).html(), "an onlooker acts for nobody"


def test_every_order_has_two_keys_and_its_names_in_both_languages(ann: User) -> None:
    html = BoardPage(locked_stage(ann, "four-winds"), ann).html()
    keys = re.findall(r'data-keys="(\w*)"', html)
    assert len(keys) == len(set(keys)) > 46
    assert all(len(one) == 2 for one in keys)
    assert {"E1", "L1", "D1", "I1", "R1", "A1", "A4"} <= set(keys)
    assert 'data-names="Tax 徴税" data-keys="E1"' in html
    assert '<kbd class="n-keys" aria-hidden="true">A4</kbd> Training' in html
    assert '<p class="n-find" hidden>' in html, "for a script to show"


def test_gains_and_losses_differ_by_sign_and_class(ann: User, match: Match) -> None:
    html = BoardPage(match, ann).html()
    militia = html.partition('id="sq-c-hire-militia"')[2].partition("</li>")[0]
    assert '955 <b class="n-gain loss">−45</b>' in militia
    assert '240 <b class="n-gain gain">+90</b>' in militia


def test_turns_to_wait_are_drawn(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    page.play("command:tax")
    html = page.html()
    assert '<span class="n-wait"><svg class="icon"><use href="#i-clock"/></svg>1</span>' in html
    assert "⧗" not in html


def test_a_command_is_given_from_the_page_and_then_cools_down(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    assert page.play("command:tax").status_code == 302
    html = page.html()
    assert "1,050" in html
    assert "command:tax" not in offers(html)
    assert squares(html)["c-tax"] == "Tax. Ready next turn."
    assert "2 commands left" in html


def test_places_change_from_either_side(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    assert "Change places: vanguard and bench 2" in page.html("?at=F&at=2")
    page.play("swap:F-2")
    assert squares(page.html())["2"].startswith("bench 2, Infantry")


@pytest.mark.parametrize(
    ("before", "text", "sentence"),
    [
        (["command:tax"], "command:tax", "This command is not ready again yet."),
        ([], "command:drill", "Choose who this command is for."),
        ([], "command:drill>M", "This command cannot target that."),
        ([], "command:colossus", "Your nation does not have this command in this stage."),
        ([], "battle:npc4", "There is no such nation in this stage."),
        (["swap:F-1"], "battle:npc1", "Without a unit in your front you cannot start a battle."),
        ([], "tax", "That is not a move in this game."),
        (
            ["command:tax", "command:market", "command:drill>F"],
            "command:hire-militia",
            "No commands are left in this turn: now act.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    ann: User, match: Match, before: list[str], text: str, sentence: str
) -> None:
    for one in before:
        act(match, one)
    page = BoardPage(match, ann)
    answer = page.play(text)
    assert answer.status_code == 422
    assert message_of(answer) == sentence
    assert page.get("board/").status_code == 200
    match.refresh_from_db()
    assert match.players.get(user=ann).is_to_act


def test_a_command_is_taken_back_until_the_action(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    assert 'id="undo-form"' not in page.html()
    assert page.post("undo", {"seat_ply": "1"}).status_code == 409
    page.play("command:tax")
    page.play("swap:F-2")
    assert 'id="undo-form"' in page.html()
    assert page.post("undo", {"seat_ply": "3"}).status_code == 302
    assert page.post("undo", {"seat_ply": "3"}).status_code == 409, "sent twice, it is done once"
    assert squares(page.html())["F"].startswith("vanguard, Infantry")
    assert page.post("undo", {"seat_ply": "2"}).status_code == 302
    html = page.html()
    assert "command:tax" in offers(html)
    assert "<dd>1,000</dd>" in html
    page.play("train")
    pay_all(match)
    form = page.form()
    assert message_of(page.post("undo", {"seat_ply": form["seat_ply"]})) == (
        "Nothing can be undone now."
    )
    assert faults_of(match) == []


def test_nobody_acts_in_the_turns_of_others(ann: User) -> None:
    from games.campaign import services

    match = services.start_stage(user=ann, stage="first-harvest", key="", now=NOON)
    page = BoardPage(match, ann)
    assert "Village league acts" in page.html()
    form = {"move": "train", "seat_ply": "1", "key": "a-key-12345"}
    assert page.post("move", form).status_code == 409


def test_the_log_gives_the_reasons_and_the_blows(ann: User, match: Match) -> None:
    act(match, "battle:npc1")
    html = BoardPage(match, ann).html()
    assert "is the best of 2: worth 802 → 826 (military counts 20%)." in html
    assert "less than 2.4 times, so training." in html
    assert "Infantry (Your nation) attacks with Slash: vanguard." in html
    assert "takes 50 damage: HP" in html
    assert "Round 2" in html


def test_no_draw_is_offered_and_giving_up_ends_it(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    html = page.html()
    assert 'data-ask="draw"' not in html
    assert page.post("resign").status_code == 302
    html = page.html()
    assert "You have lost" in html
    assert "You gave up this stage." in html


def test_the_end_has_a_ranking_a_chart_and_the_way_on(ann: User, match: Match) -> None:
    win(match)
    html = BoardPage(match, ann).html()
    assert "You have won" in html
    assert re.search(r'class="n-ranking">\s*<li><span>Your nation</span>', html)
    assert "<polyline" in html
    assert html.count('<th scope="col">Your nation</th>') == 2, "power and military"
    assert html.count('<th scope="row">') == 12, "of six rounds"
    assert "Military by round" in html
    assert "Stages: Abbey lands" in html
    assert "Commands: Harvest, Hire archer, Hire scout, Rest" in html
    assert "To the campaign map" in html
    assert "Play the stage again" in html
    assert squares(html).keys() == {*"FMB12345", "npc1"}, "nothing is left to be given"


def test_military_is_told_at_the_end_of_each_round(ann: User, match: Match) -> None:
    act(match, "command:drill>F")
    act(match, "train")
    assert '<div class="n-chart" hidden>' in BoardPage(match, ann).html(), "one end is no line"
    act(match, "battle:npc1")
    assert '<div class="n-chart">' in BoardPage(match, ann).html()
    html = BoardPage(match, ann).html().partition('id="rows-military"')[2]
    assert re.findall(r"<td>([^<]*)</td></tr>", html) == ["177", "146"]


def test_a_stage_given_up_or_forked_unlocks_nothing(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    page.post("resign")
    assert "Unlocked" not in page.html()


def test_whoever_has_left_hears_that_the_next_turn_is_ready(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    page.post("seen")
    assert unread_notices(ann.pk) == 0
    page.play("train")
    assert unread_notices(ann.pk) == 0, "the neighbours still act"
    note_left(match.uid, ann.pk)
    pay_all(match)
    assert unread_notices(ann.pk) == 1
    line = present_notice(newest_lines(ann.pk, 1)[0])
    assert line.text == "Nation against Village league: it is your turn."
    page.post("seen")
    assert unread_notices(ann.pk) == 0


def test_what_the_neighbours_do_is_told_above_the_board(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    actions = re.findall(r'<li data-ply="(\d+)"><b>(.*?)</b> (.*?)(?: <b|</li>)', page.html())
    assert actions == [("1", "Village league", "Market day"), ("2", "Village league", "Training")]
    act(match, "train")
    assert re.findall(r'<li data-ply="(\d+)"', page.html()) == ["4", "5"]
    assert "<li data-ply" not in page.html("?ply=3"), "not where one looks back"


def test_many_commands_are_folded_by_family(ann: User, match: Match) -> None:
    families = r'<details id="family-(\w+)"( open)?>'
    html = BoardPage(match, ann).html()
    assert re.findall(families, html) == [
        ("economy", " open"),
        ("levy", " open"),
        ("drill", " open"),
    ]
    later = BoardPage(locked_stage(ann, "four-winds"), ann)
    folded = dict(re.findall(families, later.html()))
    assert folded == {"economy": " open", "levy": "", "drill": "", "intrigue": "", "rite": ""}
    assert dict(re.findall(families, later.html("?at=c-drill")))["drill"] == " open"


@pytest.mark.parametrize(
    ("before", "text", "sentence"),
    [
        (
            ["command:growth-era", "command:hire-knight"],
            "command:hire-infantry",
            "Your nation does not have the power for this command.",
        ),
        (
            ["command:hire-militia", "command:hire-infantry", "command:hire-archer", "train"] * 2,
            "command:hire-militia",
            "There is no free place for another unit.",
        ),
    ],
)
def test_without_power_or_room_nothing_is_given(
    ann: User, before: list[str], text: str, sentence: str
) -> None:
    match = locked_stage(ann, "market-towns")
    for one in before:
        act(match, one)
    page = BoardPage(match, ann)
    shown = squares(page.html())
    assert shown[text.replace("command:", "c-")].endswith(sentence)
    answer = page.play(text)
    assert (answer.status_code, message_of(answer)) == (422, sentence)
    assert squares(page.html()) == shown


def test_no_two_states_have_the_same_sign() -> None:
    states = book_of().states.values()
    for signs in ([one.sign for one in states], [short(one.name.en) for one in states]):
        assert len(set(signs)) == len(signs)


def test_it_speaks_japanese(ann: User, match: Match) -> None:
    page = BoardPage(match, ann)
    page.client.cookies["django_language"] = "ja"
    html = page.html()
    assert "徴税" in html
    assert "はじめての収穫" in html


def test_events_are_told_a_round_ahead_on_the_board_and_in_the_chronicle(ann: User) -> None:
    match = locked_stage(ann, "abbey-lands")
    page = BoardPage(match, ann)
    assert "n-coming" not in page.html()
    for _ in range(2):
        act(match, "train")
    html = page.html()
    assert "Next round: Pilgrims." in html
    assert "Foretold for round 4: Pilgrims." in html
    act(match, "train")
    html = page.html()
    assert "Next round: Pilgrims." not in html
    assert "Round 4: Pilgrims." in html
    assert faults_of(match) == []


def log_of(html: str, round_number: int) -> list[str]:
    """The lines of a round of the chronicle as text: actions, and what happened by itself."""
    told = re.search(rf'id="round-{round_number}".*?</details></li>', html, re.DOTALL)
    assert told
    lines = re.findall(r"<p(?: class=\"n-omen\")?>(.*?)</p>", told[0], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def test_each_line_of_the_chronicle_has_the_amount_of_its_own_cause(
    ann: User, match: Match
) -> None:
    while match.status == Status.ACTIVE:
        for text in ROUND:
            act(match, text)
    html = BoardPage(match, ann).html()
    assert log_of(html, 1)[1:4] == ["Training", "Fertile land: Village league +31", "Tax +50"]
    *_before, battle, barns = log_of(html, 5)
    assert battle == "Battle against Village league Village league −5 +5"
    assert barns.startswith("Round 5: Open barns.") and barns.endswith(" Your nation +250")


def test_what_acts_within_a_battle_is_what_the_rules_say() -> None:
    assert set(FIGHTING) == {*BATTLE_HOOKS, *ATTACK_HOOKS}


def test_a_tie_that_is_settled_has_a_line_of_its_own() -> None:
    news: News = [
        ("began", {"stage": FIRST, "content": 3}),
        ("training", {"seat": 1}),
        ("round-ended", {"round": 6, "powers": [900, 900], "military": [0, 0]}),
        ("power", {"seat": 0, "before": 900, "after": 901}),
    ]
    action = actions(news)[0]
    assert action.gains == {}
    assert action.happenings[-1].sentence == (
        "A tie goes to the nation that comes first in turn order."
    )
    assert action.happenings[-1].gains == {0: 1}


def test_no_power_is_lost_or_counted_twice_in_the_chronicle() -> None:
    for number in range(12):
        plies = list(playout(ENGINE, b"chronicle%d" % number, limit=200))
        told = [(event.kind, event.public) for ply in plies for event in ply.events]
        played = [event for ply in plies[1:] for event in ply.events]
        counted: Counter[int] = Counter()
        for action in actions(told):
            for gains in (action.gains, *(one.gains for one in action.happenings)):
                counted.update(gains)
        expected: Counter[int] = Counter()
        for event in played:
            facts: Any = event.public
            if event.kind == "power":
                expected[facts["seat"]] += facts["after"] - facts["before"]
            elif event.kind == "stolen":
                expected[facts["seat"]] += facts["amount"]
                expected[facts["loser"]] -= facts["amount"]
        assert counted == expected
        assert any(expected.values())


def test_the_page_says_who_has_fallen_and_since_when(ann: User) -> None:
    match = locked_stage(ann, "abbey-lands")
    for _ in range(2):
        act(match, "battle:npc1")
    html = BoardPage(match, ann).html()
    assert re.search(r'class="n-graves"[^>]*>.*?<li>Militia \(round \d\)</li>', html, re.DOTALL)


def test_the_end_gives_a_medal_for_the_lead(ann: User, match: Match) -> None:
    assert "medal" not in BoardPage(match, ann).html()
    win(match)
    assert "Gold medal, for a lead of 55%." in BoardPage(match, ann).html()


def story_of(began: dict[str, Any], end: dict[str, Any]) -> object:
    return chronicle_of((("began", began), ("ended", end)))


@pytest.mark.parametrize(
    ("powers", "medal"),
    [
        ([1000, 1049], "A lead of 4%: bronze takes 5%."),
        ([1000, 1050], "Bronze medal, for a lead of 5%."),
        ([1000, 1549], "Silver medal, for a lead of 54%."),
        ([1000, 1550], "Gold medal, for a lead of 55%."),
        ([0, 1000], "Gold medal, for a lead of 99,900%."),
        ([1000, 900], ""),
    ],
)
def test_medals_by_lead(powers: list[int], medal: str) -> None:
    end = {"termination": "rounds", "winners": [2] if powers[1] > powers[0] else [0],
           "ranking": [0, 1, 2], "powers": [0, *powers], "round": 10}  # fmt: skip
    began = {"stage": "market-towns", "content": 2}
    story = story_of(began, end)
    assert isinstance(story, NationChronicle)
    assert story.medal == medal


def test_a_match_of_the_first_content_has_no_medals_and_no_marks() -> None:
    end = {"termination": "rounds", "winners": [1], "ranking": [1, 0], "powers": [1, 9], "round": 6}
    began = {"stage": "first-harvest", "content": 1}
    story = story_of(began, end)
    assert isinstance(story, NationChronicle)
    assert (story.medal, story.chart.marks) == ("", ())


def test_the_chart_marks_rounds_with_events(ann: User) -> None:
    match = locked_stage(ann, "abbey-lands")
    for _ in range(4):
        assert 'class="event"' not in BoardPage(match, ann).html()
        act(match, "train")
    html = BoardPage(match, ann).html()
    assert html.count('<line class="event" x1="3"') == 2
    assert html.count('<text class="round" x="312.0" y="123">4</text>') == 2
    assert "<li>Round 4: Pilgrims</li>" in html
