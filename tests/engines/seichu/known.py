"""What everybody but the mover may know of each act, by the second statement of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tests.engines.seichu import restated

SETUP = "setup:"

DIFFERING = frozenset({"moved", "dropped", "captured"})
"""The events of which the owners' parts differ in twins whose times are compared."""


def known_of(
    acts: Sequence[tuple[int, str]], seats: Collection[int | None], start: str
) -> Iterator[object]:
    """Of each of *acts* of a match from *start*, all that those in *seats*, and whoever looks on,
    may know together."""
    armies = {seat: text.removeprefix(SETUP) for seat, text in acts if text.startswith(SETUP)}
    match = None
    if len(armies) == 2:
        board, hands = restated.set_up([armies[0], armies[1]], restated.armies_at(start))
        match = restated.Match(board, hands)
    for seat, text in acts:
        if text.startswith(SETUP):
            yield seat, text if seat in seats else SETUP
        elif match is None or not _is_open(match, text):
            yield seat, "cannot"  # nothing else that is told is like it
        else:
            number = len(match.log)
            match.play(text)
            yield (
                seat,
                text if seat in seats or text[1:2] != "*" else text[1:],
                match.log[-1][2].upper() if len(match.log) > number and match.log[-1][2] else "",
                match.asked,
                match.acting,
                _captor(match, seats),
                match.over,
            )


def _is_open(match: restated.Match, text: str) -> bool:
    """Whether the umpire lets it pass: a drop needs its piece, a Trial a true step of the king."""
    if text[1:2] == "*":
        return text[0] in match.hands[match.to_move]
    if text.endswith("!"):
        origin, target = text[:2], text[2:4]
        is_king = match.board.get(origin, "").upper() == "K"
        return is_king and target in restated.targets(match.board, origin)
    return True


def _captor(match: restated.Match, seats: Collection[int | None]) -> str:
    """What took the king, as its owner is shown it while asked."""
    if match.asked != "defeat" or match.acting not in seats:
        return ""
    return match.board[match.log[-1][0][2:4]].upper()
