"""The rules of Xiongqi once more, written from the rules page alone, slow and plain.

Boards are dicts from (file, rank), both 1 to 8, to letters; moves are texts.
Nothing here is shared with the engine: a mistake would have to be made twice,
in two different ways, to go unnoticed.
"""

from __future__ import annotations

Square = tuple[int, int]
Board = dict[Square, str]

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def read(text: str) -> tuple[Board, bool]:
    """The board of a position text, and whether South is to move."""
    field, side = text.split(" ")
    board: Board = {}
    for rank, row in zip(range(8, 0, -1), field.split("/"), strict=True):
        file = 1
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board, side == "S"


def legal_moves(text: str, to: str = "") -> set[str]:
    """The texts of all legal moves, or of those that go to one square."""
    board, south = read(text)
    texts = set()
    for origin, letter in board.items():
        if letter.isupper() == south:
            for target in reachable(board, origin):
                if to not in ("", name(target)):
                    continue
                changed = dict(board)
                del changed[origin]
                changed[target] = letter
                if not is_checked(changed, south) and not is_facing(changed):
                    texts |= written(origin, target, letter)
    return texts


def written(origin: Square, target: Square, letter: str) -> set[str]:
    """The move's texts: seven for a soldier that ends on the last rank."""
    text = name(origin) + name(target)
    if (letter, target[1]) in (("S", 8), ("s", 1)):
        return {text} | {f"{text}={kind}" for kind in "EACRBH"}
    return {text}


def name(square: Square) -> str:
    return "?abcdefgh"[square[0]] + str(square[1])


def reachable(board: Board, origin: Square) -> set[Square]:
    """Where the piece on *origin* may end, own pieces excluded, its general's safety ignored."""
    mine = board[origin].isupper()
    return {
        (file, rank)
        for file in range(1, 9)
        for rank in range(1, 9)
        if (file, rank) != origin
        and not ((file, rank) in board and board[file, rank].isupper() == mine)
        and reaches(board, origin, (file, rank))
    }


def reaches(board: Board, origin: Square, target: Square) -> bool:
    """Whether the piece's way to *target* is open, capturing if somebody stands there."""
    letter = board[origin]
    files, ranks = target[0] - origin[0], target[1] - origin[1]
    straight, slanted = files == 0 or ranks == 0, abs(files) == abs(ranks)
    passed = len([square for square in between(origin, target) if square in board])
    match letter.upper():
        case "G":
            return abs(files) + abs(ranks) == 1
        case "A":
            return slanted and abs(files) == 1
        case "R":
            return straight and passed == 0
        case "B":
            return slanted and passed == 0
        case "H":
            return is_knight_jump(files, ranks) and leg(origin, files, ranks) not in board
        case "C":
            return straight and passed == (1 if target in board else 0)
        case "E":
            return is_knight_jump(files, ranks) or (straight and passed == 0)
        case "S":
            ahead, crossed = (ranks, origin[1] >= 5) if letter == "S" else (-ranks, origin[1] <= 4)
            return (files, ahead) == (0, 1) or (crossed and abs(files) == 1 and ranks == 0)
    raise ValueError(letter)


def between(origin: Square, target: Square) -> list[Square]:
    """The squares strictly between two squares of one line; none if they share no line."""
    files, ranks = target[0] - origin[0], target[1] - origin[1]
    if files and ranks and abs(files) != abs(ranks):
        return []
    length = max(abs(files), abs(ranks))
    return [
        (origin[0] + files * step // length, origin[1] + ranks * step // length)
        for step in range(1, length)
    ]


def is_knight_jump(files: int, ranks: int) -> bool:
    return {abs(files), abs(ranks)} == {1, 2}


def leg(origin: Square, files: int, ranks: int) -> Square:
    """The square a horse passes: one step along the longer part of its way."""
    if abs(files) == 2:
        return origin[0] + files // 2, origin[1]
    return origin[0], origin[1] + ranks // 2


def is_checked(board: Board, south: bool) -> bool:
    """Whether any enemy piece reaches the general."""
    general = general_of(board, south)
    return any(
        letter.isupper() != south and reaches(board, origin, general)
        for origin, letter in board.items()
    )


def is_facing(board: Board) -> bool:
    """Both on one file, South's lower, nothing between."""
    south, north = general_of(board, True), general_of(board, False)
    if south[0] != north[0] or south[1] > north[1]:
        return False
    return not any(square in board for square in between(south, north))


def general_of(board: Board, south: bool) -> Square:
    letter = "G" if south else "g"
    return next(square for square, here in board.items() if here == letter)
