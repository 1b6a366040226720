"""What is answered, as it stands in the description of the API."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from games.api.shapes import Schema


class Named(Schema):
    """A value that programs send, and what people call it."""

    value: str
    name: str


class OptionOut(Schema):
    """Something to be chosen when a match is made."""

    name: str
    values: list[str]
    """The first is the usual one."""


class PlacingOut(Schema):
    """A set-up: `move` with `setup:` and the letters of `pieces`, a square each, rank by rank."""

    pieces: str
    """Every piece a seat has; where there are more than squares, the rest stays in hand."""
    ranks: list[list[str]]
    """The home squares of the first seat by rank, front first."""
    separator: str
    """What stands between the ranks."""
    examples: list[str]
    """Set-ups of the rules page, to be sent as they stand."""


class HandicapOut(Schema):
    """A match in which the first seat has less; everybody knows what."""

    start: str
    """To be sent as `start`, and what the match names there."""
    name: str
    pieces: str
    """What the first seat places; empty where the start is given."""
    examples: list[str]
    """Set-ups of the first seat; the other has those of `placing`."""


class GameOut(Schema):
    slug: str
    name: str
    rules_version: int
    seats: list[str]
    hides_information: bool
    solo: bool
    """Whether one person plays it alone."""
    options: list[OptionOut]
    bot_levels: list[Named]
    placing: PlacingOut | None
    """How both sides are set up in secret; null where the start is given."""
    handicaps: list[HandicapOut]
    rules: str
    """The address of its rules page."""


class HouseOut(Schema):
    """The games of the site, and their clocks."""

    games: list[GameOut]
    time_controls: list[Named]


class NewsOut(Schema):
    """One piece of news, in one language."""

    key: str
    shown_at: datetime
    language: str
    """Of the text: not always the one asked for."""
    title: str
    text: str


class NewsListOut(Schema):
    news: list[NewsOut]


class WeekOut(Schema):
    """Matches that ended in one week, and who played them."""

    first: date
    """Its Monday, in UTC."""
    matches: int | None
    people: int | None


class GameCountOut(Schema):
    game: str
    matches: int | None


class EndingOut(Schema):
    """The number of matches that ended in one way, by pace."""

    how: str
    live: int | None
    days: int | None
    none: int | None
    """Without a clock."""


class StatisticsOut(Schema):
    weeks: list[WeekOut]
    """The oldest first."""
    games: list[GameCountOut]
    endings: list[EndingOut]


class TokenOut(Schema):
    name: str
    scopes: list[str]
    expires_at: datetime


class AccountOut(Schema):
    """The owner of a token."""

    name: str
    language: str
    time_zone: str
    boards_to_move: int
    no_talk: bool
    """Whether you send and read quick messages alone: chosen, or an account for a child."""
    token: TokenOut


class OtherOut(Schema):
    seat: int
    name: str
    """Of a person, or a bot's level; empty while nobody sits there, "?" while it is kept."""
    is_bot: bool
    """A house bot, or a bot account."""


class MatchRowOut(Schema):
    """One of one's own matches in a list."""

    uid: str
    game: str
    game_name: str
    options: dict[str, str]
    seat: int
    others: list[OtherOut]
    status: str
    status_line: str
    is_to_act: bool
    is_setting_up: bool
    deadline: datetime | None
    deadline_sentence: str
    time_control: str
    draw_offered: bool
    takeback_asked: bool
    rematch_offered: bool
    result: str
    ended_how: str
    result_line: str
    winners: list[int]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class MatchListOut(Schema):
    matches: list[MatchRowOut]
    next: str | None
    """What to send as `after` for the rows that follow; null at the end."""


class ClockOut(Schema):
    seconds: int | None
    """What it holds; null where there is no limit."""
    deadline: datetime | None
    """When it runs out, while it runs."""
    short: str
    sentence: str
    off: str


