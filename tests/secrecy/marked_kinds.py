"""Canaries in the place of kinds: whatever a hidden piece is called bears a mark.

Every piece of one seat is of a kind that prints as a sign of its own, in views, news, moves and
positions, and so in names, drawings and classes. It is the same number, so the rules stay as they
are. What is captured is told without; a kind as a number in JSON has no mark.
"""

from __future__ import annotations

import base64
import binascii
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import count
from types import ModuleType
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.ranks import RankText
from engines.core.seats import Seat, Viewer
from engines.seichu.position import DEFEAT_CHECK
from games.boards.cards import CARDS
from games.common.languages import once_a_language
from games.lobby.presenters import lessons as drawn_lessons
from games.lobby.selectors import lessons
from games.lobby.views import house as house_views
from games.match.models import Match
from games.match.referee import Referee
from games.templatetags import shelf
from tests.kit.browsing import HTMX
from tests.kit.logs import log_lines
from tests.secrecy.canaries import plain_forms
from tests.secrecy.comparing import Difference, Pair, cells_of, differences
from tests.secrecy.comparisons import every_cell, named, numbered_pairs, one_manner
from tests.secrecy.house import SEATED, Showcase, showcase
from tests.secrecy.scripts import Act, move_act, play_script
from tests.secrecy.surfaces import Cell, cells_behind_pages, core_cells, page, read_all
from tests.secrecy.worlds import World, begun, engine_of, some_world

FIRST_SIGN = 0xE000
"""Where the signs begin that nobody uses but by agreement: none is ever on a page by chance."""


def sign_of(kind: int) -> str:
    """The mark of a kind: a letter that no alphabet has."""
    return chr(FIRST_SIGN + kind)


class MarkedKind(int):
    """The kind of a hidden piece: a number like any other, until somebody prints it."""

    def __str__(self) -> str:
        return sign_of(self)

    __repr__ = __str__


class MarkedLetters(str):
    """The letters of the kinds, but for marked ones their signs."""

    __slots__ = ()

    def __getitem__(self, kind: Any) -> str:
        return sign_of(kind) if isinstance(kind, MarkedKind) else super().__getitem__(kind)


@contextmanager
def marked(game: str, seat: Seat) -> Iterator[None]:
    """Meanwhile the kinds of the pieces of *seat* are marked, wherever code prints them."""
    modules = {
        module.__name__.rpartition(".")[2]: module
        for module in (*_modules_of(f"engines.{game}"), *_presenters_of(game))
    }
    with pytest.MonkeyPatch.context() as patch:
        _leave_lessons(patch)
        _mark_letters(patch, modules, seat)
        _mark_texts(patch, modules, seat)
        _mark_words(patch, modules)
        if "hands" in modules:
            _mark_hands(patch, modules, seat)
        yield


def _leave_lessons(patch: pytest.MonkeyPatch) -> None:
    """Lessons and legends are for everybody: they keep the names of kinds."""
    named = {card.slug: card.legend() for card in CARDS}
    cards = {
        card.slug: replace(card, legend=partial(named.__getitem__, card.slug)) for card in CARDS
    }
    patch.setattr(shelf, "card_for", cards.__getitem__)
    taught = {card.slug: lessons.lesson_of(card.slug) for card in CARDS}
    for asks in (house_views, drawn_lessons):
        patch.setattr(asks, "lesson_of", taught.__getitem__)
    patch.setattr(drawn_lessons, "_kept_lesson", drawn_lessons._kept_lesson.__wrapped__)


def _modules_of(package: str) -> list[ModuleType]:
    names = [found.name for found in pkgutil.iter_modules(import_module(package).__path__)]
    return [import_module(f"{package}.{name}") for name in names]


def _presenters_of(game: str) -> list[ModuleType]:
    return [import_module(f"games.boards.{game}.{part}") for part in ("presenter", "words")]


def _rebind(
    patch: pytest.MonkeyPatch, modules: Mapping[str, ModuleType], old: object, new: object
) -> None:
    """Put *new* in the place of *old* wherever that was imported."""
    for module in modules.values():
        for name, value in list(vars(module).items()):
            if value is old:
                patch.setattr(module, name, new)


