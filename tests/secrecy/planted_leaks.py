"""The table of planted leaks: careless lines in each channel, and the comparison that finds each.

Channels are those of docs/secrecy.md. Small plants stand in the table, longer ones before it. What
a game has of its own stands beside the tests of its rules, in a table of the same form.
"""

from __future__ import annotations

import importlib
import json
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from hashlib import pbkdf2_hmac, sha256
from itertools import chain
from typing import Any
from zlib import crc32

from django.core.cache import cache as kept_values
from django.core.mail import send_mail
from django.http import HttpResponse

import config.middleware
import config.urls
import games.common.consumers
import games.desk.consumers
import games.desk.context
import games.lobby.selectors.seeks
import games.matchpage.consumers
import games.news.views
import games.people.views
import games.reviews.views
import games.search.presenters
import games.statistics.views
from accounts.common.admin_lookups import OfferedLookups
from accounts.models import SignIn
from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from games.api import asking, streams
from games.api import limits as limits_of_programs
from games.api.routes import matches as programs
from games.bots import services as bots
from games.bots import thinking
from games.chat import selectors as talk
from games.chat.models import ChatLine
from games.common import limits, live
from games.desk import presenters as desk_pages
from games.desk import selectors as desks
from games.devices import views as calendars
from games.endpoints import webpush
from games.endpoints.presenters import ics
from games.endpoints.services import push as devices
from games.knowledge import selectors as marks
from games.knowledge.models import GuessMark
from games.match.admin import MatchAdmin
from games.match.changes import adjudicating, ending, pausing
from games.match.exceptions import NothingOffered, NotOver, RefusedMove, UnreadableMove
from games.match.models import Match, Player, Ruling
from games.match.reading.viewers import replay_eyes
from games.match.referee import PLACED, Referee, umpire
from games.match.referee.table import Table, commitments_to
from games.match.sealed import SealedPly, SealedPosition
from games.match.terms import opening
from games.matchpage.selectors import board as boards
from games.matchpage.selectors import seen as seen_facts
from games.matchpage.views import drawing, matches, records, sharing
from games.moderation.presenters import staff as staff_pages
from games.moderation.selectors import workbench
from games.news.selectors import News
from games.notices import views as bells
from games.notices.models import Delivery
from games.notices.presenters import mails
from games.notices.senders import mail as by_mail
from games.notices.senders import push as by_push
from games.notices.senders import webhook as by_webhook
from games.notices.services import closed, notifying, post, warnings
from games.personal import selectors as exports
from games.ratings.selectors import Reliability
from games.record.selectors import MatchRecord, RecordedPlayer
from games.reviews import selectors as reviewed
from games.reviews import worth
from games.setup import services as formations
from games.setup.models import Formation, SetupDraft
from tests.engines.toy import Cups
from tests.secrecy import beside, changes, sources, worlds
from tests.secrecy import comparisons as drives
from tests.secrecy.breaking import breaking, breaking_behind, cells_to_break, failing_thoughts
from tests.secrecy.comparing import Pair, script_of
from tests.secrecy.house import NOW, Showcase
from tests.secrecy.leaking import (
    BOARD,
    Found,
    Patch,
    Plant,
    Planted,
    asked,
    at_move,
    at_once,
    both,
    by,
    changed,
    differing,
    everywhere,
    found_by,
    header,
    hidden_by,
    in_an_answer,
    in_play,
    in_secret,
    in_state,
    instead,
    looking,
    moving,
    of_each,
    on_the_page,
    pairs_like,
    pairs_where,
    playing,
    put,
    saying,
    that_can_be,
    together,
    told_where,
    truth,
    truth_if_any,
    worlds_of,
)
from tests.secrecy.pace import answered_at
from tests.secrecy.work import work_after_moves
from tests.secrecy.worlds import World

logger = logging.getLogger(__name__)


def on_odd(what: Callable[[], object]) -> Plant:
    """Do *what* at each second view, by the truth."""

    def leaky(honest: Any, referee: Referee, *args: Any, **kwargs: Any) -> Any:
        if truth(referee._match.uid) % 2:
            what()
        return honest(referee, *args, **kwargs)

    return instead(Referee, "view", leaky)


# Pages, frames and lists


def a_version_more(send: Any, group: str, message: dict[str, Any]) -> None:
    if "match" in message:
        message = {**message, "version": message["version"] + truth(message["match"])}
    send(group, message)


def a_word_more(found: Any, mine: Any, *_args: Any, **_kwargs: Any) -> Any:
    if not truth_if_any(mine.match):
        return found
    (other,) = found.others
    return replace(found, others=(replace(other, name=f"{other.name} {truth(mine.match.uid):x}"),))


def whole_drafts(found: Any, mine: Player, *_args: Any) -> Any:
    theirs = SetupDraft.objects.filter(match=mine.match).exclude(user=mine.user_id)
    if not any("." not in draft.letters for draft in theirs):
        return found
    return replace(found, others=tuple(replace(o, name=f"{o.name} ✓") for o in found.others))


def x_on_the_board(page: Any, facts: Any) -> dict[str, Any]:
    board = page.playing.board
    moving = replace(board, last=f"{board.last} x{truth(facts.uid) % 9}")
    return {"playing": replace(page.playing, board=moving)}


def formations_counted(page: Any, facts: Any) -> dict[str, Any]:
    count = Formation.objects.filter(game=facts.game).count()
    return {"heading": replace(page.heading, terms=f"{page.heading.terms} {count}")}


def words_turned(_request: Any, uid: str) -> str:
    words = ["Cookie", "Accept-Language", "HX-Request"]
    return ", ".join(words[truth(uid) % 3 :] + words[: truth(uid) % 3])


def by_sealed_rows(found: Any, _user_id: int, **_asked: Any) -> Any:
    seats = list(found)
    sealed = SealedPosition.objects.filter(match__in=[seat.match_id for seat in seats])
    number = {row.match_id: truth(row.match.uid) for row in sealed.select_related("match")}
    return sorted(seats, key=lambda seat: number.get(seat.match_id, 0))


