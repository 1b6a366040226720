"""Which passwords may be set: long enough, not too long, not what everybody tries first."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.common.lookalikes import suspect
from accounts.sign_in.common_passwords import is_common

if TYPE_CHECKING:
    from accounts.models import User

LEAST = 12
LEAST_FOR_STAFF = 15
MOST = 128
HOUSE_WORDS = (
    *("jinya", "shogi", "nation", *settings.GAME_WORDS),
    *("陣屋", "じんや", "軍人", "将棋", "軍儀", "雪中", "正体隠匿"),
)
LEAST_BESIDE_WORDS = 8  # letters and digits that must be left when known words are taken away


class LengthValidator:
    """At least 12 characters (15 for staff), at most 128; every one of them counts."""

    def validate(self, password: str, user: User | None = None) -> None:
        least = LEAST_FOR_STAFF if user is not None and user.is_staff else LEAST
        if len(password) < least:
            raise ValidationError(
                _("A password has at least %(least)d characters; this one has %(length)d."),
                "password_too_short",
                {"least": least, "length": len(password)},
            )
        if len(password) > MOST:
            raise ValidationError(
                _("A password has at most %(most)d characters; this one has %(length)d."),
                "password_too_long",
                {"most": MOST, "length": len(password)},
            )

    @staticmethod
    def help_for(least: int) -> str:
        """Return the text beside a field for a password of at least so many characters."""
        return _("%(least)d characters or more. Several words in a row work well.") % {
            "least": least
        }

    def get_help_text(self) -> str:
        return self.help_for(LEAST)


class CommonPasswordValidator:
    """Not one of the most used passwords, and not one sign repeated."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) <= MOST and (is_common(password) or is_pattern(password)):
            raise ValidationError(
                _("This password is too common and easy to guess. Choose another one."),
                "password_too_common",
            )

    def get_help_text(self) -> str:
        return ""


class KnownWordsValidator:
    """Not made of the names of the site and its games, or the person's own name and address."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) > MOST:
            return  # refused, and what is done here would cost more than its length
        rest = left = suspect(password)
        for word in sorted(known_words(user), key=len, reverse=True):
            left = left.replace(word, "")
        if left != rest and sum(sign.isalnum() for sign in left) < LEAST_BESIDE_WORDS:
            raise ValidationError(
                _("This password is too close to a name and easy to guess."),
                "password_known_words",
            )

    def get_help_text(self) -> str:
        return ""


def is_pattern(password: str) -> bool:
    """Return whether the password is a short piece said again and again, or a run up or down."""
    steps = {ord(b) - ord(a) for a, b in pairwise(password)}
    repeated = any(
        password == (password[:size] * len(password))[: len(password)] for size in range(1, 5)
    )
    return repeated or (len(steps) == 1 and steps <= {-1, 0, 1})


def known_words(user: User | None) -> set[str]:
    """Return what somebody who knows the site and the person would try, as the wary see it."""
    own = [user.name, user.email.partition("@")[0]] if user is not None else []
    return {suspect(word) for word in (*HOUSE_WORDS, *own) if len(word) > 1}
