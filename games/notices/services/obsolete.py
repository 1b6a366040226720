"""What need not be sent any more, by what is so now: decided here, for every channel."""

from __future__ import annotations

from collections.abc import Container, Iterable

from games.match.changes.permissions import allowed, check_can_end
from games.match.reading.selectors import seats_to_act_of
from games.notices.choices import wants
from games.notices.events import BY_SLUG, EVENT_OF, Channel, Kind
from games.notices.models import Delivery

ABOUT_TURNS = {*BY_SLUG["turn"].kinds, *BY_SLUG["clock"].kinds, Kind.MATCH_BEGAN}
"""What is obsolete or not by whose turn it is now."""

OFFERS = {Kind.DRAW_OFFERED: "draw_offered_by", Kind.REMATCH_OFFERED: "rematch_offered_by"}
"""What is obsolete once the offer stands no more, by the column of the match that says so."""


def read_waiting(deliveries: Iterable[Delivery]) -> None:
    """Note in each of *deliveries* which boards wait for its reader, in one statement.

    Only readers who are told of turns, or pushed to, are asked about: nobody else's news says
    how many boards wait.
    """
    owed = list(deliveries)
    asked = {
        one.notice.user_id
        for one in owed
        if one.notice.kind in ABOUT_TURNS or one.channel == Channel.PUSH
    }
    seats = seats_to_act_of(asked)
    for one in owed:
        one.waiting = seats.get(one.notice.user_id, {})


def why_obsolete(delivery: Delivery) -> str:
    """Return why this need not be sent any more, or ""; needs `read_waiting`."""
    notice, channel = delivery.notice, Channel(delivery.channel)
    if notice.read_at is not None and notice.kind != Kind.TEST and channel != Channel.PROGRAM:
        return Delivery.Outcome.SEEN
    if not wants(notice.user, notice.kind, channel) or _is_over(delivery, delivery.waiting):
        return Delivery.Outcome.NOT_WANTED
    return Delivery.Outcome.NOT_WANTED if _comes_with_turn(delivery, channel) else ""


def _comes_with_turn(delivery: Delivery, channel: Channel) -> bool:
    """Return whether a match that begins is said by the turn that came with it."""
    notice = delivery.notice
    if notice.kind != Kind.MATCH_BEGAN or notice.match_id not in delivery.waiting:
        return False
    return wants(notice.user, Kind.YOUR_TURN, channel)


def _is_over(delivery: Delivery, waiting: Container[int]) -> bool:
    """Return whether the turn was made, the pieces are placed, the offer stands no more, or the
    match has been ended, or goes on against an account that is open again."""
    notice, match = delivery.notice, delivery.notice.match
    if EVENT_OF[notice.kind].slug in ("turn", "clock"):
        assert match is not None  # a turn is one of a match
        return match.pk not in waiting or (notice.asks_for_pieces and not match.is_setting_up)
    if notice.kind == Kind.ACCOUNT_CLOSED:
        assert match is not None  # likewise
        players = list(match.players.all())
        mine = next((one for one in players if one.user_id == notice.user_id), None)
        return mine is None or not allowed(check_can_end, match, mine, players)
    return notice.kind in OFFERS and getattr(match, OFFERS[Kind(notice.kind)]) is None
