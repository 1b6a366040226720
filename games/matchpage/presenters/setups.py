"""One's own set-ups outside a match: all that are kept, and the one that is worked on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.catalogue import GAMES
from games.boards.cards import card_for
from games.boards.kit.faces import one_each
from games.boards.kit.gridpicture import SQUARE
from games.boards.kit.scenes import Scene
from games.boards.pictures import PageBrush
from games.matchpage.presenters.placing import PlacingFacts, PlacingPage, placing_page
from games.matchpage.presenters.words import script_words
from games.matchpage.selectors.seen import cautions_about
from games.setup.selectors import KeptFormation, Preparation, SetupResults, placing_of


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A kept set-up in the list of all."""

    name: str
    picture: SafeString
    results: str
    """How the matches have gone that began with it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The set-ups kept for one game."""

    game: str
    game_name: str
    kanji: str
    url: str
    nothing: str
    """The draft in which nothing is placed."""
    cards: tuple[KeptCard, ...]


def games_with_setups() -> list[str]:
    """The games in which both sides are set up before play, in the catalogue's order."""
    return [meta.slug for meta in GAMES if meta.placing is not None]


def shelf_of(
    game: str,
    kept: Sequence[KeptFormation],
    results: Mapping[str, SetupResults],
    piece_set: str,
) -> Shelf:
    """The set-ups *kept* for *game*, each with its *results*, which are by letters."""
    card = card_for(game)
    return Shelf(
        game=game,
        game_name=str(card.name),
        kanji=card.kanji,
        url=reverse("games:set-up", args=[game]),
        nothing=placing_of(game).nothing,
        cards=tuple(
            KeptCard(
                one.name,
                _picture(game, one.letters, piece_set),
                _results(results.get(one.letters)),
            )
            for one in kept
        ),
    )


def _results(found: SetupResults | None) -> str:
    if found is None:
        return _("Not played yet")
    sentence = _("%(won)s won, %(drawn)s drawn, %(lost)s lost; %(plies)s moves on average")
    average = round(found.plies / found.matches)
    return sentence % {
        "won": found.won, "drawn": found.drawn, "lost": found.lost, "plies": average,
    }  # fmt: skip


def _picture(game: str, letters: str, piece_set: str) -> SafeString:
    """The own half of the board, as the first seat sees it."""
    card, placing = card_for(game), placing_of(game)
    faces = card.presenter.kind_faces(0)
    pieces = {
        square: faces[letter] for square, letter in zip(placing.squares(0), letters, strict=True)
    }
    scene = Scene(pieces=one_each(pieces), last=(), ply=0)
    drawing = card.board.picture(scene, 0, PageBrush(static(card.sprite(piece_set))))
    shown = SQUARE * len(placing.ranks[0])
    return format_html(
        '<svg class="board-picture {}" viewBox="0 {} {} {}" aria-hidden="true">{}</svg>',
        *(game, drawing.height - shown, drawing.width, shown, drawing.shapes),
    )


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The set-up that is worked on, and everything that can be done with it."""

    game_slug: str
    game_name: str
    stylesheet: str
    placing: PlacingPage
    name: str
    """The kept set-up it was made from or kept as; "" for a new one."""
    row: str
    """The action row shown: "idle", or "ready" to be asked whether to replace that one."""
    row_sentence: str
    message: str
    """Why the last request was refused; empty if it was not."""
    words: dict[str, str] = field(default_factory=script_words)
    """Sentences for the script."""


def setup_page(
    game: str, prepared: Preparation, *, asked: str, picked: str, piece_set: str, message: str
) -> SetupPage:
    """The page of the set-up *prepared* for *game*, with what was *asked* and *picked*."""
    card, placing, url = card_for(game), placing_of(game), reverse("games:set-up", args=[game])
    is_complete = placing.is_complete(prepared.letters)
    sentences = _sentences(prepared.name)
    return SetupPage(
        game_slug=game,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        placing=placing_page(
            PlacingFacts(
                game=game,
                options={},
                seat=0,
                prepared=prepared,
                cautions=cautions_about(game, prepared.letters),
                page=url,
                setup=url,
                is_alone=True,
            ),
            picked=picked,
            piece_set=piece_set,
            sentences=sentences,
        ),
        name=prepared.name,
        row="ready" if asked == "ready" and is_complete and prepared.name else "idle",
        row_sentence=sentences["ready" if is_complete else "place"],
        message=message,
    )


def _sentences(name: str) -> dict[str, str]:
    """What is to be done, and what when all is placed."""
    if not name:
        return {"place": _("Place your pieces."), "ready": _("All pieces are placed.")}
    return {
        "place": _("%(name)s: place your pieces.") % {"name": name},
        "ready": _("%(name)s: all pieces are placed.") % {"name": name},
    }
