"""Signing in and staying signed in: passwords, passkeys, second factors, sessions, limits."""
