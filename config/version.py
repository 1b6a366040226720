"""Which version of Jinya this is: the release, and "+dev" for what has come since (PEP 440)."""

VERSION = "0.2.0"
