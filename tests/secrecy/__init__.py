"""Nobody learns what is hidden, shown by comparison: two matches that differ in hidden things
only, and every byte that reaches somebody who may not know them. See docs/secrecy.md.
"""
