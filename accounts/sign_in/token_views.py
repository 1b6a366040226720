"""The page where access tokens are made and revoked."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from accounts import mail
from accounts.common import events
from accounts.common.access import own_form
from accounts.common.requests import whole_number
from accounts.models import AccessToken, User
from accounts.sign_in.find_user import signed_in_user
from accounts.sign_in.tokens import LIVES, MOST, NoToken, Scope, make_token, may_have, tokens_of
from accounts.sign_in.tokens import revoke as revoke_token


class TokenForm(forms.Form):
    """The form of a new token."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=40,
        help_text=gettext_lazy("For you alone, to know it again."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ],
    )
    days = forms.TypedChoiceField(label=gettext_lazy("It is good for"), coerce=int)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        days = self.fields["days"]
        assert isinstance(days, forms.TypedChoiceField)
        days.choices = [(count, _days(count)) for count in LIVES]


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


@own_form
@reauthentication_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of a user; a POST makes one, or ends the one that `revoke` names."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("accounts:claim")
    if request.method != "POST":
        return _page(request, user, TokenForm())
    if "revoke" in request.POST:
        if revoke_token(user=user, pk=whole_number(request.POST["revoke"])):
            events.note("token-revoked", request, user=user.pk)
        messages.success(request, _("Done. It can do nothing for you any more."))
        return redirect("accounts:tokens")
    return _make(request, user)


def _make(request: HttpRequest, user: User) -> HttpResponse:
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, user, form, status=422)
    try:
        made, secret = make_token(user=user, now=timezone.now(), **form.cleaned_data)
    except NoToken:
        most = ngettext("You can have %(most)s token.", "You can have %(most)s tokens.", MOST)
        form.add_error(None, most % {"most": MOST})
        return _page(request, user, form, status=422)
    events.note("token-made", request, user=user.pk)
    mail.tell_of_token(user, made.name)
    return _page(request, user, TokenForm(), secret=secret)


def _page(
    request: HttpRequest, user: User, form: TokenForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    now = timezone.now()
    rows = [(row, _scopes(row), row.ends_at <= now) for row in tokens_of(user)]
    context = {"form": form, "rows": rows, "secret": secret, "may_have": may_have(user)}
    return render(request, "accounts/tokens.html", context, status=status)


def _scopes(row: AccessToken) -> list[str]:
    return [str(scope.label) for scope in Scope if scope.value in row.scope_names]
