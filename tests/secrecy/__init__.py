"""Secrecy shown by comparison: twins that differ in what is hidden look alike (docs/secrecy.md)."""
