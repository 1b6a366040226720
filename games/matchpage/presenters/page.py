"""Everything the match page shows: the facts, and the groups of what is made of them."""

from __future__ import annotations

from dataclasses import dataclass

from games.matchpage.presenters.extras import Extras, extras_of
from games.matchpage.presenters.heading import Heading, heading_of
from games.matchpage.presenters.links import Links, links_of
from games.matchpage.presenters.people import People, people_of
from games.matchpage.presenters.playing import Playing, playing_of
from games.matchpage.presenters.reading import Preferences, Reading
from games.matchpage.presenters.sentences import Sentences, sentences_of
from games.matchpage.presenters.story import Story, story_of
from games.matchpage.query import Asked
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """The whole page for one viewer at one moment.

    Each group is made in its own file and stands here as it is. What needs no shaping the
    templates read from the facts.
    """

    facts: BoardFacts
    heading: Heading
    people: People
    story: Story
    playing: Playing
    sentences: Sentences
    links: Links
    extras: Extras


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
    others begins with *origin*, the site as they reach it.
    """
    reading = Reading(facts, asked, message, preferences, next_board_url, origin)
    people, story = people_of(reading), story_of(reading)
    playing = playing_of(reading, people.me, story.last_move)
    return MatchPage(
        facts=facts,
        heading=heading_of(reading),
        people=people,
        story=story,
        playing=playing,
        sentences=sentences_of(reading, people, story, playing),
        links=links_of(reading),
        extras=extras_of(reading, story.browse, playing),
    )
