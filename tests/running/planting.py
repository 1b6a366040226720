"""Runs inside a site: people who are signed in, and matches between them.

Reads ``{"tables": n, "copies": n, "matches": n, "bots": n, "stages": n, "planned": n,
"tokens": n}`` and writes the tables: two people, their session keys, and the matches between them
(South first); of a table with a bot, and of one for a campaign, one person; of one where moves are
planned, the turns. Copies are tables as well: there may be hundreds of them, for the database
copies what the services have made of the first.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django

PIECES_OF_A_NAME = "abcdefghij"
COPIES = 1_000_000
"""The keys of copied people and matches begin there."""


def main() -> None:
    """Read the question, plant, and write the answer."""
    django.setup()
    from django.core.management import call_command

    asked = json.load(sys.stdin)
    call_command("migrate", interactive=False, verbosity=0)
    tables = [_table(asked["matches"]) for _number in range(asked.get("tables", 0))]
    tables += _copied_tables(asked["copies"], asked["matches"]) if "copies" in asked else []
    tables += [_bot_table(asked["matches"]) for _number in range(asked.get("bots", 0))]
    tables += [_stage_table() for _number in range(asked.get("stages", 0))]
    tables += [
        _planned_table(number, asked["matches"]) for number in range(asked.get("planned", 0))
    ]
    tables += [_watched_table(asked["tokens"])] if "tokens" in asked else []
    json.dump(tables, sys.stdout)


def _table(matches: int) -> dict[str, Any]:
    from django.utils import timezone

    from games.match.terms import opening

    people = [_person(), _person()]
    terms = opening.Terms(game="xiongqi", time_control="relaxed", side=0)
    uids = []
    for _number in range(matches):
        match = opening.create_invitation(user=people[0], terms=terms, now=timezone.now())
        opening.take_seat(secret=match.secret, user=people[1], now=timezone.now())
        uids.append(match.uid)
    return {"sessions": sign_in(people), "matches": uids}


def _copied_tables(tables: int, matches: int) -> list[dict[str, Any]]:
    from allauth.account.models import EmailAddress

    from accounts.models import User
    from games.match.models import Match
    from games.match.sealed import SealedPosition
    from tests.kit.crowd import copies

    match = Match.objects.get(uid=_table(1)["matches"][0])
    players = list(match.players.order_by("seat"))
    for player in players:
        person, own = player.user, f"{COPIES} + 2 * n + {player.seat}"
        name, email = (
            f"'copy {player.seat} ' || n",
            f"'copy{player.seat}.' || n || '@jinya.example'",
        )
        named = {"name": name, "name_key": name, "name_look": name}
        copies(person, 0, tables, id=own, email=email, **named)
        address = EmailAddress.objects.get(user=person)
        copies(address, 0, tables, user_id=own, email=email)
    own, every = f"{COPIES} + n", tables * matches
    copies(match, 0, every, id=own, uid="'copy' || n", secret="'secret' || n")
    copies(SealedPosition.objects.get(match=match), 0, every, match_id=own)
    for player in players:
        user = f"{COPIES} + 2 * (n / {matches}) + {player.seat}"
        copies(player, 0, every, match_id=own, user_id=user)
    people = User.objects.filter(pk__gte=COPIES).order_by("pk")
    keys = sign_in(list(people))
    return [
        {
            "sessions": keys[2 * number :][:2],
            "matches": [f"copy{number * matches + each}" for each in range(matches)],
        }
        for number in range(tables)
    ]


def _bot_table(matches: int) -> dict[str, Any]:
    from django.utils import timezone

    from engines.catalogue import GAMES
    from games.match.terms import opening

    person = _person()
    terms = opening.Terms(game="xiongqi", time_control="relaxed", side=0)
    level = GAMES[0].bot_levels[0]
    uids = [
        opening.create_bot_match(user=person, terms=terms, level=level, now=timezone.now()).uid
        for _number in range(matches)
    ]
    return {"sessions": sign_in([person]), "matches": uids}


def _planned_table(number: int, matches: int) -> dict[str, Any]:
    """North answers by plans, in one game after the other, or by forced moves."""
    from django.utils import timezone

    from games.match.changes.turns import MoveRequest, play_move
    from games.match.terms import opening
    from tests.running import planned

    kind = ("xiongqi", "gunjin", "seichu", "forced")[number % 4]
    people, is_forced = [_person(), _person()], kind == "forced"
    if is_forced:
        people[1].plays_forced = True
        people[1].save(update_fields=["plays_forced"])
    game, start = ("xiongqi", planned.FORCED_START) if is_forced else (kind, "")
    terms = opening.Terms(game=game, time_control="relaxed", side=0, start=start)
    uids, setups = [], planned.SETUPS.get(kind, ())
    for _number in range(matches):
        match = opening.create_invitation(user=people[0], terms=terms, now=timezone.now())
        opening.take_seat(secret=match.secret, user=people[1], now=timezone.now())
        for person, letters in zip(people, setups, strict=bool(setups)):
            move = MoveRequest(f"setup:{letters}", 1, f"set-up of {person.pk}")
            play_move(uid=match.uid, user=person, move=move, now=timezone.now())
        uids.append(match.uid)
    return {
        "sessions": sign_in(people),
        "matches": uids,
        "turns": planned.turns(kind),
        "first_ply": 2 if setups else 1,
    }


def _watched_table(tokens: int) -> dict[str, Any]:
    """A match with programs: one of South, and of so many who look on, some of them the same."""
    from django.utils import timezone

    from accounts.sign_in.tokens import MOST, make_token
    from games.match.models import Match

    def token_of(user: Any) -> str:
        scopes, now = ("read", "play"), timezone.now()
        return make_token(user=user, name="bench", scopes=scopes, days=30, now=now)[1]

    table = _table(1)
    south = Match.objects.get(uid=table["matches"][0]).players.get(seat=0).user
    people = [_person() for _number in range(-(-tokens // MOST))]
    watching = [token_of(people[number // MOST]) for number in range(tokens)]
    return {**table, "token": token_of(south), "tokens": watching}


def _stage_table() -> dict[str, Any]:
    """Somebody alone, with a match of a stage in which four nations of the site act each round."""
    from django.utils import timezone

    from games.campaign.selectors import campaign_game
    from games.match.terms import opening

    person = _person()
    terms = opening.Terms(
        game=campaign_game(), time_control="none", options={"stage": "heart-of-the-map"}
    )
    match = opening.create_bot_match(user=person, terms=terms, level="npc", now=timezone.now())
    own = match.players.get(user=person).seat
    return {"sessions": sign_in([person]), "matches": [match.uid], "solo_seat": own}


def _person() -> Any:
    """Somebody who wants to be told of turns by mail."""
    from accounts.models import User

    number = User.objects.count()
    name = "p" + "".join(PIECES_OF_A_NAME[int(digit)] for digit in f"{number:05}")
    return User.objects.create_user(name, email=f"{name}@jinya.example")


def sign_in(people: list[Any]) -> list[str]:
    """The keys of their sessions."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.base import VALID_KEY_CHARS
    from django.contrib.sessions.models import Session
    from django.utils import timezone
    from django.utils.crypto import get_random_string

    from accounts.models import SignIn
    from accounts.sign_in import sessions

    store, now = import_module(settings.SESSION_ENGINE).SessionStore(), timezone.now()
    rows = []
    for person in people:
        data = {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: person.get_session_auth_hash(),
            **dict.fromkeys((sessions.SINCE, sessions.SEEN), int(now.timestamp())),
        }
        key = get_random_string(32, VALID_KEY_CHARS)
        until = store.get_expiry_date()
        rows.append(Session(session_key=key, session_data=store.encode(data), expire_date=until))
    Session.objects.bulk_create(rows)
    SignIn.objects.bulk_create(
        SignIn(user=person, session_key=row.session_key, since=now, seen_at=now)
        for person, row in zip(people, rows, strict=True)
    )
    return [row.session_key for row in rows]


if __name__ == "__main__":
    main()