class SeatOut(Schema):
    seat: int
    side: str
    side_name: str
    name: str
    """As people call it: a person's, or a bot's."""
    is_bot: bool
    """A house bot, or a bot account."""
    is_me: bool
    is_to_act: bool
    is_winner: bool
    result: str
    rating: str
    away: str
    placed_by_house: bool
    clock: ClockOut


class LegalOut(Schema):
    """A move that is open to the token's owner."""

    action: str
    """To be sent as it stands."""
    text: str
    squares: list[str]
    captures: bool
    fouls: list[str]
    """What its author can know to be wrong with it, by code."""
    could_be_true: bool
    """Where there are fouls: whether others could take it for a true move."""


class EventOut(Schema):
    """An event of the match, as the token's owner was told it."""

    kind: str
    facts: dict[str, Any]


class MoveOut(Schema):
    ply: int
    seat: int
    letter: str
    path: str
    sentence: str
    made_at: datetime | None
    took: int | None
    """Seconds of thought, as far as that is known."""


class MayOut(Schema):
    """The actions besides moves that are open."""

    resign: bool
    offer_draw: bool
    claim_draw: bool
    """In games without an end of their own, after 300 plies without progress."""
    take_back: bool
    """In practice against bots, where nobody is asked."""
    ask_takeback: bool
    rematch: bool
    claim: bool
    end: bool
    give: bool
    pause: bool


class AskedOut(Schema):
    """Requests between the seats: which seat asks for what; null where nobody does."""

    draw: int | None
    takeback: int | None
    rematch: int | None
    pause: int | None


class ResultOut(Schema):
    headline: str
    why: str
    ended_how: str
    winners: list[int]
    remarks: list[str]


class MatchOut(Schema):
    """One match as the token's owner may see it: what the page shows, at the same moment."""

    uid: str
    version: int
    """May be sent as `If-Match` with a move; also the `ETag` of the answer."""
    now: datetime
    game: str
    game_name: str
    rules_version: int
    options: dict[str, str]
    time_control: str
    terms: str
    is_rated: bool
    onlookers: str
    start: str
    """Where it began, as a text of the rules page; empty for the game's own start."""
    event: str
    status: str
    status_sentence: str
    said: str
    is_setting_up: bool
    frozen_at: datetime | None
    seat: int | None
    """The owner's own; null for onlookers."""
    seat_ply: int
    """The number of the owner's next own ply; 0 for onlookers."""
    players: list[SeatOut]
    view: dict[str, Any] | None
    """The board as the owner may see it; null before the match has begun."""
    viewed_ply: int | None
    legal: list[LegalOut]
    question: str
    """What has to be answered before anything else, as a Doubt; "" for nothing."""
    moves: list[MoveOut]
    """Those asked for: at most the last 200 of them, where the rules let a match go on for ever."""
    older: int | None
    """What to send as `until` for the moves that were left out before those; null for none."""
    events: list[EventOut]
    """What was told by the plies of those moves, and by the start where they begin there."""
    may: MayOut
    asked: AskedOut
    time_sentence: str
    result: ResultOut | None
    rematch: str
    """The uid of the rematch, once it is made."""
    started_at: datetime | None
    ended_at: datetime | None


class CommitmentOut(Schema):
    seat: int
    place: str
    digest: str
    kind: str
    """Empty until the end."""
    salt: str


class CommitmentsOut(Schema):
    commitments: list[CommitmentOut]


class RecordOut(Schema):
    """A match that is over, in writing."""

    format: str
    version: int
    match: str
    game: str
    rules_version: int
    options: dict[str, Any]
    time_control: str
    players: list[dict[str, Any]]
    started_at: str
    ended_at: str
    plies: list[dict[str, Any]]
    placed_by_house: list[int]
    outcome: dict[str, Any]
    commitments: list[CommitmentOut]


class RecordMoveOut(Schema):
    """A move as the rules write it, and what came of it where the record says so."""

    move: str
    taken: str = ""
    """The letter of the piece that was taken; missing where none was."""
    left: str = ""
    """Who was left after a battle: `attacker`, `defender` or `nobody`; missing where none was."""


