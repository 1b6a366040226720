"""The rules of Gungi once more, written from the rules page alone, slow and plain.

Boards are dicts from (file, rank), both 1 to 9, to strings of letters from
bottom to top; moves are texts. Each move is made on a copy, and then every
enemy piece is asked whether it reaches the marshal. Nothing here is shared
with the engine: a mistake would have to be made twice, in two different ways,
to go unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

Square = tuple[int, int]
Board = dict[Square, str]

DIAGRAMS = {
    "m": "bfrl yzuv",
    "g": "BFRL yzuv",
    "i": "bfrl YZUV",
    "j": "fyz rlb",
    "w": "fyz b",
    "n": "fyz b",
    "r": "fb rl",
    "s": "yzuv",
    "f": "f rl uv",
    "d": "fb",
    "c": "f rl b",
    "a": "fyz b",
    "k": "f uv",
    "t": "yz b",
}
"""The directions of each kind: forward, back, right, left, the diagonals; capitals to the edge."""
STEPS = {
    "f": (0, 1),
    "b": (0, -1),
    "r": (1, 0),
    "l": (-1, 0),
    "y": (-1, 1),
    "z": (1, 1),
    "u": (-1, -1),
    "v": (1, -1),
}
FIRST_RANGE = {"nf": 2, "rf": 2, "rb": 2, "sy": 2, "sz": 2, "su": 2, "sv": 2}
"""How far at tier 1 where it is not one square."""
PASSED_OVER = {"a": 1, "k": 1, "c": 2}
"""How many squares straight before it a kind never stops on when it goes forward."""
LIMITS = {"guide": 3, "intro": 2, "beginner": 2, "intermediate": 2, "advanced": 3}


@dataclass
class Game:
    """A position of play as its text says it."""

    board: Board
    hands: dict[bool, dict[str, int]]
    black: bool
    """Whether Black is to move."""
    rules: str
    placing: str = "-"
    limit: int = field(init=False)

    def __post_init__(self) -> None:
        self.limit = LIMITS[self.rules]


def read(text: str) -> Game:
    """The position of a text."""
    field_, hands, seat, rules, placing = text.split(" ")
    board: Board = {}
    for rank, row in zip(range(9, 0, -1), field_.split("/"), strict=True):
        file, stack = 1, None
        for letter in row:
            if letter == "|":
                if stack is not None:
                    board[file, rank], file = stack, file + 1
                stack = "" if stack is None else None
            elif stack is not None:
                stack += letter.replace(":", "")
            elif letter.isdigit():
                file += int(letter)
            else:
                board[file, rank], file = letter, file + 1
    return Game(
        board,
        dict(zip((True, False), map(_hand, hands.split("/")), strict=True)),
        seat == "0",
        rules,
        placing,
    )


def _hand(text: str) -> dict[str, int]:
    text = text.strip("-").lower()
    return {text[i]: int(text[i + 1]) for i in range(0, len(text), 2)}


def legal_moves(text: str, to: str = "") -> set[str]:
    """The texts of all that the side to move may do; in play, of what goes to one square alone."""
    game = read(text)
    if game.placing != "-":
        return placements(game)
    moves = {**board_moves(game), **drops(game)}
    if to:
        moves = {text: after for text, after in moves.items() if text.partition("&")[0][-2:] == to}
    taken = _marshal(game.board, not game.black)
    return {
        text
        for text, after in moves.items()
        if (taken and _marshal(after, not game.black) is None) or not is_checked(game, after)
    }


def is_checked(game: Game, board: Board) -> bool:
    """Whether the marshal of the side to move can be captured on *board*."""
    marshal = _marshal(board, game.black)
    return marshal is not None and any(
        can_capture(game, board, origin, marshal)
        for origin, stack in board.items()
        if stack[-1].isupper() != game.black
    )


def can_capture(game: Game, board: Board, origin: Square, target: Square) -> bool:
    """Whether the piece on *origin* reaches an enemy on *target* that is not too tall for it."""
    return target in reach(game.rules, board, origin) and len(board[target]) <= len(board[origin])


def reach(rules: str, board: Board, origin: Square) -> set[Square]:
    """The squares the top piece of *origin* gets to, whatever stands on them."""
    stack = board[origin]
    letter, tier = stack[-1].lower(), len(stack)
    sign = 1 if stack[-1].isupper() else -1

    def at(right: int, ahead: int) -> Square:
        return origin[0] + sign * right, origin[1] + sign * ahead

    def height(right: int, ahead: int) -> int:
        return len(board.get(at(right, ahead), ""))

    found = set()
    for mark in DIAGRAMS[letter].replace(" ", ""):
        step = STEPS[mark.lower()]
        offset = PASSED_OVER.get(letter, 0) if step[1] == 1 else 0
        count = 8 if mark.isupper() else FIRST_RANGE.get(letter + mark, 1) + tier - 1
        landings = [(step[0] * i, step[1] * i + offset) for i in range(1, count + 1)]
        for number, landing in enumerate(landings):
            before = [(0, i) for i in range(1, offset + 1)] + landings[:number]
            if _passes(rules, (letter, tier), landing, before, height):
                found.add(at(*landing))
    return {(x, y) for x, y in found if 1 <= x <= 9 and 1 <= y <= 9}


def _passes(
    rules: str,
    piece: tuple[str, int],
    landing: Square,
    before: list[Square],
    height: Callable[[int, int], int],
) -> bool:
    """Whether nothing on the way keeps the piece (letter, tier) from *landing*."""
    letter, tier = piece
    if rules == "guide":
        if tier == 3 and letter in "drsfakct":
            return True
        if letter == "a" and landing[1] == 2:
            return height(0, 1) <= tier
        return not any(height(*square) for square in before)
    if letter in "cka" and landing[1] >= 2:
        if landing[0]:
            before = [*before, (1 if landing[0] > 0 else -1, 1)]
        return all(height(*square) <= tier for square in before)
    return not any(height(*square) for square in before)


def board_moves(game: Game) -> dict[str, Board]:
    """Every move on the board with the board after it, the own marshal's safety ignored."""
    found = {}
    for origin, stack in game.board.items():
        if stack[-1].isupper() == game.black:
            for target in reach(game.rules, game.board, origin):
                onto = game.board.get(target, "")
                if len(onto) <= len(stack):
                    for sign, suffix, below in ways(game, stack[-1].lower(), onto):
                        text = f"{name(origin)}{sign}{name(target)}{suffix}"
                        found[text] = moved(game.board, origin, target, below)
    return found


