"""Requests in, pages out: each view fetches, calls once, renders."""
