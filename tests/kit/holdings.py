"""What lists show besides matches, seeks and notices: rows of everything else that is listed.

As in `crowd`, a row of each kind is made, and the database copies it.
"""

from __future__ import annotations

from datetime import timedelta

from accounts.common.names import marked
from accounts.models import AccessToken, Sanction, SignIn, Trace
from games.chat.models import ChatLine
from games.clubs.models import Announcement, ClubReport, Member
from games.conversations.models import Conversation, Message
from games.endpoints.models import CalendarFeed, PushDevice
from games.endpoints.services.calendar import renew_feed
from games.ladders.models import Ladder, LadderChallenge, LadderStep, Rung
from games.leagues.models import Enrolment, League, Season
from games.lobby.models import Challenge, SavedFilter, Seek
from games.moderation.models import (
    Appeal,
    Barrier,
    Consent,
    ModAction,
    Report,
    ReportAtom,
    ReportNote,
    StaffNote,
)
from games.notes.models import MatchNote
from games.programs.models import BotAccount
from games.puzzles.models import Attempt, PuzzleOpinion
from games.setup.models import Formation
from games.tournaments.models import Entry, Pairing, Tournament
from tests.kit.builders import analysis_of, club_of, person, puzzle_of_the_house, tournament_of
from tests.kit.crowd import BASE, Crowd, copies
from tests.kit.gunjin import ARMIES

OWN = f"{BASE} + n"
"""The key of a copy that others point to."""
EVEN, ODD = f"{BASE} + 2 * n", f"{BASE} + 2 * n + 1"
"""Two people of the crowd for each number."""
FINISHED = f"{2 * BASE} + n"
PARTS = 5
"""Of what a page shows ten at most there are so many times fewer."""


