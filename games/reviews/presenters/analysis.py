"""The analysis of a match in which nothing was hidden: a chart, and a list of moves with marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.kit.scenes import ShownMove
from games.common.addresses import address
from games.common.filling import filled
from games.match.exceptions import BeingPlayed
from games.matchpage.presenters.page import MatchPage
from games.reviews.evaluations import Worth
from games.reviews.presenters.chart import HEIGHT, LEFT, TOP, WIDTH
from games.reviews.presenters.worth import score_text
from games.reviews.selectors import AnalysisFacts, Progress

VERDICTS = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
"""From how much of the chance to win a move has cost, and what it is called."""


MOST_POINTS, MOST_MARKS = 600, 200
"""What can be told apart on the chart."""


@dataclass(frozen=True, slots=True)
class WeighedMove:
    """A move, what the position was worth after it, and what it has cost."""

    move: ShownMove
    number: int
    score: str
    """To the first seat; "" where nothing is said."""
    verdict: str
    """"blunder", "mistake", "inaccuracy" or ""."""
    verdict_name: str
    better: str
    """What would have been better; "" for nothing."""
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A move that has cost much, on the chart."""

    x: str
    y: str
    verdict: str


@dataclass(frozen=True, slots=True)
class WeightChart:
    """The chance of the first seat to win, over moves."""

    points: str
    marks: tuple[Mark, ...]
    first: str
    second: str
    """Who is better off at the top, and at the bottom."""
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisPage(Progress):
    """An analysis, or how far it is."""

    title: str
    game_name: str
    url: str
    match_url: str
    chart: WeightChart | None
    moves: tuple[WeighedMove, ...]
    """Those around the board looked at, where there are very many."""
    earlier: str
    later: str
    """Where the moves before and after those are; "" for none."""
    summary: tuple[str, ...]
    score: str
    """What the board looked at is worth."""
    best: str
    """The best move there, as the bot has it."""
    unsaid: str
    """Why neither is said; "" if it is."""
    branch: str
    """The analysis board that begins there."""


def present_analysis(facts: AnalysisFacts, match: MatchPage) -> AnalysisPage:
    """The page of *facts*; *match* is the page of the match at the board looked at."""
    review = facts.review
    url = address("games:analysis", review.uid)
    chances, story = _chances(facts), match.story
    verdicts = _verdicts(facts, chances)
    moves = tuple(
        _move(facts, verdicts[move.ply - 1], move, url, story.browse.ply)
        for row in match.story.moves
        for move in row.moves
        if move is not None and move.ply <= len(facts.played)
    )
    names = [seat.name for seat in (match.people.bottom, *match.people.top)]
    here = _worth_at(facts, match.story.browse.ply)
    return filled(
        AnalysisPage,
        review,
        match.heading,
        url=url,
        match_url=address("games:match", review.uid),
        chart=_chart(chances, verdicts, names) if review.is_done else None,
        moves=moves if review.is_done else (),
        earlier="" if story.earlier is None else f"{url}?ply={story.earlier}",
        later="" if story.later is None else f"{url}?ply={story.later}",
        summary=tuple(_summary(facts, verdicts)) if review.is_done else (),
        score=score_text(here),
        best=here.best if here.chance is not None else "",
        unsaid=str(BeingPlayed.sentence) if story.browse.ply in facts.played_now else "",
        branch=match.links.analysis,
    )


def _worth_at(facts: AnalysisFacts, ply: int) -> Worth:
    return facts.worths[ply] if ply < len(facts.worths) else Worth(None, None, "")


def _chances(facts: AnalysisFacts) -> list[float | None]:
    """The chance of the first seat after every ply; at the end it is what came of it."""
    found = [worth.chance for worth in facts.worths]
    if len(facts.played) == facts.review.plies:  # it ended on the board
        decided = 0.5 if not facts.winners else float(0 in facts.winners)
        found = [*found[: facts.review.plies], decided]
    return found


def _verdicts(facts: AnalysisFacts, chances: Sequence[float | None]) -> list[str]:
    """What each move is called for what it has cost; "" for nothing."""
    found = []
    for ply, (move, seat) in enumerate(zip(facts.played, facts.movers, strict=True), start=1):
        before, after = (chances[at] if at < len(chances) else None for at in (ply - 1, ply))
        verdict = ""
        if before is not None and after is not None and _worth_at(facts, ply - 1).best != move:
            cost = before - after if seat == 0 else after - before
            verdict = next((name for least, name in VERDICTS if cost >= least), "")
        found.append(verdict)
    return found


def _move(
    facts: AnalysisFacts, verdict: str, move: ShownMove, url: str, current: int
) -> WeighedMove:
    ply = move.ply
    best = _worth_at(facts, ply - 1).best
    return WeighedMove(
        move=move,
        number=ply,
        score=score_text(_worth_at(facts, ply)),
        verdict=verdict,
        verdict_name=verdict_name(verdict),
        better=best if verdict else "",
        url=f"{url}?ply={ply}",
        is_current=ply == current,
    )


def verdict_name(verdict: str) -> str:
    """Return the name of a costly move."""
    return {
        "blunder": _("Blunder"),
        "mistake": _("Mistake"),
        "inaccuracy": _("Inaccuracy"),
    }.get(verdict, "")


def _summary(facts: AnalysisFacts, verdicts: Sequence[str]) -> list[str]:
    """Return how many costly moves there were, by seat."""
    sentences = []
    for verdict in ("blunder", "mistake", "inaccuracy"):
        counts = [
            sum(pair == (verdict, seat) for pair in zip(verdicts, facts.movers, strict=True))
            for seat in (0, 1)
        ]
        numbers = {"first": counts[0], "second": counts[1]}
        sentences.append(
            {
                "blunder": _("Blunders: %(first)s and %(second)s."),
                "mistake": _("Mistakes: %(first)s and %(second)s."),
                "inaccuracy": _("Inaccuracies: %(first)s and %(second)s."),
            }[verdict]
            % numbers
        )
    return sentences


def _chart(
    chances: Sequence[float | None], verdicts: Sequence[str], names: Sequence[str]
) -> WeightChart | None:
    known = [(ply, chance) for ply, chance in enumerate(chances) if chance is not None]
    if len(known) < 2:
        return None
    last = max(len(chances) - 1, 1)

    def at(ply: int, chance: float) -> tuple[str, str]:
        return f"{LEFT + ply / last * WIDTH:.1f}", f"{TOP + (1 - chance) * HEIGHT:.1f}"

    by_ply = dict(known)
    marks = tuple(
        Mark(*at(ply, by_ply[ply]), verdict)
        for ply, verdict in enumerate(verdicts, start=1)
        if verdict in ("blunder", "mistake") and ply in by_ply
    )[:MOST_MARKS]
    drawn = known[:: len(known) // MOST_POINTS + 1]
    points = " ".join(",".join(at(ply, chance)) for ply, chance in drawn)
    return WeightChart(points, marks, names[0], names[1], last)
