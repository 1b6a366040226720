"""Leaks to be planted in Seichu Shogi: what bluffs, Doubts, hands and Trials could give away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from engines.core.arbiter import ARBITER
from engines.core.events import Event
from engines.core.seats import Seat, Viewer
from engines.seichu import news
from engines.seichu.doubts import fouls_in, proof_of
from engines.seichu.movement import is_attacked, targets_of
from engines.seichu.moves import Answer
from engines.seichu.pieces import KIND_OF, KING, LETTERS, PAWN, SEAT_OF, letters_of, piece_of
from engines.seichu.position import DEFEAT_CHECK, TURN, Position
from engines.seichu.squares import ON_LAST_RANK, SQUARES
from games.match.exceptions import RefusedMove
from games.match.models import Match
from games.match.referee import SILENCE, Bluff, Referee
from games.match.sealed import SealedPly
from games.matchpage.views import matches
from games.notices.models import Notice
from games.notices.presenters import mails
from games.notices.services import notifying
from games.setup import services as formations
from tests.secrecy import comparisons as drives
from tests.secrecy import moments
from tests.secrecy.comparing import Difference
from tests.secrecy.house import Showcase
from tests.secrecy.leaking import (
    Found,
    Patch,
    Planted,
    by,
    on_the_page,
    pairs_like,
    saying,
    secretly,
    truth,
    unlike_in,
    worlds_of,
    wrap,
)
from tests.secrecy.surfaces import fact_cells


def position_of(uid: str) -> Position:
    """The whole truth of a match."""
    position: Position = Referee(Match.objects.get(uid=uid))._position
    return position


def would_hit(position: Position) -> bool:
    """Whether a Doubt declared now would be proven."""
    return position.first is not None and position.outcome is None and bool(proof_of(position))


def in_check(position: Position) -> bool:
    """Whether the king of who is to move is attacked."""
    seat, king = position.to_move, piece_of(position.to_move, KING)
    return king in position.board and is_attacked(
        position.board, position.board.index(king), 1 - seat
    )


def attacks_the_king(position: Position, seat: int, text: str) -> bool:
    """Whether that is the drop of a pawn which attacks the king."""
    king = piece_of(1 - seat, KING)
    if not text.startswith("P*"):
        return False
    reached = targets_of(position.board, seat, SQUARES[text[2:]], PAWN)
    return any(position.board[square] == king for square in reached)


def has_a_trial(position: Position, seat: int) -> bool:
    """Whether the king of *seat* is a step from the last rank."""
    king = piece_of(seat, KING)
    if king not in position.board:
        return False
    reached = targets_of(position.board, seat, position.board.index(king), KING)
    return any(ON_LAST_RANK[seat][square] for square in reached)


def in_the_view(patch: Patch, change: Callable[[Any, Position, Viewer], dict[str, Any]]) -> None:
    """Let *change* say what of a view is to be something else."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        seen = honest(referee, viewer, **kwargs)
        return {**seen, **change(seen, referee._position, viewer)}

    wrap(patch, Referee, "view", leaky)


def in_the_status(patch: Patch, word: Callable[[Position, Any], str]) -> None:
    """Let the sentence that says whose turn it is end with another *word*."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        if facts.started_at is None:
            return {}
        return saying(page, f"{page.sentences.said}{word(position_of(facts.uid), facts)}")

    on_the_page(change)(patch)


# Bluffs and fouls


def fouls_marked(patch: Patch) -> None:
    """The marks that fouls get at the end are there at once, for everybody."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        fouls = fouls_in(position_of(facts.uid)) if facts.started_at else ()
        marks = "".join(f" ✗ {foul.ply}" for foul in fouls)
        return saying(page, f"{page.sentences.said}{marks}")

    on_the_page(change)(patch)