class Holdings:
    """What `crowd.collector` has, and what hangs on one club, one event and one report."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.now, self.one = crowd, crowd.now, crowd.one
        self.collector = collector = crowd.collector
        self.club = club_of(collector, now=self.now)
        self.analysis = analysis_of(collector, now=self.now)
        self.puzzle = puzzle_of_the_house()
        self.event = tournament_of(collector, now=self.now)
        Tournament.objects.filter(pk=self.event.pk).update(
            state=Tournament.State.RUNNING, began_at=self.now
        )
        self.feed: CalendarFeed = renew_feed(user=crowd.busy, now=self.now)
        self._make_offers()
        self._make_events()
        self._make_reports()
        self._make_account()

    def _make_offers(self) -> None:
        now, mine, one = self.now, self.collector, self.one
        until = now + timedelta(days=30)
        offer = {"game": "xiongqi", "time_control": "relaxed", "created_at": now}
        offer |= {"expires_at": until}
        self.seek = Seek.objects.create(user=mine, key="own", **offer)
        self.asked = Challenge.objects.create(user=one, person=mine, **offer)
        self.asking = Challenge.objects.create(user=mine, person=one, **offer)
        self.filter = SavedFilter.objects.create(user=mine, query="game=gungi", made_at=now)
        first, second = sorted((mine, one), key=lambda who: who.pk)
        self.conversation = Conversation.objects.create(
            first=first, second=second, begun_by=mine, made_at=now, accepted_at=now
        )
        self.message = Message.objects.create(
            conversation=self.conversation, author=mine, text="Hello.", key="own", said_at=now
        )

    def _make_events(self) -> None:
        now, mine, one = self.now, self.collector, self.one
        self.entry = Entry.objects.get(tournament=self.event)
        other = Entry.objects.create(tournament=self.event, user=one, entered_at=now)
        self.pairing = Pairing.objects.create(
            tournament=self.event, first=self.entry, second=other, match=None
        )
        self.member = Member.objects.get(club=self.club)
        self.announcement = Announcement.objects.create(
            club=self.club, author=mine, text="Play!", made_at=now
        )
        self.club_report = ClubReport.objects.create(
            club=self.club, reporter=one, text="Rude.", made_at=now
        )
        self.ladder = Ladder.objects.create(game="xiongqi", made_at=now)
        self.rung = Rung.objects.create(ladder=self.ladder, user=mine, place=1, joined_at=now)
        self.dare = LadderChallenge.objects.create(
            ladder=self.ladder, challenger=one, challenged=mine, made_at=now,
            answer_by=now + timedelta(days=3),
        )  # fmt: skip
        self.step = LadderStep.objects.create(
            ladder=self.ladder, cause="joined", user=mine, made_at=now
        )
        self.league = League.objects.create(game="xiongqi", made_at=now)
        self.enrolment = Enrolment.objects.create(league=self.league, user=mine, enrolled_at=now)
        self.season = Season.objects.create(
            league=self.league, number=1, divisions=1, starts_at=now, ends_at=now, ended_at=now
        )
        self.division = Tournament.objects.create(
            key="of-a-league", name="", series=f"{self.league.event}-1-1", game="xiongqi",
            time_control="relaxed", size=8, state=Tournament.State.OVER, created_at=now,
            closes_at=now,
        )  # fmt: skip
        self.winner = Entry.objects.create(
            tournament=self.division, user=one, place=1, entered_at=now
        )
        self.trace = Trace.objects.create(
            user=mine, kind=Trace.Kind.DEVICE, digest="shared", since=now, seen_at=now
        )

    def _make_reports(self) -> None:
        now, mine, one = self.now, self.collector, self.one
        match = self.crowd.finished
        self.report = Report.objects.create(
            suspect=one, room="play", opened_at=now, score=10, taken_by=None
        )
        self.atom = ReportAtom.objects.create(
            report=self.report, reporter=mine, match=match, category="stopped", made_at=now
        )
        self.remark = ReportNote.objects.create(
            report=self.report, author=mine, text="Look.", made_at=now
        )
        self.staff_note = StaffNote.objects.create(
            person=one, author=mine, text="Seen before.", made_at=now
        )
        self.sanction = Sanction.objects.create(
            user=mine, kind="warn", reason="other", starts_at=now, public_text="Be kind."
        )
        self.appeal = Appeal.objects.create(
            sanction=self.sanction, ground="not-so", happened="No.", request="Lift it.", made_at=now
        )
        self.barrier = Barrier.objects.create(text="No focus.", language="en", made_at=now)
        self.action = ModAction.objects.create(
            actor=mine, verb="freeze", person=one, match=match, reason="other", made_at=now
        )
        self.consent = Consent.objects.create(
            match=match, action="reveal", asked_by=mine, reason="To see.", asked_at=now
        )
        self.line = ChatLine.objects.create(
            match=match, room="players", author=one, text="Well played.", said_at=now
        )
        self.note = MatchNote.objects.create(match=match, user=mine, text="A #gem to keep.")
        self.opinion = PuzzleOpinion.objects.create(
            puzzle=self.puzzle, user=mine, vote=1, report="wrong", made_at=now
        )
        self.attempt = Attempt.objects.create(
            puzzle=self.puzzle, user=mine, is_right=True, is_rated=True, before=1500, after=1510,
            made_at=now,
        )  # fmt: skip

    def _make_account(self) -> None:
        now, mine = self.now, self.collector
        month = now + timedelta(days=30)
        self.token = AccessToken.objects.create(
            user=mine, name="mine", digest="d", beginning="b", scopes="read", made_at=now,
            expires_at=month,
        )  # fmt: skip
        self.sign_in = SignIn.objects.create(
            user=mine, session_key="k", browser="Firefox", since=now, seen_at=now
        )
        self.device = PushDevice.objects.create(
            user=mine, endpoint="https://push.example/0", p256dh="p", auth="a", browser="Firefox",
            made_at=now, seen_at=now,
        )  # fmt: skip
        self.bot = BotAccount.objects.create(
            user=person(marked("first"), is_program=True), owner=mine, asked_at=now
        )
        self.formation = Formation.objects.create(
            user=mine, game="gunjin", name="first", letters=ARMIES[0]
        )

    def grow(self, first: int, end: int) -> None:
        """Have as many as *end* of each; there are as many as *first*."""
        few = (first // PARTS, end // PARTS)
        self._add_offers(first, end, few)
        self._add_events(first, end)
        self._add_seasons(*few)
        self._add_clubs(first, end)
        self._add_reports(first, end)
        self._add_own(first, end, few)

    def _add_offers(self, first: int, end: int, few: tuple[int, int]) -> None:
        copies(self.seek, first, end, uid="'m' || n", key="'m' || n")
        copies(self.asked, first, end, uid="'a' || n", user_id=EVEN)
        copies(self.asking, first, end, uid="'g' || n", person_id=EVEN)
        copies(self.filter, *few, query="'game=gungi&n=' || n")
        copies(self.message, first, end, key="'k' || n")
        copies(
            self.conversation, first, end, id=OWN, first_id=f"{self.collector.pk}", second_id=ODD
        )
        copies(self.message, first, end, conversation_id=OWN, key="'c' || n")

    def _add_events(self, first: int, end: int) -> None:
        for place, state in enumerate(("open", "running", "over")):
            own = f"{BASE * (place + 1)} + n"
            copies(
                self.event, first, end, id=own, uid=f"'{state}' || n", key=f"'{state}' || n",
                state=f"'{state}'",
            )  # fmt: skip
            copies(
                self.entry, first, end, id=f"{BASE * (place + 2)} + n", tournament_id=own, place="1"
            )
        copies(self.entry, first, end, id=OWN, user_id=EVEN)
        copies(self.pairing, first, end, second_id=OWN, match_id=FINISHED)
        copies(self.rung, first, end, user_id=EVEN, place="n + 2")
        copies(self.dare, first, end, challenger_id=EVEN)
        copies(self.dare, first, end, challenger_id=f"{self.collector.pk}", challenged_id=ODD)
        copies(self.enrolment, first, end, user_id=EVEN)

    def _add_seasons(self, first: int, end: int) -> None:
        own = f"{9 * BASE} + n"
        copies(self.season, first, end, number="n + 2")
        copies(
            self.division, first, end, id=own, uid="'league' || n", key="'league' || n",
            series=f"'{self.league.event}-' || (n + 2) || '-1'",
        )  # fmt: skip
        copies(self.winner, first, end, id=own, tournament_id=own, user_id=EVEN)
        copies(self.step, first, end, user_id=EVEN)
        copies(self.trace, first, end, user_id=EVEN)

    def _add_clubs(self, first: int, end: int) -> None:
        copies(self.club, first, end, id=OWN, uid="'club' || n", name="'Club ' || n")
        copies(self.member, first, end, club_id=OWN)
        copies(self.member, first, end, user_id=EVEN, role="2")
        copies(self.member, first, end, user_id=ODD, role="2", joined_at="NULL")
        copies(self.announcement, first, end)
        copies(self.club_report, first, end, reporter_id=EVEN)

    def _add_reports(self, first: int, end: int) -> None:
        copies(self.report, first, end, id=OWN, suspect_id=EVEN)
        copies(self.atom, first, end, report_id=OWN, match_id=FINISHED)
        copies(self.atom, first, end, reporter_id=EVEN, match_id=FINISHED)
        copies(self.remark, first, end)
        copies(self.staff_note, first, end)
        copies(self.sanction, first, end, id=OWN)
        copies(self.appeal, first, end, sanction_id=OWN)
        copies(self.barrier, first, end)
        copies(self.action, first, end, match_id=FINISHED, person_id=EVEN)
        copies(self.action, first, end)
        copies(self.consent, first, end, match_id=FINISHED)
        copies(self.line, first, end)
        copies(self.note, first, end, match_id=FINISHED)
        copies(self.opinion, first, end, user_id=EVEN)
        copies(self.puzzle, first, end, id=OWN, key="'p' || n")
        copies(self.opinion, first, end, puzzle_id=OWN)
        copies(self.attempt, first, end, puzzle_id=OWN)

    def _add_own(self, first: int, end: int, few: tuple[int, int]) -> None:
        copies(self.analysis, first, end, uid="'an' || n", link="''")
        copies(self.token, *few, digest="'d' || n")
        copies(self.sign_in, *few, session_key="'k' || n")
        copies(self.device, *few, endpoint="'https://push.example/1' || n")
        copies(self.bot.user, *few, id=f"{5 * BASE} + n", name="'maker' || n || ' [bot]'",
               name_key="'maker' || n", name_look="'maker' || n")  # fmt: skip
        copies(self.bot, *few, user_id=f"{5 * BASE} + n")
        copies(self.formation, first, end, name="'kept ' || n")
