"""Nation (国家運営): a solo campaign against nations that play by themselves.

The rules in our own words are ``docs/rules/nation.md``; "§" in comments cites
its sections. Nothing is hidden and nothing is left to chance.
"""
