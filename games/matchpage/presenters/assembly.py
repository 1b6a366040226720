"""Put the match page together from what the viewer may know."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.catalogue import meta_for
from games.boards.cards import card_for
from games.boards.endings import ResultPanel, result_of
from games.boards.kit.chronicles import Chronicle
from games.boards.kit.makers import Board, Marks, Sight
from games.boards.kit.offers import Offer, completed, named, picks_after, shades, targets
from games.boards.kit.rounds import rounds
from games.boards.kit.scenes import NO_ASIDE, Aside, Call, Check, Scene, ToldMove, Tray
from games.boards.kit.sides import Sides
from games.boards.names import bot_name, options_told, player_name, sides_of, title_of
from games.common.addresses import address
from games.match.onlookers import ANYONE, DELAYS
from games.match.presenters.clocktext import limit_sentence, terms_sentence, when_sentence
from games.match.presenters.onlookers import onlookers_words
from games.matchpage.asked import Asked
from games.matchpage.presenters import actions
from games.matchpage.presenters.opinions import opinions_of
from games.matchpage.presenters.page import Choice, Links, MatchPage, MoveRow
from games.matchpage.presenters.papers import papers_of
from games.matchpage.presenters.placing import PlacingPage, bench_of, placing_page, setup_note
from games.matchpage.presenters.planpanel import plan_panel
from games.matchpage.presenters.replay import ONLOOKERS, Browse, Replay, chosen_eyes, replay_of
from games.matchpage.presenters.rulings import ruling_lines, takeback_lines
from games.matchpage.presenters.seats import SeatPanel, seat_panel
from games.matchpage.presenters.sharing import share_of
from games.matchpage.presenters.times import time_offers, time_panel
from games.matchpage.presenters.words import script_words
from games.matchpage.selectors import BoardFacts, has_placing
from games.ratings.presenters import rating_change


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


def lesson_note(given_plies: int) -> str:
    """What the house has laid out of a match; empty if nothing."""
    if not given_plies:
        return ""
    said = ngettext(
        "The first %(count)d move was set up in advance.",
        "The first %(count)d moves were set up in advance.",
        given_plies,
    )
    return said % {"count": given_plies}


MOVES_BEFORE_CLAIM = 3
"""After so many own moves a guest is asked to stay."""


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
        self.card = card_for(facts.game)
        self.presenter = self.card.presenter
        self.view = self._opening() if facts.view is None else facts.view
        self.asked = self._understood(asked)
        self.message = message or self._typed_in_vain()

    def _opening(self) -> Any:
        """What is shown before the match has begun: its options may decide it."""
        made = self.card.opening
        return made(self.facts.options) if made else self.presenter.opening

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
                when=self._when(move.ply),
            )
            for move in self._story
        )

    def _when(self, ply: int) -> str:
        """When a move was made and how long it took, as far as that is known."""
        time = self.facts.ply_times.get(ply)
        return "" if time is None else when_sentence(time.made_at, time.took)

    @property
    def looked_when(self) -> str:
        """The same of the move shown, while one looks back or the match is over."""
        if self.facts.viewed_ply is None and self.facts.status != "finished":
            return ""
        return self._when(self.scene.ply)

    @cached_property
    def _story(self) -> tuple[ToldMove, ...]:
        """From the first move told: the page may hold those before it already."""
        told = self.presenter.story(self.facts.news, self.listener)
        if self.facts.held is None:
            return told
        before = self.facts.held.ply - self.presenter.plies_before
        return tuple(replace(move, ply=move.ply + before) for move in told)

    @property
    def listener(self) -> int | None:
        """The seat to which the story was told: the own, or the one looked back with."""
        if self.facts.eyes_seat is not None:
            return self.facts.eyes_seat
        return None if self.facts.eyes == ONLOOKERS else self.facts.seat

    @cached_property
    def plies(self) -> int:
        """The last ply there is a board of; before the first move, the one shown."""
        return self._story[-1].ply if self._story else self.scene.ply

    @cached_property
    def rows(self) -> tuple[MoveRow, ...]:
        """The moves of all seats side by side, with a gap where one did not move.

        None where the game tells its story otherwise.
        """
        if self.card.chronicle:
            return ()
        told = rounds(self.told, lambda move: move.seat, seats=len(self.facts.players))
        first = 1 if self.facts.held is None else self.facts.held.row
        before = self.presenter.plies_before
        return tuple(
            MoveRow(row, min(move.ply for move in moves if move) - before, moves)
            for row, moves in enumerate(told, start=first)
        )

    @property
    def held(self) -> str:
        """What the page may say it holds when it asks again, as `read_held` reads it."""
        last = self.chronicle.last_row if self.chronicle else self._last_row
        if last is None or self.facts.viewed_ply is not None:
            return ""
        ply, row = last
        is_play = self.facts.status == "active" and ply >= self.presenter.plies_before
        return f"{ply}.{row}.{self.facts.ahead}" if is_play else ""

    @property
    def _last_row(self) -> tuple[int, int] | None:
        """After which ply the last row of moves begins, and its number."""
        if not self.rows:
            return None
        last = self.rows[-1]
        return min(move.ply for move in last.told if move) - 1, last.row

    @cached_property
    def chronicle(self) -> Chronicle | None:
        """The story as the game itself tells it, from the first row that the page does not hold."""
        if self.card.chronicle is None:
            return None
        held = self.facts.held
        where = {} if held is None else {"after": held.ply, "first": held.row}
        return self.card.chronicle(self.facts.news, **where)

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
        return tuple(
            player_name(self.facts.game, player.name, is_bot=player.is_bot) for player in players
        )

    @cached_property
    def sides(self) -> Sides:
        return sides_of(self.facts.game, self.facts.options)

    @cached_property
    def panels(self) -> tuple[SeatPanel, ...]:
        """Every seat in seat order."""
        players = self.facts.players
        trays = [NOTHING_BESIDE] * len(players) if self.is_bare else self.presenter.trays(self.view)
        return tuple(
            seat_panel(self.facts, player, self.sides, trays[player.seat]) for player in players
        )

    @property
    def near(self) -> int:
        """The seat at the lower edge of the board: the own, or the one looked back with."""
        eyes = self.facts.eyes_seat
        return self.facts.seat or 0 if eyes is None else eyes

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
            options=facts.options,
        )
        if result is None:
            return None
        remarks = [] if facts.reveal is None else [*self.presenter.remarks(facts.reveal)]
        if facts.is_annulled:
            remarks.append(_("A moderator has decided that the match does not count."))
        return replace(result, remarks=(*remarks, *self._why_unrated(), *self._rating_lines()))

    def _why_unrated(self) -> Iterator[str]:
        """That a loss on time is not the first of an absence, if that is why it does not count."""
        facts = self.facts
        is_lost = facts.is_rated and facts.ended_how == "time" and not facts.is_annulled
        if not is_lost or facts.ratings or any(player.is_bot for player in facts.players):
            return
        late = next(player.seat for player in facts.players if player.result == "lost")
        if late == facts.seat:
            yield _(
                "It does not count for ratings: you had lost another match on time and not moved"
                " since, and of one absence only the first loss counts."
            )
            return
        told = _(
            "It does not count for ratings: %(name)s had lost another match on time and not moved"
            " since, and of one absence only the first loss counts."
        )
        yield told % {"name": self.names[late]}

    def _rating_lines(self) -> Iterator[str]:
        """What the match has made of the reader's rating; of both, where they only look on."""
        for seat, found in sorted(self.facts.ratings.items()):
            if found.before is not None and self.facts.seat in (None, seat):
                parts = {"name": self.names[seat], "change": rating_change(found)}
                mine = _("Your rating: %(change)s") % parts
                yield mine if self.facts.seat == seat else _("%(name)s: %(change)s") % parts

    @property
    def given_note(self) -> str:
        """What was not played in this match itself; empty if nothing."""
        if self.facts.given_plies and self.card.campaign:
            return _("Started from a later round: this match does not count.")
        if self.facts.start:
            return _("This match began in a position that was set up. It does not count.")
        if self.facts.is_practised:
            return _("Moves were taken back: this match does not count.")
        return lesson_note(self.facts.given_plies)

    @property
    def limit(self) -> str:
        """What the clock that runs is held to just now, if not to what was agreed."""
        limits = (player.limit for player in self.facts.players if player.is_to_act)
        limit = next((limit for limit in limits if limit), None)
        return limit_sentence(limit, is_setting_up=self.facts.is_setting_up)

    @property
    def coaching(self) -> str:
        """What the coach says before the viewer's next move; empty if nothing."""
        if not self.facts.is_coached or self.card.coach is None:
            return ""
        made = self.facts.own_moves - has_placing(self.facts.game)
        return self.card.coach.line(self.scene, self.offers, made)

    # --- addresses and words ---

    @cached_property
    def url(self) -> str:
        return address("games:match", self.facts.uid)

    def links(self, next_board_url: str) -> Links:
        uid, secret = self.facts.uid, self.facts.secret
        return Links(
            match=self.url,
            board=address("games:board", uid),
            move=address("games:move", uid),
            undo=address("games:undo", uid),
            practise=address("games:practise", uid),
            setup=address("games:setup", uid),
            resign=address("games:resign", uid),
            draw=address("games:draw", uid),
            time=address("games:time", uid),
            rematch=actions.rematch_url(self.facts),
            challenge=self._challenge_url,
            rules=address("games:rules", self.facts.game),
            socket="" if self.facts.view is None else f"/ws/matches/{uid}/",
            knowledge="" if self.facts.guesses is None else address("games:knowledge", uid),
            note="" if self.facts.seat is None else address("games:note", uid),
            talk=address("games:talk", uid) if self.facts.has_talk else "",
            report=self._report_url,
            seen="" if self.facts.seat is None else address("games:seen", uid),
            next_board=next_board_url,
            invite=self.origin + reverse("games:take", args=[secret]) if secret else "",
            event=address("games:event", self.facts.event) if self.facts.event else "",
        )

    @property
    def _challenge_url(self) -> str:
        facts = self.facts
        people = [p.name for p in facts.players if p.seat != facts.seat and not p.is_bot and p.name]
        if facts.seat is None or len(people) != 1:
            return ""
        chosen = {f"{facts.game}-{name}": value for name, value in facts.options.items()}
        terms = {"to": people[0], "game": facts.game, "time": facts.time_control, **chosen}
        return f"{address('games:new-challenge')}?{urlencode(terms)}"

    @property
    def _report_url(self) -> str:
        """For players; reports are about persons, so against bots there is nothing to report."""
        facts = self.facts
        if facts.view is None or facts.seat is None:
            return ""
        is_alone = all(player.is_bot for player in facts.players if player.seat != facts.seat)
        return "" if is_alone else address("games:report", facts.uid)

    @property
    def last_move_text(self) -> str:
        """What was moved to reach the board shown, and by whom."""
        move = next((move for move in self.told if move.ply == self.scene.ply), None)
        if move is None:
            return ""
        side = self.sides.names[move.seat]
        return _("%(side)s: %(move)s.") % {"side": side, "move": move.sentence}

    def _offers_mail(self) -> bool:
        others = [p for p in self.facts.players if p.seat != self.facts.seat and not p.is_bot]
        is_playing = self.facts.seat is not None and self.facts.status == "active"
        return is_playing and bool(others) and self.facts.own_moves == 1

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
        facts, piece_set = self.facts, self.preferences.piece_set
        return self.card.board.page(
            Sight(
                game=facts.game,
                presenter=self.presenter,
                scene=self.scene,
                sides=self.sides,
                seat=facts.seat if facts.eyes_seat is None else facts.eyes_seat,
                marks=self.marks,
                last_seat=self.last_seat,
                sprite=self.card.sprite(piece_set),
                has_letters=piece_set == "international",
            )
        )

    @cached_property
    def placing(self) -> PlacingPage | None:
        bench = bench_of(self.facts)
        if bench is None:
            return None
        return placing_page(
            bench,
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

    @property
    def practice(self) -> tuple[tuple[str, str], ...]:
        """The bots to play on against, in a match that is over, of a game that hides nothing."""
        meta = meta_for(self.facts.game)
        is_over = self.facts.status == "finished" and self.facts.viewed_ply is not None
        if not is_over or meta.solo or meta.hides_information:
            return ()
        return tuple((level, bot_name(meta.slug, level)) for level in meta.bot_levels)

    @property
    def likely_bot(self) -> str:
        """Which bot is meant if nobody says so: the one met here, or else the strongest; "" where
        the game has none."""
        met = [player.name for player in self.facts.players if player.is_bot]
        return next(iter((*met, *meta_for(self.facts.game).bot_levels[::-1])), "")

    def counting(self) -> str:
        """Whether the match is rated, where two persons play."""
        if any(player.is_bot for player in self.facts.players):
            return ""
        return _("Rated") if self.facts.is_rated else _("Casual")

    def lag(self) -> str:
        """What an onlooker is told who sees the board some moves behind; "" for everybody else."""
        facts = self.facts
        if facts.seat is not None or facts.status != "active" or facts.onlookers not in DELAYS:
            return ""
        plies = int(facts.onlookers)
        told = ngettext(
            "You see this match %(plies)s move behind: the players have chosen so.",
            "You see this match %(plies)s moves behind: the players have chosen so.",
            plies,
        )
        return told % {"plies": plies}

    def page(self, next_board_url: str) -> MatchPage:
        facts = self.facts
        return MatchPage(
            uid=facts.uid,
            version=facts.version,
            status=facts.status,
            now=facts.now,
            links=self.links(next_board_url),
            game_slug=facts.game,
            game_name=str(self.card.name),
            title=self.card.title(facts.options) if self.card.title else title_of(self.names),
            stylesheet=self.card.stylesheet,
            terms=terms_sentence(facts.time_control),
            counting=self.counting(),
            watching="" if facts.onlookers == ANYONE else onlookers_words(facts.onlookers),
            lag=self.lag(),
            options=options_told(facts.game, facts.options),
            lesson_note=self.given_note,
            limit=self.limit,
            top=tuple(panel for panel in self.panels if panel.seat != self.near),
            bottom=self.panels[self.near],
            me=None if facts.seat is None else self.panels[facts.seat],
            board=self.placing.board if self.placing else self.board(),
            placing=self.placing,
            rulings=ruling_lines(facts),
            setup_note=setup_note(facts, self.sides.names),
            choice=self.choice(),
            chooser_question=self.presenter.chooser_question(),
            times=time_panel(facts, self.names),
            takeback=actions.takeback_panel(facts, self.names),
            may_ask_takeback=facts.takeback.may_ask,
            takebacks=takeback_lines(facts),
            time_offers=time_offers(facts),
            check=self.check,
            calls=self.calls,
            glossary=tuple((str(word), str(text)) for word, text in self.card.glossary),
            actions=actions.actions_of(
                facts,
                self.names,
                self.asked,
                has_move=self.confirm is not None,
                calls=self.calls,
                is_asked=self.check is not None,
            ),
            opinions=opinions_of(facts, self.browse, self.presenter),
            practice=self.practice,
            likely_bot=self.likely_bot,
            bar=self.card.bar,
            moves=self.rows,
            held=self.held,
            chronicle=self.chronicle,
            browse=self.browse,
            replay=self.replay,
            papers=papers_of(facts),
            plan=plan_panel(facts.uid, facts.plan),
            share=share_of(facts, self.browse, self.preferences.piece_set, self.origin),
            result=self.result,
            status_sentence=self.status_sentence,
            row_sentence=self.row_sentence,
            said=self.said,
            last_move_text=self.last_move_text,
            looked_when=self.looked_when,
            has_battles=self.presenter.has_battles,
            message=self.message,
            coaching=self.coaching,
            offers_claim=self.facts.own_moves >= MOVES_BEFORE_CLAIM,
            offers_mail=self._offers_mail(),
            words=script_words(),
        )