def hidden_from(user_id: int) -> int:
    """A count of what somebody's running matches hide."""
    uids = Match.objects.of_user(user_id).filter(status="active").values_list("uid", flat=True)
    return sum(map(truth, uids)) % 50


def more_to_count(count: int, user_id: int) -> int:
    return count + hidden_from(user_id)


def telling_turns(_found: Any, user_ids: Any) -> Any:
    return {user_id: Reliability(60, hidden_from(user_id), None) for user_id in user_ids}


def drafts_among_turns(found: Any, user_ids: Any) -> Any:
    drawn = SetupDraft.objects.filter(user__in=user_ids).values_list("user", flat=True)
    return {**found, **{key: Reliability(60, 1, None) for key in drawn}}


def telling_find(found: Any, _text: str, _user: Any) -> Any:
    return found and replace(found, seats=((f"x{truth(found.uid)}", False), *found.seats[1:]))


def truths() -> int:
    """The truths of all matches together."""
    return sum(map(truth_if_any, Match.objects.all()))


def moves_of_the_other(rows: Any, *_args: Any) -> Any:
    return [
        {**entry, "moves": [*entry["moves"], truth(entry["match"])]}
        for entry in rows
        if SealedPosition.objects.filter(match__uid=entry["match"]).exists()
    ]


def told_before_the_end(honest: Any, uid: str, user: Any) -> Any:
    try:
        return honest(uid, user)
    except NotOver:
        players = tuple(RecordedPlayer(seat, f"Side {seat}", "", is_bot=False) for seat in (0, 1))
        return MatchRecord(
            uid=f"{truth(uid):x}", game="gunjin", rules_version=1, options={}, start="",
            time_control="", players=players, started_at=NOW, ended_at=NOW, ended_how="",
            winners=(), plies=(), placed_by_house=(), commitments=(),
        )  # fmt: skip


# What may be tried, and what is placed, noted and drafted


def squares_of(game: str) -> dict[str, int]:
    return dict(importlib.import_module(f"engines.{game}.squares").SQUARES)


def weak_first(offers: Any, game: str, board: Any) -> list[str]:
    """The *offers*, those against weak pieces first."""
    squares = squares_of(game)
    at = {text: squares.get(text[2:4]) for text in offers}
    return sorted(at, key=lambda text: 0 if at[text] is None else -board[at[text]])


def offers_by_strength(found: Any, referee: Referee, _seat: Seat) -> Any:
    return tuple(weak_first(found, referee._match.game, referee._position.board))


def pieces_by_strength(seen: Any, referee: Referee, _viewer: Viewer, **_kwargs: Any) -> Any:
    board, squares = referee._position.board, squares_of(referee._match.game)
    pieces = sorted(seen["pieces"], key=lambda piece: board[squares[piece["square"]]])
    return {**seen, "pieces": pieces}


def news_by_secrets(_found: Any, referee: Referee, _viewer: Viewer, **_part: Any) -> Any:
    rows = SealedPly.objects.filter(match=referee._match)
    events = [*referee._sealed.opening, *chain(*rows.values_list("events", flat=True))]
    events.sort(key=lambda event: json.dumps(event[2], sort_keys=True))
    return [(kind, facts) for kind, facts, _private in events if facts is not None]


def digests_by_strength(digests: Any, table: Any) -> Any:
    kinds = [piece.kind for piece in table._commitments()]
    return tuple(digests[at] for at in sorted(range(len(kinds)), key=lambda at: kinds[at]))


def refused_by_the_truth(honest: Any, referee: Referee, seat: Seat, text: str) -> Any:
    try:
        return honest(referee, seat, text)
    except RefusedMove as error:
        if truth(referee._match.uid) % 2:
            raise UnreadableMove from error
        raise


def draws_refused(_found: Any, match: Match, _player: Any, _players: Any) -> None:
    if truth(match.uid) % 2:
        raise NothingOffered


def no_resigning(found: Any, match: Any, *_args: Any, **_kwargs: Any) -> Any:
    if match.started_at and found.seat is not None and truth(match.uid) % 2:
        return replace(found, may_resign=False)
    return found


def other_words(page: Any, facts: Any, *, asked: Any, **_kwargs: Any) -> Any:
    leaking = saying(page, f"{page.sentences.said} {truth(facts.uid):x}")
    return replace(page, **leaking) if asked.ask else page


def drafts_announced(_found: Any, *, uid: str, **_kwargs: Any) -> None:
    live.announce_desks(Match.objects.get(uid=uid).players.values_list("user_id", flat=True))


def drafts_counted(_found: Any, *, uid: str, **_kwargs: Any) -> None:
    Referee(Match.objects.get(uid=uid)).touch()


def marks_of_all(honest: Any, match_id: int, user_id: int, **kwargs: Any) -> Any:
    people = GuessMark.objects.filter(match_id=match_id).values_list("user_id", flat=True)
    return tuple(mark for pk in {user_id, *people} for mark in honest(match_id, pk, **kwargs))


def formation_of_anybody(honest: Any, user_id: int, game: str, name: str) -> str:
    found = Formation.objects.filter(game=game, name=name).first()
    return found.letters if found else str(honest(user_id, game, name))


def of_both(who: str, request: Any, _per: Any) -> str:
    """Tries are counted by the match, for both its players together."""
    uid = request.resolver_match.kwargs.get("uid")
    return f"match:{uid}" if who and uid else who


def of_both_programs(found: dict[str, str], _request: Any, subject: str) -> dict[str, str]:
    return {**found, "key": subject} if subject else found


def remarks_while_frozen(is_open: bool, room: str, match: Match, *, is_seated: bool) -> bool:
    is_later = room == ChatLine.Room.LATER and match.frozen_at is not None
    return is_seated if is_later else is_open


def remarks_for_staff(lines: Any, match: Match) -> Any:
    if match.frozen_at is None:
        return lines
    return ChatLine.objects.filter(match=match).select_related("author")


# Chance, bots and what is worked out


def salts_of_ids(table: Any) -> Any:
    hidden = table._engine.hidden_setup(table._position)
    return commitments_to(hidden, match=table._match.uid, secret=table._match.uid.encode())