def bluffs_shaded(patch: Patch) -> None:
    """The author is warned of a pawn's drop before the king, which a drop mate may be."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> dict[str, Bluff]:
        found: dict[str, Bluff] = honest(referee, seat)
        position = referee._position
        warned = [t for t in referee.legal_moves(seat) if attacks_the_king(position, seat, t)]
        fouls = {text: (*found[text].fouls,) if text in found else () for text in warned}
        more = {text: Bluff((*fouls[text], "drop-mate"), could_be_true=True) for text in warned}
        return {**found, **more}

    wrap(patch, Referee, "bluffs", leaky)


def drop_mates_refused(patch: Patch) -> None:
    """A pawn before the king is refused, as at the table of ordinary shogi."""

    def leaky(honest: Any, referee: Referee, seat: Seat, text: str) -> Any:
        move = honest(referee, seat, text)
        if attacks_the_king(referee._position, seat, text):
            raise RefusedMove("occupied-square", "seichu")
        return move

    wrap(patch, Referee, "_checked", leaky)


# Doubts


def doubt_when_it_hits(patch: Patch) -> None:
    """Instead of a move, Doubt is only offered where it would be proven."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        position, legal = referee._position, honest(referee, seat)
        if position.asked != TURN or would_hit(position):
            return legal
        return tuple(text for text in legal if text != "doubt")

    wrap(patch, Referee, "legal_moves", leaky)


def doubt_question(patch: Patch) -> None:
    """Whoever is about to doubt in vain is asked twice."""

    def leaky(present: Any, facts: Any, *, asked: Any, **kwargs: Any) -> Any:
        page = present(facts, asked=asked, **kwargs)
        if asked.ask != "call-doubt" or would_hit(position_of(facts.uid)):
            return page
        return replace(page, **saying(page, f"{page.sentences.said}?"))

    wrap(patch, matches, "present_match", leaky)


def doubt_waited_for(patch: Patch) -> None:
    """Where a Doubt would be proven, everybody sees that there is something to think about."""
    in_the_status(patch, lambda position, facts: " …" if would_hit(position) else "")


def doubt_noticed(patch: Patch) -> None:
    """One notice more, where there is something to doubt."""

    def leaky(notify: Any, match: Match, player: Any, kind: str, subject: str, now: Any) -> None:
        notify(match, player, kind, subject, now)
        if would_hit(Referee(match)._position):
            notify(match, player, Notice.Kind.YOUR_TURN, f"{subject}?", now)

    wrap(patch, notifying, "notify", leaky)


def doubt_looked_up(patch: Patch) -> None:
    """A statement more, where there is something to doubt."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        if would_hit(referee._position):
            Match.objects.filter(pk=0).exists()
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


def doubt_in_one_phase(patch: Patch) -> None:
    """While the other is asked, more is told."""

    def word(position: Position, facts: Any) -> str:
        waits = position.asked != TURN and facts.seat != position.answering
        return f" {truth(facts.uid):x}" if waits else ""

    in_the_status(patch, word)


def doubting_bot(patch: Patch) -> None:
    """The bot is handed a view of everything."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        engine = referee._engine
        everything = replace(engine.view(referee._position, ARBITER), seat=seat)
        return replace(honest(referee, seat), view=engine.codec.views.dump(everything))

    wrap(patch, Referee, "thought", leaky)


# Captures, check and Trial


def captor_for_all(patch: Patch) -> None:
    """What took the king lies open to everybody, and not to its victim alone."""

    def change(seen: Any, position: Position, viewer: Viewer) -> dict[str, Any]:
        if position.asked != DEFEAT_CHECK:
            return {}
        target = position.record[-1].target
        kind = LETTERS[KIND_OF[position.board[target]]]
        pieces = [
            {**piece, "kind": kind} if SQUARES[piece["square"]] == target else piece
            for piece in seen["pieces"]
        ]
        return {"pieces": pieces}

    in_the_view(patch, change)


def captor_shown(patch: Patch) -> None:
    """The news of a capture name what took the piece."""
    _tell_more(patch, lambda before, move: LETTERS[KIND_OF[before.board[move.origin]]])


def hand_shown(patch: Patch) -> None:
    """The news of a capture list what its victim has in hand."""
    _tell_more(patch, lambda before, move: letters_of(before.hands[1 - before.to_move]))


def _tell_more(patch: Patch, fact: Callable[[Any, Any], str]) -> None:
    def leaky(played: Any, before: Any, move: Any, after: Any) -> Iterator[Event]:
        for event in played(before, move, after):
            if event.kind != "captured":
                yield event
            else:
                yield replace(event, public={**event.public, "more": fact(before, move)})

    wrap(patch, news, "played", leaky)


