"""Gunjin Shogi (軍人将棋) with 23 pieces a side, rules version 1.

The rule book in our own words is ``docs/rules/gunjin.md``; "§" in comments
cites its sections. A seat knows the kinds of its own pieces only; bystanders
know none. Where pieces stand, how they move and how battles end is public.
"""