def _mark_letters(patch: pytest.MonkeyPatch, modules: dict[str, ModuleType], seat: Seat) -> None:
    """From pieces to kinds, from kinds to letters, and back."""
    pieces = modules["pieces"]
    kinds = tuple(
        MarkedKind(kind) if kind and pieces.SEAT_OF[code] == seat else kind
        for code, kind in enumerate(pieces.KIND_OF)
    )
    # by `progress` a kind is told that everybody learns: what was captured
    telling = {name: module for name, module in modules.items() if name != "progress"}
    letters = dict(pieces.KIND_OF_LETTER)
    letters |= {sign_of(kind): MarkedKind(kind) for kind in pieces.KINDS}
    _rebind(patch, telling, pieces.KIND_OF, kinds)
    _rebind(patch, modules, pieces.KIND_OF_LETTER, letters)
    _rebind(patch, modules, pieces.LETTERS, MarkedLetters(pieces.LETTERS))
    patch.setattr(pieces.CODES, "kind_of", kinds)
    patch.setattr(pieces.CODES, "kind_of_letter", letters)
    patch.setattr(pieces.CODES, "letters", pieces.LETTERS)


def _mark_texts(patch: pytest.MonkeyPatch, modules: dict[str, ModuleType], seat: Seat) -> None:
    """Positions and moves as text."""
    pieces, text, moves = modules["pieces"], modules["text"], modules["moves"]
    letters, signs = pieces.LETTERS[1:], "".join(map(sign_of, pieces.KINDS))
    ranks = {}
    for kind, letter in zip(pieces.KINDS, letters, strict=True):
        own = (letter, letter.lower())
        for owner in (0, 1):
            piece = pieces.piece_of(owner, kind)
            ranks[piece] = sign_of(kind) if owner == seat else own[owner]
    patch.setattr(text, "_RANK", RankText(ranks))
    for name, value in list(vars(moves).items()):
        if isinstance(value, re.Pattern):
            pattern = value.pattern.replace(f"{letters}]", f"{letters}{signs}]")
            patch.setattr(moves, name, re.compile(pattern))


def _mark_words(patch: pytest.MonkeyPatch, modules: dict[str, ModuleType]) -> None:
    """The names and drawings of marked kinds, which are those of their signs."""
    kinds, words = modules["pieces"].KINDS, modules["words"]
    for names in (words.KIND_NAMES, getattr(words, "PROMOTED_NAMES", {})):
        for sign in map(sign_of, kinds):
            patch.setitem(names, sign, f"Piece {sign}")
    _rebind(patch, modules, words.words_now, once_a_language(words.Words))
    presenter = modules["presenter"]
    if ranking := getattr(presenter, "RANKING", None):
        patch.setattr(presenter, "RANKING", ranking + "".join(map(sign_of, kinds)))


def _mark_hands(patch: pytest.MonkeyPatch, modules: dict[str, ModuleType], seat: Seat) -> None:
    """What *seat* has in hand and what it drops, where that came from too."""

    def own(kinds: Sequence[int]) -> tuple[int, ...]:
        return tuple(map(MarkedKind, kinds))

    def marking(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any) -> Any:
            position = change(*args)
            hands = {
                name: tuple(
                    own(hand) if owner == seat else hand
                    for owner, hand in enumerate(getattr(position, name))
                )
                for name in ("start_hands", "hands", "dropped")
            }
            return replace(position, **hands)

        return changed

    progress, beside = modules["progress"], modules["setup"].hand_beside

    def hand_beside(placement: Any, army: Any) -> Any:
        left = beside(placement, army)
        is_marked = isinstance(placement.kinds[0], MarkedKind)
        return own(left) if left and is_marked else left

    for change in (progress.begin, progress.commit, progress.advance):
        _rebind(patch, modules, change, marking(change))
    _rebind(patch, modules, beside, hand_beside)
    # kept for equal kinds, of which one may be marked
    moves = modules["moves"]
    _rebind(patch, modules, moves.drop_of, moves.Drop)


def marked_world(world: World, seat: Seat) -> World:
    """The same match with the kinds of *seat* marked; to be made while they are."""
    here = begun(world.engine, world.seed, world.terms)
    for mover, text in world.acts:
        here = here.after(mover, marked_move(world, text) if mover == seat else text)
    return here


def marked_move(world: World, text: str) -> str:
    """A set-up, or a drop, with the letters of its kinds marked; all others as they are."""
    kinds = world.engine.meta.kinds
    signs = {letter: sign_of(number) for number, letter in enumerate(kinds, start=1)}
    if text.startswith("setup:"):
        letters = text.removeprefix("setup:")
        return "setup:" + "".join(signs.get(letter, letter) for letter in letters)
    return signs.get(text[0], text[0]) + text[1:] if text[1:2] == "*" else text


