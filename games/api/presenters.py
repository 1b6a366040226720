"""JSON from the facts and the page of a match: nothing is read here, and nothing made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from accounts.common.names import is_marked
from accounts.models import AccessToken
from engines.catalogue import GAMES
from engines.core.engine import GameMeta
from games.api import schemas as out
from games.boards.cards import card_for
from games.boards.names import bot_name, game_name
from games.chat.presenters import present_talk
from games.chat.selectors import TalkFacts
from games.common.addresses import address
from games.common.filling import filled
from games.conversations.selectors import ConversationFacts
from games.desk.presenters import present_row
from games.desk.selectors import MatchRow, boards_to_move
from games.lobby.selectors.challenges import ChallengeFacts
from games.lobby.selectors.seeks import MakerFacts, OfferFacts, SeekFacts
from games.match.clocks.controls import MENU
from games.match.presenters.clocktext import terms_sentence
from games.matchpage.presenters.page import MatchPage, present_match
from games.matchpage.presenters.seats import SeatPanel
from games.matchpage.selectors.board import BoardFacts
from games.news.selectors import News
from games.notices.presenters.lines import present_notice
from games.ratings.selectors import Leader, RatingFacts
from games.statistics.selectors import Figures

if TYPE_CHECKING:
    from games.notices.models import Notice

Offer = TypeVar("Offer", bound=out.OfferOut)


def house_json() -> out.HouseOut:
    """Return the games of the site."""
    clocks = [out.Named(value=slug, name=terms_sentence(slug)) for slug in MENU]
    return out.HouseOut(games=[_game(meta) for meta in GAMES], time_controls=clocks)


def news_json(news: Sequence[News]) -> out.NewsListOut:
    """Return the news that staff have written."""
    return out.NewsListOut(news=[out.NewsOut(**one._asdict()) for one in news])


def statistics_json(figures: Figures) -> out.StatisticsOut:
    """The site's numbers."""
    return out.StatisticsOut(
        weeks=[
            out.WeekOut(first=first, matches=number, people=figures.people[first])
            for first, number in figures.matches.items()
        ],
        games=[out.GameCountOut(game=game, matches=n) for game, n in figures.games.items()],
        endings=[out.EndingOut(how=how, **by_pace) for how, by_pace in figures.endings.items()],
    )


def _game(meta: GameMeta) -> out.GameOut:
    return filled(
        out.GameOut,
        meta,
        name=game_name(meta.slug),
        options=[out.OptionOut(name=name, values=list(v)) for name, v in meta.options.items()],
        bot_levels=[out.Named(value=v, name=bot_name(meta.slug, v)) for v in meta.bot_levels],
        placing=_placing(meta),
        handicaps=[_handicap(meta, name, start) for name, start in meta.handicaps.items()],
        rules=address("games:rules", meta.slug),
    )


def _placing(meta: GameMeta) -> out.PlacingOut | None:
    placing = meta.placing
    if placing is None:
        return None
    return out.PlacingOut(
        pieces=placing.pieces,
        ranks=[list(rank) for rank in placing.ranks[0]],
        separator=placing.separator,
        examples=[placing.action(army.letters) for army in placing.armies],
    )


def _handicap(meta: GameMeta, name: str, start: str) -> out.HandicapOut:
    placing = meta.placing and meta.placing.for_seat(0, start)
    return out.HandicapOut(
        start=start,
        name=str(card_for(meta.slug).handicaps[name]),
        pieces=placing.pieces if placing else "",
        examples=[placing.action(army.letters) for army in placing.armies] if placing else [],
    )


def account_json(token: AccessToken) -> out.AccountOut:
    """Return the owner of a token, and what it may do."""
    user = token.user
    return filled(
        out.AccountOut,
        user,
        boards_to_move=boards_to_move(user.pk),
        no_talk=user.is_quiet,
        token=filled(out.TokenOut, token, scopes=token.scopes.split()),
    )


def row_json(row: MatchRow, now: datetime) -> out.MatchRowOut:
    """One of the owner's matches in a list."""
    shown = present_row(row, now, piece_set="kanji")
    return filled(
        out.MatchRowOut,
        row,
        shown,
        others=[
            filled(out.OtherOut, other, is_bot=other.is_bot or is_marked(other.name))
            for other in row.others
        ],
    )


def match_json(facts: BoardFacts) -> out.MatchOut:
    """The match of *facts*, with the part of its moves and events that was asked for."""
    page = present_match(facts)
    return filled(
        out.MatchOut,
        facts,
        page.heading,
        status_sentence=page.sentences.status,
        said=page.sentences.said,
        players=[_seat(facts, panel) for panel in sorted(page.people.panels, key=lambda p: p.seat)],
        legal=list(_legal(facts, page)),
        question=page.playing.check.question if page.playing.check else "",
        moves=list(_moves(facts, page)),
        older=facts.window.earlier,
        events=[out.EventOut(kind=kind, facts=dict(known)) for kind, known in facts.part_news],
        may=_may(facts, page),
        asked=out.AskedOut(
            draw=facts.draw_offered_by,
            takeback=facts.takeback.asked_by,
            rematch=facts.rematch_offered_by,
            pause=facts.times.pause_asked_by,
        ),
        time_sentence=page.extras.times.sentence if page.extras.times else page.heading.limit,
        result=_result(facts, page),
        rematch=facts.rematch_uid or "",
    )


