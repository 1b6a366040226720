"""Put the match page together from what the viewer may know."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.presenters import actions
from games.presenters.asked import Asked
from games.presenters.clocktext import limit_sentence, terms_sentence
from games.presenters.endings import result_of
from games.presenters.faces import SIDES
from games.presenters.games import game_name, presenter_for, side_name
from games.presenters.gridboard import Marks, board_of
from games.presenters.offers import Offer, completed, named, picks_after, shades, targets
from games.presenters.page import (
    Board,
    Browse,
    Check,
    Choice,
    Links,
    MatchPage,
    MoveRow,
    PlacingPage,
    Replay,
    ResultPanel,
    SeatPanel,
    ToldMove,
    Tray,
)
from games.presenters.pairs import two_by_two
from games.presenters.papers import papers_of
from games.presenters.people import player_name
from games.presenters.placing import placing_page, setup_note
from games.presenters.replay import ONLOOKERS, chosen_eyes, replay_of
from games.presenters.scenes import NO_ASIDE, Aside, Call, Scene
from games.presenters.seats import seat_panel
from games.presenters.sharing import share_of
from games.presenters.words import script_words
from games.selectors.boards import BoardFacts


@dataclass(frozen=True, slots=True)
class Preferences:
    """How this viewer likes the board."""

    piece_set: str = "kanji"
    confirm_moves: bool = True


NOTHING_BESIDE = Tray(label="", faces=())

_NOTHING_ASKED = Asked()
_AS_USUAL = Preferences()


def present_match(
    facts: BoardFacts,
    *,
    asked: Asked = _NOTHING_ASKED,
    message: str = "",
    preferences: Preferences = _AS_USUAL,
    next_board_url: str = "",
    origin: str = "",
) -> MatchPage:
    """The page of *facts* as *asked* for; *message* says why the last request was refused.

    *next_board_url* leads to the board with least time left; what is to be handed to
    others begins with *origin*, the house as they reach it.
    """
    return _Assembly(facts, asked, message, preferences, origin).page(next_board_url)


class _Assembly:
    """The parts of one page; each is made once and may look at the others."""

    def __init__(
        self,
        facts: BoardFacts,
        asked: Asked,
        message: str,
        preferences: Preferences,
        origin: str,
    ) -> None:
        self.facts, self.preferences, self.origin = facts, preferences, origin
        self.presenter = presenter_for(facts.game)
        self.view = self.presenter.opening if facts.view is None else facts.view
        self.asked = self._understood(asked)
        self.message = message or self._typed_in_vain()

    # --- the story ---

    @cached_property
    def told(self) -> tuple[ToldMove, ...]:
        """The moves played, each with the address that looks back to it."""
        here, plies = self.scene.ply, self.plies
        return tuple(
            replace(
                move,
                url=self.url if move.ply == plies else f"?ply={move.ply}{self.browse.also}",
                is_current=move.ply == here,
            )
            for move in self._story
        )

    @cached_property
    def _story(self) -> tuple[ToldMove, ...]:
        return self.presenter.story(self.facts.news, self.listener)

    @property
    def listener(self) -> int | None:
        """The seat to which the story was told: the own, or the one looked back with."""
        if self.facts.eyes in SIDES:
            return SIDES.index(self.facts.eyes)
        return None if self.facts.eyes == ONLOOKERS else self.facts.seat

    @cached_property
    def plies(self) -> int:
        """The last ply there is a board of; before the first move, the one shown."""
        return self._story[-1].ply if self._story else self.scene.ply

    @cached_property
    def rows(self) -> tuple[MoveRow, ...]:
        """The moves two by two, with a gap where a side comes twice in a row."""
        pairs = two_by_two(self.told, lambda move: move.seat)
        return tuple(MoveRow(number, *pair) for number, pair in enumerate(pairs, start=1))

    @cached_property
    def browse(self) -> Browse:
        here, plies, first = self.scene.ply, self.plies, self.presenter.plies_before
        return Browse(
            ply=here,
            plies=plies,
            number=max(0, here - first),
            numbers=max(0, plies - first),
            is_live=self.facts.viewed_ply is None,
            first=first if here > first else None,
            back=here - 1 if here > first else None,
            forward=here + 1 if here < plies else None,
            last=plies if here < plies else None,
            present="" if self.facts.viewed_ply is None else self.url,
            eyes=chosen_eyes(self.facts),
        )

    @cached_property
    def replay(self) -> Replay | None:
        return replay_of(self.facts, self.browse, first=self.presenter.plies_before)

    # --- the board ---

    @cached_property
    def scene(self) -> Scene:
        scene = self.presenter.scene(self.view)
        return replace(scene, pieces={}) if self.is_bare else scene

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands on the board: it is for the players to place, and none has."""
        return self.facts.view is None and meta_for(self.facts.game).placing is not None

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Everything that is open, fouls included."""
        return self.presenter.offers(self.view, self.facts.legal, self.facts.bluffs)

    @property
    def shown_offers(self) -> tuple[Offer, ...]:
        """The true moves, and fouls only where they were asked for."""
        if self.asked.bluff:
            return self.offers
        return tuple(offer for offer in self.offers if not offer.shade)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        return self.presenter.calls(self.view, self.facts.legal)

    @cached_property
    def check(self) -> Check | None:
        check = self.presenter.check(self.view, self.facts.legal)
        if check is None or self.facts.seat is None:
            return check
        clock = self.panels[self.facts.seat].clock
        return replace(check, until=clock.sentence) if clock.is_running else check

    @cached_property
    def chosen(self) -> Offer | None:
        """The move named outright, if it is one of the offers."""
        return named(self.offers, self.asked.move) if self.asked.move else None

    @cached_property
    def picked(self) -> tuple[str, ...]:
        if self.chosen:
            return self.chosen.squares
        return picks_after(self.shown_offers, self.asked.at)

    @cached_property
    def complete(self) -> tuple[Offer, ...]:
        """What the picks have come to: nothing yet, one move, or several to choose from."""
        return (self.chosen,) if self.chosen else completed(self.shown_offers, self.picked)

    @property
    def confirm(self) -> Offer | None:
        return self.complete[0] if len(self.complete) == 1 else None

    def _understood(self, asked: Asked) -> Asked:
        """*asked*; to type what can be said instead of moving is to ask for it."""
        said = next((call for call in self.calls if call.action == asked.move.casefold()), None)
        return replace(asked, move="", ask=f"call-{said.action}") if said else asked

    def _typed_in_vain(self) -> str:
        if not self.asked.move or self.chosen:
            return ""
        return _("“%(move)s” is not a move you can make now.") % {"move": self.asked.move}

    @property
    def marks(self) -> Marks:
        done = bool(self.complete)
        return Marks(
            self.picked,
            targets={} if done else targets(self.shown_offers, self.picked),
            shades={} if done else shades(self.shown_offers, self.picked),
            claim=self.check.squares if self.check else (),
            guesses=self.facts.guesses or {},
        )

    @property
    def last_seat(self) -> int | None:
        return next((move.seat for move in self.told if move.ply == self.scene.ply), None)

    # --- the people ---

    @cached_property
    def names(self) -> tuple[str, ...]:
        players = self.facts.players
        return tuple(player_name(player.name, is_bot=player.is_bot) for player in players)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side_name(self.facts.game, player.seat) for player in self.facts.players)

    @cached_property
    def panels(self) -> tuple[SeatPanel, ...]:
        """Every seat in seat order."""
        shown = [move for move in self.told if move.ply <= self.scene.ply]
        players = self.facts.players
        trays = (
            [NOTHING_BESIDE] * len(players)
            if self.is_bare
            else self.presenter.trays(self.view, shown)
        )
        return tuple(seat_panel(self.facts, player, trays[player.seat]) for player in players)

    @property
    def near(self) -> int:
        """The seat at the lower edge of the board: the own, or the one looked back with."""
        own = self.facts.seat or 0
        return SIDES.index(self.facts.eyes) if self.facts.eyes in SIDES else own

    @cached_property
    def result(self) -> ResultPanel | None:
        facts = self.facts
        result = result_of(
            facts.game,
            status=facts.status,
            ended_how=facts.ended_how,
            winners=facts.winners,
            seat=facts.seat,
            names=self.names,
        )
        if result is None or facts.reveal is None:
            return result
        return replace(result, remarks=self.presenter.remarks(facts.reveal))

    @property
    def limit(self) -> str:
        """What the clock that runs is held to just now, if not to what was agreed."""
        limits = (player.limit for player in self.facts.players if player.is_to_act)
        limit = next((limit for limit in limits if limit), None)
        return limit_sentence(limit, is_setting_up=self.facts.is_setting_up)

    # --- addresses and words ---

    @cached_property
    def url(self) -> str:
        return reverse("games:match", args=[self.facts.uid])

    def links(self, next_board_url: str) -> Links:
        uid, secret = self.facts.uid, self.facts.secret
        return Links(
            match=self.url,
            board=reverse("games:board", args=[uid]),
            move=reverse("games:move", args=[uid]),
            setup=reverse("games:setup", args=[uid]),
            resign=reverse("games:resign", args=[uid]),
            draw=reverse("games:draw", args=[uid]),
            rematch=actions.rematch_url(self.facts),
            rules=reverse("games:rules", args=[self.facts.game]),
            socket="" if self.facts.view is None else f"/ws/matches/{uid}/",
            knowledge="" if self.facts.guesses is None else reverse("games:knowledge", args=[uid]),
            note="" if self.facts.seat is None else reverse("games:note", args=[uid]),
            seen="" if self.facts.seat is None else reverse("games:seen", args=[uid]),
            next_board=next_board_url,
            invite=self.origin + reverse("games:take", args=[secret]) if secret else "",
        )

    @property
    def title(self) -> str:
        return _("%(south)s against %(north)s") % {"south": self.names[0], "north": self.names[1]}

    @property
    def last_move_text(self) -> str:
        """What was moved to reach the board shown, and by whom."""
        move = next((move for move in self.told if move.ply == self.scene.ply), None)
        if move is None:
            return ""
        side = side_name(self.facts.game, move.seat)
        return _("%(side)s: %(move)s.") % {"side": side, "move": move.sentence}

    @property
    def status_sentence(self) -> str:
        if self.result:
            told = {"headline": self.result.headline, "why": self.result.why}
            return _("%(headline)s. %(why)s") % told
        if self.check:
            return self.check.question
        return actions.turn_sentence(
            self.facts,
            self.names,
            is_check=bool(self.scene.checked),
            awaited=self.aside.awaited,
        )

    @cached_property
    def aside(self) -> Aside:
        """What the board does not show of the moment; nothing while looking back."""
        return (
            NO_ASIDE
            if self.result or self.facts.viewed_ply is not None
            else self.presenter.aside(self.view)
        )

    @property
    def row_sentence(self) -> str:
        """What the action row says: whose turn it is, after what was said without a move."""
        return f"{self.aside.said} {self.status_sentence}".strip()

    @property
    def said(self) -> str:
        """What a screen reader is told: the move shown and, at present, what stands in the row."""
        if self.facts.viewed_ply is not None:
            return self.last_move_text
        asked = self.check.sentence if self.check else ""
        told = (
            self.last_move_text,
            asked,
            self.status_sentence,
            actions.draw_sentence(self.facts, self.names) if self.facts.seat is not None else "",
            actions.rematch_sentence(self.facts, self.names),
        )
        return " ".join(sentence for sentence in told if sentence)

    # --- all of it ---

    def board(self) -> Board:
        return board_of(
            self.facts.game,
            self.presenter,
            self.scene,
            seat=self.near if self.facts.eyes in SIDES else self.facts.seat,
            marks=self.marks,
            last_seat=self.last_seat,
            piece_set=self.preferences.piece_set,
        )

    @cached_property
    def placing(self) -> PlacingPage | None:
        return placing_page(
            self.facts,
            picked=self.asked.pick,
            piece_set=self.preferences.piece_set,
            sentences=actions.placing_sentences(self.facts, self.names),
        )

    def choice(self) -> Choice:
        return Choice(
            offers=self.offers,
            shows_bluffs=self.asked.bluff,
            picked=self.picked,
            options=self.complete if len(self.complete) > 1 else (),
            confirm=self.confirm,
            asks_first=self.preferences.confirm_moves,
            seat_ply=self.facts.seat_ply,
            key=secrets.token_urlsafe(12),
        )

    def page(self, next_board_url: str) -> MatchPage:
        facts = self.facts
        return MatchPage(
            uid=facts.uid,
            version=facts.version,
            status=facts.status,
            now=facts.now,
            links=self.links(next_board_url),
            game_slug=facts.game,
            game_name=game_name(facts.game),
            title=self.title,
            terms=terms_sentence(facts.time_control),
            limit=self.limit,
            top=tuple(panel for panel in self.panels if panel.seat != self.near),
            bottom=self.panels[self.near],
            me=None if facts.seat is None else self.panels[facts.seat],
            board=self.placing.board if self.placing else self.board(),
            placing=self.placing,
            setup_note=setup_note(facts, self.sides),
            choice=self.choice(),
            chooser_question=self.presenter.chooser_question(),
            check=self.check,
            actions=actions.actions_of(
                facts,
                self.names,
                self.asked,
                has_move=self.confirm is not None,
                calls=self.calls,
                is_asked=self.check is not None,
            ),
            moves=self.rows,
            browse=self.browse,
            replay=self.replay,
            papers=papers_of(facts),
            share=share_of(facts, self.browse, self.preferences.piece_set, self.origin),
            result=self.result,
            status_sentence=self.status_sentence,
            row_sentence=self.row_sentence,
            said=self.said,
            last_move_text=self.last_move_text,
            has_battles=self.presenter.has_battles,
            message=self.message,
            words=script_words(),
        )
