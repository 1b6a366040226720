"""A ladder in words: its places, challenges, and what has moved it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engines.catalogue import duels
from games.boards.answers import refusal_of
from games.boards.cards import GameCard, game_card
from games.boards.names import game_name
from games.ladders import selectors
from games.ladders.climbing import Cause
from games.ladders.models import Ladder, LadderChallenge, LadderStep, Rung
from games.match.presenters.clocktext import terms_sentence
from games.match.reading.visibility import shown_uid

State = LadderChallenge.State


@dataclass(frozen=True, slots=True)
class Line:
    """One on the ladder, and whether the reader may challenge them."""

    place: int
    name: str
    url: str
    is_own: bool
    is_in_reach: bool
    why_not: str
    """Why the reader may not, in a sentence; "" where they may."""


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge of the reader that stands or is played."""

    key: int
    name: str
    """The other one's."""
    sentence: str
    match: str
    """The board's address once it is played."""
    can_answer: bool
    why_not: str
    """Why the reader cannot accept it now; "" where they can."""
    can_take_back: bool
    answer_by: datetime | None


@dataclass(frozen=True, slots=True)
class StepLine:
    """Something that has moved the ladder."""

    sentence: str
    match: str
    at: datetime


def ladder_url(game: str) -> str:
    """Return the page of the ladder of a game."""
    return reverse("games:ladder", args=[game])


def ladder_cards(user_id: int | None) -> list[GameCard]:
    """Return the ladders of all games, with the place of the reader on each."""
    own = selectors.standings_on(user_id) if user_id else []
    places = {one.ladder.game: _("your place: %(place)d") % {"place": one.place} for one in own}
    return [game_card(game, ladder_url(game), places.get(game, "")) for game in duels()]


def rules_of(ladder: Ladder) -> tuple[str, ...]:
    """Return what is fixed for all, as sentences."""
    return (
        _("Rated matches, %(clock)s. Nobody can pause a match, give time or take a move back.")
        % {"clock": terms_sentence(ladder.terms.time_control)},
        _(
            "Challenge somebody up to eight places above you. If you win, you take their place, and"
            " everybody in between moves down by one. Otherwise nothing changes."
        ),
        _(
            "Who is challenged has three days to answer. Who refuses or does not answer loses the"
            " place to the challenger."
        ),
        _("Two challenges begun and two received at once; the same two meet once in 14 days."),
        _("On vacation nobody can challenge you, and your place is kept for 30 days."),
        _(
            "Who loses on time drops to the bottom third; who does so twice is off the ladder for"
            " 14 days."
        ),
    )


def line_of(rung: Rung, user_id: int | None, check: Callable[[Rung], None] | None) -> Line:
    """A line; *check* raises what keeps the reader from a challenge, and is None out of reach."""
    return Line(
        place=rung.place,
        name=rung.user.name,
        url=reverse("accounts:profile", args=[rung.user.name]),
        is_own=rung.user_id == user_id,
        is_in_reach=check is not None,
        why_not="" if check is None else refusal_of(lambda: check(rung)),
    )


def challenge_line(asked: LadderChallenge, user_id: int, why_not: str) -> ChallengeLine:
    """A running challenge, from the side of one of the two; *why_not* keeps them from playing."""
    is_mine = asked.challenger_id == user_id
    is_open = asked.state == State.OPEN
    name = (asked.challenged if is_mine else asked.challenger).name
    said = {
        (True, True): _("You have challenged %(name)s."),
        (False, True): _("%(name)s challenges you."),
        (True, False): _("You play %(name)s for their place."),
        (False, False): _("%(name)s plays you for your place."),
    }
    return ChallengeLine(
        key=asked.pk,
        name=name,
        sentence=said[is_mine, is_open] % {"name": name},
        match=reverse("games:match", args=[asked.match.uid]) if asked.match else "",
        can_answer=is_open and not is_mine,
        why_not=why_not,
        can_take_back=is_open and is_mine,
        answer_by=asked.answer_by if is_open else None,
    )


def step_lines(steps: Sequence[LadderStep]) -> list[StepLine]:
    """Return what has moved the ladder lately."""
    return [
        StepLine(
            sentence=_cause_words()[Cause(step.cause)]
            % {"name": step.user.name, "other": step.other.name if step.other else ""},
            match=reverse("games:match", args=[uid]) if (uid := shown_uid(step.match)) else "",
            at=step.made_at,
        )
        for step in steps
    ]


def _cause_words() -> dict[Cause, str]:
    return {
        Cause.JOINED: _("%(name)s has joined."),
        Cause.WON: _("%(name)s has beaten %(other)s and takes the place."),
        Cause.GIVEN: _("%(name)s takes the place of %(other)s, who did not play."),
        Cause.LATE: _("%(name)s has lost on time and drops to the bottom third."),
        Cause.LEFT: _("%(name)s is off the ladder."),
    }


def profile_rungs(user: User) -> list[tuple[str, str, int]]:
    """Return where somebody stands: address, game and place of each ladder, best first."""
    return [
        (ladder_url(rung.ladder.game), game_name(rung.ladder.game), rung.place)
        for rung in selectors.standings_on(user.pk)
    ]
