"""What can be done and read besides moving."""

from __future__ import annotations

from dataclasses import dataclass

from engines.catalogue import meta_for
from games.boards.names import bot_name
from games.match.changes.practice import first_board
from games.matchpage.presenters.actions import Actions, TakebackPanel, actions_of, takeback_panel
from games.matchpage.presenters.bounds import bounds_sentence
from games.matchpage.presenters.documents import Documents, documents_of
from games.matchpage.presenters.opinions import OpinionsPanel, opinions_of
from games.matchpage.presenters.planpanel import PlanPanel, plan_panel
from games.matchpage.presenters.playing import Playing
from games.matchpage.presenters.reading import Reading
from games.matchpage.presenters.replay import Browse
from games.matchpage.presenters.rulings import RulingLine, ruling_lines, takeback_lines
from games.matchpage.presenters.sharing import Share, share_of
from games.matchpage.presenters.times import TimeOffers, TimePanel, time_offers, time_panel
from games.matchpage.selectors.board import BoardFacts

MOVES_BEFORE_CLAIM = 3
"""After so many own moves a guest is asked to stay."""


@dataclass(frozen=True, kw_only=True)
class Extras:
    """Everything on the page that is no move."""

    rulings: tuple[RulingLine, ...]
    """What moderators have done here."""
    times: TimePanel | None
    """What is to be said about time just now; None where nothing is."""
    time_offers: TimeOffers | None
    """What the viewer can offer besides; None if nothing."""
    takeback: TakebackPanel | None
    takebacks: tuple[str, ...]
    """Which moves were taken back by agreement."""
    bounds: str
    """How near the match is to a draw by the rule of the site; empty while that is not told."""
    actions: Actions
    opinions: OpinionsPanel | None
    """What bots would have played on the board looked back at."""
    practice: tuple[tuple[str, str], ...]
    """The bots against whom one may play on from this board: their levels and names."""
    practice_at: str
    """Where the last board is on which somebody was to move, from the board at the end; or ""."""
    may_ask_there: bool
    """Whether the viewer may ask bots there what they would have played."""
    likely_bot: str
    """Which of them is chosen to begin with: the one met here, or else the strongest."""
    documents: Documents
    plan: PlanPanel | None
    """What the viewer has planned; None where there are no plans."""
    share: Share | None
    """What to pass on; None before the end."""
    offers_claim: bool
    """Whether the viewer has played enough here to be asked, as a guest, to stay."""
    offers_mail: bool
    """Whether it is the moment to ask a player for an address: right after the first move."""


def extras_of(reading: Reading, browse: Browse, playing: Playing) -> Extras:
    """Return all that the page shows besides the board; *browse* says which board is looked at."""
    facts, names = reading.facts, reading.names
    return Extras(
        rulings=ruling_lines(facts),
        times=time_panel(facts, names),
        time_offers=time_offers(facts),
        takeback=takeback_panel(facts, names),
        takebacks=takeback_lines(facts),
        bounds=bounds_sentence(facts),
        actions=actions_of(
            facts,
            names,
            reading.asked,
            has_move=playing.choice.confirm is not None,
            calls=playing.calls,
            is_asked=playing.check is not None,
        ),
        opinions=opinions_of(facts, browse, reading.presenter),
        practice=_practice(facts),
        practice_at=_practice_at(facts, browse),
        may_ask_there=facts.seat is not None,
        likely_bot=_likely_bot(facts),
        documents=documents_of(facts),
        plan=plan_panel(facts.uid, facts.game, facts.plan),
        share=share_of(facts, browse, reading.preferences.piece_set, reading.origin),
        offers_claim=facts.own_moves >= MOVES_BEFORE_CLAIM,
        offers_mail=_offers_mail(facts),
    )


def _practice(facts: BoardFacts) -> tuple[tuple[str, str], ...]:
    """The bots to play on against, in a match that is over, from a board that is set up."""
    meta = meta_for(facts.game)
    if facts.status != "finished" or facts.viewed_ply is None or meta.solo:
        return ()
    if facts.viewed_ply < first_board(facts.game):
        return ()
    return tuple((level, bot_name(meta.slug, level)) for level in meta.bot_levels)


def _practice_at(facts: BoardFacts, browse: Browse) -> str:
    """The board before the last move, where it is over and bots can be played or asked."""
    if facts.status != "finished" or not browse.is_live or meta_for(facts.game).solo:
        return ""
    if browse.back is None or browse.back < first_board(facts.game):
        return ""
    return f"?ply={browse.back}{browse.also}#bots"


def _likely_bot(facts: BoardFacts) -> str:
    """Which bot is meant if nobody says so; "" where the game has none."""
    met = [player.name for player in facts.players if player.is_bot]
    return next(iter((*met, *meta_for(facts.game).bot_levels[::-1])), "")


def _offers_mail(facts: BoardFacts) -> bool:
    others = [p for p in facts.players if p.seat != facts.seat and not p.is_bot]
    is_playing = facts.seat is not None and facts.status == "active"
    return is_playing and bool(others) and facts.own_moves == 1
