"""How one signs in, where one is signed in, and taking an account back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.mfa.webauthn.views import RemoveWebAuthnView
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import mail
from accounts.common import events
from accounts.common.access import own_action, own_page, public_form
from accounts.common.browsers import browser_name
from accounts.common.requests import whole_number
from accounts.models import SignIn
from accounts.sign_in import linked, passkeys, second_factor, sessions, undo_links
from accounts.sign_in.find_user import signed_in_user
from accounts.sign_in.forms import ResetForm


@dataclass(frozen=True)
class Place:
    """One line of the list of places where one is signed in."""

    pk: int
    browser: str
    since: datetime
    seen_at: datetime
    is_here: bool

    @classmethod
    def of(cls, row: SignIn, current_key: str | None) -> Place:
        is_here = row.session_key == current_key
        return cls(row.pk, browser_name(row.browser), row.since, row.seen_at, is_here)


@own_page
def security(request: HttpRequest) -> HttpResponse:
    """Show how the user signs in, and where they are signed in."""
    user = signed_in_user(request)
    rows = sessions.sign_ins_of(user, timezone.now())
    context = {
        "places": [Place.of(row, request.session.session_key) for row in rows],
        "has_second_factor": second_factor.is_set_up(user),
        "passkeys": passkeys.of(user),
        "links": linked.links_of(user),
        "has_password": user.has_usable_password(),
    }
    return render(request, "accounts/security.html", context)


LAST_WAY_IN = gettext_lazy("You could not sign in any more. Set a password first.")


@own_action
@reauthentication_required
def unlink(request: HttpRequest) -> HttpResponse:
    """Unlinks a service to sign in by (`which` is the id of the link), and ends other sign-ins."""
    user = signed_in_user(request)
    if not linked.links_of(user):
        raise Http404
    try:
        label = linked.unlink(user, whole_number(request.POST.get("which")))
    except linked.LastWayIn:
        messages.error(request, LAST_WAY_IN)
        return redirect("accounts:security")
    if label is not None:
        events.note("provider-unlinked", request, user=user.pk)
        sessions.renew(request, user)
        mailed = "socialaccount/email/account_disconnected"
        get_adapter(request).send_notification_mail(mailed, user, {"provider": label})
        messages.success(request, _("%(provider)s is unlinked.") % {"provider": label})
    return redirect("accounts:security")


class RemovePasskey(RemoveWebAuthnView):
    """A passkey may be all there is where a service elsewhere was signed up by."""

    def form_valid(self, form: Any) -> HttpResponse:
        passkey = self.get_object()
        if not linked.has_way_in(signed_in_user(self.request), without_passkey=passkey.pk):
            messages.error(self.request, LAST_WAY_IN)
            return redirect("accounts:security")
        answer: HttpResponse = super().form_valid(form)
        return answer


@own_action
@reauthentication_required
def end_sign_in(request: HttpRequest) -> HttpResponse:
    """Ends one sign-in (`which` is its id), or with `which=others` all but this one."""
    user, which = signed_in_user(request), request.POST.get("which", "")
    if which == "others":
        if sessions.end_all(user, except_key=request.session.session_key):
            mail.tell_of_ended_sign_ins(user)
            events.note("sign-ins-ended", request, user=user.pk, what="others")
        messages.success(request, _("You are signed out everywhere else."))
        return redirect("accounts:security")
    row = user.sign_ins.filter(pk=whole_number(which)).first()
    if row is not None and row.session_key == request.session.session_key:
        logout(request)
        return redirect("games:home")
    if row is not None:
        sessions.end(row)
        events.note("sign-ins-ended", request, user=user.pk, what="one")
        mail.tell_of_ended_sign_ins(user)
    messages.success(request, _("That device is signed out."))
    return redirect("accounts:security")


@public_form
def undo_email(request: HttpRequest, token: str) -> HttpResponse:
    """Takes an account back for the reader of the mailbox that the link was sent to."""
    link = undo_links.link_of(token)
    if link is None:
        return render(request, "accounts/undo_email.html", {"link": None}, status=404)
    if request.method != "POST":
        return render(request, "accounts/undo_email.html", {"link": link})
    if not undo_links.take_back(link):
        return render(request, "accounts/undo_email.html", {"link": None}, status=404)
    events.note("taken-back", request, user=link.user_id)
    if request.user.is_authenticated:
        logout(request)
    form = ResetForm({"email": link.address})
    if form.is_valid():
        form.save(request)
    return render(request, "accounts/undo_email.html", {"link": link, "done": True})