class RecordTextOut(Schema):
    """The text of a record as JSON, from which it can be written again byte for byte."""

    format: str
    version: int
    tags: list[list[str]]
    """Name and value of each, in order."""
    rounds: list[list[RecordMoveOut | None]]
    """The moves side by side; null for a seat that did not move before one that did."""
    result: str


class RematchOut(Schema):
    match: str | None
    """The uid of the rematch, once both want it."""


class StartedOut(Schema):
    match: str | None
    """The uid of the match that has begun; null if none has."""


class RatingOut(Schema):
    game: str
    pace: str
    versus: str
    rating: int
    deviation: int
    is_provisional: bool
    matches: int


class MakerOut(Schema):
    name: str
    rating: int
    is_provisional: bool


class OfferOut(Schema):
    """Terms that somebody offers."""

    uid: str
    game: str
    options: dict[str, str]
    time_control: str
    terms: str
    rated: bool
    onlookers: str
    side: int | None
    """The maker's seat; null lets chance decide."""
    state: str
    created_at: datetime
    expires_at: datetime
    is_own: bool
    match: str
    """What came of it, told to its players; "" until then."""


class SeekOut(OfferOut):
    maker: MakerOut
    low: int | None
    high: int | None
    audience: str
    further: int | None
    """Matches it leads to after the next one; null as long as it stands."""
    at_once: int
    """How many of its matches may run at the same time."""
    why_not: str
    """The code of what keeps you from taking it; "" if nothing does."""


class SeekListOut(Schema):
    seeks: list[SeekOut]
    own: list[SeekOut]


class ChallengeOut(OfferOut):
    other: MakerOut
    """The other of the two."""
    reason: str
    """Why it was declined."""
    start: str
    """Where the match would begin, as a text of the rules page; empty for the game's own start."""


class ChallengeListOut(Schema):
    challenges: list[ChallengeOut]


class LeaderOut(Schema):
    place: int
    name: str
    rating: RatingOut


class LeadersOut(Schema):
    leaders: list[LeaderOut]


class LineOut(Schema):
    author: str
    room: str
    text: str
    preset: str
    is_mine: bool
    said_at: datetime


class TalkOut(Schema):
    lines: list[LineOut]
    rooms: list[str]
    """Where you may say something."""
    presets: list[Named]
    quick_only: str
    """Why you have nothing but presets to say there; empty where a text is taken, too."""


class ConversationRowOut(Schema):
    """Somebody with whom you write."""

    person: str
    last_at: datetime
    """When something was last written that you can read."""
    is_asked: bool
    """Whether it waits for your yes."""


class ConversationListOut(Schema):
    conversations: list[ConversationRowOut]


class MessageOut(Schema):
    name: str
    """Tells it from the others."""
    author: str
    is_mine: bool
    text: str
    said_at: datetime


class ConversationOut(Schema):
    """The messages of two people; nobody else reads them but, once reported, moderators."""

    person: str
    """The other of the two."""
    messages: list[MessageOut]
    """The last 200, oldest first; each is deleted after 180 days."""
    is_accepted: bool
    """Whether the second of the two has said yes."""
    is_mine: bool
    """Whether you have begun it."""
    is_asked: bool
    """Whether it waits for your yes."""
    why_not: str
    """The code of what keeps you from writing now; "" if nothing does."""


class NoticeOut(Schema):
    line: str
    """What it is called when it is marked as read."""
    kind: str
    text: str
    url: str
    match: str
    made_at: datetime
    is_read: bool


class NoticesOut(Schema):
    notices: list[NoticeOut]
    unread: int
    """How many lines of the bell are unread, those further down included."""


class BoardNewsOut(Schema):
    """The version of one of your boards."""

    match: str
    version: int
    status: str
    is_to_act: bool


class EventsOut(Schema):
    """All that may want your program to look: boards, and challenges that wait for an answer."""

    cursor: str
    """What to send as `after`, to be answered when any of it is different."""
    boards: list[BoardNewsOut]
    challenges: list[str]
