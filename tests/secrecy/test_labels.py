"""Every field that is stored or told says who may know it. What has no label may not exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from engines.core.seats import BYSTANDER, Seat, Viewer
from games.bots.selectors import OpinionFacts
from games.chat.selectors import LineFacts, TalkFacts
from games.desk.selectors import MatchRow, Other, Seen
from games.lobby.selectors.challenges import ChallengeFacts
from games.lobby.selectors.seeks import MakerFacts, SeekFacts
from games.lobby.selectors.watching import Seated, WatchedBoard
from games.match.reading.selectors import RulingFacts
from games.matchpage.selectors.board import BoardFacts, WatchedMatch
from games.matchpage.selectors.choices import TakebackFacts, TimeFacts
from games.matchpage.selectors.public import PlayerFacts
from games.matchpage.selectors.seen import JudgedFacts, OpenLine
from games.moderation.selectors.own import OwnReport, OwnSanction
from games.people.selectors import HeadToHead, PastMatch, Ties
from games.plans.selectors import PlanBoard, PlanFacts
from games.ratings.selectors import Leader, RatingFacts, RatingPoint, Reliability, SeatRating
from games.reviews.selectors import AnalysisFacts, Reviewed, ReviewFacts, TurningFacts
from games.reviews.variations import VariationsFacts
from tests.secrecy.worlds import HIDDEN_GAMES, engine_of, some_world

PUBLIC, OWNER, STAFF, NOBODY = "public", "owner", "staff", "nobody"
"""Everybody; the user the row or the facts are for; staff with the right to look; the referee."""

WORKED = {"due_at", "hinted_until", "held_until", "attempts"}
"""When workers look at a row: for staff at most, as is the key of a row."""

ROWS = {
    "Match": {
        PUBLIC: "rated uid game rules_version options time_control status created_at started_at "
        "ended_at ended_how given_plies plies deadline is_setting_up draw_offered_by rematch_of "
        "onlookers rematch_offered_by frozen_at was_ruled annulled_at hidden_at silenced_at "
        "is_bounded paused_until event start is_practised",
        # a pause is asked for on the players' pages alone
        OWNER: "pause_asked_by pause_days resume_asked_by takeback_asked_by takeback_refused "
        "secret request_key rematch_refusal",
    },
    "Player": {
        PUBLIC: "match seat user bot is_to_act result bank clock_started_at deadline has_moved "
        "placed_by_house draws_barred grace late was_excused over_at",
        OWNER: "seen_end_at rests desk_mark",
        NOBODY: "answers missed acted_at",  # told as one sum over matches that are over
    },
    "Commitments": {PUBLIC: "match digests openings"},
    "DataExport": {OWNER: "user asked_at section after written rows done_at"},
    "ExportPart": {OWNER: "export content"},
    # the text is for the players
    "Sequel": {OWNER: "match asked_by asked_at made"},
    "Pause": {PUBLIC: "match starts_at ends_at"},
    "Ruling": {PUBLIC: "match verb made_at seat ply moved", OWNER: "text user"},
    # by its room: for players, for onlookers, or for the author until the end
    "ChatLine": {OWNER: "match room author text preset said_at hidden_at"},
    "Muted": {OWNER: "user whom"},
    "Report": {
        STAFF: "suspect room score opened_at taken_by taken_at snoozed_until closed_at for_seniors",
        OWNER: "outcome answer canned",  # of an atom in it
    },
    "ReportAtom": {OWNER: "match category text line made_at report reporter"},
    "ReportNote": {STAFF: "report author text made_at"},
    "StaffNote": {STAFF: "person author text made_at"},
    "Barrier": {STAFF: "page text language made_at answered_at", NOBODY: "address"},
    "Appeal": {OWNER: "sanction ground happened request made_at answered_at outcome answer"},
    "Inquiry": {STAFF: "match actor opened_at closed_at"},
    "Consent": {
        STAFF: "match action asked_by reason asked_at approved_by approved_at used_at disclosed_at",
    },
    "ModAction": {STAFF: "actor verb person match report before after reason note made_at"},
    # counted of matches that are over; fewer than five are told to nobody
    "Week": {PUBLIC: "first people ended", NOBODY: "counted_at"},
    # before it is shown, staff alone
    "NewsItem": {PUBLIC: "shown_at"},
    "NewsText": {PUBLIC: "item language title text"},
    # of a match that is over, what a bot would have played
    "Opinion": {PUBLIC: "match ply level move"},
    # made of matches that are over alone
    "Review": {PUBLIC: "match asked_at reached plies data done_at"},
    "BotTurn": {STAFF: "match seat set_aside_in", NOBODY: "answer answer_ply"},
    # whoever has not ended a run of the day sees none of others (games.match.reading.visibility)
    "DailyRun": {OWNER: "day user match stage lead rounds is_won ended_at"},
    "StageResult": {PUBLIC: "match user stage is_cleared power rounds ended_at"},
    "Coached": {OWNER: "match"},
    "StepDone": {OWNER: "user game step done_at"},
    "Notice": {
        OWNER: "person game user match kind subject made_at read_at read_in_bell rings",
        NOBODY: "quiet_until warn_at",
    },
    "Delivery": {STAFF: "notice channel tries settled_at outcome reader_id bundle detail"},
    "Mailbox": {OWNER: "user mailed_at"},
    "PushDevice": {
        OWNER: "user browser made_at seen_at sent_at",
        NOBODY: "sign_in endpoint p256dh auth delivered",
    },
    # its secret is shown once
    "Webhook": {
        OWNER: "user url form secret old_secret old_until made_at sent_at stopped_at",
        NOBODY: "failures",
    },
    # its owner reads it; that it does not answer, and since when, everybody
    "BotAddress": {
        OWNER: "user url secret old_secret old_until made_at sent_at stopped_at troubles",
        PUBLIC: "failing_since",
        NOBODY: "failures rests_until ping_at",
    },
    "CalendarFeed": {OWNER: "user token made_at read_at changed_at", NOBODY: "digest"},
    "CalendarEntry": {OWNER: "match deadline sequence", NOBODY: "feed"},
    # that somebody is away, and until when, is told; what is planned is not
    "Vacation": {OWNER: "user starts_at ends_at made_at is_automatic"},
    "Credit": {STAFF: "amount until reached"},
    "HouseHealth": {STAFF: "last_beat healthy_since"},
    "SetupDraft": {OWNER: "match user letters"},
    "Sketch": {OWNER: "user game letters name"},
    "Formation": {OWNER: "user game name letters"},
    "GuessMark": {OWNER: "match user piece ply kind square made_at"},
    # and whoever has the link
    "KeptAnalysis": {OWNER: "uid user game title position options tree link made_at changed_at"},
    # and, if they want it so, others once the match is over
    "Variations": {OWNER: "match user trees is_open changed_at"},
    "Plan": {OWNER: "match user ply ahead lines made_at fate"},
    "PlannedMove": {NOBODY: "basis seat_ply key"},
    "ForcedMove": {NOBODY: "player turn_began seat_ply key"},
    "MatchNote": {OWNER: "match user ply text"},
    "SealedPosition": {NOBODY: "match seed schema data plies seat_plies versions opening"},
    "SealedPly": {NOBODY: "match number seat seat_ply move key made_at events"},
    "SealedSnapshot": {NOBODY: "match number follows data"},
    "SealedRewind": {NOBODY: "match after_ply plies made_at"},
    "Rating": {PUBLIC: "user bot game pace versus rating deviation volatility matches rated_at"},
    "RatingEvent": {
        PUBLIC: "match seat owner score counts made_at rating_before rating deviation volatility",
    },
    "Recount": {NOBODY: "game pace versus reached"},
    "TurnTally": {PUBLIC: "user asked answered spread"},
    "Block": {OWNER: "user person kind"},
    "Tournament": {
        PUBLIC: "uid name made_by game options time_control rated size is_double low high club "
        "guests takes_bots state created_at starts_at closes_at began_at ends_at ended_at series",
        OWNER: "key link",
    },
    "Entry": {
        PUBLIC: "tournament user bot number team entered_at withdrawn_at withdrawn_how is_outside "
        "place",
    },
    "Pairing": {PUBLIC: "tournament first second match outcome is_forfeit was_late ends_match"},
    # of a match of bots, or of one that is over; plies and answer are for who has answered
    "Puzzle": {
        PUBLIC: "key game rules position options seat ask at themes rating deviation volatility "
        "rated_at tries solved withdrawn_at withdrawn_why",
        NOBODY: "plies answer",
    },
    "PuzzleRating": {
        OWNER: "user game rating deviation volatility rated_at tries solved streak best_streak",
    },
    "Attempt": {OWNER: "puzzle user is_right is_rated given before after made_at"},
    "PuzzleOpinion": {OWNER: "puzzle user vote made_at", STAFF: "report"},
    # of a conversation: its two people; moderators what is reported, with a few around it
    "Conversation": {OWNER: "first second begun_by made_at accepted_at", NOBODY: "is_silent"},
    "Message": {OWNER: "conversation author text said_at", NOBODY: "key is_silent"},
    "Club": {PUBLIC: "uid name about is_class made_at closed_at", OWNER: "link"},
    "Member": {PUBLIC: "club user role joined_at", OWNER: "asked_at"},
    "Announcement": {PUBLIC: "club author text made_at", STAFF: "hidden_at"},
    "ClubReport": {OWNER: "club reporter text made_at", STAFF: "done_at"},
    "League": {PUBLIC: "game club made_at"},
    "Enrolment": {PUBLIC: "league user enrolled_at"},
    "Season": {PUBLIC: "league number divisions starts_at ends_at ended_at"},
    "Ladder": {PUBLIC: "game made_at"},
    "Rung": {PUBLIC: "ladder user place joined_at"},
    "LadderChallenge": {PUBLIC: "ladder challenger challenged state made_at answer_by match"},
    "LadderStep": {PUBLIC: "ladder cause user other match made_at counts"},
    # moderators read both sides of it; the mark on the name is public
    "ChallengeRules": {OWNER: "bot games pace rated audience low high declines"},
    "BotAccount": {OWNER: "user owner state asked_at allowed_at"},
    "Follow": {OWNER: "user person"},
    "PersonNote": {OWNER: "user person text"},
    "Seek": {
        PUBLIC: "uid user game options time_control rated side low high audience state is_quick "
        "onlookers created_at expires_at series further at_once",
        OWNER: "key bot_at match",
        STAFF: "tried_at",
    },
    "SavedFilter": {OWNER: "user query made_at"},
    "Challenge": {
        OWNER: "uid user person game options time_control rated side state reason created_at "
        "expires_at match onlookers start",
        NOBODY: "is_silent request_key",
    },
}

FACTS = {
    # what follows from finished matches, and from offers, which everybody may know
    MakerFacts: {PUBLIC: "name rating reliability", OWNER: "zone"},
    SeekFacts: {
        PUBLIC: "uid game options time_control rated side low high audience state is_quick "
        "onlookers created_at expires_at maker further at_once",
        OWNER: "bot_at bot_level is_own why_not match_uid",
    },
    ChallengeFacts: {
        OWNER: "uid game options time_control rated side state reason created_at expires_at other "
        "onlookers is_own match_uid start"
    },
    RatingFacts: {PUBLIC: "pool rating deviation is_provisional matches"},
    SeatRating: {PUBLIC: "rating is_provisional before"},
    Reliability: {PUBLIC: "asked answered median_seconds"},
    Leader: {PUBLIC: "place name facts"},
    RatingPoint: {PUBLIC: "at rating change match_uid"},
    PastMatch: {
        PUBLIC: "uid game options seat players winners result ended_how rated ended_at plies"
    },
    HeadToHead: {PUBLIC: "won drawn lost"},
    Ties: {OWNER: "follows blocks note"},
    # what is PUBLIC follows from public rows; what is OWNER's, from the viewer's view or own rows
    BoardFacts: {
        PUBLIC: "uid game rules_version options status players draw_offered_by ended_how winners "
        "time_control is_rated ratings started_at ended_at rematch_uid rematch_offered_by now "
        "onlookers is_setting_up commitments given_plies frozen_at is_annulled is_hidden has_talk "
        "bots_rest is_stuck event start is_practised position_text judged line",
        OWNER: "version seat view news reveal legal seat_ply viewed_ply may_resign may_offer_draw "
        "spelled bounds may_claim_draw last_own may_take_back ply_times times takeback rulings "
        "rematch_refusal waits_elsewhere may_challenge part_news part window last_move held ahead "
        "may_rematch is_barred secret plan preparation cautions bluffs guesses sure eyes hint",
    },
    JudgedFacts: {PUBLIC: "opinions view bluffs", OWNER: "may_ask is_played_now"},
    OpenLine: {PUBLIC: "position moves"},
    OpinionFacts: {PUBLIC: "level move"},
    PlayerFacts: {
        PUBLIC: "seat name is_bot is_to_act clock clock_seconds away limit result placed_by_house "
        "silent_since"
    },
    TimeFacts: {
        PUBLIC: "paused_until",
        OWNER: "may_claim may_end may_give may_pause pause_asked_by pause_days resume_asked_by "
        "may_play_on play_on_asked_by played_on_uid",
    },
    VariationsFacts: {
        PUBLIC: "uid game options first newest is_over",
        OWNER: "seat ply kept tree at news view legal mover guesses is_own is_open",
    },
    PlanFacts: {OWNER: "lines fate may_add"},
    PlanBoard: {
        PUBLIC: "uid game options",
        OWNER: "seat line spelled view legal conditions bluffs is_own refusal plan",
    },
    # of a match that is over; the marks are those of whoever looks
    ReviewFacts: {
        PUBLIC: "uid game options players is_hidden is_asked is_done is_given_up reached plies "
        "known",
        OWNER: "own_seat marks",
    },
    AnalysisFacts: {PUBLIC: "review worths winners played movers", OWNER: "played_now"},
    # of a match that one person played, in the open, and that is over
    TurningFacts: {
        PUBLIC: "uid game view is_asked is_done is_given_up reached plies points",
    },
    Reviewed: {PUBLIC: "seat name bot result"},
    TakebackFacts: {OWNER: "asked_by may_ask"},
    Other: {PUBLIC: "seat name is_bot"},
    Seated: {PUBLIC: "name is_bot"},
    # what every onlooker sees
    WatchedBoard: {PUBLIC: "uid game seats rated view"},
    WatchedMatch: {OWNER: "seat version"},
    RulingFacts: {PUBLIC: "verb made_at seat ply moved", OWNER: "text"},
    LineFacts: {OWNER: "name room author author_id is_mine text preset said_at is_hidden"},
    TalkFacts: {OWNER: "uid lines rooms quick_only is_seated is_closed others muted"},
    OwnReport: {OWNER: "uid category suspect made_at state outcome answer"},
    OwnSanction: {OWNER: "name kind reason text starts_at ends_at stands was_lifted appeal answer"},
    MatchRow: {
        PUBLIC: "uid game options others winners status deadline clock time_control ended_how "
        "created_at started_at ended_at plies is_setting_up event",
        OWNER: "seat is_to_act draw_offered takeback_asked rematch_offered may_claim may_end "
        "result is_new secret seen mark",
    },
    Seen: {OWNER: "view news"},
}


def labelled(labels: dict[str, str]) -> list[str]:
    """All fields that have a label, in order."""
    return sorted(name for names in labels.values() for name in names.split())


def test_every_stored_field_has_one_label() -> None:
    stored = {
        model.__name__: sorted({f.name for f in model._meta.concrete_fields} - {"id"} - WORKED)
        for model in apps.get_models()
        if model.__module__.startswith("games.")
    }
    said = {model: labelled(labels) for model, labels in ROWS.items()}
    unlike = [name for name in {*stored, *said} if stored.get(name) != said.get(name)]
    assert unlike == [], "say in ROWS who may know each field of these"


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.__name__)
def test_every_field_for_pages_has_one_label(facts: type[Any]) -> None:
    told = sorted(field.name for field in fields(facts))
    assert told == labelled(FACTS[facts]), "say in FACTS who may know each of these"


@pytest.mark.parametrize("game", HIDDEN_GAMES)
def test_whatever_a_game_tells_is_in_its_manifest(game: str) -> None:
    manifest = import_module(f"engines.{game}.manifest")
    listed = {
        release.event: {
            field for other in manifest.RELEASES if other.event == release.event
            for field in other.fields
        }
        for release in manifest.RELEASES
    }  # fmt: skip
    shown = {field for release in manifest.VIEW for field in release.fields}
    engine = engine_of(game)
    for number in range(12):
        world = some_world(engine, b"%032d" % number, 60)
        over = engine.concede(world.position, frozenset({Seat(0)}))
        for step in (*world.steps, over):
            for event in step.events:
                found = {*(event.public or {}), *(f for own in event.private.values() for f in own)}
                assert found <= listed[event.kind], event.kind
        for position in (world.position, over.position):
            for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER):
                view = engine.codec.dump_view(engine.view(position, viewer))
                assert set(paths(view)) <= shown


def paths(facts: Any, path: str = "") -> Iterator[str]:
    """Every field of a view, lists written ``[]``."""
    if isinstance(facts, dict):
        for key, value in facts.items():
            here = f"{path}.{key}" if path else key
            yield here
            yield from paths(value, here)
    elif isinstance(facts, list):
        for value in facts:
            if isinstance(value, dict):
                yield from paths(value, f"{path}[]")
