"""Matches: playing the games of `engines` by correspondence."""
