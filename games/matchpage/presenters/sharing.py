"""What can be passed on of a match that is over: a link, a picture, a board in other pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from games.boards.kit.faces import PIECE_SETS
from games.boards.names import game_name
from games.boards.picturefiles import picture_file
from games.boards.pictures import picture_size, picture_svg
from games.common.addresses import address
from games.matchpage.presenters.replay import Browse, chosen_eyes
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, slots=True)
class Share:
    """The links and texts to pass on of a match that is over, for the board looked at."""

    link: str
    picture: str
    """Where its picture is, as a file."""
    picture_name: str
    """How that file is called, without its ending."""
    preview: str
    """Where its picture is that other sites show with the link."""
    embedding: str
    """The HTML by which another page shows it."""
    position: str
    """The board as a text of the rules page, where matches can begin anywhere."""
    anew: str
    """Where a new match is started that begins there; "" where none does."""


@dataclass(frozen=True, slots=True)
class EmbedPage:
    """The board of a match that is over, inside a page of somebody else."""

    picture: SafeString
    also: str
    """What every link to another board carries along."""
    end: str
    """Where the board at the end is; empty if it is this one."""
    url: str
    """Where the whole match is."""


Query = Mapping[str, str | int]

BOARD, AROUND, BESIDE = 400, 24, 210
"""How wide a board is shown in other pages unless they choose, in pixels, and what is around it:
at both sides, above and below."""


def share_of(facts: BoardFacts, browse: Browse, piece_set: str, origin: str) -> Share | None:
    """Return what can be passed on of the board; None before the end, and of a hidden match."""
    if facts.status != "finished" or facts.is_hidden:
        return None
    ply: Query = {} if browse.is_live else {"ply": browse.ply, **_seen_with(facts)}
    drawn = {**ply, **_drawn_with(piece_set)}
    width, height = picture_size(facts.game)
    source, title = origin + _address("embed", facts, drawn), game_name(facts.game)
    # plain text, to be shown as it is and copied
    embedding = (
        f'<iframe src="{escape(source)}"'
        f' width="{BOARD + AROUND}" height="{BOARD * height // width + BESIDE}"'
        f' title="{escape(title)}" loading="lazy"></iframe>'
    )
    return Share(
        link=origin + _address("match", facts, ply),
        picture=_address("picture", facts, drawn),
        picture_name=picture_name(facts),
        preview=origin + _address("preview", facts, drawn),
        embedding=embedding,
        position=facts.position_text,
        anew=_anew(facts),
    )


def _anew(facts: BoardFacts) -> str:
    if not facts.position_text or facts.viewed_ply is None:
        return ""
    chosen = {"game": facts.game, "opponent": "link", "position": facts.position_text}
    return f"{reverse('games:new')}?{urlencode(chosen)}"


def picture_name(facts: BoardFacts) -> str:
    """Return the file name of a picture of the board, without its ending."""
    ply = "" if facts.viewed_ply is None else f"-{facts.viewed_ply}"
    return f"jinya-{facts.game}-{facts.uid}{ply}"


def shared_picture(facts: BoardFacts, piece_set: str) -> str:
    """The board of *facts* as an SVG file."""
    assert facts.view is not None
    return picture_file(facts.game, facts.view, facts.eyes_seat, piece_set=piece_set)


def present_embed(facts: BoardFacts, piece_set: str, origin: str) -> EmbedPage:
    """The board of *facts* for a page of somebody else."""
    drawn = _drawn_with(piece_set)
    also = urlencode({**_seen_with(facts), **drawn})
    return EmbedPage(
        picture=picture_svg(facts.game, facts.view, facts.eyes_seat, piece_set=piece_set),
        also=f"&{also}" if also else "",
        end="" if facts.viewed_ply is None else _address("embed", facts, drawn),
        url=origin + _address("match", facts, {}),
    )


def _seen_with(facts: BoardFacts) -> dict[str, str]:
    eyes = chosen_eyes(facts)
    return {"as": eyes} if eyes else {}


def _drawn_with(piece_set: str) -> dict[str, str]:
    return {} if piece_set == PIECE_SETS[0] else {"set": piece_set}


def _address(name: str, facts: BoardFacts, query: Query) -> str:
    plain = address(f"games:{name}", facts.uid)
    return f"{plain}?{urlencode(query)}" if query else plain
