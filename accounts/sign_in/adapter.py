"""How allauth's flows are fitted to this site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context as allauth_context
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts import mail, switches
from accounts.common import names
from accounts.common.browsers import browser_name
from accounts.models import User
from accounts.sign_in import limits, sign_up_codes, undo_links
from accounts.sign_in.find_user import user_at

_WRONG = _("Wrong name or password. Try again, or reset the password.")

LONGEST_ADDRESS = 254

CAN_BE_UNDONE = {
    "account/email/email_deleted",
    "mfa/email/totp_activated",
    "mfa/email/totp_deactivated",
    "mfa/email/recovery_codes_generated",
    "mfa/email/webauthn_added",
    "mfa/email/webauthn_removed",
    "socialaccount/email/account_connected",
    "socialaccount/email/account_disconnected",
}
"""Mails with a link by which the owner takes the account back."""


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": names.TAKEN,
        "username_password_mismatch": _WRONG,
        "email_password_mismatch": _WRONG,
        "incorrect_password": _("Wrong password."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_code": _("Wrong or expired code. Enter the code your app shows now."),
        "same_as_current": _("This is your address already."),
        "duplicate_email": _("This is your address already."),
        "invalid_password_reset": _(
            "This link was already used or has expired. Ask for a new one."
        ),
    }

    # --- names ---

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is stored. Raises ValidationError for names that are refused or taken."""
        name = names.normalise(username)
        names.check_name(name)
        if not shallow and User.objects.is_taken(name):
            raise ValidationError(names.TAKEN, "username_taken")
        return name

    # --- signing in ---

    @transaction.atomic
    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign in, or change nothing: a guest whose things cannot be brought along stays one."""
        super().login(request, user)

    # --- guessing ---

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        login = credentials.get("username") or credentials.get("email") or ""
        self._login_failed_rl_usage = limits.spend_sign_in(request, login)

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **kwargs: Any) -> None:
        """A reset forgives no guesses: whoever asks for one learns nothing and gains nothing."""

    # --- pages ---

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up while that is switched off, but by a code; and nobody with a password
        where services elsewhere do it.
        """
        if settings.SIGN_UP_BY_PROVIDERS:
            return False
        code = request.POST.get("code") or request.GET.get("code", "")
        is_closed = switches.is_on("no_new_accounts")
        return not is_closed or (bool(code) and sign_up_codes.is_good(code, timezone.now()))

    def is_safe_url(self, url: str) -> bool:
        """Return whether *url* stays on this site; nonsense does not."""
        request = allauth_context.request
        here = {request.get_host()}
        return url_has_allowed_host_and_scheme(url, here, require_https=request.is_secure())

    def is_ajax(self, request: HttpRequest) -> bool:
        """One answer for all: the page. A script asks only for what a passkey has to sign."""
        page = request.resolver_match.url_name if request.resolver_match else ""
        return page == "mfa_login_webauthn" and request.method == "GET"

    # --- addresses ---

    def clean_email(self, email: str) -> str:
        """Addresses that fit their column and are written without quotation marks."""
        if len(email) > LONGEST_ADDRESS or '"' in email:
            raise ValidationError(_("Enter a valid email address."), "invalid")
        return email

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """False when somebody else confirmed the same address in the same moment."""
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            return False

    # --- mails ---

    def get_reset_password_from_key_url(self, key: str) -> str:
        path = reverse("account_reset_password_from_key", args=["UID", "KEY"])
        return settings.SITE_URL + path.replace("UID-KEY", key)

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC
    ) -> str:
        return settings.SITE_URL + reverse("account_confirm_email", args=[emailconfirmation.key])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        user = context.pop("user", None) or user_at(email)
        mail.write(template_prefix, email, context, user)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tells the owner at the confirmed address; accounts.signals tells of changed addresses."""
        if template_prefix == "account/email/email_changed":
            return
        context = {
            "browser": browser_name(self.get_http_user_agent(self.request)),
            **(context or {}),
        }
        if template_prefix == "account/email/email_deleted":
            email = context["deleted_email"]
        address = email or user.mail_reader.email
        if address:
            if template_prefix in CAN_BE_UNDONE:
                context["undo_url"] = undo_links.undo_url(user, address)
            mail.write(template_prefix, address, context, user)
