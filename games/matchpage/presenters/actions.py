"""The action row: what can be done now, and what is asked back before it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.boards.kit.scenes import Call
from games.boards.names import side_name
from games.common.addresses import address
from games.match.exceptions import Sanctioned
from games.match.presenters.declining import reason_words
from games.matchpage.query import Asked
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked back before it is done, in the place of the action row."""

    text: str
    yes: str
    no: str
    url: str
    """Where the answer "yes" is posted."""
    fields: tuple[tuple[str, str], ...] = ()
    """What is posted with it: names and values."""
    is_move: bool = False
    """Whether it is posted as a move, under the name of the next request."""
    is_grave: bool = False
    about: str = ""
    """The move it is about, where the board alone does not put it beside the question."""


@dataclass(frozen=True, slots=True)
class TakebackPanel:
    """A request to take a move back, and the answers the viewer can give."""

    sentence: str
    answers: tuple[tuple[str, str], ...]
    """What the form says, and the words."""


@dataclass(frozen=True, slots=True)
class Actions:
    """The actions open to the viewer besides moving."""

    row: str
    """Which action row shows: idle, move, resign, draw, accept, draw-theirs, over, back or open."""
    questions: dict[str, Question]
    """What can be asked back here, by the row it replaces."""
    draw: str
    """Who asks for a draw: none, mine or theirs."""
    draw_sentence: str
    rematch: str
    """none, open (may be asked), mine, theirs, declined, or made."""
    rematch_sentence: str
    reasons: tuple[tuple[str, str], ...]
    """What a rematch that was asked for can be declined with."""
    can_resign: bool
    can_take_back: bool
    can_offer_draw: bool
    calls: tuple[tuple[str, str], ...]
    """What can be said instead of moving: the row that asks it back, and its name."""
    is_asked: bool
    """Whether one of them has to be said before anything else."""

    @property
    def resting_row(self) -> str:
        """The row that shows when whatever is asked back is cancelled."""
        if self.is_asked:
            return "check"
        if self.row in ("move", *self.questions):
            return "draw-theirs" if self.draw == "theirs" else "idle"
        return self.row


def actions_of(
    facts: BoardFacts,
    names: Sequence[str],
    asked: Asked,
    *,
    has_move: bool,
    calls: Sequence[Call] = (),
    is_asked: bool = False,
) -> Actions:
    """Everything the action row may show; *has_move* says that a move waits to be confirmed.

    *calls* can be said instead of moving; *is_asked* says that one of them has to be.
    """
    asks = {**questions(facts), **call_questions(facts, calls)}
    row = row_of(facts, asked, asks, has_move=has_move)
    return Actions(
        row="check" if is_asked and row in ("idle", "draw-theirs") else row,
        questions=asks,
        draw=draw_state(facts),
        draw_sentence=draw_sentence(facts, names),
        rematch=rematch_state(facts),
        rematch_sentence=rematch_sentence(facts, names),
        reasons=tuple(reason_words().items()) if rematch_state(facts) == "theirs" else (),
        can_resign=facts.may_resign,
        can_take_back=facts.may_take_back,
        can_offer_draw=facts.may_offer_draw,
        calls=tuple((_call_row(call), call.name) for call in calls),
        is_asked=is_asked,
    )


def row_of(facts: BoardFacts, asked: Asked, asks: Mapping[str, Question], *, has_move: bool) -> str:
    """Return the name of the row of actions that the page shows."""
    if facts.viewed_ply is not None:
        return "back"
    if facts.status != "active":
        return "open" if facts.status == "open" else "over"
    if has_move:
        return "move"
    if asked.ask in asks and (asked.ask != "ready" or is_ready(facts)):
        return asked.ask
    return "draw-theirs" if draw_state(facts) == "theirs" else "idle"


