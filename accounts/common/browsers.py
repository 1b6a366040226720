"""What a browser calls itself, in two words a person recognises."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first that is found wins: many browsers also name those they descend from.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
    "curl": "curl",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def browser_name(user_agent: str) -> str:
    """Such as "Firefox, Windows"; what was sent is never repeated."""
    words = [
        next((name for sign, name in known.items() if sign in user_agent), "")
        for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(word for word in words if word) or _("unknown browser")
