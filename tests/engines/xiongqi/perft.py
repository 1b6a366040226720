"""Counting the move sequences of a given length, on the list that bots search on as well."""

from __future__ import annotations

from engines.xiongqi.legality import legal_codes, make, unmake


def perft(board: list[int], seat: int, depth: int) -> int:
    """How many sequences of *depth* legal moves there are; endings by draw are not asked."""
    codes = legal_codes(board, seat)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        captured = make(board, code)
        total += perft(board, 1 - seat, depth - 1)
        unmake(board, code, captured)
    return total
