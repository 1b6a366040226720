"""T3: what somebody does that nobody else may notice; T4: what differs about an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.sessions.models import Session

from accounts.models import SignIn, User
from engines.catalogue import meta_for
from engines.core.dice import Dice
from games.selectors.marks import knowledge_facts
from games.services import formations, marks, notes
from tests.noninterference.house import NOW, Stage
from tests.noninterference.scripts import Deed, Quiet


@dataclass(frozen=True)
class Account:
    """Everything about a person that is nobody else's business."""

    email: str
    time_zone: str
    language: str
    theme: str
    piece_set: str
    confirm_moves: bool
    mail_wait_minutes: int
    browser: str
    session_key: str


ACCOUNTS = (
    Account(
        "north@private.example", "Asia/Kathmandu", "en", "dark", "kanji", True, 30,
        "Firefox Linux", "a" * 32,
    ),
    Account(
        "somebody.else@mail.example", "America/St_Johns", "ja", "light", "international", False,
        600, "Safari iPhone", "b" * 32,
    ),
)  # fmt: skip


def dress(user: User, account: Account) -> None:
    """Give *user* that account."""
    User.objects.filter(pk=user.pk).update(
        email=account.email,
        time_zone=account.time_zone,
        language=account.language,
        theme=account.theme,
        piece_set=account.piece_set,
        confirm_moves=account.confirm_moves,
        mail_wait_minutes=account.mail_wait_minutes,
        last_login=NOW - timedelta(hours=len(account.theme)),
    )
    Session.objects.create(
        session_key=account.session_key, session_data="", expire_date=NOW + timedelta(days=9)
    )
    SignIn.objects.filter(user=user).update(
        browser=account.browser, session_key=account.session_key
    )


@dataclass(frozen=True)
class Secret:
    """Something North does in one way or in another, in a match that is so many plies old."""

    plies: int
    one: Sequence[Deed | Quiet]
    other: Sequence[Deed | Quiet]


def marking(kinds: Sequence[int]) -> list[Quiet]:
    """Guess marks on South's pieces: which piece, by its number, is taken for the first kind."""

    def mark(number: int) -> Quiet:
        def act(stage: Stage) -> None:
            north = stage.house.people["north"]
            assert north is not None
            pieces = knowledge_facts(stage.match.uid, north).identities
            marks.mark_piece(
                uid=stage.match.uid,
                user=north,
                piece=pieces[number % len(pieces)].piece,
                kind=meta_for(stage.house.game).kinds[number % 7],
                now=NOW,
            )

        return Quiet("north", f"mark {number}", act)

    return [mark(number) for number in kinds]


def noting(*texts: str) -> list[Quiet]:
    """What North writes down about the match, one version after the other."""

    def note(text: str) -> Quiet:
        def act(stage: Stage) -> None:
            north = stage.house.people["north"]
            assert north is not None
            notes.keep_note(uid=stage.match.uid, user=north, text=text)

        return Quiet("north", "note", act)

    return [note(text) for text in texts]


def drafting(seed: bytes, count: int) -> list[Quiet]:
    """So many drafts of a set-up, one after the other, each with fewer gaps."""

    def draft(number: int) -> Quiet:
        def act(stage: Stage) -> None:
            placing = meta_for(stage.house.game).placing
            assert placing is not None
            letters = list(placing.recommended(Dice(seed, str(number))))
            gaps = range(number, len(letters), 7) if number < count - 1 else ()
            for gap in gaps:
                letters[gap] = "."
            user = stage.house.people["north"]
            assert user is not None
            wish = formations.Wish("save", "".join(letters))
            formations.prepare(uid=stage.match.uid, user=user, wish=wish)

        return Quiet("north", f"draft {number}", act)

    return [draft(number) for number in range(count)]


def keeping(seed: bytes, names: Sequence[str]) -> list[Quiet]:
    """Formations kept under *names*; the first is renamed, the last forgotten."""

    def keep(stage: Stage) -> None:
        user, game = stage.house.people["north"], stage.house.game
        placing = meta_for(game).placing
        assert user is not None
        assert placing is not None
        own = {"user_id": user.pk, "game": game}
        for name in names:
            letters = placing.recommended(Dice(seed, name))
            formations.keep_formation(**own, name=name, letters=letters)
        formations.rename_formation(**own, name=names[0], to=f"{names[0]} again")
        formations.forget_formation(**own, name=names[-1])

    return [Quiet("north", "formations", keep)]


def looking() -> list[Deed]:
    """Looks around, picks up pieces, types nonsense, and does nothing."""
    return [
        *(Deed("north", "", {"ply": str(ply)}, "get") for ply in (0, 1, 2)),
        *(Deed("north", "board/", {"at": square}, "get") for square in ("b4", "g4", "d6")),
        Deed("north", "board/", {"ask": "resign"}, "get"),
        Deed("north", "board/", {"ask": "draw"}, "get"),
        Deed("north", "move/", {"move": "a6a5", "seat_ply": "99", "key": "key-of-nothing"}),
        Deed("north", "move/", {"move": "nonsense", "seat_ply": "1", "key": "key-of-nonsense"}),
        Deed("north", "/desk/", method="get"),
        Deed("north", "/settings/", method="get"),
    ]


SECRETS = {
    "guess marks": Secret(20, marking(range(12)), marking(range(3, 20, 3))),
    "guess marks or none": Secret(20, marking(range(12)), []),
    "notes": Secret(20, noting("a", "a plan", "a" * 4000), noting("雪中")),
    "drafts of a set-up": Secret(0, drafting(b"one", 3), drafting(b"other", 8)),
    "drafts or none": Secret(0, drafting(b"one", 6), []),
    "a draft while the other is ready": Secret(1, drafting(b"one", 2), []),
    "formations": Secret(0, keeping(b"one", ["a", "b"]), keeping(b"other", ["c", "d", "e"])),
    "looking around": Secret(20, looking(), []),
    "looking around in set-up": Secret(0, looking(), []),
}
"""What is done in two ways that nobody else may tell apart. A draft needs a seat that still places:
at one ply that is North if South is ready, else nobody's draft is taken."""
