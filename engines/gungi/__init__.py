"""Gungi (軍儀), rules version 1, in five rule sets.

The rule book in our own words is ``docs/rules/gungi.md``; "§" in comments
cites its sections. Everything on the board is known to everybody.
"""
