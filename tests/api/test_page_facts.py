"""Each fact that a program is told beside matches, and what the page of it is made of and says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction
from functools import partial
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.api import profiles, schemas, stages, studies, tables
from games.api.shapes import Schema
from games.boards.kit.faces import PIECE_SETS
from games.boards.names import game_name
from games.campaign.presenters import present_campaign
from games.campaign.selectors import stages_of
from games.conversations.selectors import conversation_with, conversations_of
from games.desk.presenters import present_row
from games.desk.selectors import own_matches
from games.desk.selectors import rows_of as desk_rows
from games.ladders.models import Ladder
from games.ladders.presenters.pages import line_of
from games.ladders.selectors import rungs_of
from games.ladders.services.places import join
from games.leagues.models import League
from games.leagues.selectors import divisions_of
from games.leagues.services.enrolling import enrol
from games.leagues.services.seasons import next_start, run_leagues
from games.learn.content import all_courses
from games.learn.presenters import present_course, present_courses, present_step
from games.learn.selectors import steps_done, tried
from games.lobby.presenters.cards import OfferCard, challenge_card, seek_card
from games.lobby.selectors.challenges import ChallengeFacts, challenge_for, open_challenges
from games.lobby.selectors.seeks import SeekFacts, seek_for
from games.lobby.services.challenges import send_challenge
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import ending
from games.match.clocks import vacations
from games.match.presenters.clocktext import terms_sentence
from games.matchpage.query import Asked
from games.notices.presenters.lines import present_notice
from games.notices.selectors import newest_lines
from games.people.presenters import graphs_of, leaderboards, past_row
from games.people.selectors import head_to_head, history_of, past_matches_of, ties_of
from games.puzzles.presenters.pages import Solver, present_overview, present_puzzle, puzzle_name
from games.puzzles.selectors import (
    attempt_of,
    games_with_puzzles,
    opened,
    opinion_of,
    rating_of,
    solution_of,
)
from games.ratings.models import Rating
from games.ratings.pools import Pool
from games.ratings.presenters import rating_sentence, rating_text, reliability_line
from games.ratings.selectors import (
    NEVER_ASKED,
    RatingFacts,
    Reliability,
    leaders,
    ratings_of,
    reliability_of,
)
from games.tournaments.models import Entry, Tournament
from games.tournaments.presenters.pages import (
    Trophy,
    points_text,
    profile_trophies,
    rows_of,
    tournament_card,
)
from games.tournaments.selectors import standings_of
from games.tournaments.services.beginning import begin_matches, begin_now
from tests.api.kit import Program
from tests.api.test_facts import at, plain
from tests.kit.browsing import browser
from tests.kit.builders import (
    match_between,
    match_with_bot,
    person,
    play,
    puzzle_of_the_house,
    south,
    terms,
)
from tests.kit.stages import FIRST, stage_of, win

pytestmark = pytest.mark.django_db
POOL = Pool("xiongqi", "slow", "people")
DAY = timedelta(days=1)


class Beside(NamedTuple):
    """What a program is told, and what its page is made of."""

    schema: type[Schema]
    answer: dict[str, Any]
    page: dict[str, Any]
    path: str
    said: tuple[str, ...]
    """What the page says of what is told, word for word."""


Resource = Callable[[User], Iterator[Beside]]


def of(facts: object, *names: str) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in names}


def rating_facts(answer: dict[str, Any]) -> RatingFacts:
    """What a page says a rating of, from what a program is told."""
    pool = Pool(*(answer[name] for name in Pool._fields))
    return RatingFacts(
        pool, **{name: value for name, value in answer.items() if name not in Pool._fields}
    )


def rating(facts: RatingFacts) -> dict[str, Any]:
    numbers = of(facts, "rating", "deviation", "is_provisional", "matches")
    return {**facts.pool._asdict(), **numbers}


def people(user: User) -> Iterator[Beside]:
    match = match_between(user, person(), now=timezone.now(), rated=True)
    play(match, "e3e4", "e6e5", now=timezone.now())
    ending.resign(uid=match.uid, user=south(match), now=timezone.now())
    won = match_with_bot(user, game="gungi").players
    won.filter(user=user).update(result="won", over_at=timezone.now())
    join(game="gunjin", user=user, now=timezone.now())
    trophy, until = trophy_of(user), timezone.now() + DAY
    vacations.take(user=user, starts=timezone.now(), ends=until, now=timezone.now())
    answer = Program(user).get(f"/people/{user.name}").json()
    [graph] = graphs_of(user)
    turns = reliability_of([user.pk]).get(user.pk, NEVER_ASKED)
    page = {
        "name": user.name,
        "is_bot_account": user.is_program,
        "is_here": True,
        "is_closed": False,
        "joined": user.date_joined.date(),
        "is_away": True,
        "away_until": until,
        "median_seconds": turns.median_seconds,
        "beaten": [{"game": "gungi", "level": "easy"}],
        "ladders": [{"game": "gunjin", "place": 1}],
        "trophies": [of(trophy, "tournament", "name", "game_name", "ended_at")],
        "ratings": [rating(facts) for facts in ratings_of([user.pk], timezone.now()).values()],
        "turns_asked": turns.asked,
        "turns_answered": turns.answered,
    }
    of_answer = Reliability(*map(answer.get, ("turns_asked", "turns_answered", "median_seconds")))
    [sentence] = [rating_sentence(rating_facts(each)) for each in answer["ratings"]]
    assert sentence == graph.now
    said = (answer["name"], sentence, reliability_line(of_answer), trophy.name)
    yield Beside(profiles.PersonOut, answer, page, f"/people/{user.name}/", said)
    listed = Program(user).get(f"/people/{user.name}/matches").json()["matches"]
    found = past_matches_of(history_of(user.pk))
    assert len(found) == 1
    for answer, past in zip(listed, found, strict=True):
        page = {
            **of(past, *OF_PAST),
            "players": [
                {"seat": seat, "name": name, "is_bot": is_bot}
                for seat, (name, is_bot) in enumerate(past.players)
            ],
        }
        shown = past_row(past)
        said = (shown.why, shown.result_name, *(one["name"] for one in answer["players"]))
        yield Beside(profiles.PastMatchOut, answer, page, f"/people/{user.name}/", said)


def trophy_of(user: User) -> Trophy:
    """A tournament that the user has won."""
    now = timezone.now()
    one = Tournament.objects.create(
        key="key-of-a-trophy", name="Autumn", made_by=user, game="seichu", size=2,
        time_control="relaxed", created_at=now, closes_at=now, ended_at=now, state="over",
    )  # fmt: skip
    for place, who in enumerate((user, person()), 1):
        Entry.objects.create(tournament=one, user=who, entered_at=now, place=place)
    [trophy] = profile_trophies(user.pk)
    return trophy


OF_PAST = (
    *("uid", "game", "options", "seat", "winners", "result", "ended_how", "rated", "ended_at"),
    "plies",
)


def ties(user: User) -> Iterator[Beside]:
    other = person("Nobu")
    match = match_between(user, other, now=timezone.now())
    ending.resign(uid=match.uid, user=other, now=timezone.now())
    program, path = Program(user), f"/people/{other.name}/ties"
    program.post(path, {"do": "follow"})
    program.post(path, {"do": "note", "text": "plays the cannon first"})
    program.post(path, {"do": "block", "kinds": ["watch", "talk"]})
    answer, page = program.get(path).json(), browser(user).get("/people/Nobu/").content.decode()
    kept = ties_of(user.pk, other.pk)
    assert re.findall(r'value="(\w+)" checked', page) == [
        kind for kind in ("pairing", "challenge", "talk", "watch") if kind in answer["blocks"]
    ]
    shown = {
        **of(kept, "follows", "note"),
        "blocks": sorted(kept.blocks),
        **of(head_to_head(user.pk, other.pk), "won", "drawn", "lost"),
    }
    assert (answer["follows"], answer["won"], answer["lost"]) == (True, 1, 0)
    yield Beside(profiles.TiesOut, answer, shown, "/people/Nobu/", (answer["note"], "unfollow"))
    answer = program.get("/ties").json()
    names = [{"name": "Nobu", "is_bot_account": False}]
    yield Beside(
        profiles.AllTiesOut, answer, {"followed": names, "blocked": names}, "/people/", ("Nobu",)
    )
    found = {"people": names}
    yield Beside(profiles.NamesOut, program.get("/people", q="nob").json(), found, "/people/", ())


def ratings(user: User) -> Iterator[Beside]:
    numbers = {"rating": 1800, "deviation": 80, "matches": 40}
    Rating.objects.create(user=user, **POOL._asdict(), **numbers, rated_at=timezone.now())
    [answer] = Program(user).get("/ratings/xiongqi").json()["leaders"]
    [line] = leaders(POOL, timezone.now())
    [board] = leaderboards("xiongqi", timezone.now())
    [row] = board.rows
    page = {"place": row.place, "name": row.name, "rating": rating(line.facts)}
    sentence = rating_sentence(rating_facts(answer["rating"]))
    assert (sentence, answer["rating"]["matches"]) == (row.rating, row.matches)
    yield Beside(schemas.LeaderOut, answer, page, "/ratings/", (answer["name"], sentence))


OF_OFFERS = (
    *("uid", "game", "options", "time_control", "rated", "onlookers", "side", "state"),
    *("created_at", "expires_at", "is_own"),
)


def offer(facts: SeekFacts | ChallengeFacts, card: OfferCard, answer: dict[str, Any]) -> Any:
    """What a card of an offer has, and what it says."""
    maker = facts.maker if isinstance(facts, SeekFacts) else facts.other
    rated = of(maker.rating, "rating", "is_provisional")
    name = "maker" if isinstance(facts, SeekFacts) else "other"
    shown = {**rating(maker.rating), **{key: answer[name][key] for key in rated}}
    assert rating_text(rating_facts(shown)) == card.maker.rating
    assert answer["terms"] in card.terms
    page = {
        **of(facts, *OF_OFFERS),
        "terms": terms_sentence(facts.time_control),
        name: {"name": card.maker.name, **rated},
        "match": facts.match_uid,
    }
    return page, (answer["terms"], answer[name]["name"])


def seeks(user: User) -> Iterator[Beside]:
    own, theirs = (
        open_seek(
            user=maker,
            asked=SeekRequest(terms(time_control="relaxed", rated=True), low=1000, high=2000),
            now=timezone.now(),
        )
        for maker in (user, person())
    )
    listed = Program(user).get("/seeks").json()
    for seek, among in ((own, "own"), (theirs, "seeks")):
        answer = Program(user).get(f"/seeks/{seek.uid}").json()
        assert answer in listed[among]
        facts = seek_for(seek.uid, user, timezone.now())
        assert facts is not None
        page, said = offer(facts, seek_card(facts, timezone.now(), is_member=True), answer)
        page |= of(facts, "low", "high", "audience", "why_not", "further", "at_once")
        band = (str(answer["low"]), str(answer["high"]))
        yield Beside(schemas.SeekOut, answer, page, f"/lobby/seeks/{seek.uid}/", (*said, *band))


def challenges(user: User) -> Iterator[Beside]:
    for one, other in ((user, person()), (person(), user)):
        send_challenge(user=one, person=other, terms=terms(), now=timezone.now())
    program = Program(user)
    listed = program.get("/challenges").json()["challenges"]
    found = open_challenges(user, timezone.now())
    assert [answer["uid"] for answer in listed] == [facts.uid for facts in found]
    [asked] = [answer for answer in listed if not answer["is_own"]]
    declined = {"do": "decline", "reason": "later"}
    listed.append(program.post(f"/challenges/{asked['uid']}", declined).json())
    after = challenge_for(asked["uid"], user, timezone.now())
    assert after is not None
    for answer, facts in zip(listed, (*found, after), strict=True):
        page, said = offer(facts, challenge_card(facts, timezone.now()), answer)
        page |= of(facts, "reason", "start")
        yield Beside(schemas.ChallengeOut, answer, page, f"/challenges/{facts.uid}/", said)


OF_ROWS = (
    *("uid", "game", "options", "seat", "status", "is_to_act", "is_setting_up", "deadline"),
    *("time_control", "draw_offered", "takeback_asked", "rematch_offered", "result"),
    *("ended_how", "winners", "created_at", "started_at", "ended_at"),
)
OF_SHOWN_ROWS = ("game_name", "status_line", "deadline_sentence", "result_line")


def matches(user: User) -> Iterator[Beside]:
    match_between(user, person(), now=timezone.now())
    over = match_between(user, person(), now=timezone.now())
    ending.resign(uid=over.uid, user=user, now=timezone.now())
    listed = Program(user).get("/matches").json()["matches"]
    found = desk_rows(
        own_matches(user.pk, state="", game="", after="", is_upwards=False), timezone.now()
    )
    for answer, row in zip(listed, found, strict=True):
        shown = present_row(row, timezone.now(), piece_set="kanji")
        page = {
            **of(row, *OF_ROWS),
            **of(shown, *OF_SHOWN_ROWS),
            "others": [of(other, "seat", "name", "is_bot") for other in row.others],
        }
        [other] = answer["others"]
        said = (
            answer["game_name"],
            other["name"],
            answer["deadline_sentence"],
            answer["result_line"],
        )
        yield Beside(schemas.MatchRowOut, answer, page, "/desk/", said)


def notices(user: User) -> Iterator[Beside]:
    match = match_between(person(), user, now=timezone.now())
    play(match, "e3e4", now=timezone.now())
    send_challenge(user=person(), person=user, terms=terms(), now=timezone.now())
    told = Program(user).get("/notices").json()
    listed, bell = told["notices"], browser(user).get("/notices/").content.decode()
    assert told["unread"] == bell.count('<li class="unread">') == len(listed) > 1
    for answer, notice in zip(listed, newest_lines(user.pk, 25), strict=True):
        page = {
            "line": notice.name,
            "kind": notice.kind,
            "match": notice.match.uid if notice.match else "",
            **of(present_notice(notice), "text", "url", "made_at", "is_read"),
        }
        said = (
            answer["text"],
            answer["url"] if answer["match"] else "",
        )  # others are settled by a form
        yield Beside(schemas.NoticeOut, answer, page, "/notices/", said)


def legal(offers: Any, bluffs: Any) -> list[dict[str, Any]]:
    return [
        {
            **of(one, "action", "text", "squares", "captures"),
            "fouls": bluffs[one.action].fouls if one.action in bluffs else [],
            "could_be_true": one.action not in bluffs or bluffs[one.action].could_be_true,
        }
        for one in offers
    ]


def puzzles(user: User) -> Iterator[Beside]:
    puzzle = puzzle_of_the_house()
    path, program = f"/puzzles/xiongqi/{puzzle_name(puzzle, is_chosen=True)}", Program(user)
    for asked in (program.get, partial(program.post, body={"move": "a1a8"})):
        answer = asked(path).json()
        one = opened(puzzle, answer["moves"])
        solver = Solver(
            attempt_of(user.pk, puzzle),
            opinion_of(user.pk, puzzle),
            rating_of(user.pk, puzzle.game),
        )
        shown = present_puzzle(one, solver, asked=Asked(), piece_set=PIECE_SETS[0], is_chosen=True)
        names = [
            name for name in studies.AnsweredOut.model_fields if name not in ("themes", "solution")
        ]
        answered = shown.answered and {
            **of(shown.answered, *names),
            "themes": [one.name for one in shown.answered.themes],
            "solution": list(solution_of(puzzle)),
        }
        page = {
            **of(shown, "game", "side", "question", "past", "takes_many", "is_done"),
            **of(shown, "is_withdrawn"),
            "puzzle": puzzle_name(puzzle, is_chosen=True),
            "view": one.study.view,
            "moves": one.moves,
            "legal": legal(shown.choice.offers, one.study.bluffs),
            "options": [{"value": one.value, "name": one.name} for one in shown.options],
            "answered": answered,
        }
        said = (answer["question"], answer["answered"]["rating"] if answer["answered"] else "")
        here = "/".join([path, *answer["moves"], ""])
        yield Beside(studies.PuzzleOut, answer, page, here, said)
    [answer] = program.get("/puzzles").json()["games"]
    [card] = present_overview(games_with_puzzles(user.pk))
    page = {
        **of(card, "puzzles", "rating", "tries", "solved", "streak", "best_streak"),
        "game": card.slug,
        "game_name": card.name,
        "themes": [
            {"theme": one.theme, "name": one.name, "puzzles": one.count} for one in card.themes
        ],
    }
    said = (answer["game_name"], answer["rating"], *(one["name"] for one in answer["themes"]))
    yield Beside(studies.PuzzlesOut, answer, page, "/puzzles/", said)


def lessons(user: User) -> Iterator[Beside]:
    program = Program(user)
    course = next(course for course in all_courses() if course.game == "xiongqi")
    step = next(iter(course.steps.values()))
    path = f"/lessons/xiongqi/{step.id}"
    for move in step.solution:
        answer = program.post(path, {"move": move}).json()
    language = user.language
    for moves in ((), (step.solution[0],)):
        answer = program.get(path, moves="/".join(moves), hints=1).json()
        trial = tried("xiongqi", step.id, moves, language)
        card = present_course(course, steps_done(user.pk, "xiongqi"), step.id)
        shown = present_step(trial, card, asked=Asked(), hints=1, piece_set=PIECE_SETS[0])
        page = {
            **of(shown, "title", "task", "state", "hint"),
            "told": shown.answer,
            "game": "xiongqi",
            "step": step.id,
            "question": shown.check.question if shown.check else "",
            "seat": step.seat,
            "view": trial.study.view,
            "placed": {},
            "moves": moves,
            "legal": legal(shown.choice.offers, trial.study.bluffs),
            "next": course.after(step.id),
        }
        here = "/".join(["/learn/xiongqi", step.id, *moves, "?hint=1"])
        said = (answer["title"], answer["task"] if not moves else answer["told"], answer["hint"])
        yield Beside(studies.StepOut, answer, page, here, said)
    listed = program.get("/lessons").json()["courses"]
    for answer, card in zip(listed, present_courses(steps_done(user.pk)), strict=True):
        page = {
            **of(card, "tagline", "done", "steps", "has_coach", "stage"),
            "game": card.slug,
            "game_name": card.name,
            "chapters": [
                {
                    "title": part.title,
                    "steps": [
                        {"step": one.id, **of(one, "title", "is_done")} for one in part.steps
                    ],
                }
                for part in card.chapters
            ],
        }
        titles = [part["title"] for part in answer["chapters"]]
        yield Beside(studies.CourseOut, answer, page, f"/learn/{answer['game']}/", (*titles,))


def campaign(user: User) -> Iterator[Beside]:
    win(stage_of(user))
    running = stage_of(user)
    facts = {one.stage.id: one for one in stages_of(user.pk)}
    chapters = present_campaign([*facts.values()])
    listed = Program(user).get("/campaign").json()["chapters"]
    for chapter, shown in zip(listed, chapters, strict=True):
        assert chapter["name"] == shown.name
        for answer, panel in zip(chapter["stages"], shown.stages, strict=True):
            one = facts[panel.id]
            best = {"power": one.best[0], "rounds": one.best[1]} if one.best else None
            page = {
                **of(panel, "id", "number", "name", "flavour", "rounds", "needs", "state"),
                "tries": panel.tries,
                **of(one.stage, "rivals", "unlocks", "medals"),
                "best": best,
                "match": one.running,
            }
            medals = () if answer["needs"] else answer["medals"]
            numbers = [f"{answer:,}" for answer in (*medals, *(answer["best"] or {}).values())]
            said = (chapter["name"], answer["name"], answer["needs"], *answer["rivals"], *numbers)
            yield Beside(stages.StageOut, answer, page, "/campaign/", said)
    assert facts[FIRST].running == running.uid


OF_TOURNAMENTS = (
    *("uid", "game", "options", "time_control", "rated", "state", "size", "low", "high"),
    *("takes_bots", "created_at", "starts_at", "began_at", "ends_at", "ended_at"),
)


def tournaments(user: User) -> Iterator[Beside]:
    now, program = timezone.now(), Program(user)
    one = Tournament.objects.create(
        key="key-of-this-event", name="Autumn", made_by=user, game="xiongqi", size=4, low=100,
        time_control="relaxed", takes_bots=True, created_at=now, closes_at=now + DAY,
    )  # fmt: skip
    for _number in range(2):
        answer = program.post(f"/tournaments/{one.uid}", {"do": "enter"})
        answer = program.get(f"/tournaments/{one.uid}").json()
        one = Tournament.objects.get(pk=one.pk)
        found = standings_of(one)
        file = browser(user).get(f"/events/{one.uid}/table.json").json()
        card = tournament_card(one, len(found.entries))
        page = {
            **of(one, *OF_TOURNAMENTS),
            **of(card, "name", "game_name"),
            "terms": terms_sentence(one.time_control),
            "entered": len(found.entries),
            "by_link": False,
            **{name: file[name] for name in ("double", "table", "pairings")},
        }
        rows = rows_of(found, user.pk)
        assert [points_text(Fraction(line["points"])) for line in answer["table"]] == [
            row.points for row in rows
        ]
        [listed] = program.get("/tournaments", state="mine").json()["tournaments"]
        assert listed == {name: answer[name] for name in listed}
        said = (answer["name"], answer["terms"], *(line["name"] for line in answer["table"]))
        yield Beside(tables.TournamentOut, answer, page, f"/events/{one.uid}/", said)
        if one.state == "open":
            begin_now(uid=one.uid, user=user, now=now)
            begin_matches(now)


def standing(user: User) -> Iterator[Beside]:
    now, others = timezone.now(), [person(name) for name in ("bob", "cat", "dan")]
    for one in (user, *others):
        enrol(game="xiongqi", user=one, now=now)
        join(game="xiongqi", user=one, now=now)
    run_leagues(now - timedelta(days=(now.weekday() + 1) % 7))
    answer = Program(user).get("/leagues/xiongqi").json()
    league = League.objects.get()
    season = league.seasons.get()
    page = {
        "game": "xiongqi",
        "game_name": game_name("xiongqi"),
        "enrolled": 4,
        "season": season.number,
        **of(season, "starts_at", "ends_at", "ended_at"),
        "next_start": next_start(season, now),
        "divisions": [one.uid for one in divisions_of(league, season)],
    }
    yield Beside(tables.LeagueOut, answer, page, "/events/league-xiongqi/", (*answer["divisions"],))
    answer = Program(user).get("/ladders/xiongqi").json()
    lines = [line_of(rung, None, None) for rung in rungs_of(Ladder.objects.get())]
    page = {
        "game": "xiongqi",
        "game_name": game_name("xiongqi"),
        "rungs": [of(line, "place", "name") for line in lines],
    }
    names = [rung["name"] for rung in answer["rungs"]]
    yield Beside(tables.LadderOut, answer, page, "/events/ladder-xiongqi/", (*names,))
    assert Program(user).get("/ladders/xiongqi", after=3).json()["rungs"] == answer["rungs"][3:]


def messages(user: User) -> Iterator[Beside]:
    asker = person("Nobu")
    match_between(user, asker)
    first = {"text": "Shall we <play> again?\nSoon?"}
    Program(asker).post("/messages/Mika", first)
    program = Program(user)
    for answered in (False, True):
        if answered:
            program.post("/messages/Nobu", {"text": "Yes."})
        answer = program.get("/messages/Nobu").json()
        facts = conversation_with(user, asker)
        page = {
            **of(facts, "person", "is_accepted", "is_mine", "is_asked"),
            "messages": [
                of(one, "name", "author", "is_mine", "text", "said_at") for one in facts.messages
            ],
            "why_not": "",
        }
        assert (answer["is_asked"], len(answer["messages"])) == (not answered, 1 + answered)
        html = unescape(browser(user).get("/messages/Nobu/").content.decode())
        lines = [line for one in answer["messages"] for line in one["text"].splitlines()]
        assert [line for line in lines if line not in html] == []
        assert ('value="accept"' in html) is answer["is_asked"]
        yield Beside(schemas.ConversationOut, answer, page, "/messages/Nobu/", ("Nobu",))
        [row] = program.get("/messages").json()["conversations"]
        [(name, last_at, is_asked)] = conversations_of(user)
        page = {"person": name, "last_at": last_at, "is_asked": is_asked}
        yield Beside(schemas.ConversationRowOut, row, page, "/messages/", ("Nobu",))


RESOURCES: tuple[Resource, ...] = (
    *(people, ratings, seeks, challenges, matches, notices, puzzles, lessons, campaign),
    *(tournaments, standing, ties, messages),
)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("resource", RESOURCES, ids=lambda resource: resource.__name__)
def test_each_fact_is_the_pages(
    resource: Resource, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, user = timezone.now(), person("Mika", language=language)
    monkeypatch.setattr(timezone, "now", lambda: now)
    pages: dict[str, str] = {}
    with override(language):
        found = list(resource(user))
        for one in found:
            if one.path not in pages:
                answer = browser(user).get(one.path)
                assert answer.status_code == 200, one.path
                pages[one.path] = unescape(answer.content.decode())
            assert set(one.page) == set(one.schema.model_fields), "no fact is left out"
            assert at(one.answer) == at(plain(one.page))
            assert [said for said in one.said if said not in pages[one.path]] == []
    assert found