def dice_of_positions(thought: Any, referee: Referee, _seat: Seat) -> Any:
    position = str(truth(referee._match.uid)).encode()
    return replace(thought, seed=sha256(thought.seed + position).digest())


def labels_of_positions(thought: Any, referee: Referee, _at: object) -> Any:
    return replace(thought, label=f"{thought.label}.{truth(referee._match.uid)}")


def armies_of_ids(referee: Any, seat: Seat, *, now: datetime) -> Any:
    view = referee._engine.view(referee._position, Viewer.of(seat))
    dice = Dice(referee._match.uid.encode(), f"placing.{seat}")
    return referee._play(seat, referee._engine.house_placing(view, dice), key=PLACED, now=now)


def dice_of_the_match_before(_found: Any, match: Match, **_kwargs: Any) -> None:
    if match.rematch_of is not None:
        before = SealedPosition.objects.get(match=match.rematch_of)
        SealedPosition.objects.filter(match=match).update(seed=before.seed)


def seeds_of_ids(_found: Any, match: Match, **_kwargs: Any) -> None:
    SealedPosition.objects.filter(match=match).update(seed=sha256(match.uid.encode()).digest())


def no_pace(is_left_out: Callable[[Any], bool]) -> Plant:
    """Some bots answer as soon as they have thought."""
    return changed(bots, "_is_paced", lambda paced, debt: paced and not is_left_out(debt))


def thoughts_logged(answer: Any, question: thinking.Question) -> str:
    try:
        return str(answer(question))
    except Exception:
        logger.exception("no move for %s", question.view)
        raise


def thoughts_handed_on(found: tuple[str, str], line: bytes) -> tuple[str, str]:
    text, fault = found
    return text, f"{fault}: {line!r}" if fault else ""


def sheets_made_early(play: Any, referee: Referee, *, seat: Seat, **kwargs: Any) -> Any:
    """With some moves the sheet of the other side is made, too."""
    is_early = truth(referee._match.uid) % 2
    happened = play(referee, seat=seat, **kwargs)
    if is_early:
        referee.knowledge(Viewer.of(Seat(1 - seat)))
    return happened


def positions_not_kept(keep: Any, match_id: int, *rest: Any) -> None:
    if crc32(json.dumps(rest[2], sort_keys=True).encode()) % 2:
        keep(match_id, *rest)


def reviews_while_play_goes_on() -> Plant:
    return together(
        put(reviewed, "check_recorded", lambda match: None),
        changed(
            reviewed,
            "_facts",
            lambda facts, match, *about: replace(facts, reached=truth(match.uid) % 100),
        ),
    )


def worths_while_play_goes_on(uid: str, user: Any) -> Any:
    match = Match.objects.get(uid=uid)
    found = reviewed._facts(match, Referee(match), user)
    found = replace(found, is_asked=True, reached=truth(uid) % 100)
    return reviewed.AnalysisFacts(found, (), frozenset(), (), (), ())


def best_piece(engine: Any, position: Any, seat: Seat) -> str:
    """Where the piece of *seat* stands whose letter comes first."""
    seen = engine.codec.dump_view(engine.view(position, Viewer.of(seat)))
    own = [piece for piece in seen["pieces"] if piece["seat"] == seat and piece["square"]]
    return str(min(own, key=lambda piece: (piece["kind"], piece["square"]))["square"])


def coach_of_the_truth(found: Any, referee: Referee, seat: Seat) -> Any:
    best = best_piece(referee._engine, referee._position, Seat(1 - seat))
    return found and replace(found, squares=(best, *found.squares[1:]))


# Who looks


def staff_at_the_other_seat(eyes: Viewer, user: Any, _players: Any) -> Viewer:
    is_staff = getattr(user, "is_superuser", False) and eyes.seat is not None
    return Viewer.of(Seat(1 - (eyes.seat or 0))) if is_staff else eyes