def ways(game: Game, kind: str, onto: str) -> list[tuple[str, str, str]]:
    """What a piece can do on a stack: the sign, betrayal's suffix, and what is below it then."""
    if not onto:
        return [("", "", "")]
    found = []
    if onto[-1].isupper() != game.black:
        found.append(("x", "", "".join(one for one in onto if one.isupper() == game.black)))
    stays_low = kind == "m" and game.rules in ("intro", "beginner")
    if onto[-1] not in "mM" and len(onto) < game.limit and not stays_low:
        found.append(("+", "", onto))
        if kind == "t":
            turned = betrayals(game, onto, game.hands[game.black])
            found += [("+", suffix, changed) for suffix, changed in turned]
    return found


def moved(board: Board, origin: Square, target: Square, below: str) -> Board:
    after = dict(board)
    stays = board[origin][:-1]
    if stays:
        after[origin] = stays
    else:
        del after[origin]
    after[target] = below + board[origin][-1]
    return after


def betrayals(game: Game, stack: str, hand: Mapping[str, int]) -> list[tuple[str, str]]:
    """For each set of enemy levels that *hand* can pay for: its text, and the stack after."""
    enemies = [i for i, letter in enumerate(stack) if letter.isupper() != game.black]
    found = []
    for size in range(1, len(enemies) + 1):
        for chosen in combinations(enemies, size):
            paid = [stack[i].lower() for i in chosen]
            if all(paid.count(kind) <= hand.get(kind, 0) for kind in paid):
                changed = [
                    letter.swapcase() if i in chosen else letter for i, letter in enumerate(stack)
                ]
                levels = ",".join(str(i + 1) for i in chosen)
                found.append((f"&{levels}", "".join(changed)))
    return found


def drops(game: Game) -> dict[str, Board]:
    """Every drop with the board after it."""
    found: dict[str, Board] = {}
    mine = [y for (_, y), stack in game.board.items() if stack[-1].isupper() == game.black]
    for file in range(1, 10):
        for rank in range(1, 10):
            behind = rank <= max(mine) if game.black else rank >= min(mine)
            onto = game.board.get((file, rank), "")
            if not behind or not _is_open(game, onto):
                continue
            for kind in game.hands[game.black]:
                letter = kind.upper() if game.black else kind
                text = f"{kind}*{name((file, rank))}"
                found[text] = {**game.board, (file, rank): onto + letter}
                if kind == "t":
                    hand = game.hands[game.black]
                    left = {**hand, "t": hand["t"] - 1}  # the one being dropped pays for nothing
                    for suffix, changed in betrayals(game, onto, left):
                        found[text + suffix] = {**game.board, (file, rank): changed + letter}
    return found


def _is_open(game: Game, onto: str) -> bool:
    """Whether a piece from the hand may stand on that."""
    if not onto:
        return True
    return onto[-1].isupper() == game.black and onto[-1] not in "mM" and len(onto) < game.limit


def placements(game: Game) -> set[str]:
    """What may be placed where, and whether one may be done."""
    hand = game.hands[game.black]
    kinds = ["m"] if "m" in hand else list(hand)
    found = {
        f"{kind}@{name((file, rank))}"
        for kind in kinds
        for file in range(1, 10)
        for rank in ((1, 2, 3) if game.black else (7, 8, 9))
        if _is_open(game, game.board.get((file, rank), ""))
    }
    return found if "m" in hand else found | {"done"}


def name(square: Square) -> str:
    return "?abcdefghi"[square[0]] + str(square[1])


def _marshal(board: Board, black: bool) -> Square | None:
    letter = "M" if black else "m"
    return next((square for square, stack in board.items() if stack[-1] == letter), None)
