"""Clubs: finding one, founding one, and the page of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_not_required, login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.boards.answers import done_and_said
from games.boards.refusals import error_sentence
from games.clubs import selectors
from games.clubs.exceptions import NoClub
from games.clubs.forms import ClubForm
from games.clubs.models import Club, Member
from games.clubs.presenters import pages
from games.clubs.services import board, members
from games.common.exceptions import GamesError
from games.common.requests import member

if TYPE_CHECKING:
    from accounts.models import User

Role = Member.Role
Act = tuple[Callable[[], object], str]


@login_not_required
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Clubs by the first letters of their names, the newest first; or one's own."""
    wanted = request.GET.get("q", "").replace("\x00", "").strip()[:40]
    is_mine = request.GET.get("list") == "mine" and request.user.is_authenticated
    found = selectors.listed(wanted=wanted, user_id=request.user.pk if is_mine else None)
    page = Paginator(found, selectors.PAGE).get_page(request.GET.get("page"))
    context = {
        "wanted": wanted,
        "is_mine": is_mine,
        "page": page,
        "cards": [pages.club_card(one) for one in page.object_list],
    }
    return render(request, "clubs/clubs.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    user = member(request)
    if request.method != "POST":
        return render(request, "clubs/new.html", {"form": ClubForm(), "why_not": _why_not(user)})
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            made = members.found_club(
                user=user,
                name=form.cleaned_data["name"],
                about=form.cleaned_data["about"],
                now=timezone.now(),
            )
        except GamesError as error:
            form.add_error(None, error_sentence(error))
        else:
            return redirect("games:club", made.uid)
    return render(request, "clubs/new.html", {"form": form}, status=422)


def _why_not(user: User) -> str:
    """Why the user cannot found clubs; "" where they can."""
    try:
        members.check_may_found(user)
    except GamesError as error:
        return str(error_sentence(error))
    return ""


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, club: str) -> HttpResponse:
    """One club; a POST joins, leaves, announces and so on, by ``do``."""
    found = selectors.club_called(club)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _page(request, found)

    def onward() -> HttpResponse:
        is_gone = selectors.club_called(club) is None
        return redirect("games:clubs") if is_gone else redirect("games:club", club)

    return done_and_said(
        request,
        lambda user: _do(found.uid, user, request.POST, timezone.now()),
        page=lambda status: _page(request, found, status=status),
        onward=onward,
    )


def _do(uid: str, user: User, sent: Mapping[str, str], now: datetime) -> str:
    """Do what was asked; what to say of it. Raises NoClub and its like."""
    asked = sent.get("do", "")
    acts = {**_own_acts(uid, user, sent, now), **_officers_acts(uid, user, sent, now)}
    if asked not in acts:
        raise NoClub
    act, said = acts[asked]
    act()
    return said


def _own_acts(uid: str, user: User, sent: Mapping[str, str], now: datetime) -> dict[str, Act]:
    """What anybody may do about themselves."""
    link, text = sent.get("link", ""), sent.get("text", "")
    return {
        "join": (
            lambda: members.join(uid=uid, user=user, link=link, now=now),
            _("Welcome to the club.") if link else _("You have asked to join."),
        ),
        "leave": (
            lambda: members.leave(uid=uid, user=user),
            _("You are not in this club any more."),
        ),
        "report": (
            lambda: board.report(uid=uid, user=user, text=text, now=now),
            _("Thank you. A moderator will look at it."),
        ),
    }


def _officers_acts(uid: str, user: User, sent: Mapping[str, str], now: datetime) -> dict[str, Act]:
    """What takes a role."""
    name, text, done = sent.get("name", ""), sent.get("text", ""), _("Done.")
    key, role = _number(sent.get("key", "")), _number(sent.get("role", "x"))
    return {
        "let-in": (lambda: members.let_in(uid=uid, officer=user, name=name, now=now), done),
        "put-out": (lambda: members.turn_away(uid=uid, officer=user, name=name), done),
        "role": (lambda: members.give_role(uid=uid, owner=user, name=name, role=role), done),
        "renew-link": (lambda: members.renew_link(uid=uid, officer=user), done),
        "about": (lambda: members.change_about(uid=uid, officer=user, about=text), done),
        "announce": (
            lambda: board.announce(uid=uid, officer=user, text=text, now=now),
            _("It is on the board."),
        ),
        "take-down": (lambda: board.take_down(uid=uid, officer=user, key=key), done),
    }


def _number(text: str) -> int:
    """A whole number that fits a key; -1 for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _page(request: HttpRequest, club: Club, status: int = 200) -> HttpResponse:
    club.refresh_from_db()
    user_id = request.user.pk
    own = selectors.member_of(club, user_id)
    role = selectors.role_of(club, user_id)
    is_officer = role is not None and role <= Role.OFFICER
    joined = selectors.members_of(club)
    page = Paginator(joined, selectors.PAGE).get_page(request.GET.get("page"))
    link = request.GET.get("link", "") or request.POST.get("link", "")
    context = {
        "club": club,
        "members": pages.members_text(page.paginator.count),
        "page": page,
        "lines": pages.member_lines(page.object_list, role, user_id),
        "asking": list(selectors.asking(club)[: selectors.PAGE]) if is_officer else [],
        "board": pages.board_lines(selectors.board_of(club)),
        "is_in": role is not None,
        "has_asked": own is not None and role is None,
        "is_officer": is_officer,
        "link": link if link == club.link else "",
        "share": request.build_absolute_uri(f"{request.path}?link={club.link}")
        if is_officer
        else "",
        "why_not": "" if own else _why_not_join(request, club),
    }
    return render(request, "clubs/club.html", context, status=status)


def _why_not_join(request: HttpRequest, club: Club) -> str:
    """Why the reader cannot join; "" where they can."""
    if not request.user.is_authenticated:
        return _("Sign in to join.")
    try:
        members.check_may_join(club, member(request))
    except GamesError as error:
        return str(error_sentence(error))
    return ""
