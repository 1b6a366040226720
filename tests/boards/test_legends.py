"""What the legends at the board say is what the rules do."""

from __future__ import annotations

import re

from django.utils.translation import override

from engines.gunjin.battle import ATTACKER, NOBODY, result_of
from engines.gunjin.pieces import KIND_OF_LETTER
from games.boards.gunjin import legend as gunjin
from games.boards.seichu import legend as seichu


def test_gunjin_says_who_beats_whom() -> None:
    for letter, wins in gunjin.WINS.items():
        mover = KIND_OF_LETTER[letter]
        others = [
            other for other in KIND_OF_LETTER if other.isupper() and other not in ("F", letter)
        ]
        won = {one for one in others if result_of(mover, KIND_OF_LETTER[one], 0) == ATTACKER}
        assert won == set(wins), letter


def test_gunjin_says_with_whom_each_piece_falls() -> None:
    names = gunjin.words_now().kinds
    said = {line.face.kind: line.moves for line in gunjin.legend()}
    for letter in gunjin.WINS:
        falls = [
            other
            for other in KIND_OF_LETTER
            if other.isupper()
            and result_of(KIND_OF_LETTER[letter], KIND_OF_LETTER[other], 0) == NOBODY
        ]
        equals = re.search("both fall against (.*?);", said[letter])
        assert equals is not None
        assert set(equals[1].split(", ")) == {names[other] for other in falls}, letter


def test_gunjin_tells_it_in_the_shorter_way() -> None:
    with override("en"):
        found = {line.face.kind: line.moves for line in gunjin.legend()}
    assert found["G"].endswith("Loses to Spy; both fall against General, Mine; beats the rest.")
    assert found["S"].endswith("Beats General; both fall against Spy, Mine; loses to the rest.")
    assert "Plane, Engineer" in found["X"]


def test_seichu_says_how_each_piece_moves_in_the_camp() -> None:
    assert set(seichu.IN_CAMP) == set(seichu.MOVES)
    with override("en"):
        assert all("camp" in line.moves for line in seichu.legend())
