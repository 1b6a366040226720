"""Offers as cards: every term in words, who makes it, and why it cannot be taken."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.common.dates import moment_text, time_text
from accounts.common.zones import offset_text, zone_or_utc
from games.boards.cards import card_for
from games.boards.names import bot_name, game_name, option_words, side_name, start_words
from games.boards.refusals import refusal_sentence
from games.lobby.models import STANDING, Challenge, Seek
from games.lobby.selectors.challenges import ChallengeFacts
from games.lobby.selectors.seeks import SIGN_IN, MakerFacts, OfferFacts, SeekFacts
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.declining import reason_words
from games.match.presenters.onlookers import onlookers_line
from games.match.terms.opening import MOST_MATCHES
from games.ratings.presenters import rating_sentence, rating_text, reliability_line


@dataclass(frozen=True, slots=True)
class Maker:
    """The person who offers, or is offered, a match."""

    name: str
    url: str
    rating: str
    rating_sentence: str
    reliability: str
    zone: str
    """How late it is for them; "" where that is nobody's business."""


@dataclass(frozen=True, slots=True)
class OfferCard:
    """A seek or a challenge."""

    url: str
    kanji: str
    game_name: str
    maker: Maker
    terms: tuple[str, ...]
    until: datetime
    is_own: bool
    is_open: bool
    why_not: str
    """Why the reader cannot take it; "" if they can."""
    state: str
    match_url: str


def seek_card(facts: SeekFacts, now: datetime, *, is_member: bool) -> OfferCard:
    """A seek as its reader sees it."""
    makers = 1 - facts.side if facts.is_own and facts.side is not None else facts.side
    lines = _terms(facts, makers)
    lines += [
        line
        for line in (
            *(_band(facts.low, facts.high), _audience(facts)),
            *(_series(facts), _bot(facts)),
        )
        if line
    ]
    return OfferCard(
        url=reverse("games:seek", args=[facts.uid]),
        kanji=card_for(facts.game).kanji,
        game_name=game_name(facts.game),
        maker=maker_of(facts.maker, now, is_member=is_member),
        terms=tuple(lines),
        until=facts.expires_at,
        is_own=facts.is_own,
        is_open=facts.state in STANDING and facts.expires_at > now,
        why_not=_why_not(facts),
        state=_seek_states().get(facts.state, ""),
        match_url=reverse("games:match", args=[facts.match_uid]) if facts.match_uid else "",
    )


def _series(facts: SeekFacts) -> str:
    """How many matches the maker seeks, where it is not one; no more is said of a taken one."""
    if facts.further == 0 or facts.state not in STANDING:
        return ""
    if facts.further is None:
        return _("Several matches, at most %(many)s at once") % {"many": facts.at_once}
    matches = {"matches": facts.further + 1, "many": facts.at_once}
    return _("%(matches)s matches, at most %(many)s at once") % matches


def maker_of(facts: MakerFacts, now: datetime, *, is_member: bool) -> Maker:
    """Return the maker of an offer; how late it is for them is told to members only."""
    return Maker(
        name=facts.name,
        url=reverse("accounts:profile", args=[facts.name]),
        rating=rating_text(facts.rating),
        rating_sentence=rating_sentence(facts.rating),
        reliability=reliability_line(facts.reliability),
        zone=_zone(facts.zone, now) if is_member else "",
    )


def _zone(name: str, now: datetime) -> str:
    zone = zone_or_utc(name)
    there = now.astimezone(zone)
    return _("%(time)s there (%(offset)s)") % {
        "time": time_text(there),
        "offset": offset_text(there),
    }


def _terms(facts: OfferFacts, makers: int | None) -> list[str]:
    """What is played: options, time, whether it counts, and the side that is not the *makers*'."""
    options = [f"{name}: {value}" for name, value in option_words(facts.game, facts.options)]
    counting = _("Rated") if facts.rated else _("Casual")
    lines = [*options, terms_sentence(facts.time_control), counting, _side(facts, makers)]
    watching = onlookers_line(facts.onlookers)
    return [*lines, watching] if watching else lines


def _side(facts: OfferFacts, makers: int | None) -> str:
    """The side that whoever takes the offer has."""
    if makers is None:
        return _("Random sides")
    side = {"side": side_name(facts.game, 1 - makers, facts.options)}
    if makers == 1:
        return _("You play %(side)s and move first") % side
    return _("You play %(side)s and move second") % side


def _band(low: int | None, high: int | None) -> str:
    parts = {"low": low, "high": high}
    if low is not None and high is not None:
        return _("For ratings from %(low)s to %(high)s") % parts
    if low is not None:
        return _("For ratings from %(low)s up") % parts
    return _("For ratings up to %(high)s") % parts if high is not None else ""


def _audience(facts: SeekFacts) -> str:
    if facts.audience != Seek.Audience.FOLLOWED:
        return ""
    if facts.is_own:
        return _("For people you follow")
    return _("For people %(name)s follows") % {"name": facts.maker.name}


def _bot(facts: SeekFacts) -> str:
    if not facts.bot_level or facts.bot_at is None:
        return ""
    bot = {"bot": bot_name(facts.game, facts.bot_level)}
    return _("%(bot)s will join at %(moment)s") % {**bot, "moment": moment_text(facts.bot_at)}


def _why_not(facts: SeekFacts) -> str:
    if facts.why_not == SIGN_IN:
        return _("Sign in to take a seat.")
    if not facts.why_not or facts.is_own:
        return ""
    return refusal_sentence(facts.why_not) % {"limit": MOST_MATCHES}


def _seek_states() -> dict[str, str]:
    return {
        Seek.State.WAITING: _("Opens again when one of its matches ends."),
        Seek.State.PAIRED: _("This seek has found an opponent."),
        Seek.State.WITHDRAWN: _("This seek was withdrawn."),
        Seek.State.EXPIRED: _("This seek has run out."),
    }


# Challenges


def challenge_card(facts: ChallengeFacts, now: datetime) -> OfferCard:
    """A challenge as one of the two sees it."""
    makers = facts.side
    if facts.is_own and makers is not None:
        makers = 1 - makers
    begins = start_words(facts.game, facts.start)
    return OfferCard(
        url=reverse("games:challenge", args=[facts.uid]),
        kanji=card_for(facts.game).kanji,
        game_name=game_name(facts.game),
        maker=maker_of(facts.other, now, is_member=True),
        terms=(*_terms(facts, makers), *([begins] if begins else [])),
        until=facts.expires_at,
        is_own=facts.is_own,
        is_open=facts.state == Challenge.State.OPEN and facts.expires_at > now,
        why_not="",
        state=_challenge_state(facts),
        match_url=reverse("games:match", args=[facts.match_uid]) if facts.match_uid else "",
    )


def _challenge_state(facts: ChallengeFacts) -> str:
    if facts.state == Challenge.State.DECLINED:
        why = {"name": facts.other.name, "reason": reason_words()[facts.reason]}
        if facts.is_own:
            return _("%(name)s declined: %(reason)s.") % why
        return _("You declined: %(reason)s.") % why
    words: dict[str, str] = {
        Challenge.State.ACCEPTED: _("This challenge was accepted."),
        Challenge.State.WITHDRAWN: _("This challenge was withdrawn."),
        Challenge.State.EXPIRED: _("This challenge has run out without an answer."),
    }
    return words.get(facts.state, "")
