"""What all modes share. The mode files beside this one contain only differences."""

from __future__ import annotations

from pathlib import Path

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent.parent

DEBUG = False
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
TEST_RUNNER = "django.test.runner.DiscoverRunner"

INSTALLED_APPS = [
    "accounts.apps.AccountsConfig",
    "games.apps.GamesConfig",
    "accounts.apps.HouseAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "template_partials",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "config.data_stack.roomy",
    "config.middleware.request_id",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.house_headers",
    "csp.middleware.CSPMiddleware",
    "config.static.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.not_allowed_page",
    "config.middleware.private_pages",
    "accounts.middleware.sign_in_age",
    "accounts.middleware.preferences",
    # pages are for people who are signed in, but those that say otherwise
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "accounts.middleware.Refusals",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "games.context.house",
            ],
        },
    }
]

# --- people ---------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.passwords.LengthValidator"},
    {"NAME": "accounts.passwords.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.KnownWordsValidator"},
]
LOGIN_REDIRECT_URL = "games:desk"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "games:home"
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds

SESSION_ENGINE = "config.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60  # seconds; how long sign-ins last: accounts.sessions
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token themselves
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = None  # User.email holds what is confirmed: accounts.signals
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one replaces it when it is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 30 * 60  # seconds
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "reset_password": "accounts.forms.ResetForm",
    "reset_password_from_key": "accounts.forms.ResetKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reauthenticate": "accounts.forms.ConfirmPasswordForm",
    "add_email": "accounts.forms.AddEmailForm",
}
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.tokens.ResetTokenGenerator"  # noqa: S105
ACCOUNT_RATE_LIMITS = {
    # wrong passwords; a right one is not counted (accounts.limits)
    "sign_in": "10/15m/key",
    "sign_in_hour": "50/h/key",
    "sign_in_ip": "300/10m/ip",
    "sign_in_site": "3000/10m/key",
    "login": "300/10m/ip",  # forms sent, right or wrong
    "login_failed": "5/5m/key",  # codes of the second factor
    "registered": "5/h/ip",
    "signup": "60/h/ip",
    "reset_password": "20/h/ip,3/h/key",
    "reset_password_from_key": "20/10m/ip",
    "confirm_email": "3/h/key",
    "manage_email": "20/h/user",
    "change_password": "10/10m/user",
    "reauthenticate": "10/10m/user",
}
MFA_ADAPTER = "accounts.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.second_factor.SignInCodeForm",
    "reauthenticate": "accounts.second_factor.ConfirmCodeForm",
    "activate_totp": "accounts.second_factor.SetUpForm",
}
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address is optional, and only a confirmed one has rights
MFA_TOTP_ISSUER = "Jinya"
MFA_TOTP_TOLERANCE = 1  # steps of 30 seconds
MFA_RECOVERY_CODE_DIGITS = 25  # more than 80 bits
MFA_RECOVERY_CODES_SHOW_ONCE = True

# --- language and time ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files ----------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

# --- queue ----------------------------------------------------------------------------------

CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False  # a message is a hint; the sweep finds what it would have said
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # the table is in the code; nothing to remember
CELERY_TIMEZONE = "UTC"

BOT_PACE_SECONDS = 0.5  # a bot answers so long after it was asked, or so many times as long
DEMO_PASSWORD = ""  # of the demo guests; without one there can be none
HOUSE_MATCH_PACE_SECONDS = 10.0  # between two moves when only bots play
MAIL_DOMAIN = "jinya.localhost"  # the right half of our Message-IDs
THINK_IN_CHILD = False  # whether a bot thinks in a process of its own (games.thinking)

# --- safety ---------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1
SOCKET_MESSAGE_LIMIT = 8 * 1024  # bytes

X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        # the nonce is for the import map and nothing else
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}
