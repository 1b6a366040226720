"""Gungi, written down."""

_CROWDED = """
    d1+d3 d7d8 c2b4 i7i6 g3+f3 c7+d8 c3+b2 e9+d9 b2c1 c8d6 b4c6 f7e6 f1+g2 d8+d6 h2h3 d6d4 d3b1
    f9f4 f3+e3 d8d7 r*f1 f4f9 b1+b2 e8+e7 h3h4 c*d6 g2h1 d6+d7 c6d8 f9f4 g2+f4 g7g6 e3+f3 e7+e6
"""
CROWDED = _CROWDED.split()
"""To a middle game with many stacks, by the guide's rules."""
