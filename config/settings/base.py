"""What all modes share. The mode files beside this one contain only differences."""

from __future__ import annotations

from pathlib import Path

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from engines import compiled

compiled.install()  # before the engines are there as they are written

from config.oidc import Provider  # noqa: E402
from config.operator import Operator  # noqa: E402
from engines.catalogue import GAMES  # noqa: E402

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
    "games.apps.MatchConfig",
    "games.apps.SetupConfig",
    "games.apps.KnowledgeConfig",
    "games.apps.NotesConfig",
    "games.apps.PlansConfig",
    "games.apps.BotsConfig",
    "games.apps.EndpointsConfig",
    "games.apps.NoticesConfig",
    "games.apps.RatingsConfig",
    "games.apps.PeopleConfig",
    "games.apps.ProgramsConfig",
    "games.apps.LobbyConfig",
    "games.apps.ChatConfig",
    "games.apps.ConversationsConfig",
    "games.moderation.apps.ModerationConfig",
    "games.apps.CampaignConfig",
    "games.apps.CoachConfig",
    "games.apps.LearnConfig",
    "games.apps.TournamentsConfig",
    "games.apps.ReviewsConfig",
    "games.apps.PersonalConfig",
    "games.apps.PuzzlesConfig",
    "games.apps.LaddersConfig",
    "games.apps.LeaguesConfig",
    "games.apps.ClubsConfig",
    "games.apps.NewsConfig",
    "games.apps.StatisticsConfig",
    "accounts.apps.HouseAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
]

MIDDLEWARE = [
    "config.middleware.request_id",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.house_headers",
    "csp.middleware.CSPMiddleware",
    "config.middleware.readable_bodies",
    "config.static.StaticFiles",
    "games.api.middleware.no_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.mended_addresses.mended_addresses",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sign_in.middleware.Authentication",
    "config.middleware.not_allowed_page",
    "config.middleware.private_pages",
    "accounts.sign_in.middleware.sign_in_age",
    "games.api.middleware.bearer",
    "accounts.preferences.middleware.preferences",
    "accounts.sanctions.middleware.shut_out",
    # pages are for people who are signed in, but those that say otherwise
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "accounts.guests.middleware.Guests",
    "accounts.common.refused_forms.Refusals",
    "games.common.limits.PlayLimits",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES = [
    {
        # templates called *.jinja.html
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "config.jinja.environment",
            "context_processors": ["config.jinja.one_token"],
        },
    },
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
                "games.desk.context.frame",
            ],
            # what most templates use, and so none has to load
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "accounts.templatetags.moments",
                "games.templatetags.limits",
                "games.templatetags.shelf",
            ],
        },
    },
]

FORM_RENDERER = "config.forms.FormRenderer"

# --- people ---------------------------------------------------------------------------------

GAME_WORDS = [word for meta in GAMES for word in (meta.slug, *meta.name.lower().split())]
"""What the games of the site are called: no name of a person, and no part of a password."""

OPERATOR = Operator()  # who runs this site
RESERVED_NAMES: list[str] = []  # those nobody may take besides (accounts.common.reserved_names)
DISPOSABLE_DOMAINS: list[str] = []  # of addresses had for minutes, besides those of the kept list
STAGES: list[Path] = []  # folders with stages of Nation that the operator adds
BACKUPS: list[Path] = []  # folders where backups lie, for operators to see their age
RELEASES = ""  # the https address that says which release is the newest; nobody is asked without it
MINIMUM_AGE = 0  # years; whoever signs up is asked to say so, 0 for nobody
OIDC: tuple[Provider, ...] = ()  # by whom people may sign in besides
SIGN_UP_BY_PROVIDERS = False  # whether by them alone new accounts are made

AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.sign_in.passwords.LengthValidator"},
    {"NAME": "accounts.sign_in.passwords.CommonPasswordValidator"},
    {"NAME": "accounts.sign_in.passwords.KnownWordsValidator"},
]
LOGIN_REDIRECT_URL = "games:desk"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "games:home"
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds

