"""What tests replace of the site: each with its reason, and with the test of the real thing.

`tests/test_replaced.py` compares these tables with the settings of both kinds of site and with
what the fixtures and the kit of the tests patch.
"""

from __future__ import annotations

from typing import NamedTuple


class Replaced(NamedTuple):
    """Why something is another in tests, and which test, or part of `.ci/run`, has the real one."""

    reason: str
    proof: str


PLAYED = "tests/config/test_play.py::test_it_opens_answers_and_closes"
CLOSED = "tests/config/test_modes.py::test_production_is_closed_where_it_must_be"
ON_SERVERS = ".ci/production.py::look_at_pages"
REPEATED = "tests/config/test_redis_layer.py::test_a_thread_tells_a_page_of_another_loop"

SETTINGS = {
    "ALLOWED_HOSTS": Replaced("Django's test client asks for its own host", PLAYED),
    "SITE_ORIGINS": Replaced("Django's test client asks for its own host", PLAYED),
    "SITE_URL": Replaced("Django's test client asks for its own host", PLAYED),
    "BOT_PACE_SECONDS": Replaced(
        "nobody looks on: hundreds of tests would wait for bots",
        "tests/bots/test_bot_turns.py::test_how_long_it_thought_is_not_told",
    ),
    "DATABASES": Replaced("a database of the run's own, on servers where it is told so", PLAYED),
    "DEFAULT_FROM_EMAIL": Replaced("each site has its own", CLOSED),
    "DEMO_PASSWORD": Replaced("a site makes its own", PLAYED),
    "EMAIL_BACKEND": Replaced(
        "tests look into an outbox",
        "tests/config/test_as_the_house.py::test_mails_are_written_to_files",
    ),
    "INSTALLED_APPS": Replaced("with the linter of migrations, without the metrics", ON_SERVERS),
    "LOGGING": Replaced("pytest catches what is logged", ON_SERVERS),
    "MIDDLEWARE": Replaced(
        "tests read bodies that are not compressed, and count no metrics", PLAYED
    ),
    "MIGRATION_LINTER_OPTIONS": Replaced("of a tool for `make check`", CLOSED),
    "PASSWORD_HASHERS": Replaced(
        "a quick one: Argon2 takes a twentieth of a second for everybody there is",
        "tests/config/test_as_the_house.py::test_passwords_are_kept_and_known_by_argon2",
    ),
    "PLAY_LIMITS": Replaced(
        "tests are many people in a hurry",
        "tests/config/test_as_the_house.py::test_who_begins_too_much_is_stopped",
    ),
    "READY_FRESH_SECONDS": Replaced(
        "twins ask one after the other, and each is to cost as many statements",
        "tests/config/test_health.py::test_a_hundred_who_ask_cost_one_look",
    ),
    "SECRET_KEY": Replaced("a site makes its own", PLAYED),
    "VAPID_KEY": Replaced("a site makes its own", PLAYED),
}
"""Settings that are others than in the site on one machine, and than in the site on servers."""

SERVERS = Replaced("the suite runs as the site on one machine does", ON_SERVERS)

