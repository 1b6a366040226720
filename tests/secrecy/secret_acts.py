"""T3: what somebody does that nobody else may notice; T4: what differs about an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session

from accounts.models import SignIn, User
from engines.catalogue import meta_for
from engines.core.dice import Dice
from games.endpoints.models import CalendarFeed
from games.matchpage.query import QUESTIONS
from tests.secrecy.house import NOW
from tests.secrecy.scripts import Act


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
    notice_choices: dict[str, Any] | None
    is_staff: bool
    browser: str
    session_key: str


ACCOUNTS = (
    Account(
        "north@private.example", "Asia/Kathmandu", "en", "dark", "kanji", True, 30,
        None, False, "Firefox Linux", "a" * 32,
    ),
    Account(
        "somebody.else@mail.example", "America/St_Johns", "ja", "light", "international", False,
        600, {"rhythm": "morning", "quiet": ["01:00", "09:00"], "cells": {"turn.bell": False}},
        True, "Safari iPhone", "b" * 32,
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
        confirm_live=not account.confirm_moves,
        mail_wait_minutes=account.mail_wait_minutes,
        notice_choices=account.notice_choices,
        is_staff=account.is_staff,
        last_login=NOW - timedelta(hours=len(account.theme)),
    )
    Session.objects.create(
        session_key=account.session_key, session_data="", expire_date=NOW + timedelta(days=9)
    )
    CalendarFeed.objects.create(user=user, token=account.session_key, made_at=NOW)
    SignIn.objects.filter(user=user).update(
        browser=account.browser, session_key=account.session_key
    )


@dataclass(frozen=True)
class Secret:
    """Something North does in one way or in another, in a match that is so many plies old."""

    plies: int
    one: Sequence[Act]
    other: Sequence[Act]
    is_kept: bool = True
    """Whether North sees afterwards what was done."""
    open_to_root: str = ""
    """Pages of whose name this is a part tell it to staff with all rights."""


class Secrets:
    """What North may do in secret, for one game."""

    def __init__(self, game: str) -> None:
        placing = meta_for(game).placing
        assert placing is not None
        self.placing, self.kinds = placing, meta_for(game).kinds

    def marks(self, numbers: Sequence[int]) -> list[Act]:
        """Guess marks on South's pieces, by their numbers: each is taken for something else."""
        squares, kinds = self.placing.squares(0), self.kinds
        return [
            Act(
                "north",
                "mark/",
                {"piece": squares[number % len(squares)], "kind": kinds[number % len(kinds)]},
            )
            for number in numbers
        ]

    def drafts(self, seed: bytes, count: int) -> list[Act]:
        """So many drafts of a set-up, one after the other, each with other gaps."""
        return [
            Act("north", "setup/", {"do": "save", "letters": self._draft(seed, number)})
            for number in range(count)
        ]

    def whole_draft(self) -> list[Act]:
        """A draft of a set-up in which nothing is missing."""
        letters = self.placing.recommended(Dice(b"whole", "draft"))
        return [Act("north", "setup/", {"do": "save", "letters": letters})]

    def formations(self, seed: bytes, names: Sequence[str]) -> list[Act]:
        """Formations kept under *names*; the first is renamed, the last forgotten."""
        letters = {name: self.placing.recommended(Dice(seed, name)) for name in names}
        acts = [{"do": "keep", "letters": letters[name], "name": name} for name in names]
        first, last = names[0], names[-1]
        own = {"letters": letters[last]}
        acts.append({**own, "do": "rename", "name": first, "new_name": "renamed"})
        acts.append({**own, "do": "forget", "name": last})
        return [Act("north", "setup/", form) for form in acts]

    def kept(self, names: Sequence[str]) -> list[Act]:
        """Formations kept under *names*."""
        return self.formations(b"kept", names)[: len(names)]

    def some_act(self, dice: Dice) -> Act:
        """One act of any kind; whether it is open at the time or refused is part of the chance."""
        square = dice.choice(self.placing.squares(dice.below(2)))
        to = dice.choice(self.placing.squares(dice.below(2)))
        name = "".join(dice.choice("abcdef") for _letter in range(3))
        letters = self._draft(b"some", dice.below(1000))
        army = {"letters": self.placing.recommended(Dice(b"some", name)), "name": name}
        answers = (f"P*{to}", f"{square}{to}!", "doubt", "accept")
        late = {"seat_ply": "999", "key": name * 9}  # an answer of a turn that never comes
        return dice.choice(
            [
                Act("north", "setup/", {"do": "save", "letters": letters}),
                Act("north", "setup/", {"do": "ready", "letters": letters}),
                Act("north", "setup/", {**army, "do": "keep"}),
                Act("north", "setup/", {**army, "do": "rename", "new_name": name[::-1]}),
                Act("north", "setup/", {**army, "do": "forget"}),
                Act("north", "setup/", {"letters": letters, "do": dice.choice(self._tools())}),
                Act("north", "mark/", {"piece": square, "kind": dice.choice((*self.kinds, ""))}),
                Act("north", "note/", {"text": name * dice.below(900)}),
                Act("north", "", {"ply": str(dice.below(90))}, "get"),
                Act("north", "board/", {"at": square}, "get"),
                Act("north", "board/", {"at": square, "bluff": "1"}, "get"),
                Act("north", "board/", {"ask": dice.choice(QUESTIONS)}, "get"),
                Act("north", "knowledge/", {"piece": square}, "get"),
                Act("north", "setup/", method="get"),
                Act("north", "move/", {**late, "move": square + to}),
                Act("north", "move/", {"move": name, "seat_ply": "1", "key": name * 9}),
                Act("north", "move/", {**late, "move": dice.choice(answers)}),
                Act("north", "draw/", {"do": dice.choice(("withdraw", "accept", "refuse"))}),
                Act("north", "seen/"),
                Act("north", "/notices/"),
                Act("north", dice.choice(("/desk/", "/settings/", "/archive/")), method="get"),
            ]
        )

    def _tools(self) -> list[str]:
        armies = [f"army:{army.slug}" for army in self.placing.armies]
        return ["random", "mirror", "clear", "load:abc", *armies]

    def _draft(self, seed: bytes, number: int) -> str:
        """A set-up with some gaps, so that it cannot be the final one."""
        letters = list(self.placing.recommended(Dice(seed, str(number))))
        for gap in range(number % len(letters), len(letters), 7):
            letters[gap] = "."
        return "".join(letters)


