"""Clubs: finding one, founding one, and the page of one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.access import own_form, public_form, public_page
from accounts.common.requests import whole_number
from accounts.models import User
from games.boards.answers import Acts, made_by, page_with_acts, why_not
from games.clubs import selectors
from games.clubs.exceptions import NoClub
from games.clubs.forms import ClubForm
from games.clubs.models import Club, Member
from games.clubs.presenters import pages
from games.clubs.services import board, members
from games.common.feeds import feed_answer
from games.common.requests import member

Role = Member.Role


@public_page
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


@own_form
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    if request.method != "POST":
        refused = why_not(request, members.check_may_found)
        return render(request, "clubs/new.html", {"form": ClubForm(), "why_not": refused})
    form, user, now = ClubForm(request.POST), member(request), timezone.now()
    made = made_by(form, lambda: members.found_club(user=user, now=now, **form.cleaned_data))
    if made is not None:
        return redirect("games:club", made.uid)
    return render(request, "clubs/new.html", {"form": form}, status=422)


@public_form
def club(request: HttpRequest, club: str) -> HttpResponse:
    """One club; a POST joins, leaves, announces and so on, by ``do``."""
    found = selectors.club_seen(club, request.user.pk)
    if found is None:
        raise Http404

    def onward() -> HttpResponse:
        is_gone = selectors.club_called(club) is None
        return redirect("games:clubs") if is_gone else redirect("games:club", club)

    return page_with_acts(
        request,
        lambda user: {
            **_own_acts(found.uid, user, request.POST, timezone.now()),
            **_officers_acts(found.uid, user, request.POST, timezone.now()),
        },
        missing=NoClub,
        page=lambda status: _page(request, found, status),
        onward=onward,
    )


@public_page
def club_feed(request: HttpRequest, club: str) -> HttpResponse:
    """The board of a club as a feed; none of a club that is closed."""
    found = selectors.club_called(club)
    if found is None or found.is_class or found.closed_at is not None:
        raise Http404
    return feed_answer(request, lambda: pages.board_feed(found, selectors.board_of(found)))


def _own_acts(uid: str, user: User, sent: Mapping[str, str], now: datetime) -> Acts:
    """Return what anybody may do about themselves."""
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


def _officers_acts(uid: str, user: User, sent: Mapping[str, str], now: datetime) -> Acts:
    """Return what takes a role."""
    name, text, done = sent.get("name", ""), sent.get("text", ""), _("Done.")
    key, role = (whole_number(sent.get(name), 9, otherwise=-1) for name in ("key", "role"))
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


def _page(request: HttpRequest, club: Club, status: int) -> HttpResponse:
    club.refresh_from_db()
    user_id = request.user.pk
    own = selectors.member_of(club, user_id)
    role = selectors.role_of(club, user_id)
    is_officer = role is not None and role <= Role.OFFICER
    joined = selectors.members_of(club)
    page = Paginator(joined, selectors.PAGE).get_page(request.GET.get("page"))
    link = request.GET.get("link", "") or request.POST.get("link", "")
    check = partial(members.check_may_join, club)
    context = {
        "club": club,
        "members": pages.members_text(page.paginator.count),
        "page": page,
        "lines": pages.member_lines(page.object_list, role, user_id, is_class=club.is_class),
        "asking": list(selectors.asking(club)[: selectors.PAGE]) if is_officer else [],
        "board": pages.board_lines(selectors.board_of(club)),
        "is_in": role is not None,
        "has_asked": own is not None and role is None,
        "is_officer": is_officer,
        "link": link if link == club.link else "",
        "share": request.build_absolute_uri(f"{request.path}?link={club.link}")
        if is_officer and not club.is_class
        else "",
        "why_not": "" if own else why_not(request, check, visitors=_("Sign in to join.")),
    }
    return render(request, "clubs/club.html", context, status=status)
