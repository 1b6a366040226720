"""Runs the whole site in this one process: pages, live updates, queue and clock."""

from __future__ import annotations

import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any

from celery.app import app_or_default
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command

from accounts.mail import release_letters
from games.bots import thinking
from games.bots.services import release_owed_turns
from games.management.blank import take_blank
from games.management.embedded import Queue, claim, open_door, within
from games.notices.services.post import release_deliveries
from games.plans.forced import release_forced
from games.plans.services import release_planned
from games.puzzles.services import load_shipped
from games.tasks import sweep_bot_turns
from queues.schema import UnknownSchema, check_schema

STOP_WITHIN = 3.0  # seconds; what is then unfinished is found by the sweeps at the next start


class Command(BaseCommand):
    help = "Runs the whole site on this machine; Ctrl-C stops it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="leave an empty site empty")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CELERY_BROKER_URL.startswith("memory:"):
            raise CommandError("`play` is for the embedded site; see docs/operations.md.")
        try:
            self.run(demo=not options["no_demo"])
        except KeyboardInterrupt:
            sys.exit(130)

    def run(self, *, demo: bool) -> None:
        """Start everything, serve until a signal comes, stop everything."""
        from daphne.server import Server  # first of all that is Twisted: it picks the event loop

        lock = claim(settings.DATA_DIR)
        door = open_door(settings.BIND, settings.PORT)
        prepare(demo=demo)
        queue = Queue(app_or_default())
        queue.start()
        sweep_bot_turns.delay()  # what the last site owed is played now, not at the first beat
        Server(
            application=application(),
            endpoints=[f"fd:fileno={door.fileno()}"],
            ready_callable=self.announce,
            websocket_max_message_size=settings.SOCKET_MESSAGE_LIMIT,
            websocket_max_frame_size=settings.SOCKET_MESSAGE_LIMIT,
            server_name="jinya",
            verbosity=0,
        ).run()
        self.close(queue)
        lock.close()

    def announce(self) -> None:
        """Tells where the site stands."""
        self.stdout.write(f"\n  陣屋 Jinya is open at {settings.SITE_URL}/   (Ctrl-C closes it)\n")
        self.stdout.flush()

    def close(self, queue: Queue) -> None:
        """Ends within a bounded time: rows, not threads, hold what was confirmed."""
        logging.disable()  # what tasks say of being cut short; the next start finds their work
        thinking.stop()
        within(STOP_WITHIN, queue.stop)
        self.stdout.write("\n  Closed.\n")
        self.stdout.flush()
        os._exit(0)


def prepare(*, demo: bool) -> None:
    """Brings the database up to date; an empty site gets its demo guests."""
    if not take_blank(settings.DATABASES["default"]["NAME"]):
        call_command("migrate", interactive=False, verbosity=0)
    try:
        check_schema()
    except UnknownSchema as error:
        raise CommandError(str(error)) from error
    load_shipped()
    release_owed_turns()
    release_planned()
    release_forced()
    release_deliveries()
    release_letters()
    if demo and settings.DEMO_PASSWORD and not get_user_model().objects.exists():
        call_command("demo")


def application() -> Any:
    """The ASGI application, behind which the whole site is loaded."""
    from channels.routing import get_default_application

    return get_default_application()
