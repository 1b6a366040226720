"""To a service elsewhere and back, and the name that is chosen the first time."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import get_login_redirect_url
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal.flows import signup
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from accounts.common import names
from accounts.common.access import public_form
from accounts.common.refused_forms import retry_after
from accounts.common.requests import way_back
from accounts.models import User
from accounts.providers.adapter import CODE, no_answer
from accounts.providers.forms import FirstSignInForm
from accounts.providers.provider import HouseAdapter
from accounts.providers.services import make_account
from accounts.registration import robots
from accounts.sign_in import limits, linked

LONGEST_CODE = 40


@login_not_required
def begin(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Leads to a service elsewhere, to sign in by it, or (`process=connect`) to link it."""
    return _begin(request, provider_id, _label_or_404(provider_id))


@require_POST
def _begin(request: HttpRequest, provider_id: str, label: str) -> HttpResponse:
    is_member = request.user.is_authenticated
    if request.POST.get("process") == "connect":
        if not is_member:
            return redirect("account_login")
        answer: HttpResponse = reauthentication_required(_leave)(request, provider_id, label)
        return answer
    if is_member:
        return redirect(way_back(request, "games:desk"))
    if code := request.POST.get("code", "")[:LONGEST_CODE]:
        request.session[CODE] = code
    return _leave(request, provider_id, label)


def _leave(request: HttpRequest, provider_id: str, label: str) -> HttpResponse:
    """By a page of its own: browsers let no form lead off the site (`form-action`)."""
    try:
        limits.spend(request, "login")
        provider = get_adapter(request).get_provider(request, provider_id)
        answer: HttpResponse = provider.redirect_from_request(request)
    except ImmediateHttpResponse as pause:
        return pause.response
    except (OAuth2Error, RequestException) as error:
        return no_answer(request, label, error)
    away = answer.url if isinstance(answer, HttpResponseRedirect) else ""
    if not away.startswith(("https://", "http://")):
        return answer  # what went wrong is said here
    return render(request, "accounts/leaving.html", {"label": label, "away": away})


@login_not_required
def callback(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Back from there, signed in or not."""
    return _callback(request, provider_id, _label_or_404(provider_id))


@require_safe
def _callback(request: HttpRequest, provider_id: str, label: str) -> HttpResponse:
    view: Any = OAuth2CallbackView.adapter_view(HouseAdapter(request, provider_id))
    try:
        answer: HttpResponse = view(request)
    except (OAuth2Error, RequestException) as error:
        return no_answer(request, label, error)
    return answer


@public_form
def first_sign_in(request: HttpRequest) -> HttpResponse:
    """A name for somebody whom a service elsewhere has sent, and nobody here knows."""
    if not settings.OIDC:
        raise Http404
    login = _pending(request)
    if request.user.is_authenticated or login is None:
        return redirect("games:desk" if request.user.is_authenticated else "account_login")
    if not get_adapter(request).is_open_for_signup(request, login):
        return render(request, "account/signup_closed.html")
    try:
        return _choose_name(request, login)
    except ImmediateHttpResponse as pause:
        return pause.response


def _choose_name(request: HttpRequest, login: SocialLogin) -> HttpResponse:
    typed = request.POST if request.method == "POST" else None
    form = FirstSignInForm(typed, login=login, code=request.session.get(CODE, ""))
    if typed is not None:
        limits.spend(request, "signup")
    if form.is_valid():
        try:
            with transaction.atomic():
                form.count(request)
                user = make_account(request, login, form)
            return _enter(request, login, user)
        except IntegrityError:
            if not User.objects.is_taken(form.cleaned_data["username"]):
                messages.error(request, _("That took too long. Please sign in again."))
                return redirect("account_login")  # made in another window
            form.add_error("username", names.TAKEN)
        except robots.CodeUsedUp:
            form.add_error("code", robots.NO_CODE)
    context = {"form": form, "label": linked.label_of(login.account.provider)}
    status = 200 if typed is None else form.status
    answer = render(request, "accounts/first_sign_in.html", context, status=status)
    return retry_after(answer, form)


def _enter(request: HttpRequest, login: SocialLogin, user: User) -> HttpResponse:
    signup.clear_pending_signup(request)
    request.session.pop(CODE, None)
    if not request.user.is_authenticated:
        answer: HttpResponse = signup.complete_social_signup(request, login)
        return answer
    # a guest, who was signed in all along
    record_authentication(request, user, "socialaccount", provider=login.account.provider)
    messages.success(request, _("Welcome! Your matches are saved in your account."))
    return redirect(get_login_redirect_url(request, login.get_redirect_url(request)))


def _pending(request: HttpRequest) -> SocialLogin | None:
    """Return whom a service has sent; nobody once it is offered no more."""
    login = signup.get_pending_signup(request)
    offered = {each.name for each in settings.OIDC}
    return login if login is not None and login.account.provider in offered else None


def _label_or_404(provider_id: str) -> str:
    for each in settings.OIDC:
        if each.name == provider_id:
            return str(each.label)
    raise Http404
