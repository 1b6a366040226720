"""Passkeys: signing in with the device itself, by allauth's flows, beside the password."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context as allauth_context
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    LoginWebAuthnView,
    ReauthenticateWebAuthnView,
)
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.common.browsers import browser_name
from accounts.models import User

LONGEST_NAME = 60
MOST = 12  # of one account

NO_LUCK = gettext_lazy("The passkey was not used. Try again, or use your password.")


class ReadableMixin(forms.Form):
    """A form that treats an unreadable passkey as one that does not fit, not as a fault of ours.

    Nobody sees the field it comes in: what is wrong with it is told of the whole form.
    """

    def add_error(self, field: str | None, error: Any) -> None:
        if getattr(error, "code", None) in ("required", "invalid", "incorrect_code"):
            error = NO_LUCK
        super().add_error(None if field == "credential" else field, error)

    def _clean_fields(self) -> None:
        self._soundly(super()._clean_fields)  # type: ignore[misc]

    def _clean_form(self) -> None:
        self._soundly(super()._clean_form)  # type: ignore[misc]

    def _soundly(self, clean: Any) -> None:
        try:
            clean()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            self.add_error(None, NO_LUCK)


class AddPasskeyForm(ReadableMixin, AddWebAuthnForm):
    """A name for the passkey; it always stands for the password, so it is always checked whole."""

    name = forms.CharField(
        label=gettext_lazy("Name of this passkey"), required=False, max_length=LONGEST_NAME
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agent = get_adapter().get_http_user_agent(allauth_context.request)
        self.initial["name"] = browser_name(agent)
        self.fields.pop("passwordless", None)

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        cleaned = super().clean() or {}
        if self.user.authenticator_set.count() >= MOST:
            self.add_error(None, _("You have reached the limit for passkeys."))
        return cleaned


class SignInPasskeyForm(ReadableMixin, LoginWebAuthnForm):
    pass


class ConfirmPasskeyForm(ReadableMixin, ReauthenticateWebAuthnForm):
    pass


class RenamePasskeyForm(EditWebAuthnForm):
    name = forms.CharField(label=gettext_lazy("Name of this passkey"), max_length=LONGEST_NAME)


class AddPasskey(AddWebAuthnView):
    """No recovery codes come with it: the password goes on to open the account."""

    def form_valid(self, form: AddPasskeyForm) -> HttpResponse:
        flows.signup_authenticator(
            self.request,
            user=self.request.user,
            name=form.cleaned_data["name"],
            credential=form.cleaned_data["credential"],
        )
        get_adapter().send_notification_mail("mfa/email/webauthn_added", self.request.user)
        self.did_generate_recovery_codes = False
        return super(AddWebAuthnView, self).form_valid(form)

    def form_invalid(self, form: AddPasskeyForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_success_url(self) -> str:
        return reverse("accounts:security")


class SignInPasskey(LoginWebAuthnView):
    """Sign-in by passkey. One that does not fit leads back to the form, which knows the way on."""

    def form_invalid(self, form: SignInPasskeyForm) -> HttpResponse:
        for error in form.non_field_errors():
            messages.error(self.request, str(error))
        back = reverse("account_login")
        return redirect(passthrough_next_redirect_url(self.request, back, "next"))


class ConfirmPasskey(ReauthenticateWebAuthnView):
    """Confirmation by passkey. One that does not fit is asked for again."""

    def form_invalid(self, form: ConfirmPasskeyForm) -> HttpResponse:
        context = {**self.get_context_data(), "form": form}
        return self.render_to_response(context, status=422)


def offer(request: HttpRequest, user: User) -> None:
    """Tell somebody who has just chosen a password that next time needs none."""
    # typed a moment ago: not asked again
    record_authentication(request, user, method="password", reauthenticated=True)
    link = format_html('<a href="{}">{}</a>', reverse("mfa_add_webauthn"), _("Create a passkey"))
    text = _(
        "Next time you can sign in with your fingerprint, face or PIN instead of the password."
    )
    messages.info(request, format_html("{} {}", text, link))


@dataclass(frozen=True, slots=True)
class Passkey:
    """One line of the list of passkeys."""

    pk: int
    name: str
    made_at: datetime
    used_at: datetime | None


def of(user: User) -> list[Passkey]:
    """Return the passkeys of *user*, oldest first."""
    rows = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return [
        Passkey(row.pk, row.wrap().name, row.created_at, row.last_used_at)
        for row in rows.order_by("pk")
    ]