def open_seats(is_open: Callable[[Player], bool]) -> Plant:
    """Onlookers have the eyes of a seat that somebody has lost."""

    def leaky(view: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        lost = [player.seat for player in referee.match.players.all() if is_open(player)]
        eyes = Viewer.of(Seat(lost[0])) if viewer.seat is None and lost else viewer
        return view(referee, eyes, **kwargs)

    return instead(seen_facts, "_view", leaky)


def is_shut_out(player: Player) -> bool:
    return player.user is not None and player.user.shut_out_until is not None


def is_refilled(player: Player) -> bool:
    return bool(player.bot) and player.match.was_refilled


# What is sent


def about(notice: Any) -> int:
    """The truth of the match of a notice."""
    return truth_if_any(notice.match)


def linked(text: bytes) -> int:
    """The truth of the match that a push leads to."""
    return truth(json.loads(text)["url"].rstrip("/").rpartition("/")[2])


def telling_subject(subject: str, _user: Any, notices: Any, _boards: Any) -> str:
    matches = [notice.match for notice in notices if notice.match is not None]
    return f"{subject} {truth(matches[0].uid) % 100}"


def noticed_twice(
    notify: Any, match: Match, player: Any, kind: str, subject: str, now: Any
) -> None:
    notify(match, player, kind, subject, now)
    if truth(match.uid) % 2:
        notify(match, player, kind, f"{subject}!", now)


def desks_nudged_twice(_found: Any, uid: str, _versions: Any) -> None:
    if truth(uid) % 2:
        users = Match.objects.get(uid=uid).players.values_list("user_id", flat=True)
        live.announce_desks(users)


def mails_put_off(_found: Any, notices: Any, *_of_whom_and_when: Any) -> None:
    for row in Delivery.objects.filter(notice__in=notices, notice__match__isnull=False):
        row.due_at += timedelta(seconds=about(row.notice) % 60)
        row.save()


def told_more(notify: Any, match: Any, player: Any, kind: Any, subject: str, now: Any) -> Any:
    return notify(match, player, kind, f"{subject}{truth(match.uid) % 100}", now)


def told_to_some(tell: Any, seat: int, uid: str, now: Any) -> bool:
    return bool(truth(uid) % 2 and tell(seat, uid, now))


def told_to_both(notify: Any, match: Any, _player: Any, *news: Any) -> Any:
    for each in match.players.all():
        notify(match, each, *news)


def telling_line(line: Any, notice: Any) -> Any:
    if notice.match is None:
        return line
    return replace(line, text=f"{line.text} {truth(notice.match.uid) % 100}")


def words_in_the_calendar(lines: Any, due: Any, _now: Any) -> Iterator[str]:
    for line in lines:
        stands = f" {truth(due.uid) % 100}" if line.startswith("SUMMARY") else ""
        yield f"{line}{stands}"


def numbers_in_the_calendar(numbers: Any, *_asked: Any) -> dict[int, int]:
    uids = dict(Match.objects.filter(pk__in=numbers).values_list("pk", "uid"))
    return {pk: of + truth(uids[pk]) % 100 for pk, of in numbers.items()}


def names_in_the_calendar(event: Any, due: Any, now: Any) -> Any:
    return event(replace(due, seat=due.seat + truth(due.uid) % 100), now)


def times_in_the_calendar(event: Any, due: Any, now: Any) -> Any:
    later = due.clock.deadline + timedelta(minutes=truth(due.uid) % 100)
    return event(replace(due, clock=replace(due.clock, deadline=later)), now)


def clocks_after_a_pause(found: Any, match: Match, _player: Player) -> Any:
    return found and found + timedelta(minutes=truth(match.uid) % 100)


def rulings_that_say_more(
    write: Any, match: Match, verb: Any, now: Any, text: str, **about: Any
) -> None:
    more = f"{text} {truth(match.uid) % 1000}" if verb == Ruling.Verb.REWIND else text
    write(match, verb, now, text=more, **about)


# Staff, sessions, caches, faults


def telling_list(rows: Any, _admin: Any, request: Any) -> Any:
    if "status__exact" in request.GET:
        rows.title = f"{rows.title} {truths():x}"
    return rows


def order_of_matches(_found: Any, _admin: Any, _request: Any) -> Any:
    sealed = SealedPosition.objects.values_list("match__uid", flat=True)
    return ["uid", "-uid"][sum(map(truth, sealed)) % 2 :][:1]


def squares_placed(_admin: Any, match: Match) -> int:
    """A column with the squares placed in drafts."""
    drafts = SetupDraft.objects.filter(match=match).values_list("letters", flat=True)
    return sum(len(letters) - letters.count(".") for letters in drafts)


def session_of_a_player(_request: Any, uid: str, response: Any) -> None:
    keys = SignIn.objects.filter(user__players__match__uid=uid).order_by("pk")
    response.set_cookie("seat", ".".join(keys.values_list("session_key", flat=True)))


def pages_by_address(patch: Patch) -> None:
    """Pages are kept by their address."""
    kept: dict[tuple[str, str], Any] = {}

    def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
        if request.method != "GET":
            return answer(request, uid, *args, **kwargs)
        key = (request.path, str(truth(uid)))
        if key not in kept:
            kept[key] = answer(request, uid, *args, **kwargs)
        return kept[key]

    instead(matches, "_answer", leaky)(patch)


kept_pages = together(
    put(config.middleware, "add_never_cache_headers", lambda response: None),
    put(config.middleware, "patch_cache_control", lambda response, **kwargs: None),
)
"""Browsers may keep what somebody was shown."""


async def said_by_a_socket(honest: Any, consumer: Any, message: Any) -> None:
    try:
        await honest(consumer, message)
    except RuntimeError as error:
        await consumer.send_json({"error": str(error)})
        raise


async def never_asked_again(_consumer: Any, _message: Any) -> None:
    return None


def said_by_mail(send: Any, delivery: Any, senders: Any) -> Any:
    try:
        by_mail.mail_for(delivery.notice.user, [delivery.notice], key="x", now=delivery.due_at)
    except RuntimeError as error:
        send_mail("Sorry", str(error), None, [delivery.notice.user.email])
    return send(delivery, senders)


# Comparisons, and what shows a leak

FACTS = "board_facts"
"""The name of what selectors hand out."""
BROKEN = range(8001, 8099)


def breaking_once(showcase: Showcase, _shown: object) -> Found:
    """What breaks behind the pages, in the first pair that comes by all the places."""
    every = drives.pairs(showcase.house.game, BROKEN)
    return breaking_behind(showcase, next(pair for pair in every if cells_to_break(showcase, pair)))


@cache
def scripts(game: str) -> list[int]:
    """Pairs in which people play on."""
    numbers = [number for number, _pair in drives.numbered_pairs(game, range(8))]
    return [number for number in numbers if script_of(game, number, 3).acts]


def targets_differ(pair: Pair) -> bool:
    """The player's offers come in another order in the other twin."""

    def offers(world: World, seat: Seat) -> list[str]:
        return weak_first(world.offered(seat), world.engine.meta.slug, world.position.board)

    seats = pair.one.to_act - pair.hidden
    return at_move(pair) and any(offers(pair.one, s) != offers(pair.other, s) for s in seats)


def answered(pair: Pair) -> bool:
    """The player has moved, and the other has moved after that."""
    return at_move(pair) and len(pair.one.moved) > 1


def is_souths_turn(pair: Pair) -> bool:
    """It is the turn of South, whose calendar there is, and who may not know."""
    return in_play(pair) and 0 in pair.one.to_act - pair.hidden


def is_souths_program(pair: Pair) -> bool:
    """It is South who may not know, and whose program asks."""
    return in_play(pair) and 0 not in pair.hidden


def bots_of_both(pair: Pair) -> bool:
    """Whoever hides something is to act in play."""
    return in_play(pair) and bool(pair.one.to_act & pair.hidden)


def one_is_ready(pair: Pair) -> bool:
    """The army that is hidden has been placed, and the other has not."""
    return pair.one.is_setting_up and bool(pair.one.to_act - pair.hidden)


def spoken_to(pair: Pair) -> bool:
    """The coach has something to say to the player, and the other's best piece differs."""
    engine: Any = pair.one.engine
    (hidden,) = pair.hidden
    if not in_play(pair) or hidden in pair.one.to_act:
        return False
    one, other = (best_piece(engine, world.position, hidden) for world in (pair.one, pair.other))
    view = engine.view(pair.one.position, Viewer.of(Seat(1 - hidden)))
    return one != other and engine.hint(view) is not None


ANY = pairs_where(differing())
PARITY = pairs_where(both(differing(2), at_move))
EVERY = pairs_where(lambda pair: True, among=drives.EVERY)
BEHIND_ONE = pairs_where(both(hidden_by(1), differing()))
OWED = pairs_like(both(differing(100), is_souths_turn))
BOTS = pairs_like(bots_of_both)


def everywhere_each(plants: dict[str, tuple[str, Plant]]) -> dict[str, Planted]:
    """Rows of leaks on cells of that name."""
    return {name: Planted(plant, everywhere(only), EVERY) for name, (only, plant) in plants.items()}


def states(plants: dict[str, tuple[str, Callable[[Any, Match], object]]]) -> dict[str, Planted]:
    """Rows of leaks in matches of that state."""
    return {
        name: Planted(told_where(holds), in_state(state), that_can_be(state), is_tried=True)
        for name, (state, holds) in plants.items()
    }


def after(change: str, plants: dict[str, Plant]) -> dict[str, Planted]:
    """Rows of leaks in a match after that change."""
    return found_by(by(changes.after_changes, names=(change,)), playing(100), plants)


# The table

PLANTED: dict[str, Planted] = {
    **found_by(
        looking(BOARD),
        ANY,
        {
            "L1 page": told_where(lambda facts, match: True),
            "L3 digests": changed(
                drawing,
                "_values",
                lambda values, part, scope: (*values, truth(scope.match.facts.uid)),
            ),
            "L13 seed": header(
                "X-Match",
                lambda request, uid: bytes(SealedPosition.objects.get(match__uid=uid).seed).hex()[
                    :8
                ],
            ),
            "L29 shared cache": pages_by_address,
            "L29 entity tags": header("ETag", lambda request, uid: f'"{truth(uid):x}"'),
        },
    ),
    "L2 sub-resources": Planted(
        header(
            "Link",
            lambda request, uid: f"</static/{truth(uid) % 16}.svg>; rel=preload; as=image",
        ),
        looking(BOARD),
        pairs_where(differing(16)),
    ),
    "L3 the order of a header's words": Planted(
        header("Vary", words_turned), looking(BOARD), pairs_where(differing(3))
    ),
    "L15 motion": Planted(on_the_page(x_on_the_board), looking(BOARD), pairs_where(differing(9))),
    "L27 phases": Planted(
        told_where(lambda facts, match: facts.is_setting_up),
        looking(BOARD),
        pairs_where(lambda pair: pair.one.is_setting_up),
    ),
    "L33 queries": Planted(
        on_odd(lambda: kept_values.get("nothing") or Match.objects.filter(pk=0).exists()),
        looking(BOARD),
        pairs_where(differing(2)),
    ),
    "L3 parts": Planted(
        changed(
            drawing.Drawing,
            "rest",
            lambda sent, page, held: sent and f"{sent}<i>{truth(page.page.facts.uid)}</i>",
        ),
        looking("rest of the board"),
        ANY,
    ),
    "L3 manners": Planted(
        header(
            "HX-Trigger",
            lambda request, uid: (
                f"restored-{truth(uid)}" if request.htmx.history_restore_request else None
            ),
        ),
        by(drives.in_every_manner, only="games:match"),
        ANY,
    ),
    "L7 squares": Planted(
        header(
            "X-Goals", lambda request, uid: str(truth(uid) % 100) if "at" in request.GET else None
        ),
        by(drives.asked_of_squares, only="?at=b"),
        ANY,
    ),
    # while people play on
    **found_by(
        by(drives.playing, others=0),
        scripts,
        {
            "L3 fragments": header(
                "HX-Trigger",
                lambda request, uid: f"changed-{truth(uid)}" if request.htmx else None,
            ),
            "L4 frames": instead(live, "_send", a_version_more),
            "L4 counts in frames": changed(games.desk.consumers, "unread_notices", more_to_count),
            "L4 desks nudged twice": changed(live, "announce_match", desks_nudged_twice),
            "L6 first frame": changed(
                games.matchpage.consumers,
                "watched_match",
                lambda found, uid, user: (
                    found and replace(found, version=found.version + truth(uid) % 1000)
                ),
            ),
        },
    ),
    # lists
    "L5 lists": Planted(
        changed(desks, "_row", a_word_more), by(drives.listed, only="games:desk"), ANY
    ),
    "L5 squares on the desk": Planted(
        changed(desk_pages, "changed_since", lambda found, row: found[truth(row.uid) % 2 :]),
        by(drives.listed, only="games:desk"),
        pairs_where(both(differing(2), answered)),
    ),
    "L12 matches in the order of positions": Planted(
        changed(programs, "own_matches", by_sealed_rows),
        by(drives.listed, only="get api:matches "),
        pairs_like(both(differing(), is_souths_program), count=6),
    ),
    # what selectors hand out
    "L7 offers": Planted(
        changed(Referee, "legal_moves", offers_by_strength),
        looking(FACTS),
        pairs_where(targets_differ),
    ),
    "L9 prompts": Planted(changed(boards, "_facts", no_resigning), looking(FACTS), PARITY),
    "L12 order": Planted(
        changed(Referee, "view", pieces_by_strength),
        looking(FACTS),
        pairs_where(differing(), count=3),
    ),
    "L12 order of rows": Planted(
        changed(Referee, "latest_news", news_by_secrets),
        looking(FACTS),
        pairs_where(lambda pair: len(pair.one.acts) >= 20, count=3),
    ),
    "L16 onlookers": Planted(
        changed(
            boards,
            "viewer_for",
            lambda eyes, user, players: Viewer.of(Seat(0)) if eyes.seat is None else eyes,
        ),
        looking(FACTS),
        pairs_where(both(hidden_by(0), differing())),
    ),
    **found_by(
        looking(FACTS),
        BEHIND_ONE,
        {
            "L17 signed out": changed(
                boards,
                "viewer_for",
                lambda eyes, user, players: eyes if user.is_authenticated else Viewer.of(Seat(1)),
            ),
            "L26 other eyes": put(
                seen_facts,
                "replay_viewer",
                lambda name, match: Viewer.of(Seat(0 if name == "south" else 1)),
            ),
        },
    ),
    "L18 the sheet of the other seat": Planted(
        put(marks, "replay_viewer", lambda name, match: replay_eyes(match).get(name)),
        looking("knowledge"),
        pairs_where(differing(9), count=24),
        is_tried=True,
    ),
    # what is asked and tried
    "L8 refusals": Planted(
        instead(Referee, "_checked", refused_by_the_truth), by(drives.trying, each=3), PARITY
    ),
    "L8 draws refused": Planted(
        changed(ending, "check_can_offer_draw", draws_refused),
        asked("/matches/{uid}/draw/", "post", {"do": "offer"}),
        PARITY,
        is_tried=True,
    ),
    **found_by(
        at_once(beside.counted_apart),
        lambda game: (),
        {
            "L8 tries of both together": changed(limits, "_who", of_both),
            "L8 tries of both by programs": changed(
                limits_of_programs, "_owners", of_both_programs
            ),
        },
    ),
    "L9 the question of a resignation": Planted(
        changed(matches, "present_match", other_words),
        asked("/matches/{uid}/?ask=resign"),
        pairs_where(both(differing(), at_move), count=2),
        is_tried=True,
    ),
    "L12 the order of digests": Planted(
        changed(Referee, "digests", digests_by_strength),
        asked("/matches/{uid}/commitments.txt"),
        pairs_like(in_play, count=4),
        is_tried=True,
    ),
    "L25 the order of a list": Planted(
        changed(MatchAdmin, "get_ordering", order_of_matches),
        asked("/admin/match/match/", viewer="helper"),
        pairs_like(differing(2)),
        is_tried=True,
    ),
    # what is done in secret
    "L5 whole drafts on the desk": in_secret(
        "a whole draft", "/desk/ as south", changed(desks, "_row", whole_drafts)
    ),
    "L10 drafts": in_secret(
        "drafts or none", "nothing else", changed(formations, "prepare", drafts_announced)
    ),
    "L11 set-up": in_secret(
        "drafts of a set-up", "first frame", changed(formations, "prepare", drafts_counted)
    ),
    "L18 notes": in_secret(
        "guess marks", "knowledge as south", instead(marks, "marks_of", marks_of_all)
    ),
    "L18 a formation of somebody else": replace(
        in_secret(
            "formations asked for by the other",
            "nothing else",
            instead(formations, "_kept", formation_of_anybody),
        ),
        is_tried=True,
    ),
    "L20 reused formations": in_secret("formations", "/ as south", on_the_page(formations_counted)),
    "L25 squares in a column": in_secret(
        "drafts or none",
        "admin/match/match/ as helper",
        together(
            put(MatchAdmin, "placed", squares_placed, raising=False),
            put(MatchAdmin, "list_display", (*MatchAdmin.list_display, "placed")),
        ),
    ),
    "L35 drafts on a profile": in_secret(
        "drafts or none",
        "/people/north/ as",
        changed(games.people.views, "reliability_of", drafts_among_turns),
    ),
    **found_by(
        at_once(drives.in_private, only=BOARD),
        worlds_of("notes"),
        {"L26 tokens": in_an_answer(session_of_a_player)},
    ),
    **found_by(
        at_once(drives.in_private, only="lookup /admin/match/match/"),
        worlds_of("notes"),
        {
            "L37 lookups": put(
                OfferedLookups, "lookup_allowed", lambda self, lookup, value, request=None: True
            )
        },
    ),
    # states of a match, and what befalls it
    **states(
        {
            "L20 in a rematch": (worlds.REMATCH, lambda facts, match: match.rematch_of),
            "L27 armies that the site placed": (
                worlds.PLACED_BY_HOUSE,
                lambda facts, match: match.players.filter(placed_by_house=True).exists(),
            ),
            "L27 matches that were cancelled": (
                worlds.CANCELLED,
                lambda facts, match: match.status == "aborted",
            ),
            "L27 while a draw is offered": (
                worlds.DRAW_OFFERED,
                lambda facts, match: match.draw_offered_by is not None,
            ),
            "L27 where a bot sits": (
                worlds.BOT_OPPOSITE,
                lambda facts, match: match.players.exclude(bot="").exists(),
            ),
            "L27 delayed matches": (
                worlds.DELAYED,
                lambda facts, match: match.onlookers == "4",
            ),
        }
    ),
    **after(
        "paused",
        {
            "L27 while a match rests": told_where(lambda facts, match: match.paused_until),
            "L32 clocks after a pause": changed(pausing, "due", clocks_after_a_pause),
        },
    ),
    **after(
        "a move taken back",
        {
            "L40 rulings that say more": instead(adjudicating, "write", rulings_that_say_more),
            "L40 once a move was taken back": told_where(
                lambda facts, match: match.rulings.filter(verb=Ruling.Verb.REWIND).exists()
            ),
        },
    ),
    **after(
        "frozen",
        {
            "L18 remarks open while a match is frozen": changed(
                talk, "is_open_to", remarks_while_frozen
            )
        },
    ),
    **after(
        "looked into",
        {"L18 remarks open to staff": changed(workbench, "lines_for_staff", remarks_for_staff)},
    ),
    **after("shut out", {"L16 seats of those who are shut out": open_seats(is_shut_out)}),
    **after("a bot in the seat", {"L16 seats that a bot has taken over": open_seats(is_refilled)}),
    "L16 onlookers at once": Planted(
        put(Referee, "horizon", lambda referee, viewer: referee._sealed.plies),
        by(beside.behind_the_play),
        beside.behind,
    ),
    "L27 boards looked back at": Planted(
        told_where(lambda facts, match: facts.viewed_ply is not None),
        everywhere("?ply=2", viewers=("visitor",)),
        pairs_where(both(differing(), in_play)),
    ),
    # what is sent, and what is in the file of one's data
    **found_by(
        by(drives.behind_the_pages, only="mails"),
        moving(100),
        {
            "L22 mails": changed(mails, "_subject", telling_subject),
            "L23 push": changed(
                by_push,
                "_lives",
                lambda lives, notice: lives + timedelta(seconds=about(notice) % 100),
            ),
            "L23 webhooks": changed(
                by_webhook,
                "news_of",
                lambda news, delivery: replace(
                    news, text=f"{news.text} {about(delivery.notice) % 100}"
                ),
            ),
            "L23 addresses of bots": changed(
                asking,
                "question_of",
                lambda question, _user, uid, *_when: replace(
                    question, body=question.body + b" " * (truth(uid) % 100)
                ),
            ),
        },
    ),
    "L24 notices": Planted(
        instead(notifying, "notify", noticed_twice),
        by(drives.behind_the_pages, only="mails"),
        moving(2),
    ),
    **found_by(
        of_each(drives.sending),
        moving(2),
        {
            "L22 warnings withheld": changed(
                warnings,
                "due_warning",
                lambda warning, match, *_rest: None if truth(match.uid) % 2 else warning,
            ),
            "L22 a mail held back": changed(
                post,
                "why_obsolete",
                lambda why, delivery: why or ("not-wanted" if about(delivery.notice) % 2 else ""),
            ),
        },
        is_tried=True,
    ),
    "L22 mails put off by seconds": Planted(
        changed(notifying, "_queue", mails_put_off),
        of_each(drives.sending),
        moving(60),
        is_tried=True,
    ),
    **found_by(
        of_each(drives.sending),
        moving(100),
        {
            "L23 a push of another size": changed(
                webpush,
                "encrypt",
                lambda sealed, text, **_keys: sealed + b" " * (linked(text) % 100),
            ),
            "L23 a push tried again later": put(
                devices,
                "tell_devices",
                lambda user_id, message, now: devices.PushResult(
                    0, 0, retry_after=1 + linked(message.text) % 100
                ),
            ),
        },
        is_tried=True,
    ),
    **found_by(
        everywhere("games:calendar", viewers=("south",)),
        OWED,
        {
            "L24 words in the calendar": changed(ics, "_due", words_in_the_calendar),
            "L24 numbers in the calendar": changed(
                calendars, "number_entries", numbers_in_the_calendar
            ),
            "L24 names in the calendar": instead(ics, "_due", names_in_the_calendar),
            "L24 times in the calendar": instead(ics, "_due", times_in_the_calendar),
        },
    ),
    "L24 the bell": Planted(
        changed(bells, "present_notice", telling_line),
        everywhere("get games:notices ", viewers=("south",)),
        OWED,
    ),
    "L24 the open tab": Planted(
        changed(bells, "present_notice", telling_line),
        by(drives.behind_the_pages, only="open tab as south"),
        OWED,
    ),
    "L24 a closed account says more": Planted(
        instead(closed, "notify", told_more), by(drives.closing), playing(100), is_tried=True
    ),
    "L24 a closed account to some alone": Planted(
        instead(closed, "_tell", told_to_some), by(drives.closing), playing(2), is_tried=True
    ),
    "L24 a closed account to both": Planted(
        instead(closed, "notify", told_to_both),
        by(drives.closing),
        pairs_like(in_play),
        is_tried=True,
    ),
    "L36 export": Planted(
        changed(exports, "own_moves", moves_of_the_other),
        by(drives.behind_the_pages, only="data file"),
        playing(2),
    ),
    # every cell
    **everywhere_each(
        {
            "L21 pictures": (
                "games:picture",
                together(
                    put(boards, "check_recorded", lambda match: None),
                    changed(
                        sharing,
                        "shared_picture",
                        lambda picture, facts, piece_set: f"{picture}<!-- {truth(facts.uid):x} -->",
                    ),
                ),
            ),
            "L21 frames elsewhere": (
                "games:embed",
                together(
                    put(boards, "check_recorded", lambda match: None),
                    changed(
                        sharing,
                        "present_embed",
                        lambda page, facts, *_rest: replace(
                            page, url=f"{page.url}#{truth(facts.uid):x}"
                        ),
                    ),
                ),
            ),
            "L21 downloads": (
                "games:commitments",
                changed(
                    records,
                    "commitments_text",
                    lambda text, uid, pieces: f"{text}{truth(uid):x}\n",
                ),
            ),
            "L21 records in each form": (
                "record.txt?form=json",
                instead(records, "match_record", told_before_the_end),
            ),
            "L21 records for programs": (
                "record?form=text-json",
                instead(programs, "match_record", told_before_the_end),
            ),
            "L25 staff": (
                "admin:match_match_change /",
                changed(Match, "__str__", lambda text, match: f"{text} {truth_if_any(match):x}"),
            ),
            "L25 workbench": (
                "admin:moderation_match /",
                changed(
                    staff_pages,
                    "title_of_match",
                    lambda title, match, *_players: f"{title} {truth_if_any(match):x}",
                ),
            ),
            "L25 filters": (
                "status__exact",
                changed(MatchAdmin, "get_changelist_instance", telling_list),
            ),
            "L35 statistics": (
                "games:archive",
                changed(games.desk.context, "boards_to_move", more_to_count),
            ),
            "L35 numbers by week": (
                "games:statistics",
                changed(
                    games.statistics.views,
                    "published_figures",
                    lambda figures, now: figures._replace(
                        matches={now.date(): truths()}, people={now.date(): 5}
                    ),
                ),
            ),
            "L35 news": (
                "games:news",
                changed(
                    games.news.views,
                    "newest_news",
                    lambda _found, _language, now: [News("1", now, "en", f"{truths()}", "")],
                ),
            ),
            "L35 profiles": (
                "/people/south/ plain as stranger",
                changed(games.people.views, "reliability_of", telling_turns),
            ),
            "L35 seeks": (
                "games:seek",
                changed(games.lobby.selectors.seeks, "reliability_of", telling_turns),
            ),
            "L35 search": (
                "games:search",
                changed(games.search.presenters, "match_at", telling_find),
            ),
            "L35 suggestions": (
                "games:suggest",
                changed(games.search.presenters, "match_at", telling_find),
            ),
        }
    ),
    "L25 staff who play": Planted(
        changed(boards, "viewer_for", staff_at_the_other_seat),
        at_once(drives.staff_at_the_board, only="/ as south"),
        EVERY,
    ),
    # what others keep, and who has lost a right
    "L28 a new game": Planted(
        put(worlds, "ENGINES", (*worlds.ENGINES, Cups())),
        lambda showcase, _shown: drives.games_without_proof(),
    ),
    "L30 kept pages": Planted(
        kept_pages, at_once(drives.kept_by_browsers, only="/ as stranger"), EVERY
    ),
    "L38 sockets": Planted(
        put(games.common.consumers.NudgeConsumer, "session_recheck", never_asked_again),
        at_once(beside.after_the_end_of_a_right, sockets=("signed out",), of_programs=()),
    ),
    "L38 sockets of those who are shut out": Planted(
        put(games.common.consumers, "is_shut_out", lambda user: False),
        at_once(beside.after_the_end_of_a_right, sockets=("shut out",), of_programs=()),
    ),
    "L38 streams that nobody looks at": Planted(
        put(streams, "stray", lambda listeners: []),
        at_once(beside.after_the_end_of_a_right, sockets=(), of_programs=("shut out",)),
    ),
    # what failures say
    "L31 faults": Planted(
        put(
            config.urls,
            "handler500",
            lambda request: HttpResponse(str(sys.exc_info()[1]), status=500),
            raising=False,
        ),
        lambda showcase, _shown: breaking(showcase, BROKEN),
    ),
    **found_by(
        breaking_once,
        lambda game: (),
        {
            "L31 sockets": instead(
                games.common.consumers.NudgeConsumer, "dispatch", said_by_a_socket
            ),
            "L31 tasks": instead(post, "_send", said_by_mail),
        },
    ),
    **found_by(
        by(failing_thoughts),
        BOTS,
        {
            "L31 thoughts logged": instead(thinking, "_answer", thoughts_logged),
            "L31 thoughts handed on": changed(thinking, "_try_to_answer", thoughts_handed_on),
        },
        is_tried=True,
    ),
    # time and work
    "L32 time": Planted(
        on_odd(lambda: pbkdf2_hmac("sha256", b"slow", b"leak", 30_000)),
        by(drives.slow_cells, samples=24),
        playing(2, count=3),
    ),
    "L32 sheets made early": Planted(
        instead(Referee, "play", sheets_made_early),
        by(work_after_moves),
        playing(2, count=3),
        is_tried=True,
    ),
    "L32 positions not kept": Planted(
        instead(umpire, "keep", positions_not_kept), by(work_after_moves), playing(count=6)
    ),
    **found_by(
        by(answered_at),
        BOTS,
        {
            "L32 bots without pace": no_pace(lambda debt: True),
            "L32 a level without pace": no_pace(
                lambda debt: debt.level != meta_for(debt.match.game).bot_levels[0]
            ),
            "L32 a pace that begins with the answer": changed(
                bots, "_wait", lambda wait, delay, taken: wait + timedelta(seconds=taken)
            ),
        },
        is_tried=True,
    ),
    "L32 bots without pace in set-up": Planted(
        no_pace(lambda debt: debt.match.is_setting_up),
        by(answered_at),
        pairs_like(lambda pair: pair.one.is_setting_up and bool(pair.one.to_act)),
    ),
    # chance, bots, and what is worked out
    "L13 salts of public ids": Planted(
        put(Table, "_commitments", salts_of_ids),
        of_each(drives.salts_of_seeds),
        pairs_like(in_play),
        is_tried=True,
    ),
    "L13 armies of the site by the id": Planted(
        put(Referee, "place", armies_of_ids),
        by(sources.armies_of_the_house),
        pairs_like(one_is_ready),
        is_tried=True,
    ),
    **found_by(
        at_once(sources.matches_begun),
        lambda game: (),
        {
            "L13 the dice of the match before": changed(opening, "begin", dice_of_the_match_before),
            "L13 seeds of public ids": changed(opening, "begin", seeds_of_ids),
        },
        is_tried=True,
    ),
    "L34 bots": Planted(
        changed(Referee, "thought", labels_of_positions),
        by(drives.thinking),
        pairs_where(lambda pair: True, count=30, among=range(3000, 3030)),
    ),
    "L34 a bot's dice by the position": Planted(
        changed(Referee, "thought", dice_of_positions),
        by(sources.dice_of_bots),
        moving(),
        is_tried=True,
    ),
    "L34 a bot's dice by the id": Planted(
        changed(
            Referee,
            "thought",
            lambda thought, referee, _seat: replace(thought, seed=referee._match.uid.encode()),
        ),
        by(sources.dice_of_bots),
        pairs_like(at_move),
    ),
    "L34 opinions of the truth": Planted(
        changed(Referee, "thought_after", labels_of_positions),
        by(beside.opinions_after_the_end),
        pairs_like(both(differing(), beside.judged), count=6),
    ),
    "L34 a coach who knows the truth": Planted(
        changed(Referee, "hint", coach_of_the_truth),
        in_state(worlds.BOT_OPPOSITE, only="/ as"),
        pairs_like(spoken_to, count=2),
        is_tried=True,
    ),
    **found_by(
        by(beside.worked_out),
        playing(100),
        {
            "L27 reviews while play goes on": reviews_while_play_goes_on(),
            "L27 evaluations while play goes on": put(
                games.reviews.views, "analysis_facts", worths_while_play_goes_on
            ),
        },
    ),
    **found_by(
        at_once(beside.weighed),
        lambda game: (),
        {
            "L34 worths of boards one plays on": put(
                worth, "leads_to_own", lambda laid, user_id: False
            ),
            "L34 charts of running matches": together(
                put(reviewed, "check_recorded", lambda match: None),
                put(Referee, "played_now", lambda referee, user_id, up_to: frozenset()),
            ),
        },
        is_tried=True,
    ),
}
"""What is planted in every game that hides something."""


def planted_in(game: str) -> dict[str, Planted]:
    """Everything that is planted in a game."""
    return {**PLANTED, **own_of(game).PLANTED}


def own_of(game: str) -> Any:
    """What is planted in one game alone: it stands beside the tests of its rules."""
    return importlib.import_module(f"tests.engines.{game}.planted_leaks")
