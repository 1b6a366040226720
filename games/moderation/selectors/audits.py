"""Whether what is stored still follows from the terms, the seed and the plies."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop as _

from engines.catalogue import meta_for
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from games.bots.selectors import seats_in_debt
from games.match import onlookers
from games.match.clocks import controls
from games.match.clocks.timeoff import are_plans, due
from games.match.reading.clockproof import OVERTIME
from games.match.reading.selectors import all_matches, commitments_row
from games.match.referee import Referee
from games.match.status import Reason, Status

if TYPE_CHECKING:
    from games.match.models import Match, Player, Ruling

logger = logging.getLogger(__name__)

CANCELLED = ("first-move", "set-up", "left", "annulled", "withdrawn", "season", "closed", "stuck")
"""How matches are cancelled that have begun."""
CONCEDED = {
    True: {"resignation", "time", "forfeit", "adjudicated"},
    False: {
        "agreement",
        "no-force",
        "quiet",
        "move-limit",
        "season",
        "closed",
        "stuck",
        "adjudicated",
    },
}
"""How matches end that somebody was taken out of, or all were; by whether anybody has won."""


def verified_matches() -> Iterator[tuple[str, list[str]]]:
    """Every match's uid with what is wrong with it; an empty list is a clean bill."""
    for match in all_matches().iterator(chunk_size=200):
        yield match.uid, faults_of(match)


def faults_of(match: Match) -> list[str]:
    """Return what is wrong with one match, each as one sentence."""
    return _Audit(match).faults()


