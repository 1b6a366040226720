"""Gungi, written down."""

_CROWDED = """
    d1+d3 d7d8 c2b4 i7i6 g3+f3 c7+d8 c3+b2 e9+d9 b2c1 c8d6 b4c6 f7e6 f1+g2 d8+d6 h2h3 d6d4 d3b1
    f9f4 f3+e3 d8d7 r*f1 f4f9 b1+b2 e8+e7 h3h4 c*d6 g2h1 d6+d7 c6d8 f9f4 g2+f4 g7g6 e3+f3 e7+e6
"""
CROWDED = _CROWDED.split()
"""To a middle game with many stacks, by the guide's rules."""

_BETRAYAL = """
    m@d1 m@c7 n@c1 k@b9 g@d3 c@a8 t@h1 i@a9 i@a2 a@d9 f@i2 f@h7 s@b1 g@h7 d@f2 r@b8 d@h3 s@a7 s@i3
    w@h7 k@g2 w@b9 done d@f8 r@f9 d@d8 s@h8 n@e7 n@b8 j@i8 a@h8 j@e8 n@g9 t@a8 d@f8 f@i8 d@b9 h1+g2
    f9e9 c*i2 e8d7 d3xd7 d8+d7 a2e6 h7h4 n*f2 e9+e7 j*g2 h7g7 r*a3 h4+h3 g2xh3 e7xe6 i3g5 b8+a7 i2i6
    e7+e6 f*a3 a7+a8 g2+h3 g7+g5
"""
BETRAYAL = _BETRAYAL.split()
"""To where South's tactician on h3 can win over one, the other or both on e6; advanced rules."""
