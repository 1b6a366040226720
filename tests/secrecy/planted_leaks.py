"""Leaks to be planted, careless lines in each channel, and the table of what must find each.

The channels are those of the list in docs/secrecy.md. What a game has of its own stands beside the
tests of its rules, in a table of the same form.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import cache
from hashlib import pbkdf2_hmac
from itertools import chain
from typing import Any

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
import games.people.views
import games.search.presenters
from accounts.common.admin_lookups import OfferedLookups
from accounts.models import SignIn
from engines.core.seats import Seat, Viewer
from games.common import live
from games.desk import presenters as desk_pages
from games.desk import selectors as desks
from games.endpoints import webpush
from games.endpoints.services import push as devices
from games.knowledge import selectors as marks
from games.knowledge.models import GuessMark
from games.match import ending
from games.match.admin import MatchAdmin
from games.match.exceptions import NothingOffered, RefusedMove, UnreadableMove
from games.match.models import Match
from games.match.referee import Referee
from games.match.referee.table import Table, commitments_to
from games.match.sealed import SealedPosition
from games.match.viewers import replay_eyes
from games.matchpage.selectors import board as boards
from games.matchpage.selectors import seen as seen_facts
from games.matchpage.views import matches, records, sharing
from games.moderation.presenters import staff as workbench
from games.notices.models import Delivery
from games.notices.presenters import mails
from games.notices.senders import mail as by_mail
from games.notices.senders import push as by_push
from games.notices.senders import webhook as by_webhook
from games.notices.services import notifying, post, warnings
from games.personal import selectors as exports
from games.ratings.selectors import Reliability
from games.setup import services as formations
from games.setup.models import Formation, SetupDraft
from tests.engines.toy import Cups
from tests.secrecy import beside, planted_beside, planted_in_news, planted_in_vain, worlds
from tests.secrecy import comparisons as drives
from tests.secrecy.breaking import breaking, breaking_behind, cells_to_break
from tests.secrecy.comparing import Pair, script_of
from tests.secrecy.house import Showcase
from tests.secrecy.leaking import (
    BOARD,
    Found,
    Patch,
    Planted,
    asked,
    at_move,
    at_once,
    both,
    by,
    differing,
    hidden_by,
    in_a_header,
    in_play,
    in_state,
    on_the_page,
    pairs_like,
    pairs_where,
    saying,
    secretly,
    that_can_be,
    truth,
    worlds_of,
    wrap,
)
from tests.secrecy.worlds import World

# Pages and what they load


def l1_page(patch: Patch) -> None:
    """A text on the page."""
    on_the_page(patch, lambda page, facts: saying(page, f"{truth(facts.uid):x}"))


def l2_resources(patch: Patch) -> None:
    """A picture to be loaded beforehand."""

    def say(request: Any, uid: str, response: Any) -> None:
        response["Link"] = f"</static/pieces/{truth(uid) % 16}.svg>; rel=preload; as=image"

    in_a_header(patch, say)


def l3_fragments(patch: Patch) -> None:
    """A header for scripts only."""

    def say(request: Any, uid: str, response: Any) -> None:
        if request.htmx:
            response["HX-Trigger"] = f"changed-{truth(uid)}"

    in_a_header(patch, say)


def l3_manners(patch: Patch) -> None:
    """A header where a page is asked for again after its time in the history."""

    def say(request: Any, uid: str, response: Any) -> None:
        if request.htmx.history_restore_request:
            response["HX-Trigger"] = f"restored-{truth(uid)}"

    in_a_header(patch, say)


def l4_frames(patch: Patch) -> None:
    """A version that counts something else besides."""

    def leaky(send: Any, group: str, message: dict[str, Any]) -> None:
        if "match" in message:
            message = {**message, "version": message["version"] + truth(message["match"])}
        send(group, message)

    wrap(patch, live, "_send", leaky)


def l5_lists(patch: Patch) -> None:
    """A word in a list of matches."""

    def leaky(row: Any, mine: Any, *args: Any, **kwargs: Any) -> Any:
        found = row(mine, *args, **kwargs)
        if SealedPosition.objects.filter(match=mine.match).exists():
            (other,) = found.others
            shown = replace(other, name=f"{other.name} {truth(mine.match.uid):x}")
            return replace(found, others=(shown,))
        return found

    wrap(patch, desks, "_row", leaky)


def l5_squares_on_the_desk(patch: Patch) -> None:
    """One of the squares that the desk marks, not always."""
    wrap(patch, desk_pages, "changed_since", lambda found, row: found(row)[truth(row.uid) % 2 :])


def l6_first_frame(patch: Patch) -> None:
    """A version too many when a page comes back."""

    def leaky(watched: Any, uid: str, user: Any) -> Any:
        found = watched(uid, user)
        return found and replace(found, version=found.version + truth(uid) % 1000)

    wrap(patch, games.matchpage.consumers, "watched_match", leaky)


# What may be tried


def l7_offers(patch: Patch) -> None:
    """The offers against weak pieces come first."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        board, squares = referee._position.board, _squares(referee)
        to = {text: squares.get(text[2:4]) for text in honest(referee, seat)}
        return tuple(sorted(to, key=lambda text: 0 if to[text] is None else -board[to[text]]))

    wrap(patch, Referee, "legal_moves", leaky)