def outside(game: str, acts: Sequence[Act]) -> list[Act]:
    """The same done with set-ups outside the match."""
    return [replace(act, path=f"/set-ups/{game}/") for act in acts]


def notes(texts: Sequence[str]) -> list[Act]:
    """A private note on the match, written anew."""
    return [Act("north", "note/", {"text": text}) for text in texts]


def starred(how: str) -> list[Act]:
    """The match, marked on one's desk."""
    return [Act("north", "/desk/mark/", {how: "{uid}"})]


def planned(squares: Sequence[str]) -> list[Act]:
    """Planned answers to whatever befalls those squares, and what is no plan."""
    whats = ("moved", "came", "held", "lost", "taken")
    lines = [f"plan/{what}-{square}/" for square in squares for what in whats]
    return [
        Act("north", "plan/", method="get"),
        *(Act("north", line, method="get") for line in lines),
        *(
            Act("north", f"{line}{move}/", {"do": "keep"})
            for line in lines
            for move in ("a6a5", "doubt")
        ),
        Act("north", "plan/a3a4/a6a5/", {"do": "keep"}),
        Act("north", "plan/", {"move": f"moved-{squares[0]}"}),
        Act("north", "plan/", method="get"),
    ]


def tried(squares: Sequence[str]) -> list[Act]:
    """Moves that are tried on a board of one's own, with notes to them, and what cannot be."""
    return [
        Act("north", "try/", method="get"),
        *(Act("north", "try/", {"move": f"{square}{squares[0]}"}) for square in squares[1:]),
        Act("north", "try/", {"do": "note", "note": "his general is on d6"}),
        Act("north", "try/", {"do": "open"}),
        Act("north", "try/", {"move": squares[0]}),
        Act("north", "try/", method="get"),
    ]


