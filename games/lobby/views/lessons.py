"""A lesson of the front door: its board, and the match that its first move begins."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.preferences.display import piece_set_for
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.guests import as_guest, player_asking
from games.lobby.forms import FirstMoveForm
from games.lobby.presenters.lessons import present_lesson
from games.lobby.selectors.lessons import LessonFacts, NoLesson, lesson_of
from games.lobby.services.lessons import begin_lesson

MOST_PICKS = 8
"""No move of any game is picked with more squares."""


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@as_guest
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of one lesson; a POST makes its first move in a match against a bot."""
    try:
        facts = lesson_of(slug)
    except NoLesson as error:
        raise Http404 from error
    if request.method == "POST":
        return _begin(request, facts)
    asked = request.GET.getlist("at")[:MOST_PICKS]
    lesson = present_lesson(facts, piece_set=piece_set_for(request), asked=asked)
    return render(request, "lobby/lesson_page.html", {"lesson": lesson})


def _begin(request: HttpRequest, facts: LessonFacts) -> HttpResponse:
    form = FirstMoveForm(request.POST)
    if not form.is_valid() or form.cleaned_data["move"] not in facts.legal:
        return redirect("games:start", facts.game)
    fields = form.cleaned_data
    try:
        match = begin_lesson(
            user=player_asking(request),
            facts=facts,
            move=fields["move"],
            key=fields["key"],
            now=timezone.now(),
        )
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:start", facts.game)
    return redirect("games:match", match.uid)