def _squares(referee: Referee) -> dict[str, int]:
    return _squares_of(referee._match.game)


def _squares_of(game: str) -> dict[str, int]:
    return dict(importlib.import_module(f"engines.{game}.squares").SQUARES)


def l7_squares(patch: Patch) -> None:
    """A header where a piece is asked how it can move."""

    def say(request: Any, uid: str, response: Any) -> None:
        if "at" in request.GET:
            response["X-Goals"] = str(truth(uid) % 100)

    in_a_header(patch, say)


def l8_refusals(patch: Patch) -> None:
    """What cannot be done is refused with a reason that knows better."""

    def leaky(honest: Any, referee: Referee, seat: Seat, text: str) -> Any:
        try:
            return honest(referee, seat, text)
        except RefusedMove as error:
            if truth(referee._match.uid) % 2:
                raise UnreadableMove from error
            raise

    wrap(patch, Referee, "_checked", leaky)


def l9_prompts(patch: Patch) -> None:
    """A button is there only when it makes sense."""

    def leaky(honest: Any, match: Any, *args: Any, **kwargs: Any) -> Any:
        found = honest(match, *args, **kwargs)
        if found.seat is not None and truth(match.uid) % 2:
            return replace(found, may_resign=False)
        return found

    wrap(patch, boards, "_facts", lambda honest, match, *a, **k: (
        leaky(honest, match, *a, **k) if match.started_at else honest(match, *a, **k)
    ))  # fmt: skip


def l10_drafts(patch: Patch) -> None:
    """Everybody at the match is told that a draft was kept."""

    def leaky(prepare: Any, *, uid: str, **kwargs: Any) -> None:
        prepare(uid=uid, **kwargs)
        live.announce_desks(Match.objects.get(uid=uid).players.values_list("user_id", flat=True))

    wrap(patch, formations, "prepare", leaky)


def l11_setting_up(patch: Patch) -> None:
    """A draft counts as a change of the match."""

    def leaky(prepare: Any, *, uid: str, **kwargs: Any) -> None:
        prepare(uid=uid, **kwargs)
        Referee(Match.objects.get(uid=uid)).touch()

    wrap(patch, formations, "prepare", leaky)


def l12_order(patch: Patch) -> None:
    """Pieces are listed by what they are."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        seen, squares = honest(referee, viewer, **kwargs), _squares(referee)
        board = referee._position.board
        pieces = sorted(seen["pieces"], key=lambda piece: board[squares[piece["square"]]])
        return {**seen, "pieces": pieces}

    wrap(patch, Referee, "view", leaky)


def l12_order_of_rows(patch: Patch) -> None:
    """The story is told in the order of what only some may know of it."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **part: Any) -> Any:
        sealed = importlib.import_module("games.match.sealed")
        rows = sealed.SealedPly.objects.filter(match=referee._match)
        events = [*referee._sealed.opening, *chain(*rows.values_list("events", flat=True))]
        events.sort(key=lambda event: json.dumps(event[2], sort_keys=True))
        found = [(kind, public) for kind, public, _private in events]
        return [(kind, facts) for kind, facts in found if facts is not None]

    wrap(patch, Referee, "latest_news", leaky)


def l13_seed(patch: Patch) -> None:
    """The seed of the match, as a name for it."""

    def say(request: Any, uid: str, response: Any) -> None:
        response["X-Match"] = bytes(SealedPosition.objects.get(match__uid=uid).seed).hex()[:8]

    in_a_header(patch, say)


def l15_motion(patch: Patch) -> None:
    """What moves on the board follows from what stands there."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        board = page.playing.board
        leaking = replace(board, last=f"{board.last} x{truth(facts.uid) % 9}")
        return {"playing": replace(page.playing, board=leaking)}

    on_the_page(patch, change)


# Who looks


def l16_onlookers(patch: Patch) -> None:
    """Onlookers sit behind South."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        eyes = viewer_for(user, players)
        return Viewer.of(Seat(0)) if eyes.seat is None else eyes

    wrap(patch, boards, "viewer_for", leaky)


def l17_signed_out(patch: Patch) -> None:
    """Who is not signed in is taken for North."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        return viewer_for(user, players) if user.is_authenticated else Viewer.of(Seat(1))

    wrap(patch, boards, "viewer_for", leaky)


def l18_notes(patch: Patch) -> None:
    """Marks of everybody are shown to everybody."""

    def leaky(marks_of: Any, match_id: int, user_id: int, **kwargs: Any) -> Any:
        people = GuessMark.objects.filter(match_id=match_id).values_list("user_id", flat=True)
        return tuple(mark for pk in {user_id, *people} for mark in marks_of(match_id, pk, **kwargs))

    wrap(patch, marks, "marks_of", leaky)


def eyes_while_playing(patch: Patch) -> None:
    """Whoever asks for them has the eyes of the other seat before the end, too."""
    patch.setattr(marks, "replay_viewer", lambda name, match: replay_eyes(match).get(name))


def l20_reuse(patch: Patch) -> None:
    """The page says how many formations the players have to choose from."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        terms = f"{page.heading.terms} {Formation.objects.filter(game=facts.game).count()}"
        return {"heading": replace(page.heading, terms=terms)}

    on_the_page(patch, change)


