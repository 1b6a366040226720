"""What the page says of the moment, to eyes and to ears."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.kit.scenes import NO_ASIDE, Aside
from games.matchpage.presenters import actions
from games.matchpage.presenters.people import People
from games.matchpage.presenters.playing import Playing
from games.matchpage.presenters.reading import Reading
from games.matchpage.presenters.story import Story


@dataclass(frozen=True, kw_only=True)
class Sentences:
    """The sentences on whose turn it is, and on the rest of the moment."""

    status: str
    row: str
    """The same, after what has just been said, as the action row shows it."""
    said: str
    """All of it, as a screen reader is told."""
    coaching: str
    """What a coach says before the viewer's next move; empty if nothing."""


def sentences_of(reading: Reading, people: People, story: Story, playing: Playing) -> Sentences:
    """Return the sentences on the match at this moment."""
    aside = _aside(reading, people)
    status = _status(reading, people, playing, awaited=aside.awaited)
    sentences = (story.last_move_text, *_spoken(reading, playing, status))
    return Sentences(
        status=status,
        row=f"{aside.said} {status}".strip(),
        said=" ".join(sentence for sentence in sentences if sentence),
        coaching=_coaching(reading),
    )


def _aside(reading: Reading, people: People) -> Aside:
    """What the board does not show of the moment; nothing while looking back."""
    if people.result or reading.facts.viewed_ply is not None:
        return NO_ASIDE
    return reading.presenter.aside(reading.view)


def _status(reading: Reading, people: People, playing: Playing, *, awaited: str) -> str:
    if people.result:
        values = {"headline": people.result.headline, "why": people.result.why}
        return _("%(headline)s. %(why)s") % values
    if playing.check:
        return playing.check.question
    is_check = bool(reading.scene.checked)
    return actions.turn_sentence(reading.facts, reading.names, is_check=is_check, awaited=awaited)


def _spoken(reading: Reading, playing: Playing, status: str) -> Iterator[str]:
    """What stands in the row, after the move shown; nothing while looking back."""
    facts, names = reading.facts, reading.names
    if facts.viewed_ply is not None:
        return
    yield playing.check.sentence if playing.check else ""
    yield status
    yield actions.draw_sentence(facts, names) if facts.seat is not None else ""
    yield actions.rematch_sentence(facts, names)


def _coaching(reading: Reading) -> str:
    coach, hint = reading.card.coach, reading.facts.hint
    if hint is None or coach is None:
        return ""
    return coach.line(hint, reading.scene, reading.presenter)
