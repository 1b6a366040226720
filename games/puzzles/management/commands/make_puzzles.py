"""Makes puzzles of a game.

    python manage.py make_puzzles --game xiongqi --seed jinya-1 --count 500
    python manage.py make_puzzles --game gunjin --ask sure --seed jinya-1 --count 200
    python manage.py make_puzzles --game xiongqi --matches 1000

The last looks into the newest finished matches of this site, rated or against bots, of players
who let their matches become puzzles. The others play matches and add what they find to a file: the
same seed makes the same puzzles anywhere, and a file that has some already goes on where it ends.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engines.catalogue import GAMES, meta_for
from engines.puzzles.making import MAKERS, made
from games.puzzles.files import Head, file_for, line_of, read_stock, text_file
from games.puzzles.services import make_from_matches


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the game, the seed, the number of puzzles and the file."""
        parser.add_argument("--game", required=True, choices=[meta.slug for meta in GAMES])
        parser.add_argument("--ask", default="", help="one question alone, in a file of its own")
        parser.add_argument("--seed", help="of the matches that bots play")
        parser.add_argument("--count", type=int, help="puzzles in the whole file")
        parser.add_argument("--matches", type=int, help="look into so many matches of this site")
        parser.add_argument("--file", type=Path, help="instead of the one that is shipped")

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays matches until there are enough puzzles; writes after each match."""
        game, count = options["game"], options["count"]
        if options["matches"] is not None:
            self.stdout.write(f"{make_from_matches(game, options['matches'])} new puzzles")
            return
        if not options["seed"] or count is None:
            raise CommandError("say --seed and --count, or --matches")
        head = Head(game, meta_for(game).rules_version, options["seed"], options["ask"])
        if (f"{game}-{head.ask}" if head.ask else game) not in MAKERS:
            raise CommandError(f"no such puzzles are made of {game} yet")
        path = options["file"] or file_for(head)
        number, have = _begun(path, head)
        begun = time.monotonic()
        while have < count:
            source = made(game, head.rules, head.seed, number, head.ask)
            number += 1
            if source.found:
                have += len(source.found)
                with text_file(path, "at") as file:
                    file.write(line_of(source))
        taken = time.monotonic() - begun
        self.stdout.write(f"{have} puzzles in {path}, {number} matches, {taken:.0f} s")


def _begun(path: Path, head: Head) -> tuple[int, int]:
    """Return the number of the next match, and how many puzzles there are; begins a file."""
    if not path.exists():
        with text_file(path, "at") as file:
            file.write(head.as_line())
        return 0, 0
    there, sources = read_stock(path)
    if there != head:
        raise CommandError(f"{path} was made otherwise: {there}")
    number, have = 0, 0
    for source in sources:
        number, have = source.number + 1, have + len(source.found)
    return number, have
