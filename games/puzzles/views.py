"""The pages of the puzzles. Guests take part; without a script everything is links and forms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.common.access import public_form, public_page
from accounts.preferences.display import piece_set_for
from engines.catalogue import GAMES
from games.boards.refusals import error_sentence
from games.common.feeds import feed_answer
from games.common.guests import as_guest, player_asking
from games.common.pages import for_frames, live_page
from games.match.exceptions import BeingPlayed
from games.matchpage.query import read_asked, read_piece_set
from games.matchpage.views.matches import origin_of
from games.puzzles import services
from games.puzzles.exceptions import NoAnswer, NoSuchPuzzle
from games.puzzles.models import Puzzle, PuzzleOpinion
from games.puzzles.presenters.pages import (
    Solver,
    present_daily_feed,
    present_embed,
    present_overview,
    present_puzzle,
    puzzle_url,
    read_name,
)
from games.puzzles.presenters.words import TELLTALE, options, takes_many
from games.puzzles.selectors import (
    MOST_MOVES,
    Judged,
    Opened,
    attempt_of,
    check_not_played,
    daily_puzzle,
    games_with_puzzles,
    judged_move,
    judged_ticks,
    next_puzzle,
    opened,
    opinion_of,
    puzzle_of,
    rating_of,
)

LONGEST_MOVE = 40
DAYS_IN_FEED = 14
FEED_KEPT = 600
"""Seconds for which the feed may be kept without asking."""


@public_page
def puzzles(request: HttpRequest) -> HttpResponse:
    """Every game's puzzles, and how one does at them."""
    return _overview(request)


def _overview(
    request: HttpRequest, sentence: str = "", status: int = 200, *, back: str = ""
) -> HttpResponse:
    cards = present_overview(games_with_puzzles(request.user.pk))
    context = {"cards": cards, "sentence": sentence, "back": back}
    return render(request, "puzzles/overview.html", context, status=status)


@public_page
@never_cache
def next_one(request: HttpRequest, slug: str) -> HttpResponse:
    """On to a puzzle of the game: one that fits, or one of a theme, which does not count."""
    if slug not in {meta.slug for meta in GAMES}:
        raise Http404
    theme, but = request.GET.get("theme", "")[:20], request.GET.get("but", "")[:10]
    theme = "" if theme in TELLTALE else theme
    found = next_puzzle(request.user.pk, slug, theme=theme, but=but)
    if found is None:
        return _overview(request, _("There is no such puzzle yet."), status=404)
    return _onward(found, is_chosen=not theme)


@public_page
@never_cache
def daily(_request: HttpRequest) -> HttpResponse:
    """On to the puzzle of the day."""
    found = daily_puzzle(timezone.now().date())
    if found is None:
        return redirect("games:puzzles")
    return _onward(found, is_chosen=True)


@public_page
def daily_feed(request: HttpRequest) -> HttpResponse:
    """The puzzles of the last days as a feed: what is asked, and of whom."""
    today = timezone.now().date()
    days = [today - timedelta(days=number) for number in range(DAYS_IN_FEED)]
    return feed_answer(request, lambda: present_daily_feed(days), max_age=FEED_KEPT)