def l21_downloads(patch: Patch) -> None:
    """A download made from the position."""

    def leaky(text: Any, uid: str, pieces: Any) -> str:
        return f"{text(uid, pieces)}{truth(uid):x}\n"

    wrap(patch, records, "commitments_text", leaky)


def l21_pictures(patch: Patch) -> None:
    """Pictures of matches that go on, too, with a remark."""

    def leaky(picture: Any, facts: Any, piece_set: str) -> str:
        return f"{picture(facts, piece_set)}<!-- {truth(facts.uid):x} -->"

    patch.setattr(boards, "check_recorded", lambda match: None)
    wrap(patch, sharing, "shared_picture", leaky)


def l21_frames(patch: Patch) -> None:
    """The same for boards in other people's pages."""

    def leaky(present: Any, facts: Any, *rest: Any) -> Any:
        page = present(facts, *rest)
        return replace(page, url=f"{page.url}#{truth(facts.uid):x}")

    patch.setattr(boards, "check_recorded", lambda match: None)
    wrap(patch, sharing, "present_embed", leaky)


# What is sent


def l22_mails(patch: Patch) -> None:
    """A hint in the subject."""

    def leaky(subject: Any, user: Any, notices: Any, boards: Any) -> str:
        uids = [notice.match.uid for notice in notices if notice.match is not None]
        return f"{subject(user, notices, boards)} {truth(uids[0]) % 100}"

    wrap(patch, mails, "_subject", leaky)


def l23_push(patch: Patch) -> None:
    """A push lives some seconds longer."""

    def leaky(lives: Any, notice: Any) -> Any:
        uid = notice.match.uid if notice.match is not None else ""
        return lives(notice) + timedelta(seconds=truth(uid) % 100)

    wrap(patch, by_push, "_lives", leaky)


def push_of_another_size(patch: Patch) -> None:
    """A push is some bytes larger on its way."""

    def leaky(encrypt: Any, text: bytes, **keys: Any) -> bytes:
        uid = json.loads(text)["url"].rstrip("/").rpartition("/")[2]
        sealed: bytes = encrypt(text, **keys)
        return sealed + b" " * (truth(uid) % 100)

    wrap(patch, webpush, "encrypt", leaky)


def push_later(patch: Patch) -> None:
    """A push is tried again some seconds later."""

    def leaky(tell_devices: Any, user_id: int, message: Any, now: Any) -> Any:
        uid = json.loads(message.text)["url"].rstrip("/").rpartition("/")[2]
        return devices.PushResult(0, 0, retry_after=1 + truth(uid) % 100)

    wrap(patch, devices, "tell_devices", leaky)


def l23_webhooks(patch: Patch) -> None:
    """A hint after the sentence."""

    def leaky(news_of: Any, delivery: Any) -> Any:
        news, match = news_of(delivery), delivery.notice.match
        return replace(news, text=f"{news.text} {truth(match.uid if match else '') % 100}")

    wrap(patch, by_webhook, "news_of", leaky)


def l24_notices(patch: Patch) -> None:
    """A notice more when there is something to be afraid of."""

    def leaky(notify: Any, match: Match, player: Any, kind: str, subject: str, now: Any) -> None:
        notify(match, player, kind, subject, now)
        if truth(match.uid) % 2:
            notify(match, player, kind, f"{subject}!", now)

    wrap(patch, notifying, "notify", leaky)


# Staff, and other ways in


def l25_staff(patch: Patch) -> None:
    """A match says of itself how it stands."""
    wrap(patch, Match, "__str__", lambda honest, match: (
        f"{honest(match)} {_truth_if_any(match):x}"
    ))  # fmt: skip


def _truth_if_any(match: Match) -> int:
    return truth(match.uid) if SealedPosition.objects.filter(match=match).exists() else 0


def l25_workbench(patch: Patch) -> None:
    """The workbench of a match says in its title how the match stands."""
    wrap(patch, workbench, "title_of_match", lambda honest, match, players=(): (
        f"{honest(match, players)} {_truth_if_any(match):x}"
    ))  # fmt: skip


def l25_filters(patch: Patch) -> None:
    """A list of the admin site that says more where it is filtered."""

    def leaky(honest: Any, self: Any, request: Any) -> Any:
        rows = honest(self, request)
        if "status__exact" in request.GET:
            rows.title = f"{rows.title} {sum(map(_truth_if_any, Match.objects.all())):x}"
        return rows

    wrap(patch, MatchAdmin, "get_changelist_instance", leaky)