SESSION_ENGINE = "config.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60  # seconds; how long sign-ins last: accounts.sign_in.sessions
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token themselves
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
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
    "login": "accounts.sign_in.forms.SignInForm",
    "signup": "accounts.registration.forms.SignUpForm",
    "reset_password": "accounts.sign_in.forms.ResetForm",
    "reset_password_from_key": "accounts.sign_in.forms.ResetKeyForm",
    "change_password": "accounts.sign_in.forms.ChangePasswordForm",
    "set_password": "accounts.sign_in.forms.SetPasswordForm",
    "reauthenticate": "accounts.sign_in.forms.ConfirmPasswordForm",
    "add_email": "accounts.sign_in.forms.AddEmailForm",
}
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.sign_in.reset_tokens.ResetTokenGenerator"  # noqa: S105
ACCOUNT_RATE_LIMITS = {
    # wrong passwords; a right one is not counted (accounts.sign_in.limits)
    "sign_in": "10/15m/key",
    "sign_in_hour": "50/h/key",
    "sign_in_ip": "300/10m/ip",
    "sign_in_site": "3000/10m/key",
    "login": "300/10m/ip",  # forms sent, right or wrong
    "login_failed": "5/5m/key",  # codes of the second factor
    "registered": "300/h/ip",
    # beyond these one waits half a minute (accounts.registration.robots)
    "registered_calmly": "30/h/ip",  # a school class, a club behind one address
    "registered_in_series": "15/h/key",
    "registering_failed": "60/h/ip",
    "guest": "60/h/ip",
    "guest_site": "300/h/key",
    "signup": "1000/h/ip",  # forms sent, right or wrong; "registered" keeps what was typed
    "reset_password": "20/h/ip,3/h/key",
    "reset_password_from_key": "20/10m/ip",
    "confirm_email": "3/h/key",
    "manage_email": "20/h/user",
    "change_password": "10/10m/user",
    "reauthenticate": "10/10m/user",
    "barrier": "20/h/ip",  # messages on accessibility, of whoever is not signed in, too
    "app_allowed": "20/10m/user",
    "app_token": "300/10m/ip",  # codes and refresh tokens that apps send, right or wrong
}
PLAY_LIMITS = {
    # of POSTs (games.common.limits): per user, and per address that a school may stand behind.
    # Two people with a minute each for a whole match do not come near
    "begin": "25/m/user,300/d/user,1500/h/ip",
    "cancel": "25/m/user,300/d/user,1500/h/ip",
    "move": "240/m/user,6000/m/ip",
    "draft": "240/m/user,6000/m/ip",
    "mark": "240/m/user,6000/m/ip",
    "note": "60/m/user,1500/m/ip",
    "import": "20/m/user,300/d/user,60/m/ip,1500/d/ip",  # what is pasted is kept for two days
    "worth": "60/m/user,240/m/ip",  # a bot thinks about each
    "other": "120/m/user,3000/m/ip",
    # of what visitors and guests look at and takes work to show: 16 boards a second
    "look": "1000/m/ip",
    # of what goes through a whole match, for anybody: per user, or per address of who is none
    "download": "10/m/key,100/m/ip",
    "analysis": "120/m/key,1000/m/ip",
    # of questions to the search box, for anybody, and of what it suggests while one types
    "search": "30/m/key,600/m/ip",
    "suggest": "90/m/key,1800/m/ip",
}
API_LIMITS = {
    # of programs (games.api.limits): "key" is a token, for moves a match of one user
    "read": "240/m/key,480/m/user",
    "write": "60/m/key,120/m/user",
    "move": "60/m/key",
    "export": "6/m/key,60/d/user",
    "unknown": "60/m/ip",  # requests without a token that is good
}
MOST_SOCKETS_OF_USER = 40  # in one process; a page has two
MOST_SOCKETS_OF_ADDRESS = 800
MFA_ADAPTER = "accounts.sign_in.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "authenticate": "accounts.sign_in.second_factor.SignInCodeForm",
    "reauthenticate": "accounts.sign_in.second_factor.ConfirmCodeForm",
    "activate_totp": "accounts.sign_in.second_factor.SetUpForm",
    "add_webauthn": "accounts.sign_in.passkeys.AddPasskeyForm",
    "login_webauthn": "accounts.sign_in.passkeys.SignInPasskeyForm",
    "reauthenticate_webauthn": "accounts.sign_in.passkeys.ConfirmPasskeyForm",
    "edit_webauthn": "accounts.sign_in.passkeys.RenamePasskeyForm",
}
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address is optional, and only a confirmed one has rights
MFA_TOTP_ISSUER = "Jinya"
MFA_TOTP_TOLERANCE = 1  # steps of 30 seconds
MFA_RECOVERY_CODE_DIGITS = 25  # more than 80 bits
MFA_RECOVERY_CODES_SHOW_ONCE = True

SOCIALACCOUNT_ADAPTER = "accounts.providers.adapter.ProviderAdapter"
SOCIALACCOUNT_PROVIDERS = {
    # which there are, and their secrets: OIDC above
    "openid_connect": {
        "provider_class": "accounts.providers.provider.HouseProvider",
        "OAUTH_PKCE_ENABLED": True,
    }
}
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # an address elsewhere opens no account here

# --- language and time ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("ja", _("Japanese")),
    ("zh-hans", _("Simplified Chinese")),
    ("zh-hant", _("Traditional Chinese")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = ["config.formats"]

# --- files ----------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "config.bundles.BundleFinder",
    "config.bundles.SourceFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]

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
CACHES = {
    "default": {
        "BACKEND": "config.cache.MemoryCache",
        # limits are counted here: nobody makes us forget them by filling it up
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
DEMO_PASSWORD = ""  # of the demo guests; without one there can be none
FINISHED_FIRST = 10  # matches that somebody has finished before making tournaments or clubs
HOUSE_POPULATION = False  # whether bots play each other, and take casual seeks that have waited
HOUSE_MATCH_PACE_SECONDS = 10.0  # between two moves when only bots play
SANCTIONS_PAGE = "games:own-sanctions"  # where an account reads what it may not do, and why
OPEN_TO_THE_SHUT_OUT = (
    # the beginnings of the addresses that are left to an account that is suspended
    *("/standing/", "/reports/", "/my-data/", "/accounts/", "/settings/"),
    "/api/",  # it says itself who is shut out, in JSON
    *("/language/", "/theme/", "/rules/", "/static/", "/healthz", "/readyz", "/metrics"),
    *("/fair-play/", "/privacy/", "/terms/", "/imprint/", "/cookies/"),
    "/accessibility/",
    *("/robots.txt", "/sitemap.xml"),
)
MAIL_DOMAIN = "jinya.localhost"  # the right half of our Message-IDs
READY_FRESH_SECONDS = 3.0  # so long an answer of /readyz is given again, without looking
SETUP_PAGE = False  # whether the first of the staff is made at /setup/, by a code in the log
SECURITY_CONTACT = ""  # who hears of holes: /.well-known/security.txt
ALLAUTH_TRUSTED_PROXY_COUNT = 0
BOUNCE_SECRET = ""  # opens /mail/bounced/ to the mail service
STATUS_TOKEN = ""  # opens /metrics, and the details of /readyz besides for this machine

# --- push -----------------------------------------------------------------------------------

VAPID_KEY = (
    ""  # by which push services know us (manage.py vapid_key); without one nothing is pushed
)

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
