"""Killing the site while people play: what was confirmed is there, and there once.

`python -m tests.faults` is the long run with its figures; `make test` runs a short one.
"""

CONNECTIONS = "connections.jsonl"
"""Where a watched house writes down its database connections, in its own folder."""