def remarks(texts: Sequence[str]) -> list[Act]:
    """What is said for the time after the match."""
    return [Act("north", "talk/", {"room": "later", "text": text}) for text in texts]


def reports(category: str) -> list[Act]:
    """Something told to the moderators."""
    form = {"category": category, "seat": "0", "text": "his general is on d6"}
    return [Act("north", "report/", form)]


def looks() -> list[Act]:
    """Looks around, picks up pieces, types nonsense, and does nothing."""
    return [
        *(Act("north", "", {"ply": str(ply)}, "get") for ply in (0, 1, 2)),
        *(Act("north", "board/", {"at": square}, "get") for square in ("b4", "g4", "d6")),
        Act("north", "board/", {"ask": "resign"}, "get"),
        Act("north", "board/", {"ask": "draw"}, "get"),
        Act("north", "seen/"),
        Act("north", "/notices/"),
        Act("north", "move/", {"move": "a6a5", "seat_ply": "99", "key": "key-of-nothing"}),
        Act("north", "move/", {"move": "nonsense", "seat_ply": "1", "key": "key-of-nonsense"}),
        Act("north", "/learn/xiongqi/cannon/", {"move": "c2c7"}),
        Act("north", "/desk/", method="get"),
        Act("north", "/settings/", method="get"),
        Act("north", "/settings/notices/sent/", {"channel": "bell"}),
        Act("north", "/my-data/export/"),
    ]


def secrets_of(game: str) -> dict[str, Secret]:
    """What is done in two ways that nobody else may tell apart; the keys are `SECRETS`."""
    own = Secrets(game)
    few, many = own.drafts(b"one", 3), own.drafts(b"other", 8)
    asked_for = [
        Act("south", "setup/", {"letters": own.placing.nothing, "do": f"load:{name}"})
        for name in ("a", "b")
    ]
    ab, cde = own.formations(b"one", ["a", "b"]), own.formations(b"other", ["c", "d", "e"])
    scribbles = ["his general", "is on d6, 大将", "x" * 900]
    return {
        "guess marks": Secret(20, own.marks(range(12)), own.marks(range(3, 20, 3))),
        "guess marks or none": Secret(20, own.marks(range(12)), []),
        "drafts of a set-up": Secret(0, few, many),
        "drafts or none": Secret(0, few, []),
        "a whole draft": Secret(0, own.whole_draft(), few),
        "a draft while the other is ready": Secret(1, few, []),
        "formations": Secret(0, ab, cde),
        "set-ups outside a match": Secret(0, outside(game, [*few, *ab]), outside(game, cde)),
        "notes": Secret(20, notes(["mine"]), notes(scribbles)),
        "marks on the desk": Secret(20, starred("star"), starred("mute")),
        "plans": Secret(20, planned(["a2", "b3", "b6"]), [], is_kept=False),
        "variations": Secret(20, tried(["a2", "b3", "b6", "c6"]), [], is_kept=False),
        "formations asked for by the other": Secret(
            0, [*own.kept(["a"]), *asked_for], [*own.kept(["b"]), *asked_for]
        ),
        "remarks for later": Secret(20, remarks(["mine"]), remarks(["his general", "大将"])),
        "reports": Secret(20, reports("throwing"), [], is_kept=False, open_to_root="moderation"),
        "looking around": Secret(20, looks(), [], is_kept=False),
        "looking around in set-up": Secret(0, looks(), [], is_kept=False),
    }


def some_secret(game: str, number: int) -> Secret:
    """Up to fifty such acts in one world, and up to fifty others in the other, at random."""
    own, dice = Secrets(game), Dice(b"secrets", f"{game} {number}")
    ones, others = ([own.some_act(dice) for _act in range(dice.below(51))] for _world in range(2))
    return Secret(dice.choice((0, 0, 1, 8, 30, 80)), ones, others, is_kept=False)


SECRETS = (
    *("guess marks", "guess marks or none"),
    *("drafts of a set-up", "drafts or none", "a draft while the other is ready"),
    "a whole draft",
    *("formations", "formations asked for by the other", "set-ups outside a match"),
    *("notes", "plans", "variations", "remarks for later", "reports", "marks on the desk"),
    *("looking around", "looking around in set-up"),
)