def l25_staff_who_play(patch: Patch) -> None:
    """Staff have the eyes of both sides, even where they sit on one."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        eyes = viewer_for(user, players)
        is_staff = getattr(user, "is_superuser", False) and eyes.seat is not None
        return Viewer.of(Seat(1 - eyes.seat)) if is_staff else eyes

    wrap(patch, boards, "viewer_for", leaky)


def l26_tokens(patch: Patch) -> None:
    """A token that names the session of the player it is about."""

    def say(request: Any, uid: str, response: Any) -> None:
        keys = SignIn.objects.filter(user__players__match__uid=uid).order_by("pk")
        response.set_cookie("seat", ".".join(keys.values_list("session_key", flat=True)))

    in_a_header(patch, say)


def l26_other_eyes(patch: Patch) -> None:
    """Looking back with any eyes is not kept for after the end."""

    def leaky(replay_viewer: Any, name: str, match: Match) -> Any:
        return Viewer.of(Seat(0 if name == "south" else 1))

    wrap(patch, seen_facts, "replay_viewer", leaky)


def l27_phases(patch: Patch) -> None:
    """As long as pieces are placed, more is told."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        sentence = f"{truth(facts.uid):x}" if facts.is_setting_up else page.sentences.said
        return saying(page, sentence)

    on_the_page(patch, change)


def l28_new_game(patch: Patch) -> None:
    """A game that hides something is registered, and nobody says what it releases."""
    patch.setattr(worlds, "ENGINES", (*worlds.ENGINES, Cups()))


# What others keep


def l29_shared_cache(patch: Patch) -> None:
    """Pages are kept by their address."""
    kept: dict[tuple[str, str], Any] = {}

    def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
        if request.method != "GET":
            return answer(request, uid, *args, **kwargs)
        key = (request.path, str(truth(uid)))
        if key not in kept:
            kept[key] = answer(request, uid, *args, **kwargs)
        return kept[key]

    wrap(patch, matches, "_answer", leaky)


def l29_etag(patch: Patch) -> None:
    """A tag that changes with the position."""

    def say(request: Any, uid: str, response: Any) -> None:
        response["ETag"] = f'"{truth(uid):x}"'

    in_a_header(patch, say)


def l30_kept_pages(patch: Patch) -> None:
    """Browsers may keep what somebody was shown."""
    patch.setattr(config.middleware, "add_never_cache_headers", lambda response: None)
    patch.setattr(config.middleware, "patch_cache_control", lambda response, **kwargs: None)


def l31_faults(patch: Patch) -> None:
    """The page for faults says what went wrong."""

    def leaky(request: Any) -> HttpResponse:
        return HttpResponse(str(sys.exc_info()[1]), status=500)

    patch.setattr(config.urls, "handler500", leaky, raising=False)


def l31_sockets(patch: Patch) -> None:
    """A socket says what went wrong before it ends."""

    async def leaky(honest: Any, self: Any, message: Any) -> None:
        try:
            await honest(self, message)
        except RuntimeError as error:
            await self.send_json({"error": str(error)})
            raise

    wrap(patch, games.common.consumers.NudgeConsumer, "dispatch", leaky)


def l31_tasks(patch: Patch) -> None:
    """A mail that could not be sent says so to its reader."""

    def leaky(send: Any, delivery: Any, senders: Any) -> Any:
        try:
            by_mail.mail_for(delivery.notice.user, [delivery.notice], key="x", now=delivery.due_at)
        except RuntimeError as error:
            send_mail("Sorry", str(error), None, [delivery.notice.user.email])
        return send(delivery, senders)

    wrap(patch, post, "_send", leaky)


# What can be measured, counted and asked


def l32_time(patch: Patch) -> None:
    """A view takes longer in some positions."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        if truth(referee._match.uid) % 2:
            pbkdf2_hmac("sha256", b"slow", b"leak", 30_000)
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


def l33_queries(patch: Patch) -> None:
    """A question more to the database in some positions."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        if truth(referee._match.uid) % 2:
            kept_values.get("nothing")
            Match.objects.filter(pk=0).exists()
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


def l34_bots(patch: Patch) -> None:
    """A bot's dice are thrown by the position."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        thought = honest(referee, seat)
        return replace(thought, label=f"{thought.label}.{truth(referee._match.uid)}")

    wrap(patch, Referee, "thought", leaky)


def l35_statistics(patch: Patch) -> None:
    """A figure beside one's name."""
    wrap(patch, games.desk.context, "boards_to_move", _telling_count)


def counts_in_frames(patch: Patch) -> None:
    """What the desk's socket counts."""
    wrap(patch, games.desk.consumers, "unread_notices", _telling_count)


def _telling_count(honest: Any, user_id: int) -> int:
    return int(honest(user_id)) + _hidden_from(user_id)


def _telling_turns(honest: Any, user_ids: Any) -> Any:
    """How turns were answered, with a count of what somebody's running matches hide."""
    return {user_id: Reliability(60, _hidden_from(user_id), None) for user_id in user_ids}


def _hidden_from(user_id: int) -> int:
    uids = Match.objects.of_user(user_id).filter(status="active").values_list("uid", flat=True)
    return sum(map(truth, uids)) % 50