def questions(facts: BoardFacts) -> dict[str, Question]:
    """Return the questions that can be asked back here, by action."""
    draw_url = address("games:draw", facts.uid)
    found = {}
    url = address("games:resign", facts.uid)
    if facts.may_resign and facts.is_setting_up:
        text, no = _("Leave the match? It will be cancelled and will not count."), _("Stay")
        found["resign"] = Question(text, _("Leave"), no, url, is_grave=True)
    elif facts.may_resign:
        no = _("Keep playing")
        found["resign"] = Question(_("Resign the match?"), _("Resign"), no, url, is_grave=True)
    if facts.may_offer_draw:
        text = _("Offer a draw?")
        found["draw"] = Question(text, _("Offer draw"), _("Cancel"), draw_url, (("do", "offer"),))
    if draw_state(facts) == "theirs":
        text = _("Accept the draw?")
        found["accept"] = Question(text, _("Accept"), _("Cancel"), draw_url, (("do", "accept"),))
    if facts.times.may_claim:
        text, no = _("Claim the win on time?"), _("Cancel")
        url = address("games:time", facts.uid)
        found["claim"] = Question(text, _("Claim the win"), no, url, (("do", "claim"),))
    if facts.times.may_end:
        found["end"] = _end_question(facts)
    if facts.preparation is not None:
        found["ready"] = _ready_question(facts)
    return found


def _end_question(facts: BoardFacts) -> Question:
    """To end a match against somebody whose account is closed, or a bot that cannot move."""
    text = _("End the match as a draw? It will count for no rating.")
    if facts.is_setting_up:
        text = _("End the match? It will be cancelled and will not count.")
    url = address("games:time", facts.uid)
    return Question(text, _("End the match"), _("Cancel"), url, (("do", "end"),))


def is_ready(facts: BoardFacts) -> bool:
    """Return whether the viewer's pieces are all placed, so that they can say so."""
    prepared = facts.preparation
    return prepared is not None and prepared.placing.is_complete(prepared.letters)


def _ready_question(facts: BoardFacts) -> Question:
    """Being ready is the seat's first move; its text is filled in by the script as pieces move."""
    prepared = facts.preparation
    assert prepared is not None
    action = prepared.placing.action(prepared.letters) if is_ready(facts) else ""
    text, yes, no = _("Ready? You cannot change it afterwards."), _("Ready"), _("Not yet")
    return _move_question(facts, action, text, yes, no)


def call_questions(facts: BoardFacts, calls: Sequence[Call]) -> dict[str, Question]:
    """Return the question for each of *calls*: a call is a move, and always asked back."""
    return {_call_row(call): _call_question(facts, call) for call in calls}


def _call_row(call: Call) -> str:
    return f"call-{call.action}"


def _call_question(facts: BoardFacts, call: Call) -> Question:
    asked = _move_question(facts, call.action, call.text, call.name, _("Cancel"))
    return replace(asked, is_grave=call.is_grave, about=call.about)


def _move_question(facts: BoardFacts, action: str, text: str, yes: str, no: str) -> Question:
    url = address("games:move", facts.uid)
    return Question(text, yes, no, url, (("move", action),), is_move=True)


def draw_state(facts: BoardFacts) -> str:
    """Return who asks for a draw, as the viewer sees it: "none", "mine" or "theirs"."""
    if facts.draw_offered_by is None or facts.seat is None or facts.status != "active":
        return "none"
    return "mine" if facts.draw_offered_by == facts.seat else "theirs"


def draw_sentence(facts: BoardFacts, names: Sequence[str]) -> str:
    """Return the sentence on who offers a draw; empty if nobody does."""
    if facts.draw_offered_by is None or facts.status != "active":
        return ""
    if facts.draw_offered_by == facts.seat:
        return _("You have offered a draw.")
    return _("%(name)s offers a draw.") % {"name": names[facts.draw_offered_by]}


def turn_sentence(
    facts: BoardFacts, names: Sequence[str], *, is_check: bool, awaited: str = ""
) -> str:
    """Return whose move it is, before the end; *awaited* says what %(name)s is asked."""
    if said := _standstill_sentence(facts):
        return said
    if facts.is_setting_up:
        return _setup_sentence(facts, names)
    actor = next((player.seat for player in facts.players if player.is_to_act), None)
    if actor is None:
        return _("Nobody can move now.")
    if actor == facts.seat:
        return _("Check! Your move.") if is_check else _("Your move.")
    return _waiting_sentence(facts, names, actor, awaited)


def _standstill_sentence(facts: BoardFacts) -> str:
    """Why nobody plays; empty where somebody does."""
    if facts.status == "open":
        return _("Waiting for an opponent.")
    if facts.frozen_at is not None:
        return _("A moderator has paused this match. Clocks are stopped, and nobody can move.")
    if facts.bots_rest and not _is_mine(facts):
        return _("The bots rest for a while. No clock runs; the match goes on by itself.")
    if facts.is_stuck and not _is_mine(facts):
        return _("The bot cannot move because of an error.")
    return ""


