"""The passwords everybody tries first, as a Bloom filter: small, offline, no plain list shipped.

A password on the list is always found; one in about 800 others is found by mistake.
`python -m accounts.sign_in.common_passwords words.txt > FILE` builds the filter.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent.parent / "data" / "common_passwords.bloom"
BITS = 20_000_000
PROBES = 11


def is_common(password: str) -> bool:
    """Return whether *password*, in any case, is one of the most used ones."""
    bits = _bits()
    return all(bits[place >> 3] & (1 << (place & 7)) for place in _places(password))


def build(words: Iterable[str]) -> bytes:
    """The filter that knows *words*."""
    bits = bytearray(BITS // 8)
    for word in words:
        for place in _places(word):
            bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


@cache
def _bits() -> bytes:
    return FILE.read_bytes()


def _places(word: str) -> Iterator[int]:
    folded = unicodedata.normalize("NFKC", word).casefold().encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(folded, digest_size=16).digest()
    first = int.from_bytes(digest[:8], "big")
    step = int.from_bytes(digest[8:], "big") | 1
    return ((first + probe * step) % BITS for probe in range(PROBES))


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as lines:
        sys.stdout.buffer.write(build(line.rstrip("\n") for line in lines))
