"""Where everything on the page leads."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from engines.catalogue import meta_for
from games.common.addresses import address
from games.matchpage.presenters.actions import rematch_url
from games.matchpage.presenters.reading import Reading
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses that the page leads to; empty where there is no such place."""

    match: str
    board: str
    """The one read path: this page's live part, alone."""
    move: str
    undo: str
    """Where one's last move is taken back."""
    practise: str
    """Where a match against a bot goes on from this board."""
    setup: str
    """Where a set-up is prepared, in private."""
    resign: str
    draw: str
    time: str
    """Where time is given, and a win claimed."""
    rematch: str
    """Where to ask for a rematch, or, once it is made, where it is played."""
    challenge: str
    """Where a player offers the other person another match by these terms."""
    rules: str
    socket: str
    knowledge: str
    """The viewer's knowledge sheet, in a game of hidden kinds; with the eyes of a seat in a match
    that is over, that of the seat."""
    variations: str
    """The viewer's own board beside the match, for a player once pieces are placed."""
    analysis: str
    """The analysis board at the board looked at; empty where anything is hidden, and for whoever
    plays on."""
    note: str
    """The viewer's own notes, for a player."""
    talk: str
    """What is said around the board; empty before it has begun."""
    report: str
    """Where a player tells the moderators of something."""
    seen: str
    """Where the page says that a player is looking at it."""
    next_board: str
    invite: str
    event: str
    """The tournament that the match belongs to."""


def links_of(reading: Reading) -> Links:
    """The addresses that the viewer of the match has a use for."""
    facts, uid = reading.facts, reading.facts.uid
    is_seated = facts.seat is not None
    return Links(
        match=reading.url,
        board=address("games:board", uid),
        move=address("games:move", uid),
        undo=address("games:undo", uid),
        practise=address("games:practise", uid),
        setup=address("games:setup", uid),
        resign=address("games:resign", uid),
        draw=address("games:draw", uid),
        time=address("games:time", uid),
        rematch=rematch_url(facts),
        challenge=_challenge_url(facts),
        rules=address("games:rules", facts.game),
        socket="" if facts.view is None else f"/ws/matches/{uid}/",
        knowledge=_knowledge_url(facts),
        variations=_variations_url(facts),
        analysis=_analysis_url(facts),
        note=address("games:note", uid) if is_seated else "",
        talk=address("games:talk", uid) if facts.has_talk else "",
        report=_report_url(facts),
        seen=address("games:seen", uid) if is_seated else "",
        next_board=reading.next_board_url,
        invite=_invitation(reading),
        event=address("games:event", facts.event) if facts.event else "",
    )


def _invitation(reading: Reading) -> str:
    secret = reading.facts.secret
    return reading.origin + reverse("games:take", args=[secret]) if secret else ""


def _challenge_url(facts: BoardFacts) -> str:
    """To the one other person, by the same terms."""
    people = [p.name for p in facts.players if p.seat != facts.seat and not p.is_bot and p.name]
    if not facts.may_challenge or len(people) != 1:
        return ""
    chosen = {f"{facts.game}-{name}": value for name, value in facts.options.items()}
    whom = {"opponent": "person", "to": people[0]}
    terms = {**whom, "game": facts.game, "time": facts.time_control, **chosen}
    return f"{address('games:new')}?{urlencode(terms)}"


def _report_url(facts: BoardFacts) -> str:
    """For players; reports are about persons, so against bots there is nothing to report."""
    if facts.view is None or facts.seat is None:
        return ""
    is_alone = all(player.is_bot for player in facts.players if player.seat != facts.seat)
    return "" if is_alone else address("games:report", facts.uid)


def _knowledge_url(facts: BoardFacts) -> str:
    has_sheet = facts.guesses is not None or facts.sure is not None
    return address("games:knowledge", facts.uid) if has_sheet else ""


def _analysis_url(facts: BoardFacts) -> str:
    line = facts.line
    if line is None:
        return ""
    asked = {**facts.options, "position": line.position, "moves": ",".join(line.moves)}
    stands = urlencode({name: value for name, value in asked.items() if value}, safe=",")
    return f"{address('games:analysis-board', facts.game)}{'?' if stands else ''}{stands}"


def _variations_url(facts: BoardFacts) -> str:
    is_on = facts.status in ("active", "finished") and not facts.is_setting_up
    if facts.seat is None or not is_on or meta_for(facts.game).solo:
        return ""
    return address("games:variations", facts.uid)