# The search

CODED = re.compile(rb"[A-Za-z0-9+/_-]{8,}")
SIGN = re.compile(f"[{sign_of(0)}-{sign_of(99)}]")


PIXELS = re.compile(rb"(?<=IDAT).+(?=IEND)", re.DOTALL)
"""The packed part of a PNG, where a mark may be by chance; twins compare it."""


def signs_in(blob: bytes) -> set[str]:
    """The marks in *blob*, in whatever disguise text travels."""
    read = PIXELS.sub(b"", blob) if b"\x89PNG" in blob else blob
    return {sign for line in {*read.split(b"\n")} for sign in _signs_in_line(line)}


@lru_cache(maxsize=100_000)
def _signs_in_line(line: bytes) -> frozenset[str]:
    """The marks in one line; most lines of a page are those of the page before."""
    forms = (*plain_forms(line), *decoded(line))
    return frozenset(
        sign for form in forms for sign in SIGN.findall(form.decode("utf-8", "replace"))
    )


def decoded(blob: bytes) -> Iterator[bytes]:
    """What words in *blob* that could be base64 or hex stand for, where that is text."""
    for word in set(CODED.findall(blob)):
        whole = word.translate(bytes.maketrans(b"-_", b"+/")) + b"=" * (-len(word) % 4)
        for decode, written in ((base64.b64decode, whole), (binascii.unhexlify, word)):
            with suppress(ValueError):
                text = decode(written)
                text.decode()
                yield text


# What others are told

LENGTHS = (1, 3, 20, 40)
"""Of the matches, in plies: a side is ready; play has begun; later; late."""


@cache
def match_of(game: str, number: int, seat: Seat) -> World:
    """A match of that number in which *seat* has placed its pieces; its length goes round."""
    plies = LENGTHS[number % len(LENGTHS)]
    for attempt in count():
        world = some_world(
            engine_of(game), b"%d.%d.%d" % (number, seat, attempt) + b"." * 32, plies
        )
        is_placed = seat in {mover for mover, _text in world.acts[:2]}
        if len(world.acts) == plies and is_placed and not shows_a_captor(world):
            break
    return world


def shows_a_captor(world: World) -> bool:
    """Whether somebody has to be told the kind of a piece that took a king."""
    return getattr(world.position, "asked", "") == DEFEAT_CHECK


@contextmanager
def marked_showcase(
    game: str, seat: Seat, numbers: Iterable[int]
) -> Iterator[tuple[Showcase, list[Pair]]]:
    """A site without its finished match, and matches with the kinds of *seat* marked."""
    plain = [match_of(game, number, seat) for number in numbers]
    with marked(game, seat), showcase(game) as shown:
        Match.objects.filter(pk=shown.house.over.pk).delete()
        worlds = [marked_world(world, seat) for world in plain]
        yield shown, [Pair(world, world, frozenset({seat})) for world in worlds]


def scan(showcase: Showcase, pair: Pair, share: slice, only: str = "") -> Iterator[Difference]:
    """Where anybody but the owner, or the log, comes across a marked kind.

    The owner must come across every kind; a *share* of the pages not made from the match is read.
    """
    with log_lines() as lines, showcase.showing(pair.one):
        yield from missed_by_the_owner(showcase, pair)
        for cell, blob in read_all(showcase, cells_to_scan(showcase, pair, share, only)):
            yield from come_across(str(cell), blob)
    yield from come_across("log", "\n".join(lines).encode())


def everywhere_marked(
    showcase: Showcase, numbers: Sequence[int], games: Sequence[str], *, only: str = ""
) -> Iterator[Difference]:
    """Every cell of twins with marked kinds, or *only* what is named so: differences and marks.

    What is of the match that is over, and what pages are made from, is compared without marks.
    """
    number, pair = next(
        (number, pair)
        for number, pair in numbered_pairs(showcase.house.game, numbers)
        if not any(map(shows_a_captor, (pair.one, pair.other)))
    )
    [seat], over = pair.hidden, showcase.house.over
    cells = named(every_cell(showcase, pair, number, games), only)
    plain = [cell for cell in cells if over.uid in cell.address or not cell.address]
    yield from differences(showcase, pair, plain)
    Match.objects.filter(pk=over.pk).delete()
    with marked(showcase.house.game, seat), log_lines() as lines:
        twins = Pair(marked_world(pair.one, seat), marked_world(pair.other, seat), pair.hidden)
        with showcase.showing(twins.one):
            yield from missed_by_the_owner(showcase, twins)
        pages = [cell for cell in cells if cell not in plain]
        yield from differences(showcase, twins, pages, detect=come_across)
    yield from come_across("log", "\n".join(lines).encode())


