"""The page on which moves are planned: a board after each move of the line that is being made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.kit.card import Card
from games.boards.kit.offers import Offer, named
from games.boards.kit.scenes import Acts, Call
from games.boards.names import sides_of
from games.boards.refusals import error_sentence
from games.common.addresses import address
from games.matchpage.presenters.picking import StudyPage, choice_of
from games.matchpage.presenters.planpanel import (
    PlannedLine,
    PlanPanel,
    line_url,
    plan_panel,
    planned_line,
)
from games.matchpage.presenters.words import script_words
from games.matchpage.query import Asked
from games.plans.exceptions import OtherReply, TooManyLines
from games.plans.lines import MOST_PLIES
from games.plans.selectors import PlanBoard, hides_pieces


@dataclass(frozen=True, slots=True)
class PlanLinks:
    """The addresses that the templates of boards use."""

    match: str
    """The line as it stands."""
    move: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPage(StudyPage):
    """The page, with what the parts of the match page show."""

    links: PlanLinks
    game_slug: str
    game_name: str
    match_url: str
    plan_url: str
    back_url: str
    """The line without its last move."""
    line: PlannedLine
    panel: PlanPanel
    row_text: str
    is_hidden: bool
    """Whether what is planned are answers to what one will see, as pieces are hidden."""
    may_add: bool
    can_keep: bool
    actions: Acts


def present_plan(facts: PlanBoard, *, asked: Asked, piece_set: str, message: str = "") -> PlanPage:
    """The page after the line of *facts*."""
    card = card_for(facts.game)
    is_full = len(facts.line) >= MOST_PLIES
    legal = () if is_full else facts.legal
    offers = _offers(card, facts, legal)
    asked = replace(asked, move=facts.spelled or asked.move)
    choice = choice_of(offers, asked)
    if asked.move and not named(choice.offers, asked.move):
        message = message or _("“%(move)s” is not a move here.") % {"move": asked.move}
    here = line_url(facts.uid, facts.line)
    scene, sides = card.presenter.scene(facts.view), sides_of(facts.game, facts.options)
    panel = plan_panel(facts.uid, facts.game, facts.plan)
    assert panel is not None
    return PlanPage(
        links=PlanLinks(match=here, move=here),
        game_slug=facts.game,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        match_url=address("games:match", facts.uid),
        plan_url=address("games:plan", facts.uid),
        back_url=line_url(facts.uid, facts.line[:-1]) if facts.line else "",
        line=planned_line(facts.uid, facts.game, facts.line),
        panel=panel,
        row_text=_row_text(facts, is_full=is_full),
        is_hidden=hides_pieces(facts.game),
        may_add=facts.plan.may_add,
        can_keep=facts.refusal is None,
        board=card.drawn(scene, sides, facts.seat, choice.marks(), piece_set),
        choice=choice,
        actions=choice.acts(asked, _calls(card, facts, legal)),
        chooser_question=_chooser_question(card, facts),
        message=message,
        words=script_words(),
        bar=card.bar,
    )


def _offers(card: Card, facts: PlanBoard, legal: Sequence[str]) -> tuple[Offer, ...]:
    """What can be picked next on the board: a condition on a square, or a move."""
    if not facts.conditions:
        return tuple(card.presenter.offers(facts.view, legal, facts.bluffs))
    worded = ((text, card.planned_words(text)) for text in facts.conditions if "-" in text)
    return tuple(
        Offer(action=text, squares=(text.partition("-")[2],), text=words, chooser=words)
        for text, words in worded
    )


def _calls(card: Card, facts: PlanBoard, legal: Sequence[str]) -> tuple[Call, ...]:
    """What can be chosen besides: a condition that has no square, or an answer that is no move."""
    anywhere = (text for text in facts.conditions if "-" not in text)
    awaited = (Call(text, str(card.awaited[text]), card.planned_words(text)) for text in anywhere)
    said = card.presenter.calls(facts.view, legal) if legal else ()
    return (*awaited, *said)


def _chooser_question(card: Card, facts: PlanBoard) -> str:
    return _("What happens?") if facts.conditions else card.presenter.chooser_question()


def _row_text(facts: PlanBoard, *, is_full: bool) -> str:
    if not facts.plan.may_add:
        return _("It is your turn: you can plan again after your move.")
    if isinstance(facts.refusal, (OtherReply, TooManyLines)):
        return error_sentence(facts.refusal)
    if facts.conditions:
        return _("Choose a square: what will you see happen there?")
    if is_full or not facts.legal:
        return _("The line ends here.")
    return _("Your answer?") if facts.is_own else _("What will your opponent play?")