def _seat(facts: BoardFacts, panel: SeatPanel) -> out.SeatOut:
    player = facts.players[panel.seat]
    return filled(
        out.SeatOut,
        panel,
        player,
        is_bot=player.is_bot or is_marked(panel.name),
        clock=filled(
            out.ClockOut,
            panel.clock,
            seconds=player.clock_seconds,
            deadline=player.clock.deadline if player.clock else None,
        ),
    )


def _legal(facts: BoardFacts, page: MatchPage) -> Iterator[out.LegalOut]:
    """The moves the page offers, with what it says of fouls, and what can be said instead."""
    if facts.is_setting_up:
        return  # a set-up is no list of moves
    offers = {offer.action: offer for offer in page.playing.choice.offers}
    calls = {call.action: call.name for call in page.playing.calls}
    for action in facts.legal:
        offer, bluff = offers.get(action), facts.bluffs.get(action)
        yield out.LegalOut(
            action=action,
            text=offer.text if offer else calls.get(action, ""),
            squares=list(offer.squares) if offer else [],
            captures=offer.captures if offer else False,
            fouls=list(bluff.fouls) if bluff else [],
            could_be_true=bluff.could_be_true if bluff else True,
        )


def _moves(facts: BoardFacts, page: MatchPage) -> Iterator[out.MoveOut]:
    moves = sorted(
        (m for row in page.story.moves for m in row.moves if m), key=lambda move: move.ply
    )
    for move in moves:
        if facts.part.holds(move.ply):
            time = facts.ply_times.get(move.ply)
            yield filled(
                out.MoveOut,
                move,
                made_at=time.made_at if time else None,
                took=int(time.took.total_seconds()) if time and time.took is not None else None,
            )


def _may(facts: BoardFacts, page: MatchPage) -> out.MayOut:
    return out.MayOut(
        resign=facts.may_resign,
        offer_draw=facts.may_offer_draw,
        claim_draw=facts.may_claim_draw,
        take_back=facts.may_take_back,
        ask_takeback=facts.takeback.may_ask,
        rematch=facts.may_rematch,
        claim=facts.times.may_claim,
        end=facts.times.may_end,
        give=page.extras.time_offers is not None and page.extras.time_offers.gifts is not None,
        pause=facts.times.may_pause,
    )


def _result(facts: BoardFacts, page: MatchPage) -> out.ResultOut | None:
    if page.people.result is None:
        return None
    return filled(out.ResultOut, page.people.result, facts)


def seek_json(facts: SeekFacts) -> out.SeekOut:
    """A seek as its reader finds it."""
    return _offer(out.SeekOut, facts, maker=_maker(facts.maker))


def challenge_json(facts: ChallengeFacts) -> out.ChallengeOut:
    """A challenge as one of its two finds it."""
    return _offer(out.ChallengeOut, facts, other=_maker(facts.other))


def _offer(shape: type[Offer], facts: OfferFacts, **people: out.MakerOut) -> Offer:
    terms = terms_sentence(facts.time_control)
    return filled(shape, facts, terms=terms, match=facts.match_uid, **people)


def _maker(facts: MakerFacts) -> out.MakerOut:
    return filled(out.MakerOut, facts.rating, name=facts.name)


def rating_json(facts: RatingFacts) -> out.RatingOut:
    """A rating, and of what it is."""
    return filled(out.RatingOut, facts, facts.pool)


def leader_json(leader: Leader) -> out.LeaderOut:
    """One line of a leaderboard."""
    return filled(out.LeaderOut, leader, rating=rating_json(leader.facts))


def talk_json(facts: TalkFacts) -> out.TalkOut:
    """Return the chat around a match."""
    shown = present_talk(facts)
    return out.TalkOut(
        lines=[filled(out.LineOut, line) for line in facts.lines if not line.is_hidden],
        rooms=list(facts.rooms),
        presets=[out.Named(value=key, name=text) for key, text in shown.presets],
        quick_only=shown.quick_only,
    )


def conversations_json(rows: Sequence[tuple[str, datetime, bool]]) -> out.ConversationListOut:
    """With whom one writes."""
    found = [out.ConversationRowOut(person=p, last_at=at, is_asked=asked) for p, at, asked in rows]
    return out.ConversationListOut(conversations=found)


def conversation_json(facts: ConversationFacts, why_not: str) -> out.ConversationOut:
    """Return the messages between one and somebody."""
    messages = [filled(out.MessageOut, one) for one in facts.messages]
    return filled(out.ConversationOut, facts, messages=messages, why_not=why_not)


def notice_json(notice: Notice) -> out.NoticeOut:
    """A line of the bell."""
    match = notice.match.uid if notice.match else ""
    return filled(out.NoticeOut, present_notice(notice), notice, line=notice.name, match=match)