@for_frames
@never_cache
def daily_embed(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day for a frame in somebody else's page: the same for everybody."""
    found = daily_puzzle(timezone.now().date())
    shown = None if found is None else present_embed(opened(found), read_piece_set(request.GET))
    context = {"puzzle": shown, "origin": origin_of(request)}
    return render(request, "puzzles/embed.html", context, status=200 if shown else 404)


def _onward(puzzle: Puzzle, *, is_chosen: bool) -> HttpResponse:
    return redirect(puzzle_url(puzzle, is_chosen=is_chosen))


@public_form
@never_cache
@as_guest
def puzzle(request: HttpRequest, slug: str, puzzle: str, moves: str = "") -> HttpResponse:
    """A puzzle after some moves, which stand in the address; a POST answers it, or says of it."""
    made = moves.split("/") if moves else []
    if len(made) > MOST_MOVES or any(len(move) > LONGEST_MOVE for move in made):
        raise Http404
    try:
        key, is_chosen = read_name(puzzle)
        one = opened(puzzle_of(slug, key), made)
    except (NoSuchPuzzle, LookupError) as error:
        raise Http404 from error
    try:
        check_not_played(one, request.user.pk)
    except BeingPlayed as error:
        back = puzzle_url(one.puzzle, made[:-1], is_chosen=is_chosen) if made else ""
        return _overview(request, error_sentence(error), error.status, back=back)
    return _Asked(request, one, is_chosen=is_chosen).answered()


def _looks_at(ply: str) -> int | None:
    """Return how many moves of the solution are asked for; None for the board of the question."""
    return int(ply) if ply.isascii() and ply.isdecimal() and len(ply) <= 3 else None


class _Asked:
    """A request about one puzzle."""

    def __init__(self, request: HttpRequest, one: Opened, *, is_chosen: bool) -> None:
        self.request, self.one, self.is_chosen = request, one, is_chosen

    def answered(self) -> HttpResponse:
        """The page, or where to go on to."""
        if self.request.method != "POST":
            return self._page()
        if self.request.POST.get("do") in ("vote", "report"):
            return self._opinion()
        return self._moved() if self.one.is_by_moves else self._ticked()

    def _moved(self) -> HttpResponse:
        """One move: on to the next one, or to what came of it."""
        if self.one.is_free and "move" not in self.request.POST:
            return self._onward(self.one.moves)  # what takes a move back leads to where it was
        try:
            judged = judged_move(self.one, self.request.POST.get("move", "").strip())
        except NoAnswer:
            return self._page(_("That move is not possible here."), 422)
        return self._keep(judged)

    def _ticked(self) -> HttpResponse:
        """What was ticked; at least one thing has to be."""
        puzzle, said = self.one.puzzle, self.request.POST.getlist("say")[:40]
        offered = {option.value for option in options(puzzle, self.one.study.view)}
        try:
            judged = judged_ticks(self.one, said, offered, takes_many=takes_many(puzzle))
        except NoAnswer:
            return self._page(_("Choose an answer first."), 422)
        return self._keep(judged)

    def _keep(self, judged: Judged) -> HttpResponse:
        if judged.given:
            services.keep_try(
                user_id=player_asking(self.request).pk,
                puzzle=self.one.puzzle,
                judged=judged,
                is_chosen=self.is_chosen,
                now=timezone.now(),
            )
        return self._onward(judged.moves)

    def _opinion(self) -> HttpResponse:
        """A vote or a report, of somebody who has tried it."""
        post, puzzle, now = self.request.POST, self.one.puzzle, timezone.now()
        if attempt_of(self.request.user.pk, puzzle) is None:
            return self._page(_("Answer it first."), 409)
        user_id = player_asking(self.request).pk
        if post["do"] == "vote":
            value = 1 if post.get("vote") == "1" else -1
            services.vote(user_id=user_id, puzzle=puzzle, value=value, now=now)
        elif post.get("why", "") in PuzzleOpinion.Report.values:
            services.report(user_id=user_id, puzzle=puzzle, why=post["why"], now=now)
            messages.success(self.request, _("Thank you. Somebody will look at it."))
        else:
            return self._page(_("Say what is wrong first."), 422)
        return self._onward(self.one.moves)

    def _onward(self, moves: Sequence[str]) -> HttpResponse:
        return redirect(puzzle_url(self.one.puzzle, moves, is_chosen=self.is_chosen))

    def _page(self, message: str = "", status: int = 200) -> HttpResponse:
        request, puzzle = self.request, self.one.puzzle
        page = present_puzzle(
            self.one,
            Solver(
                attempt_of(request.user.pk, puzzle),
                opinion_of(request.user.pk, puzzle),
                rating_of(request.user.pk, puzzle.game),
                _looks_at(request.GET.get("ply", "")),
            ),
            asked=read_asked(request.GET),
            piece_set=piece_set_for(request),
            is_chosen=self.is_chosen,
            message=message,
        )
        context: dict[str, object] = {
            "page": page,
            "puzzle": page,
            "reports": PuzzleOpinion.Report.choices,
        }
        return live_page(request, "puzzles/puzzle", context, status=status)
