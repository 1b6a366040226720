"""The page on which moves are planned: a board after each move of the line that is being made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.kit.card import Card
from games.boards.kit.makers import Board, Marks, Sight
from games.boards.kit.offers import Offer, completed, named, picks_after, targets
from games.boards.kit.scenes import STILL, Acts, Still
from games.boards.names import sides_of
from games.common.addresses import address
from games.matchpage.asked import Asked
from games.matchpage.presenters.planpanel import (
    PlannedLine,
    PlanPanel,
    line_told,
    line_url,
    plan_panel,
)
from games.matchpage.presenters.playing import Choice
from games.matchpage.presenters.words import script_words
from games.plans.lines import MOST_PLIES
from games.plans.selectors import PlanBoard


@dataclass(frozen=True, slots=True)
class PlanLinks:
    """What the templates of boards lead to."""

    match: str
    """The line as it stands."""
    move: str


@dataclass(frozen=True, slots=True)
class PlanPage:
    """The page, with the names that the parts of the match page know."""

    links: PlanLinks
    game_slug: str
    game_name: str
    stylesheet: str
    match_url: str
    plan_url: str
    back_url: str
    """The line without its last move."""
    line: PlannedLine
    panel: PlanPanel
    row_text: str
    may_add: bool
    can_keep: bool
    board: Board
    choice: Choice
    actions: Acts
    chooser_question: str
    message: str
    words: dict[str, str]
    bar: str
    check: None = None
    glossary: tuple[tuple[str, str], ...] = ()
    browse: Still = STILL
    chronicle: None = None


def present_plan(facts: PlanBoard, *, asked: Asked, piece_set: str, message: str = "") -> PlanPage:
    """The page after the line of *facts*."""
    card = card_for(facts.game)
    is_full = len(facts.line) >= MOST_PLIES
    legal = () if is_full else facts.legal
    offers = tuple(card.presenter.offers(facts.view, legal, {}))
    chosen = named(offers, asked.move) if asked.move else None
    picked = chosen.squares if chosen else picks_after(offers, asked.at)
    complete = (chosen,) if chosen else completed(offers, picked)
    if asked.move and not chosen:
        message = message or _("“%(move)s” is not a move here.") % {"move": asked.move}
    calls = tuple(card.presenter.calls(facts.view, legal)) if legal else ()
    row = "idle"
    if len(complete) == 1:
        row = "move"
    elif asked.ask in {f"call-{call.action}" for call in calls}:
        row = asked.ask
    here = line_url(facts.uid, facts.line)
    panel = plan_panel(facts.uid, facts.plan)
    assert panel is not None
    return PlanPage(
        links=PlanLinks(match=here, move=here),
        game_slug=facts.game,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        match_url=address("games:match", facts.uid),
        plan_url=address("games:plan", facts.uid),
        back_url=line_url(facts.uid, facts.line[:-1]) if facts.line else "",
        line=line_told(facts.uid, facts.line),
        panel=panel,
        row_text=_row_text(facts, is_full=is_full),
        may_add=facts.plan.may_add,
        can_keep=facts.ends_well,
        board=_board(card, facts, offers, picked, complete, piece_set),
        choice=Choice(
            offers=offers,
            shows_bluffs=False,
            picked=picked,
            options=complete if len(complete) > 1 else (),
            confirm=complete[0] if len(complete) == 1 else None,
            asks_first=False,
            seat_ply=0,
            key="",
        ),
        actions=Acts(
            row,
            tuple((f"call-{call.action}", call.name) for call in calls),
            tuple((f"call-{call.action}", call) for call in calls),
        ),
        chooser_question=card.presenter.chooser_question(),
        message=message,
        words=script_words(),
        bar=card.bar,
    )


def _row_text(facts: PlanBoard, *, is_full: bool) -> str:
    if not facts.plan.may_add:
        return _("It is your turn: you can plan again after your move.")
    if is_full or not facts.legal:
        return _("The line ends here.")
    return _("Your answer?") if facts.is_own else _("What will your opponent play?")


def _board(
    card: Card,
    facts: PlanBoard,
    offers: Sequence[Offer],
    picked: tuple[str, ...],
    complete: Sequence[Offer],
    piece_set: str,
) -> Board:
    return card.board.page(
        Sight(
            game=facts.game,
            presenter=card.presenter,
            scene=card.presenter.scene(facts.view),
            sides=sides_of(facts.game, facts.options),
            seat=facts.seat,
            marks=Marks(picked, targets={} if complete else targets(offers, picked), shades={}),
            last_seat=None,
            sprite=card.sprite(piece_set),
            has_letters=piece_set == "international",
        )
    )
