"""A walk through the running site: every kind of thing people do there, over the wire alone.

The site is started by the commands that its documents name, with nothing replaced. The walk knows
it as a browser without scripts does, by the forms and links of its answers, and as programs do, by
its API. `python -m tests.walk` walks by hand and prints what was met.
"""
