"""Seichu Shogi (雪中将棋), shogi with hidden identities, rules version 1.

The rule book in our own words is ``docs/rules/seichu.md``; "§" in comments
cites its sections. A seat knows the kinds of its own pieces and hand; of the
enemy's it sees where they stand. Captured kinds are public, drops are not.
"""
