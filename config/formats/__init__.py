"""How dates are written, a module a language: for Django, its admin, `accounts.common.dates`."""