def scan_after_the_owner(showcase: Showcase, pair: Pair) -> Iterator[Difference]:
    """Where others come across a mark when they ask for what the owner has just asked for."""
    owner = pair.owner
    with showcase.showing(pair.one):
        for path in paths_of_the_board(showcase, owner):
            for viewer in (owner, *(name for name in pair.viewers if name in NEAR)):
                cell = page(f"get {path} after its owner", viewer, "get", path, headers=HTMX)
                [(_cell, blob)] = read_all(showcase, [cell])
                if viewer != owner:
                    yield from come_across(str(cell), blob)
                elif "has=" in path and not signs_in(blob):
                    yield Difference(f"{cell} has none of its kinds", b"", blob[:80])


NEAR = (*SEATED, "visitor", "root")
"""Who looks after the owner."""


def paths_of_the_board(showcase: Showcase, owner: str) -> list[str]:
    """What can be asked for of the match, with what the page of *owner* says it holds."""
    base = f"/matches/{showcase.match.uid}/"
    [(_cell, shown)] = read_all(showcase, [page("board", owner, "get", f"{base}board/")])
    [held] = re.findall(rb'data-has="([^"]*)"', shown)
    parts = (f"board/?has={held.decode()}", "board/", "board/?ply=3", "knowledge/", "")
    return [base + part for part in parts]


def scan_of_play(showcase: Showcase, pair: Pair) -> Iterator[Difference]:
    """The same while both sides play on, and everybody else has the match open."""
    with log_lines() as lines:
        received = play_script(showcase, pair.one, acts_after(pair), pair.viewers)
    for one in received:
        yield from come_across(one.place, one.blob)
    yield from come_across("log", "\n".join(lines).encode())


def come_across(place: str, blob: bytes) -> Iterator[Difference]:
    """The marks in *blob*, and how it begins."""
    if found := signs_in(blob):
        yield Difference(place, ascii(sorted(found)).encode(), blob[:80])


def missed_by_the_owner(showcase: Showcase, pair: Pair) -> Iterator[Difference]:
    """Where a page of the owner's lacks the mark of a piece on the board: a scan would be idle."""
    [seat] = pair.hidden
    view: Any = Referee(showcase.match).view(Viewer.of(seat))
    own = {piece["kind"] for piece in view["pieces"] if piece["seat"] == seat}
    for cell, blob in read_all(showcase, core_cells(showcase, (pair.owner,))[:2]):
        if not own or not all(map(SIGN.fullmatch, own)) or not own <= signs_in(blob):
            yield Difference(f"{cell} has not all of its kinds", ascii(sorted(own)).encode(), b"")


def cells_to_scan(showcase: Showcase, pair: Pair, share: slice, only: str) -> list[Cell]:
    """What is made from the match, and a *share* of all else that is named so."""
    others = [
        cell
        for cell in cells_of(showcase, pair)
        if only in cell.surface and showcase.house.over.uid not in cell.address
    ]
    behind = [cell for cell in cells_behind_pages(showcase) if cell.viewer in pair.viewers]
    sheet = f"/matches/{showcase.match.uid}/knowledge/"
    sheets = [page(f"get {sheet}", viewer, "get", sheet) for viewer in pair.viewers]
    shared = one_manner(others, Dice(b"marked", "manners"))[share]
    pages = core_cells(showcase, pair.viewers)[: 2 * len(pair.viewers)]
    return [*pages, *sheets, *behind, *shared]


def acts_after(pair: Pair, plies: int = 3) -> list[Act]:
    """How the match goes on, as long as nobody has to be shown a captor."""
    world, acts = pair.one, []
    for number in range(plies):
        seat, dice = min(world.to_act), Dice(b"marked", str(number))
        view = world.engine.view(world.position, Viewer.of(Seat(seat)))
        text = world.engine.codec.dump_move(world.engine.sample_move(view, dice))
        if seat in pair.hidden:
            text = marked_move(world, text)
        after = world.after(seat, text)
        if not after.to_act or shows_a_captor(after):
            break
        acts.append(move_act(world, seat, text, number))
        world = after
    return acts
