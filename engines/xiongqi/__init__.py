"""Xiongqi (熊棋, panda chess), rules version 1.

The rule book in our own words is ``docs/rules/xiongqi.md``; "§" in comments
cites its sections. Everything on the board is known to everybody.
"""
