"""Signing in, passwords, and addresses: forms of allauth, in our words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.core import context as allauth_context
from django import forms
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.common import events
from accounts.common.fields import address_field, password_help, plain_field
from accounts.models import User
from accounts.sign_in import second_factor, sessions, tokens, undo_links
from accounts.sign_in.find_user import user_at
from accounts.sign_in.passwords import MOST

LONGEST_LOGIN = 254  # an e-mail address


class SignInForm(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(max_length=LONGEST_LOGIN)
        plain_field(self.fields["login"], _("Name or e-mail"), autocomplete="username", dir="auto")
        plain_field(self.fields["password"], _("Password"))
        self.fields["password"].help_text = ""
        self.order_fields(["login", "password"])


class ResetForm(allauth_forms.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"] = address_field(self.fields["email"], _("Confirmed e-mail"))

    def clean_email(self) -> str:
        """Any well-formed address: whether somebody has confirmed it is told by mail only."""
        address: str = self.cleaned_data["email"].lower()
        user = user_at(address)
        self.users = [user] if user is not None and user.is_active else []
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        for user in self.users:  # a new link ends the one before
            User.objects.filter(pk=user.pk).update(reset_links=F("reset_links") + 1)
            user.refresh_from_db(fields=["reset_links"])
        return str(super().save(request, **kwargs))


class NewPasswordMixin:
    """One field for the new password: browsers show and keep what is typed."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        plain_field(self.fields["password1"], _("New password"))
        self.fields["password1"].help_text = password_help()


class ResetKeyForm(NewPasswordMixin, allauth_forms.ResetPasswordKeyForm):
    """A form for a new password; it can also end a second factor that somebody else just set up."""

    end_factor = forms.BooleanField(
        required=False, label=_("I did not set up two-step sign-in: turn it off")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.since = timezone.now() - undo_links.AGE
        if self.user is None or not second_factor.fresh_since(self.user, self.since):
            del self.fields["end_factor"]

    @transaction.atomic
    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("end_factor"):
            second_factor.end_since(self.user, self.since)
        sessions.end_all(self.user)


class ChangePasswordForm(NewPasswordMixin, allauth_forms.ChangePasswordForm):
    end_tokens = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        count = tokens.tokens_of(self.user).count()
        self.fields["end_tokens"].label = ngettext(
            "Sign out my app or access token as well",
            "Sign out my %(count)d apps and access tokens as well",
            count,
        ) % {"count": count}
        if not count:
            del self.fields["end_tokens"]
        plain_field(self.fields["oldpassword"], _("Current password"))
        self.fields["oldpassword"].help_text = ""

    @transaction.atomic
    def save(self) -> None:
        """A new password ends every other sign-in, with all that goes with it, and by choice the
        tokens of programs."""
        super().save()
        request = allauth_context.request
        sessions.end_all(self.user, except_key=request.session.session_key)
        if self.cleaned_data.get("end_tokens"):
            tokens.revoke_all(self.user)
            events.note("token-revoked", request, user=self.user.pk, what="all")


class SetPasswordForm(NewPasswordMixin, allauth_forms.SetPasswordForm):
    pass


class ConfirmPasswordForm(allauth_forms.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain_field(self.fields["password"], _("Password"))
        self.fields["password"].max_length = MOST
        self.fields["password"].help_text = ""


class AddEmailForm(allauth_forms.AddEmailForm):
    """A new address; an account for a child has none, its mails go to its grown-up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"] = address_field(self.fields["email"], _("New e-mail"))

    def clean_email(self) -> str:
        if self.user.is_child:
            raise forms.ValidationError(_("Mails about an account for a child go to its grown-up."))
        return str(super().clean_email())