def l35_profiles(patch: Patch) -> None:
    """The turns on a profile."""
    wrap(patch, games.people.views, "reliability_of", _telling_turns)


def l35_seeks(patch: Patch) -> None:
    """The turns on the card of a seek."""
    wrap(patch, games.lobby.selectors.seeks, "reliability_of", _telling_turns)


def l35_search(patch: Patch) -> None:
    """The line of a match that is found by its address."""

    def leaky(find: Any, text: str, user: Any) -> Any:
        found = find(text, user)
        return found and replace(found, seats=((f"x{truth(found.uid)}", False), *found.seats[1:]))

    wrap(patch, games.search.presenters, "match_at", leaky)


def l36_export(patch: Patch) -> None:
    """The file of one's own data that tells what the other keeps hidden."""

    def leaky(read: Any, seats: Any, user_id: int, now: Any) -> Any:
        return [
            {**entry, "moves": [*entry["moves"], truth(entry["match"])]}
            for entry in read(seats, user_id, now)
            if SealedPosition.objects.filter(match__uid=entry["match"]).exists()
        ]

    wrap(patch, exports, "own_moves", leaky)


def l37_lookups(patch: Patch) -> None:
    """Lists may be asked by any field."""

    def leaky(self: Any, lookup: str, value: object, request: Any = None) -> bool:
        return True

    patch.setattr(OfferedLookups, "lookup_allowed", leaky)


def l38_sockets(patch: Patch) -> None:
    """Sockets do not ask again whether they are still somebody's."""

    async def leaky(self: Any, message: Any) -> None:
        return None

    patch.setattr(games.common.consumers.NudgeConsumer, "session_recheck", leaky)


# What audits planted in vain, and what nobody would think of


def salts_of_ids(patch: Patch) -> None:
    """Salts follow from the public id."""

    def leaky(self: Any) -> Any:
        hidden = self._engine.hidden_setup(self._position)
        return commitments_to(hidden, match=self._match.uid, secret=self._match.uid.encode())

    patch.setattr(Table, "_commitments", leaky)


def mail_held_back(patch: Patch) -> None:
    """Whether a mail is sent follows from what is hidden."""

    def leaky(why_obsolete: Any, delivery: Any) -> str:
        match = delivery.notice.match
        is_odd = match is not None and truth(match.uid) % 2
        return why_obsolete(delivery) or ("not-wanted" if is_odd else "")

    wrap(patch, post, "why_obsolete", leaky)


def warnings_withheld(patch: Patch) -> None:
    """Whether somebody is warned of their clock follows from what is hidden."""

    def leaky(warning: Any, match: Match, player: Any, now: Any) -> Any:
        return None if truth(match.uid) % 2 else warning(match, player, now)

    wrap(patch, warnings, "due_warning", leaky)


def formations_of_anybody(patch: Patch) -> None:
    """A kept formation is looked up by its name alone."""

    def leaky(kept: Any, user_id: int, game: str, name: str) -> str:
        found = Formation.objects.filter(game=game, name=name).first()
        return found.letters if found else kept(user_id, game, name)

    wrap(patch, formations, "_kept", leaky)


def squares_in_a_column(patch: Patch) -> None:
    """The list of matches counts the squares placed in drafts, for staff."""

    def placed(self: Any, match: Match) -> int:
        drafts = SetupDraft.objects.filter(match=match).values_list("letters", flat=True)
        return sum(len(letters) - letters.count(".") for letters in drafts)

    patch.setattr(MatchAdmin, "placed", placed, raising=False)
    patch.setattr(MatchAdmin, "list_display", (*MatchAdmin.list_display, "placed"))


def order_of_a_header(patch: Patch) -> None:
    """The words of a header stand in another order."""

    def say(request: Any, uid: str, response: Any) -> None:
        words = ["Cookie", "Accept-Language", "HX-Request"]
        response["Vary"] = ", ".join(words[truth(uid) % 3 :] + words[: truth(uid) % 3])

    in_a_header(patch, say)


def draws_refused(patch: Patch) -> None:
    """Who stands well is not asked for a draw."""

    def leaky(check: Any, match: Match, player: Any, players: Any) -> None:
        check(match, player, players)
        if truth(match.uid) % 2:
            raise NothingOffered

    wrap(patch, ending, "check_can_offer_draw", leaky)


def desks_nudged_twice(patch: Patch) -> None:
    """The desks are nudged once more after some moves."""

    def leaky(announce_match: Any, uid: str, versions: Any) -> None:
        announce_match(uid, versions)
        if truth(uid) % 2:
            users = Match.objects.get(uid=uid).players.values_list("user_id", flat=True)
            live.announce_desks(users)

    wrap(patch, live, "announce_match", leaky)


def mails_put_off(patch: Patch) -> None:
    """A mail is due some seconds later."""

    def leaky(queue: Any, notices: Any, users: Any, now: Any) -> None:
        queue(notices, users, now)
        for row in Delivery.objects.filter(notice__in=notices, notice__match__isnull=False):
            row.due_at += timedelta(
                seconds=truth(str(row.notice.match and row.notice.match.uid)) % 60
            )
            row.save()

    wrap(patch, notifying, "_queue", leaky)


