"""What bots would have played on a board of a match that is over, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.boards.kit.scenes import GamePresenter
from games.boards.names import bot_name, bot_of
from games.bots.selectors import OpinionFacts
from games.common.addresses import address
from games.match.exceptions import BeingPlayed
from games.matchpage.presenters.replay import Browse
from games.matchpage.selectors.board import BoardFacts
from games.matchpage.selectors.seen import JudgedFacts


@dataclass(frozen=True, slots=True)
class OpinionsPanel:
    """The bots' opinions of the board looked at, and the bots that can be asked for one."""

    sentences: tuple[str, ...]
    """A sentence for each bot that was asked, or why there is none."""
    waits: bool
    """Whether one of them is still thinking."""
    bots: tuple[tuple[str, str], ...]
    """Whom the reader may ask: levels and names."""
    url: str
    """Where to ask."""
    here: str
    """Where to look again."""


def opinions_of(
    facts: BoardFacts, browse: Browse, presenter: GamePresenter[Any]
) -> OpinionsPanel | None:
    """Return the panel for the board looked at; None where nothing was asked and nobody may ask."""
    judged = facts.judged
    if judged is None or not (judged.may_ask or judged.opinions or judged.is_played_now):
        return None
    levels = meta_for(facts.game).bot_levels if judged.may_ask else ()
    query = f"?ply={facts.viewed_ply}{browse.also}"
    sentences = [_sentence_of(facts.game, one, judged, presenter) for one in judged.opinions]
    if judged.is_played_now:
        sentences.append(str(BeingPlayed.sentence))
    return OpinionsPanel(
        sentences=tuple(sentences),
        waits=any(not opinion.move for opinion in judged.opinions),
        bots=tuple((level, bot_name(facts.game, level)) for level in levels),
        url=address("games:opinion", facts.uid) + query,
        here=query,
    )


def _sentence_of(
    game: str, opinion: OpinionFacts, judged: JudgedFacts, presenter: GamePresenter[Any]
) -> str:
    words = {"bot": bot_of(game, opinion.level).name}
    if not opinion.move:
        return _("%(bot)s is thinking…") % words
    words["move"] = _move_words(opinion.move, judged, presenter)
    if opinion.move in judged.bluffs:
        return _("%(bot)s would have bluffed: %(move)s") % words
    return _("%(bot)s would have played: %(move)s") % words


def _move_words(move: str, judged: JudgedFacts, presenter: GamePresenter[Any]) -> str:
    """The move as the board's own page would offer it."""
    calls = {call.action: call.name for call in presenter.calls(judged.view, (move,))}
    if move in calls:
        return calls[move]
    offers = presenter.offers(judged.view, (move,), judged.bluffs)
    return offers[0].text if offers else move
