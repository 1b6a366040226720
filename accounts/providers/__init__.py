"""Signing in by services elsewhere (OpenID Connect): allauth's flows, kept within our rules."""
