"""The page, and the part of the match page, with what is said around a match."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.common.access import public_form
from accounts.models import User
from games.boards.refusals import error_sentence
from games.chat.models import LONGEST_LINE
from games.chat.presenters import present_talk
from games.chat.selectors import talk_of
from games.chat.services import CannotTalkHere, mute, say
from games.common.exceptions import GamesError
from games.match.reading.visibility import NoSuchMatch


@public_form
def talk(request: HttpRequest, uid: str) -> HttpResponse:
    """Read along, say something (``text`` or ``preset``), or mute somebody (``mute``)."""
    try:
        return _answer(request, uid)
    except NoSuchMatch as error:
        raise Http404 from error


def _answer(request: HttpRequest, uid: str) -> HttpResponse:
    if request.method != "POST":
        return _shown(request, uid)
    try:
        _do(request, uid)
    except GamesError as error:
        return _shown(request, uid, error)
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, uid)
    return redirect("games:talk", uid)


def _do(request: HttpRequest, uid: str) -> None:
    user = request.user
    if not isinstance(user, User):
        talk_of(uid, user)  # an unknown match is none for strangers, too
        raise CannotTalkHere
    name = request.POST.get("mute") or request.POST.get("unmute")
    if name:
        _mute(uid, user, name, is_muted="mute" in request.POST)
        return
    say(
        uid=uid,
        user=user,
        room=request.POST.get("room", ""),
        text=request.POST.get("text", ""),
        preset=request.POST.get("preset", ""),
        now=timezone.now(),
    )


def _mute(uid: str, user: User, name: str, *, is_muted: bool) -> None:
    """Only whom one plays can be muted from here."""
    if name not in talk_of(uid, user).others:
        raise CannotTalkHere
    mute(user=user, whom=User.objects.get(name=name), is_muted=is_muted)


def _shown(request: HttpRequest, uid: str, error: GamesError | None = None) -> HttpResponse:
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    said = error_sentence(error) if error else ""
    text = request.POST.get("text", "")[:LONGEST_LINE] if error else ""
    context = {
        "talk": present_talk(talk_of(uid, request.user), said=said, text=text),
        "is_part": is_part,
        "match_uid": uid,
    }
    template = "chat/part.html" if is_part else "chat/page.html"
    return render(request, template, context, status=error.status if error else 200)