def check_announced(patch: Patch) -> None:
    """Check! That tells what gives it."""
    in_the_status(patch, lambda position, facts: " Check!" if in_check(position) else "")


def check_by_mail(patch: Patch) -> None:
    """The mail says when it is serious."""

    def leaky(subject: Any, user: Any, notices: Any, boards: Any) -> str:
        found = str(subject(user, notices, boards))
        uids = [notice.match.uid for notice in notices if notice.match is not None]
        return f"{found}!" if in_check(position_of(uids[0])) else found

    wrap(patch, mails, "_subject", leaky)


def trial_announced(patch: Patch) -> None:
    """It is told when a king could declare its Trial."""

    def word(position: Position, facts: Any) -> str:
        return " Trial!" if any(has_a_trial(position, seat) for seat in (0, 1)) else ""

    in_the_status(patch, word)


# Hands and drops


def hands_open(patch: Patch) -> None:
    """A hand is not only counted: its kinds are shown."""

    def change(seen: Any, position: Position, viewer: Viewer) -> dict[str, Any]:
        hands = [{"count": len(hand), "kinds": letters_of(hand)} for hand in position.hands]
        return {"hands": hands} if seen["phase"] == "play" else {}

    in_the_view(patch, change)


def drops_named(patch: Patch) -> None:
    """The story says what was dropped."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **part: Any) -> Any:
        rows = SealedPly.objects.filter(match=referee._match).values_list("events", flat=True)
        dropped = [private for kind, _public, private in chain(*rows) if kind == "dropped"]
        kinds = iter([next(iter(private.values()))["kind"] for private in dropped])
        return [
            (kind, {**facts, "kind": next(kinds, "")} if kind == "dropped" else facts)
            for kind, facts in honest(referee, viewer, **part)
        ]

    wrap(patch, Referee, "latest_news", leaky)


def drops_known_again(patch: Patch) -> None:
    """A dropped piece bears a name that follows from its kind."""

    def change(seen: Any, position: Position, viewer: Viewer) -> dict[str, Any]:
        pieces = [
            {**piece, "piece": f"{piece['piece']}.{position.board[SQUARES[piece['square']]]}"}
            if piece["piece"].startswith("drop")
            else piece
            for piece in seen["pieces"]
        ]
        return {"pieces": pieces}

    in_the_view(patch, change)


# The sheet and the set-up


def sheet_of_truth(patch: Patch) -> None:
    """The sheet rules the king out where it is not."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        sheet, board = honest(referee, viewer, **kwargs), referee._position.board
        for line in sheet["pieces"]:
            if KIND_OF[board[SQUARES[line["square"]]]] != KING:
                line["kinds"] = line["kinds"].replace("K", "")
        return sheet

    wrap(patch, Referee, "knowledge", leaky)


def drafts_counted(patch: Patch) -> None:
    """The others may look again once a draft leaves but one piece for the hand."""

    def leaky(prepare: Any, *, uid: str, user: Any, asked: Any) -> None:
        prepare(uid=uid, user=user, asked=asked)
        if asked.letters.count(".") < 2:
            Referee(Match.objects.get(uid=uid)).touch()

    wrap(patch, formations, "prepare", leaky)


# Silence and time


def silent_doubts(patch: Patch) -> None:
    """Silence doubts where a Doubt would hit."""

    def leaky(answer_for: Any, referee: Any, seat: Seat, *, now: Any) -> Any:
        if proof_of(referee._position):
            return referee._play(seat, Answer.DOUBT, key=f"{SILENCE}0", now=now)
        return answer_for(referee, seat, now=now)

    wrap(patch, Referee, "answer_for", leaky)


def pawn_on_the_edge(position: Any) -> bool:
    """Whether North has a pawn where nobody sees one, at the first square it holds."""
    mine = [piece for piece in position.board if piece and SEAT_OF[piece] == 1]
    return bool(mine) and KIND_OF[mine[0]] == PAWN


def work_for_pawns(patch: Patch) -> None:
    """A millisecond more for a pawn that hides."""

    def leaky(honest: Any, referee: Any, viewer: Viewer, **kwargs: Any) -> Any:
        if pawn_on_the_edge(referee._position):
            until = time.process_time() + 0.001
            while time.process_time() < until:
                pass
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


