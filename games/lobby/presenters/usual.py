"""One's usual terms as links to a form that has chosen them already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.names import game_name, option_words
from games.lobby.models import Seek
from games.match.presenters.clocktext import terms_sentence


@dataclass(frozen=True, slots=True)
class UsualLink:
    """A seek one has made before."""

    url: str
    name: str
    terms: str


def usual_links(seeks: Iterable[Seek]) -> list[UsualLink]:
    """Links to seek the same again."""
    return [
        UsualLink(
            f"{reverse('games:new-seek')}?like={seek.uid}",
            _("My usual %(game)s match") % {"game": game_name(seek.game)},
            " · ".join(
                [
                    *(value for _name, value in option_words(seek.game, seek.options)),
                    terms_sentence(seek.time_control),
                    _("Rated") if seek.rated else _("Casual"),
                ]
            ),
        )
        for seek in seeks
    ]