def order_of_digests(patch: Patch) -> None:
    """Digests are listed with the strongest pieces first."""

    def leaky(digests: Any, table: Any) -> Any:
        kinds = [piece.kind for piece in table._commitments()]
        honest = digests(table)
        return tuple(honest[at] for at in sorted(range(len(kinds)), key=lambda at: kinds[at]))

    wrap(patch, Referee, "digests", leaky)


def order_of_a_list(patch: Patch) -> None:
    """Matches come in another order on the list of staff."""

    def leaky(ordering: Any, self: Any, request: Any) -> Any:
        sealed = SealedPosition.objects.values_list("match__uid", flat=True)
        return ["uid", "-uid"][sum(map(truth, sealed)) % 2 :][:1]

    wrap(patch, MatchAdmin, "get_ordering", leaky)


def question_of_resignation(patch: Patch) -> None:
    """Who is about to resign is asked in other words where that would be a pity."""

    def leaky(present: Any, facts: Any, *, asked: Any, **kwargs: Any) -> Any:
        page = present(facts, asked=asked, **kwargs)
        leaking = saying(page, f"{page.sentences.said} {truth(facts.uid):x}")
        return replace(page, **leaking) if asked.ask else page

    wrap(patch, matches, "present_match", leaky)


def shown_where(holds: Callable[[Match], bool]) -> Callable[[Patch], None]:
    """A plant that shows only while something else is true of the match."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        match = Match.objects.get(uid=facts.uid)
        leaking = saying(page, f"{page.sentences.said} {truth(facts.uid):x}")
        return leaking if holds(match) else {}

    return lambda patch: on_the_page(patch, change)


# By which comparison each is found, and what shows it

PAGES, FACTS = "/ as", "board_facts"
"""Names of what is looked at besides: the match pages of all, what selectors hand out."""


def at_leisure(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """Time, by a page."""
    return drives.slow_cells(showcase, numbers, samples=24)


def breaking_once(showcase: Showcase, _shown: object) -> Found:
    """What breaks behind the pages, in the first pair that comes by all the places."""
    every = drives.pairs(showcase.house.game, BROKEN)
    return breaking_behind(showcase, next(pair for pair in every if cells_to_break(showcase, pair)))


BROKEN = range(8001, 8099)


def incomplete(showcase: Showcase, _shown: object) -> Found:
    return drives.games_without_proof()


def everywhere(only: str) -> Callable[[Showcase, Any], Found]:
    return by(drives.everywhere, only=only)


def looking(only: str, **how: Any) -> Callable[[Showcase, Any], Found]:
    return by(drives.looking, extra=0, only=only, **how)


def sending(showcase: Showcase, numbers: Iterable[int]) -> Found:
    for pair in drives.pairs(showcase.house.game, numbers):
        yield from drives.sending(showcase, pair)


def of_salts(showcase: Showcase, numbers: Iterable[int]) -> Found:
    for pair in drives.pairs(showcase.house.game, numbers):
        yield from drives.salts_of_seeds(showcase, pair)


def scripts(game: str) -> list[int]:
    """Pairs in which people play on."""
    return [number for number in range(8) if number in _with_script(game)]


@cache
def _with_script(game: str) -> set[int]:
    numbers = [number for number, _pair in drives.numbered_pairs(game, range(8))]
    return {number for number in numbers if script_of(game, number, 3).acts}


def offers_in_order(world: World, seat: Seat) -> list[str]:
    """The offers to *seat*, those against weak pieces first."""
    squares, board = _squares_of(world.engine.meta.slug), world.position.board
    at = {text: squares.get(text[2:4]) for text in world.offered(seat)}
    return sorted(at, key=lambda text: 0 if at[text] is None else -board[at[text]])


def targets_differ(pair: Pair) -> bool:
    """The player's offers come in another order in the other twin."""
    seats = pair.one.to_act - pair.hidden
    return at_move(pair) and any(
        offers_in_order(pair.one, seat) != offers_in_order(pair.other, seat) for seat in seats
    )


def answered(pair: Pair) -> bool:
    """The player has moved, and the other has moved after that."""
    return at_move(pair) and in_play(pair) and len(pair.one.moved) > 1


ANY = pairs_where(differing())
OF_PLAYERS = pairs_where(both(differing(), at_move), count=2)
PARITY = pairs_where(both(differing(2), at_move))
IN_PLAY = pairs_where(both(differing(), in_play))
LATE = pairs_where(lambda pair: len(pair.one.acts) >= 20, count=3)
EVERY = pairs_where(lambda pair: True, among=drives.EVERY)
THOUGHT_ABOUT = pairs_where(lambda pair: True, count=30, among=range(3000, 3030))

