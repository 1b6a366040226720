"""Finds the puzzles of one match that bots play: for each game how they play, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.gunjin.bots import BOTS as GUNJIN_BOTS
from engines.puzzles import gungi, gunjin, nation, seichu, sure
from engines.puzzles.found import Found, Source
from engines.puzzles.open_games import find
from engines.puzzles.playing import played, replayed
from engines.puzzles.xiongqi import XIONGQI
from engines.registry import bot_for, engine_for
from engines.xiongqi.bots import SearchBot as XiongqiBot

LONGEST_MATCH = 120
"""Plies after which a match is broken off: what is found in it by then is enough."""
RANDOM_PLIES = 4
"""So many plies are played anyhow, so that no two matches are alike."""
CARELESS = 8
"""In how many of a hundred turns a move is played anyhow later on."""
LONGEST_PLACED = 120
"""The same where sides are set up ply by ply."""
LONGEST_HIDDEN = 200
QUICK_NODES = 300
MOST_A_MATCH = 3


def made(slug: str, version: int, seed: str, number: int, ask: str = "") -> Source:
    """The match of that number, and the puzzles in it; LookupError where none are made yet.

    *ask*: the one question that is looked for, where that has a file of its own.
    """
    return MAKERS[f"{slug}-{ask}" if ask else slug](slug, version, seed, number)


def _xiongqi(slug: str, version: int, seed: str, number: int) -> Source:
    engine, bot = engine_for(slug, version), XiongqiBot(QUICK_NODES)

    def choose(view: Any, dice: Dice, ply: int) -> Any:
        if ply < RANDOM_PLIES or dice.below(100) < CARELESS:
            return engine.sample_move(view, dice)
        return bot.choose(view, dice)

    plies, positions = played(slug, version, {}, choose, f"{seed} {number}", LONGEST_MATCH)
    texts = [engine.codec.write(position) for position in positions]
    found = find(XIONGQI, texts, backward=not number % 4)
    return Source(number, plies, found=tuple(islice(found, MOST_A_MATCH)))


def _gungi(slug: str, version: int, seed: str, number: int) -> Source:
    engine, players = engine_for(slug, version), gungi.Players(number)
    plies, positions = played(slug, version, {}, players.choose, f"{seed} {number}", LONGEST_PLACED)
    texts = [engine.codec.write(position) for position in positions]
    found = find(gungi.GUNGI, texts, players.noted, backward=not number % 4)
    return Source(number, plies, found=tuple(islice(found, MOST_A_MATCH)))


def _gunjin(slug: str, version: int, seed: str, number: int) -> Source:
    def choose(view: Any, dice: Dice, _ply: int) -> Any:
        return GUNJIN_BOTS["easy"].choose(view, dice)

    plies, positions = played(slug, version, {}, choose, f"{seed} {number}", LONGEST_HIDDEN)
    return Source(number, plies, found=tuple(gunjin.find(positions)))


def _seichu(slug: str, version: int, seed: str, number: int) -> Source:
    plies, positions = played(slug, version, {}, seichu.choose, f"{seed} {number}", LONGEST_HIDDEN)
    return Source(number, plies, found=tuple(seichu.find(positions)))


def _sure(slug: str, version: int, seed: str, number: int) -> Source:
    def choose(view: Any, dice: Dice, _ply: int) -> Any:
        return bot_for(slug, "easy").choose(view, dice)

    plies, positions = played(slug, version, {}, choose, f"{seed} {number}", LONGEST_HIDDEN)
    find_sure = sure.in_gunjin if slug == "gunjin" else sure.in_seichu
    return Source(number, plies, found=tuple(find_sure(positions)))


def _nation(slug: str, version: int, seed: str, number: int) -> Source:
    found = tuple(nation.find(version, seed, number))
    return Source(number, (), options=(("stage", nation.stage_of(seed, number)),), found=found)


MAKERS: dict[str, Callable[[str, int, str, int], Source]] = {
    "gungi": _gungi,
    "gunjin": _gunjin,
    "gunjin-sure": _sure,
    "nation": _nation,
    "seichu": _seichu,
    "seichu-sure": _sure,
    "xiongqi": _xiongqi,
}
"""How puzzles of each game are made; those of one question alone behind its word."""


def found_in(
    slug: str, version: int, options: dict[str, str], plies: Sequence[tuple[int, str]]
) -> tuple[Found, ...]:
    """Return the puzzles in a match that was played; ValueError for plies that cannot be."""
    positions = replayed(slug, version, options, plies)
    return tuple(islice(FINDERS[slug](positions), MOST_A_MATCH))


def _found_in_gungi(positions: Sequence[Any]) -> Iterator[Found]:
    played_on = [ply for ply, position in enumerate(positions) if not position.now.placing]
    return find(gungi.GUNGI, _texts("gungi", positions), played_on)


def _texts(slug: str, positions: Sequence[Any]) -> list[str]:
    codec = engine_for(slug, meta_for(slug).rules_version).codec
    return [codec.write(position) for position in positions]


FINDERS: dict[str, Callable[[Sequence[Any]], Iterator[Found]]] = {
    "gungi": _found_in_gungi,
    "gunjin": lambda positions: chain(sure.in_gunjin(positions), gunjin.find(positions)),
    "nation": lambda positions: nation.find_in([position.now for position in positions]),
    "seichu": lambda positions: chain(sure.in_seichu(positions), seichu.find(positions)),
    "xiongqi": lambda positions: find(XIONGQI, _texts("xiongqi", positions)),
}
"""How puzzles are found in matches that were played, given the positions before each ply."""