class _Audit:
    """The questions asked of one match. Damaged data may fail anywhere: that is a "no"."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.players: Sequence[Player] = list(match.players.all())
        self.has_begun = match.status not in (Status.OPEN, Status.ABORTED) or bool(match.started_at)

    def faults(self) -> list[str]:
        """One sentence for every question answered with no."""
        checks = {
            _("its terms are not known here"): self._terms_are_known,
            _("its status, its times and its result do not fit together"): self._life_fits,
            _("its seats are not filled as they should be"): self._seats_fit,
            _("an offer stands that cannot"): self._offers_fit,
            _(
                "it is not frozen, annulled, hidden or silenced as its rulings say"
            ): self._rulings_fit,
            _("its deadline is not the earliest of its players'"): self._deadline_fits,
            _("a clock does not stand as it should"): self._clocks_fit,
            _("a bot that is to move owes no turn, or one that is not owes one"): self._debts_fit,
        }
        if self.has_begun:
            checks |= {
                _("its plies do not lead to the stored position and events"): self._replays,
                _("its commitments are not to the set-ups that were played"): self._commitments_fit,
                _("its counters do not fit its plies"): self._tallies,
                _("its plies were not made while it was played"): self._times_fit,
                _("its status or its result is not what the rules say"): self._outcome_fits,
                _("the seats marked as to move are not those the rules name"): self._turns_fit,
            }
        return [sentence for sentence, holds in checks.items() if not self._holds(holds)]

    def _holds(self, check: object) -> bool:
        try:
            return bool(check())  # type: ignore[operator]
        except Exception:
            logger.info("match %s could not be asked everything", self.match.uid, exc_info=True)
            return False

    # What the rules say

    @property
    def _referee(self) -> Referee:
        return Referee(self.match)

    def _replays(self) -> bool:
        return self._referee.replays()

    def _commitments_fit(self) -> bool:
        """Return whether what was shown follows from seed and set-ups, and is open at the end."""
        referee = self._referee
        stored = commitments_row(self.match)
        digests, openings = list(referee.digests()), list(referee.openings())
        if stored is None:
            return not digests
        return bool(digests) and (stored.digests, stored.openings) == (digests, openings or None)

    def _tallies(self) -> bool:
        referee = self._referee
        counted = referee.plies if self.match.status == Status.FINISHED else 0
        moved = {Seat(player.seat) for player in self.players if player.has_moved}
        placed = {Seat(player.seat) for player in self.players if player.placed_by_house}
        return (
            referee.tallies()
            and referee.movers() == moved
            and referee.placed_by_house() == placed
            and self.match.plies == counted
            and self.match.given_plies == referee.given_plies()
        )

    def _times_fit(self) -> bool:
        match, times = self.match, self._referee.times()
        in_order = [match.started_at, *times]
        is_ended_by_a_ply = match.status == Status.FINISHED
        return in_order == sorted(in_order) and (  # type: ignore[type-var]
            not is_ended_by_a_ply or match.ended_at == times[-1]
        )

    def _turns_fit(self) -> bool:
        marked = {Seat(player.seat) for player in self.players if player.is_to_act}
        is_active = self.match.status == Status.ACTIVE
        is_setting_up = is_active and self._referee.is_setting_up()
        return (
            marked == (self._referee.to_act() if is_active else frozenset())
            and self.match.is_setting_up == is_setting_up
        )

    def _outcome_fits(self) -> bool:
        outcome = self._referee.outcome()
        if self.match.status != Status.FINISHED:
            return outcome is None
        return outcome is not None and self._is_recorded(outcome)

    def _is_recorded(self, outcome: Outcome) -> bool:
        words = {outcome.termination.value}
        if outcome.termination == Termination.CONCESSION:
            words = CONCEDED[bool(outcome.winners)]
        results = {Seat(player.seat): player.result for player in self.players}
        lost = "lost" if outcome.winners else "drawn"
        fitting = {seat: "won" if seat in outcome.winners else lost for seat in results}
        return self.match.ended_how in words and results == fitting

    # What the public rows say among themselves

    def _terms_are_known(self) -> bool:
        levels = ["", *meta_for(self.match.game).bot_levels]
        return (
            controls.is_control(self.match.time_control)
            and self.match.onlookers in onlookers.KNOWN
            and self._referee.knows_terms()
            and all(player.bot in levels for player in self.players)
        )

    def _life_fits(self) -> bool:
        if self.match.status not in Status:
            return False
        return self._begin_fits() and self._end_fits() and self._span_fits()

    def _begin_fits(self) -> bool:
        match = self.match
        moved = any(player.has_moved or player.placed_by_house for player in self.players)
        plies = match.plies + match.given_plies
        if not self.has_begun and (moved or match.is_setting_up or plies > 0):
            return False
        return match.status == Status.ABORTED or self.has_begun == bool(match.started_at)

    def _end_fits(self) -> bool:
        match = self.match
        if match.status == Status.ABORTED:
            is_named = match.ended_how in (CANCELLED if match.started_at else ("withdrawn",))
        else:
            is_named = bool(match.ended_how) == (match.status == Status.FINISHED)
        has_results = any(player.result for player in self.players)
        return is_named and has_results == (match.status == Status.FINISHED)

    def _span_fits(self) -> bool:
        match = self.match
        is_over = match.status in (Status.FINISHED, Status.ABORTED)
        times = [match.created_at, match.started_at, match.ended_at]
        known = [time for time in times if time is not None]
        return (
            known == sorted(known)
            and is_over == (match.ended_at is not None)
            and all(player.over_at == match.ended_at for player in self.players)
        )

    def _seats_fit(self) -> bool:
        filled = sum(bool(player.user_id) != bool(player.bot) for player in self.players)
        missing = 0 if self.has_begun else 1
        seats = range(len(meta_for(self.match.game).seats_for(self.match.options)))
        numbered = [player.seat for player in self.players] == list(seats)
        return numbered and filled == len(self.players) - missing

    def _offers_fit(self) -> bool:
        match, seats = self.match, {player.seat for player in self.players}
        during = {
            match.draw_offered_by,
            match.pause_asked_by,
            match.resume_asked_by,
            match.takeback_asked_by,
        }
        may_ask = {None} | (seats if match.status == Status.ACTIVE else set())
        may_rematch = {None} | (seats if match.status == Status.FINISHED else set())
        refusals = ["", *Reason.values] if match.rematch_offered_by is not None else [""]
        return (
            during <= may_ask
            and not (match.takeback_refused and match.takeback_asked_by is None)
            and (match.pause_days is None) == (match.pause_asked_by is None)
            and match.rematch_offered_by in may_rematch
            and match.rematch_refusal in refusals
        )

    def _rulings_fit(self) -> bool:
        """Return whether the match is frozen or annulled since the ruling that says so, or not
        at all."""
        match, rulings = self.match, list(self.match.rulings.all())
        rests = _last_of(rulings, "freeze", "investigate", "resume", "reopen")
        voids = _last_of(rulings, "annul", "restore", "adjudicate", "reopen")
        frozen_at = _when(rests, "freeze", "investigate")
        annulled_at = _when(voids, "annul")
        return (
            match.was_ruled == bool(rulings)
            and self._pauses_fit(rulings)
            and match.silenced_at
            == _when(_last_of(rulings, "close-talk", "open-talk"), "close-talk")
            and match.hidden_at == _when(_last_of(rulings, "hide", "show"), "hide")
            and match.frozen_at == (frozen_at if match.status == Status.ACTIVE else None)
            and match.annulled_at == (annulled_at if match.status == Status.FINISHED else None)
        )

    def _pauses_fit(self, rulings: Sequence[Ruling]) -> bool:
        pauses = list(self.match.pauses.all())
        asked = [row.made_at for row in rulings if row.verb == "pause"]
        until = max((pause.ends_at for pause in pauses), default=None)
        return [pause.starts_at for pause in pauses] == asked and self.match.paused_until == until

    def _deadline_fits(self) -> bool:
        running = [player.deadline for player in self.players if player.deadline]
        return self.match.deadline == min(running, default=None)

    def _clocks_fit(self) -> bool:
        return all(map(self._clock_fits, self.players))

    def _clock_fits(self, player: Player) -> bool:
        control = controls.control_of(self.match.time_control)
        is_timed = player.bank is not None
        runs = player.is_to_act and not player.bot
        return (
            is_timed == (control.bank is not None)
            and (player.bank is None or controls.is_possible(control, player.bank))
            and runs == (player.clock_started_at is not None)
            and self._due_fits(player, due(self.match, player) if runs else None)
            and are_plans(player, control)
            and self._overtime_fits(player)
        )

    def _due_fits(self, player: Player, moment: datetime | None) -> bool:
        return player.deadline == moment and (moment is not None or not player.grace)

    def _overtime_fits(self, player: Player) -> bool:
        """Return whether a clock has run out since its turn began as the story of the match
        says."""
        own = [row for row in self.match.rulings.all() if row.seat == player.seat]
        began = max([*self._referee.times(), self.match.started_at or self.match.created_at])
        lately = [row for row in own if row.made_at >= began and player.clock_started_at]
        last = _last_of(lately, *OVERTIME)
        return player.late == (OVERTIME[last.verb] if last else "") and player.was_excused == (
            _last_of(own, "excuse") is not None
        )

    def _debts_fit(self) -> bool:
        owing = sorted(player.seat for player in self.players if player.bot and player.is_to_act)
        if self.match.frozen_at is not None:
            owing = []
        return owing == seats_in_debt(self.match)


def _when(ruling: Ruling | None, *verbs: str) -> datetime | None:
    """Return when *ruling* was made, if it was by one of *verbs*."""
    return ruling.made_at if ruling is not None and ruling.verb in verbs else None


def _last_of(rulings: Sequence[Ruling], *verbs: str) -> Ruling | None:
    """Return the latest of those actions."""
    return next((row for row in reversed(rulings) if row.verb in verbs), None)