PLANTED = {
    "L1 page": Planted(l1_page, looking(BOARD), ANY),
    "L2 sub-resources": Planted(l2_resources, looking(BOARD), pairs_where(differing(16))),
    "L3 fragments": Planted(l3_fragments, by(drives.playing, others=0), scripts),
    "L3 manners": Planted(l3_manners, by(drives.in_every_manner, only="games:match"), ANY),
    "L3 the order of a header's words": Planted(
        order_of_a_header, looking(BOARD), pairs_where(differing(3))
    ),
    "L4 frames": Planted(l4_frames, by(drives.playing, others=0), scripts),
    "L4 counts in frames": Planted(counts_in_frames, by(drives.playing, others=0), scripts),
    "L4 desks nudged twice": Planted(desks_nudged_twice, by(drives.playing, others=0), scripts),
    "L5 lists": Planted(l5_lists, by(drives.listed, only="games:desk"), ANY),
    "L5 squares on the desk": Planted(
        l5_squares_on_the_desk,
        by(drives.listed, only="games:desk"),
        pairs_where(both(differing(2), answered)),
    ),
    "L6 first frame": Planted(l6_first_frame, by(drives.playing, others=0), scripts),
    "L7 offers": Planted(l7_offers, looking(FACTS), pairs_where(targets_differ)),
    "L7 squares": Planted(l7_squares, by(drives.asked_of_squares, only="?at=b"), ANY),
    "L8 refusals": Planted(l8_refusals, by(drives.trying, each=3), PARITY),
    "L8 draws refused": Planted(
        draws_refused, asked("/matches/{uid}/draw/", "post", {"do": "offer"}), PARITY, is_tried=True
    ),
    "L9 prompts": Planted(l9_prompts, looking(FACTS), PARITY),
    "L9 the question of a resignation": Planted(
        question_of_resignation, asked("/matches/{uid}/?ask=resign"), OF_PLAYERS, is_tried=True
    ),
    "L10 drafts": Planted(l10_drafts, secretly("drafts or none"), worlds_of("drafts or none")),
    "L11 set-up": Planted(
        l11_setting_up,
        secretly("drafts of a set-up", only="first frame"),
        worlds_of("drafts of a set-up"),
    ),
    "L12 order": Planted(l12_order, looking(FACTS), pairs_where(differing(), count=3)),
    "L12 order of rows": Planted(l12_order_of_rows, looking(FACTS), LATE),
    "L12 the order of digests": Planted(
        order_of_digests,
        asked("/matches/{uid}/commitments.txt"),
        pairs_like(in_play, count=4),
        is_tried=True,
    ),
    "L13 seed": Planted(l13_seed, looking(BOARD), ANY),
    "L13 salts of public ids": Planted(salts_of_ids, of_salts, pairs_like(in_play), is_tried=True),
    "L15 motion": Planted(l15_motion, looking(BOARD), pairs_where(differing(9))),
    "L16 onlookers": Planted(
        l16_onlookers, looking(FACTS), pairs_where(both(hidden_by(0), differing()))
    ),
    "L17 signed out": Planted(
        l17_signed_out, looking(FACTS), pairs_where(both(hidden_by(1), differing()))
    ),
    "L18 notes": Planted(
        l18_notes, secretly("guess marks", only="knowledge as south"), worlds_of("guess marks")
    ),
    "L18 the sheet of the other seat": Planted(
        eyes_while_playing,
        looking("knowledge"),
        pairs_where(differing(9), count=24),
        is_tried=True,
    ),
    "L18 a formation of somebody else": Planted(
        formations_of_anybody,
        secretly("formations asked for by the other"),
        worlds_of("formations asked for by the other"),
        is_tried=True,
    ),
    "L20 reused formations": Planted(
        l20_reuse, secretly("formations", only="/ as south"), worlds_of("formations")
    ),
    "L20 in a rematch": Planted(
        shown_where(lambda match: match.rematch_of is not None),
        in_state(worlds.REMATCH),
        that_can_be(worlds.REMATCH),
        is_tried=True,
    ),
    "L21 pictures": Planted(l21_pictures, everywhere("games:picture"), EVERY),
    "L21 frames elsewhere": Planted(l21_frames, everywhere("games:embed"), EVERY),
    "L21 downloads": Planted(l21_downloads, everywhere("games:commitments"), EVERY),
    "L22 mails": Planted(
        l22_mails,
        by(drives.behind_the_pages, only="mails"),
        pairs_like(both(differing(100), at_move)),
    ),
    "L22 warnings withheld": Planted(
        warnings_withheld, sending, pairs_like(both(differing(2), at_move)), is_tried=True
    ),
    "L22 a mail held back": Planted(
        mail_held_back, sending, pairs_like(both(differing(2), at_move)), is_tried=True
    ),
    "L22 mails put off by seconds": Planted(
        mails_put_off, sending, pairs_like(both(differing(60), at_move)), is_tried=True
    ),
    "L23 push": Planted(
        l23_push,
        by(drives.behind_the_pages, only="mails"),
        pairs_like(both(differing(100), at_move)),
    ),
    "L23 a push of another size": Planted(
        push_of_another_size, sending, pairs_like(both(differing(100), at_move)), is_tried=True
    ),
    "L23 a push tried again later": Planted(
        push_later, sending, pairs_like(both(differing(100), at_move)), is_tried=True
    ),
    "L23 webhooks": Planted(
        l23_webhooks,
        by(drives.behind_the_pages, only="mails"),
        pairs_like(both(differing(100), at_move)),
    ),
    "L24 notices": Planted(
        l24_notices,
        by(drives.behind_the_pages, only="mails"),
        pairs_like(both(differing(2), at_move)),
    ),
    "L25 staff": Planted(l25_staff, everywhere("admin:match_match_change /"), EVERY),
    "L25 workbench": Planted(l25_workbench, everywhere("admin:moderation_match /"), EVERY),
    "L25 filters": Planted(l25_filters, everywhere("status__exact"), EVERY),
    "L25 staff who play": Planted(
        l25_staff_who_play, at_once(drives.staff_at_the_board, only="/ as south"), EVERY
    ),
    "L25 squares in a column": Planted(
        squares_in_a_column,
        secretly("drafts or none", only="admin/match/match/ as helper"),
        worlds_of("drafts or none"),
    ),
    "L25 the order of a list": Planted(
        order_of_a_list,
        asked("/admin/match/match/", viewer="helper"),
        pairs_like(differing(2)),
        is_tried=True,
    ),
    "L26 tokens": Planted(l26_tokens, at_once(drives.in_private, only=BOARD), worlds_of("notes")),
    "L26 other eyes": Planted(
        l26_other_eyes, looking(FACTS), pairs_where(both(hidden_by(1), differing()))
    ),
    "L27 phases": Planted(
        l27_phases, looking(BOARD), pairs_where(lambda pair: pair.one.is_setting_up)
    ),
    "L27 armies that the house placed": Planted(
        shown_where(lambda match: match.players.filter(placed_by_house=True).exists()),
        in_state(worlds.PLACED_BY_HOUSE),
        that_can_be(worlds.PLACED_BY_HOUSE),
        is_tried=True,
    ),
    "L27 matches that were cancelled": Planted(
        shown_where(lambda match: match.status == "aborted"),
        in_state(worlds.CANCELLED),
        that_can_be(worlds.CANCELLED),
        is_tried=True,
    ),
    "L27 while a draw is offered": Planted(
        shown_where(lambda match: match.draw_offered_by is not None),
        in_state(worlds.DRAW_OFFERED),
        that_can_be(worlds.DRAW_OFFERED),
        is_tried=True,
    ),
    "L27 where a bot sits": Planted(
        shown_where(lambda match: match.players.exclude(bot="").exists()),
        in_state(worlds.BOT_OPPOSITE),
        that_can_be(worlds.BOT_OPPOSITE),
        is_tried=True,
    ),
    "L28 a new game": Planted(l28_new_game, incomplete),
    "L29 shared cache": Planted(l29_shared_cache, looking(BOARD), ANY),
    "L29 entity tags": Planted(l29_etag, looking(BOARD), ANY),
    "L30 kept pages": Planted(
        l30_kept_pages, at_once(drives.kept_by_browsers, only="/ as stranger"), EVERY
    ),
    "L31 faults": Planted(l31_faults, lambda showcase, _shown: breaking(showcase, BROKEN)),
    "L31 sockets": Planted(l31_sockets, breaking_once),
    "L31 tasks": Planted(l31_tasks, breaking_once),
    "L32 time": Planted(l32_time, at_leisure, pairs_like(both(differing(2), in_play), count=3)),
    "L33 queries": Planted(l33_queries, looking(BOARD), pairs_where(differing(2))),
    "L34 bots": Planted(l34_bots, by(drives.thinking), THOUGHT_ABOUT),
    "L35 statistics": Planted(l35_statistics, everywhere("games:archive"), EVERY),
    "L35 profiles": Planted(l35_profiles, everywhere("/people/south/ plain as stranger"), EVERY),
    "L35 seeks": Planted(l35_seeks, everywhere("games:seek"), EVERY),
    "L35 search": Planted(l35_search, everywhere("games:search"), EVERY),
    "L35 suggestions": Planted(l35_search, everywhere("games:suggest"), EVERY),
    "L36 export": Planted(
        l36_export,
        by(drives.behind_the_pages, only="data file"),
        pairs_like(both(differing(2), in_play)),
    ),
    "L37 lookups": Planted(
        l37_lookups,
        at_once(drives.in_private, only="lookup /admin/match/match/"),
        worlds_of("notes"),
    ),
    "L38 sockets": Planted(
        l38_sockets,
        at_once(beside.after_the_end_of_a_right, sockets=("signed out",), of_programs=()),
    ),
    **planted_in_news.PLANTED,
    **planted_in_vain.PLANTED,
    **planted_beside.PLANTED,
}
"""What is planted in every game that hides something."""


def planted_in(game: str) -> dict[str, Planted]:
    """Everything that is planted in a game."""
    return {**PLANTED, **own_of(game).PLANTED}


def own_of(game: str) -> Any:
    """What is planted in one game alone: it stands beside the tests of its rules."""
    return importlib.import_module(f"tests.engines.{game}.planted_leaks")