def _waiting_sentence(facts: BoardFacts, names: Sequence[str], actor: int, awaited: str) -> str:
    """For whom the reader waits."""
    if awaited:
        return awaited % {"name": names[actor]}
    if facts.seat is None:
        names_of = {"side": side_name(facts.game, actor, facts.options), "name": names[actor]}
        return _("%(side)s (%(name)s) to move.") % names_of
    if _is_thinking(facts, actor):
        return _("%(name)s is thinking…") % {"name": names[actor]}
    return _("Waiting for %(name)s.") % {"name": names[actor]}


def _is_thinking(facts: BoardFacts, actor: int) -> bool:
    """Whether a bot is to move; where one plays alone nobody has to be waited for."""
    is_bot = any(player.is_bot for player in facts.players if player.seat == actor)
    return is_bot and not meta_for(facts.game).solo


def _is_mine(facts: BoardFacts) -> bool:
    """Whether the reader is to act, whoever else is."""
    return any(player.is_to_act and player.seat == facts.seat for player in facts.players)


def _setup_sentence(facts: BoardFacts, names: Sequence[str]) -> str:
    """Who is still to place pieces."""
    placing = [player.seat for player in facts.players if player.is_to_act]
    if facts.seat in placing:
        return placing_sentences(facts, names)["ready" if is_ready(facts) else "place"]
    if facts.seat is None or not placing:
        return _("The players are placing their pieces.")
    return _("You are ready. Waiting for %(name)s.") % {"name": names[placing[0]]}


def placing_sentences(facts: BoardFacts, names: Sequence[str]) -> dict[str, str]:
    """Return what to do while placing pieces ("place") and once all are placed ("ready")."""
    placed = [player.seat for player in facts.players if not player.is_to_act]
    ready = [_("%(name)s is ready.") % {"name": names[seat]} for seat in placed]
    return {
        "place": " ".join([_("Place your pieces: press one, then its square."), *ready]),
        "ready": " ".join([_("All placed. Ready?"), *ready]),
    }


def takeback_panel(facts: BoardFacts, names: Sequence[str]) -> TakebackPanel | None:
    """Return the panel about a request to take a move back; None if nobody asks."""
    asker = facts.takeback.asked_by
    if asker is None:
        return None
    if asker == facts.seat:
        sentence = _("You have asked to take your last move back.")
        return TakebackPanel(sentence, (("withdraw", _("Withdraw")),))
    question = _("%(name)s asks to take their last move back. Your move is a no.")
    answers = ("accept", _("Accept")), ("decline", _("Decline"))
    return TakebackPanel(question % {"name": names[asker]}, answers)


def rematch_state(facts: BoardFacts) -> str:
    """Return the state of a rematch: none, open (may be asked), mine, theirs, declined or made."""
    if facts.rematch_uid:
        return "made"
    if facts.seat is None or facts.status != "finished":
        return "none"
    if facts.rematch_offered_by == facts.seat:
        return "declined" if facts.rematch_refusal else "mine"
    if not facts.may_rematch:
        return "none"
    return "open" if facts.rematch_offered_by is None or facts.rematch_refusal else "theirs"


def rematch_sentence(facts: BoardFacts, names: Sequence[str]) -> str:
    """Return who asks for a rematch, who declined and why, or that it has begun; else ""."""
    state, asker = rematch_state(facts), facts.rematch_offered_by
    if state == "made":
        return _("The rematch has begun.")
    if state == "mine":
        return _("You have asked for a rematch.")
    if state == "declined":
        others = [name for seat, name in enumerate(names) if seat != facts.seat]
        why = {"name": _(", ").join(others), "reason": reason_words()[facts.rematch_refusal]}
        return _("%(name)s declined: %(reason)s.") % why
    if facts.is_barred:
        return str(Sanctioned.sentence)
    if state == "theirs" and asker is not None:
        return _("%(name)s wants a rematch.") % {"name": names[asker]}
    if state == "open" and facts.rematch_refusal:
        return _("You declined: %(reason)s.") % {"reason": reason_words()[facts.rematch_refusal]}
    return ""


def rematch_url(facts: BoardFacts) -> str:
    """Return the address to ask for a rematch at, or that of the rematch once it is made."""
    if facts.rematch_uid:
        return address("games:match", facts.rematch_uid)
    return address("games:rematch", facts.uid)
