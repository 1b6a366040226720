"""The engine agrees with Fairy-Stockfish on thousands of positions.

Fairy-Stockfish plays Xiongqi by the definition below, with these differences:

* **Facing.** It knows facing generals only as banned whichever stands above.
  Ours are banned only with South's on the lower rank, so its ban is switched
  off here, and the moves it then finds are sifted by `_ends_facing`, which
  draws the files after the move and looks for South's general right below North's.
* **Endings** are not compared. It counts material and repetitions its own way;
  we compare which moves there are and who is in check, and with them mate and
  stalemate, but not what they are called.
* **Unreachable positions**, in which the side to move could take the general,
  are refused by our reader. Of them only that refusal is compared: its check
  for the side not to move must be there exactly when we refuse.

Promotion needs no exception: its soldiers, too, may stay soldiers on the last
rank, and be promoted by a later step along it. No other position is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyffish
import pytest

from tests.engines.xiongqi.boards import moves, position, view
from tests.engines.xiongqi.fairy import DEFINITION, VARIANT
from tests.engines.xiongqi.samples import played, strewn

PARTS = 5
PLAYED_EACH, STREWN_EACH = 240, 300


@pytest.fixture(scope="module", autouse=True)
def _definition() -> None:
    pyffish.load_variant_config(DEFINITION)
    assert VARIANT in pyffish.variants()


@pytest.mark.parametrize("part", range(PARTS))
def test_moves_and_checks_agree_in_play(part: int) -> None:
    for text in played(f"oracle {part}".encode(), PLAYED_EACH):
        _assert_agreement(text)


@pytest.mark.parametrize("part", range(PARTS))
def test_moves_and_checks_agree_on_strewn_positions(part: int) -> None:
    compared = 0
    for text in strewn(f"oracle {part}".encode(), STREWN_EACH):
        if _is_general_exposed(text):
            with pytest.raises(ValueError, match="general-hangs"):
                position(text)
        else:
            _assert_agreement(text)
            compared += 1
    assert PARTS * (PLAYED_EACH + compared) > 2000


def _assert_agreement(text: str) -> None:
    fen = _fen(text)
    assert moves(text) == set(_sifted(fen, pyffish.legal_moves(VARIANT, fen, []))), text
    assert view(text).check == pyffish.gives_check(VARIANT, fen, []), text


def _sifted(fen: str, found: list[str]) -> Iterator[str]:
    """Our texts for those of its moves that do not leave the generals facing."""
    files = _files(fen)
    for uci in found:
        if not _ends_facing(list(files), uci):
            yield uci[:4] + (f"={uci[4].upper()}" if uci[4:] else "")


def _ends_facing(files: list[str], uci: str) -> bool:
    """Whether the generals face each other, South's lower, after the move."""
    origin, target = _file_and_rank(uci[:2]), _file_and_rank(uci[2:4])
    piece = files[origin[0]][origin[1]]
    for (file, rank), letter in ((origin, "."), (target, piece)):
        files[file] = files[file][:rank] + letter + files[file][rank + 1 :]
    return any("Gg" in file.replace(".", "") for file in files)


def _files(fen: str) -> list[str]:
    """The eight files from South to North, a dot for an empty square."""
    rows = [_spread(row) for row in fen.split(" ", maxsplit=1)[0].split("/")][::-1]
    return ["".join(file) for file in zip(*rows, strict=True)]


def _spread(row: str) -> str:
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in row)


def _file_and_rank(square: str) -> tuple[int, int]:
    return "abcdefgh".index(square[0]), int(square[1]) - 1


def _fen(text: str, turned: bool = False) -> str:
    board, side = text.split(" ")
    return f"{board} {'w' if (side == 'S') != turned else 'b'} - - 0 1"


def _is_general_exposed(text: str) -> bool:
    """Whether the side not to move is in check."""
    return bool(pyffish.gives_check(VARIANT, _fen(text, turned=True), []))