# By which comparison each is found, and what shows it

RELEASED = range(16)
LONG = 39

Find = Callable[[Showcase, Any], Found]


def scenes_at(*names: str) -> Callable[[str], object]:
    """One scene at each of these moments."""
    return lambda game: [moments.scenes(game, name, 1) for name in names]


def at(*names: str, only: str = "") -> tuple[Find, Callable[[str], object]]:
    """The comparison at these moments, and the scenes there."""
    return lambda showcase, _scenes: moments.at_moments(showcase, 1, names, only=only), scenes_at(
        *names
    )


def in_silence(showcase: Showcase, scenes: Any) -> Found:
    [[scene]] = scenes
    yield from drives.falling_silent(showcase, scene.pair, "accept")


def by_the_watch(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """More and more readings, until it is plain."""
    [pair] = drives.pairs(showcase.house.game, numbers)
    [cell] = [c for c in fact_cells(showcase, ("visitor",)) if c.surface == "board_facts"]
    for samples in (60, 120, 240):
        t, gap = drives.timing(showcase, pair, cell, samples, time.process_time)
        if abs(t) > drives.MOST_T and gap > drives.LEAST_GAP:
            yield Difference(f"time of {cell}", b"%.1f" % t, b"%.1f" % drives.MOST_T)


PAGES, FACTS = "/ as", "board_facts"
FOULS, HITS = "asked about a foul that was captured", "a Doubt hits in one twin only"
CHECK = "in check in one twin only"

PLANTED = {
    "L1 fouls marked": Planted(fouls_marked, *at("the other's fouls differ", only=PAGES)),
    "L1 the sheet": Planted(sheet_of_truth, *at(CHECK)),
    "L6 drops named": Planted(drops_named, *at("drops differ", only=FACTS)),
    "L7 bluffs shaded": Planted(bluffs_shaded, *at("a pawn may face the king in one twin only")),
    "L8 drop mates": Planted(
        drop_mates_refused, *at("a pawn may face the king in one twin only", only="try")
    ),
    "L9 doubts offered": Planted(doubt_when_it_hits, *at(HITS, only=FACTS)),
    "L9 doubts asked": Planted(doubt_question, *at(HITS, only="call-doubt")),
    "L9 doubts waited for": Planted(doubt_waited_for, *at(HITS, only=PAGES)),
    "L9 silence that doubts": Planted(silent_doubts, in_silence, scenes_at(FOULS), is_tried=True),
    "L9 trials": Planted(
        trial_announced, *at("the other has a Trial in one twin only", only=PAGES)
    ),
    "L11 drafts counted": Planted(
        drafts_counted, secretly("formations", only="first frame"), worlds_of("formations")
    ),
    "L12 drops known again": Planted(drops_known_again, *at("drops differ", only=FACTS)),
    "L14 captors": Planted(captor_shown, *at("a capture by the other", only=FACTS)),
    "L14 defeat check": Planted(captor_for_all, *at("onlookers as the king falls", only=FACTS)),
    "L14 check": Planted(check_announced, *at(CHECK, only=PAGES)),
    "L22 mails of check": Planted(check_by_mail, *at(CHECK, only="mails")),
    "L24 notices of doubts": Planted(doubt_noticed, *at(HITS, only="mails")),
    "L27 while asked": Planted(
        doubt_in_one_phase,
        *at("the other is asked about a capture", "the other is asked about the king", only=PAGES),
    ),
    "L28 fields": Planted(
        hand_shown,
        by(moments.released),
        pairs_like(lambda pair: True, count=len(RELEASED)),
    ),
    "L32 a millisecond for a pawn": Planted(
        work_for_pawns,
        by_the_watch,
        pairs_like(
            unlike_in(lambda w: pawn_on_the_edge(w.position) if len(w.acts) > LONG else None)
        ),
    ),
    "L33 doubts looked up": Planted(doubt_looked_up, *at(HITS, only=PAGES)),
    "L34 bots see all": Planted(
        doubting_bot,
        lambda showcase, _scenes: moments.thinking_at(showcase, 1, (HITS,)),
        scenes_at(HITS),
    ),
    "L35 hands": Planted(hands_open, *at("hands differ", only=FACTS)),
}
"""What Seichu has of its own, beside what is planted in every game."""
