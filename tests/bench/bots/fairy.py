"""Fairy-Stockfish as an opponent in Xiongqi, at so many nodes a move.

It knows facing generals only as banned whichever stands above, so its ban is off and its first
move is one of ours. Its loop for UCI lives in the Python package; a child process calls it.
"""

from __future__ import annotations

import subprocess
import sys

from engines.core.dice import Dice
from engines.xiongqi.engine import ENGINE
from engines.xiongqi.moves import Move
from engines.xiongqi.view import XiongqiView
from tests.engines.xiongqi.fairy import DEFINITION, VARIANT

_CHILD = """
import ctypes, sys
import pyffish
pyffish.load_variant_config(sys.argv[1])
loop = ctypes.CDLL(pyffish._pyffish.__file__)["_ZN9Stockfish3UCI4loopEiPPc"]
loop(1, (ctypes.c_char_p * 2)(b"fairy", None))
"""


class FairyStockfish:
    """A process of its own, which ends with this object's owner."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CHILD, DEFINITION],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in ("uci", f"setoption name UCI_Variant value {VARIANT}", "ucinewgame"):
            self._say(line)
        self._say("setoption name Use NNUE value false")

    def choose(self, view: XiongqiView, dice: Dice) -> Move:
        """Its best move among those the rules allow."""
        texts = [str(move) for move in ENGINE.legal_moves(view)]
        if len(texts) == 1:
            return ENGINE.codec.load_move(texts[0])
        self._say(f"position fen {_fen(view)}")
        self._say(f"go nodes {self._nodes} searchmoves {' '.join(map(_to_uci, texts))}")
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise RuntimeError("Fairy-Stockfish went away")
            if line.startswith("bestmove"):
                return ENGINE.codec.load_move(_from_uci(line.split()[1]))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _say(self, line: str) -> None:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def _fen(view: XiongqiView) -> str:
    letters = ".GARBHCESgarbhces"
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(letters[piece] for piece in view.board[rank * 8 : rank * 8 + 8])
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        ranks.append(row)
    return f"{'/'.join(ranks)} {'b' if view.to_move else 'w'} - - 0 1"


def _to_uci(text: str) -> str:
    move, _, kind = text.partition("=")
    return move + kind.lower()


def _from_uci(text: str) -> str:
    return text[:4] + (f"={text[4:].upper()}" if text[4:] else "")