OF_SERVERS = dict.fromkeys(
    (
        *(
            "ALLAUTH_TRUSTED_PROXY_COUNT",
            "CACHES",
        ),
        *("CELERY_TASK_SOFT_TIME_LIMIT", "CELERY_TASK_TIME_LIMIT"),
        *("EMAIL_HOST", "EMAIL_HOST_PASSWORD", "EMAIL_HOST_USER", "EMAIL_PORT", "EMAIL_TIMEOUT"),
        *("EMAIL_USE_TLS", "SERVER_EMAIL", "SETUP_PAGE"),
        *("PROMETHEUS_EXPORT_MIGRATIONS", "STATIC_ROOT", "STORAGES", "WHITENOISE_USE_FINDERS"),
    ),
    SERVERS,
) | {
    **dict.fromkeys(
        (
            *("CELERY_BROKER_URL", "CELERY_BROKER_CONNECTION_TIMEOUT"),
            *("CELERY_BROKER_TRANSPORT_OPTIONS", "CHANNEL_LAYERS"),
        ),
        Replaced("in one process, but where JINYA_TEST_REDIS_URL is set", REPEATED),
    ),
    **dict.fromkeys(
        (
            *("ACCOUNT_DEFAULT_HTTP_PROTOCOL", "CSRF_COOKIE_NAME", "CSRF_COOKIE_SECURE"),
            *("CSRF_TRUSTED_ORIGINS", "LANGUAGE_COOKIE_NAME", "LANGUAGE_COOKIE_SECURE"),
            "SECURE_HSTS_SECONDS",
            *("SECURE_PROXY_SSL_HEADER", "SECURE_REDIRECT_EXEMPT", "SECURE_SSL_REDIRECT"),
            *("SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "SILENCED_SYSTEM_CHECKS"),
        ),
        Replaced("tests speak http", CLOSED),
    ),
}
"""Settings that are as in the site on one machine, and others on servers."""

PATCHED = {
    "config/settings/test.py::os.environ": Replaced(
        "tests look into engines as they are written",
        "tests/engines/test_compiled.py::test_the_same_moves_in_a_thousand_positions",
    ),
    "tests/e2e/conftest.py::os.environ": Replaced(
        "Playwright has an event loop where tests use the database", PLAYED
    ),
    "tests/accounts/conftest.py::clock": Replaced("links and codes go out of date", PLAYED),
    "tests/accounts/conftest.py::commits": Replaced(
        "what follows a commit happens within the test's own transaction",
        "tests/faults/test_crash_points.py::test_after_the_commit_all_is_there_and_the_same_request_changes_nothing",
    ),
    "tests/kit/pseudo.py::pseudo_languages": Replaced(
        "they are there to find what is not translatable",
        "tests/config/test_languages.py::test_pages_say_nothing_in_english",
    ),
    "tests/api/conftest.py::site": Replaced(
        "programs of tests are many in a hurry",
        "tests/config/test_as_the_house.py::test_programs_that_ask_too_much_are_stopped",
    ),
    "tests/boards/nation/conftest.py::noon": Replaced("countdowns are drawn alike", PLAYED),
    "tests/conftest.py::desks_are_counted_at_once": Replaced(
        "a test that hears nothing for a moment has not to wait for what is gathered",
        "tests/config/test_as_the_house.py::test_changes_of_a_desk_are_gathered",
    ),
    "tests/conftest.py::loud_templates": Replaced("an undefined variable is an error", PLAYED),
    "tests/conftest.py::no_network": Replaced(
        "nothing leaves this machine",
        "tests/endpoints/test_webhooks.py::test_the_connection_goes_to_the_address_that_was_looked_at_and_asks_for_the_name",
    ),
    "tests/conftest.py::same_day": Replaced("clocks of matches do not run out", PLAYED),
    "tests/conftest.py::static_files_are_found_once": Replaced(
        "looking through all of them took most of the time of a page", PLAYED
    ),
    "tests/conftest.py::switches_are_remembered": Replaced(
        "on a busy machine a page would take a statement more than the one before",
        "tests/config/test_as_the_house.py::test_a_switch_turned_elsewhere_is_noticed_soon",
    ),
    "tests/conftest.py::tables_are_emptied_quickly": Replaced(
        "the audit log refuses to be emptied, and what is always there is kept",
        "tests/moderation/test_log.py::test_the_log_cannot_be_changed",
    ),
    "tests/conftest.py::thoughts_in_place": Replaced(
        "a child of low priority is starved on a busy machine",
        "tests/bots/test_every_question.py::test_a_move_under_all_rules_and_handicaps_and_on_all_stages",
    ),
    "tests/e2e/conftest.py::site": Replaced("the port is drawn", PLAYED),
    "tests/endpoints/conftest.py::outside": Replaced(
        "the world outside is a server on loopback",
        "tests/endpoints/test_webhooks.py::test_the_connection_goes_to_the_address_that_was_looked_at_and_asks_for_the_name",
    ),
    "tests/kit/endless.py::without_repetition": Replaced(
        "a match goes on for ever",
        "tests/match/test_snapshots.py::test_repetitions_are_counted_over_what_is_kept",
    ),
    "tests/kit/endless.py::counted": Replaced("what is done is counted, and done", PLAYED),
    "tests/kit/smallest.py::house_of_sanmoku": Replaced(
        "the game of docs/adding-a-game.md is hosted besides the five", PLAYED
    ),
    "tests/kit/stackcard.py::house_of_stacks": Replaced(
        "a sixth game, to show that no other code names five", PLAYED
    ),
    "tests/notices/conftest.py::time_enough": Replaced(
        "whoever sends has time, however slow the machine is",
        "tests/faults/test_killed_sender.py::test_a_killed_worker_loses_no_news_and_doubles_none",
    ),
    "tests/site.py::__init__": Replaced(
        "pages and worker are threads of the test, which looks into them", PLAYED
    ),
    "tests/site.py::_count_answers": Replaced(
        "tables are emptied when the last page is made", PLAYED
    ),
    "tests/tournaments/conftest.py::opened": Replaced(
        "who makes a tournament has finished no ten matches",
        "tests/tournaments/test_running.py::test_only_who_has_finished_ten_matches_makes_one",
    ),
}
"""What conftest files, the kit and the site in the test process patch, by file and function."""
